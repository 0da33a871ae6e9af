package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// figureTree is the tree of Bratko's figure 15.2.
const figureTree = "a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))"

// figureValues are the backed-up values of figure 15.2.
var figureValues = []struct {
	node  string
	value int
}{{"a", 4}, {"b", 4}, {"c", 1}, {"d", 4}, {"e", 6}, {"f", 2}, {"g", 1}}

// bratkoMinimax searches the figure by minimax.
func bratkoMinimax(ctx context.Context, r *report) error {
	t, err := searchFigure(ctx, r, textbook.BratkoMinimax, 8, "")
	if err != nil {
		return err
	}
	for _, x := range figureValues {
		i := slices.IndexFunc(t.Nodes, func(n trace.Node) bool { return n.Label == x.node })
		r.count("backed-up value of "+x.node, x.value, int(t.Nodes[i].Value), "")
	}
	return nil
}

// bratkoAlphaBeta searches the figure by alpha-beta.
func bratkoAlphaBeta(ctx context.Context, r *report) error {
	t, err := searchFigure(ctx, r, textbook.BratkoAlphaBeta, 5, "of 8")
	if err != nil {
		return err
	}
	bounds := slices.DeleteFunc(slices.Clone(t.Nodes), func(n trace.Node) bool { return !n.Approximate() })
	slices.SortFunc(bounds, func(a, b trace.Node) int { return cmp.Compare(a.Label, b.Label) })
	var names []string
	for _, n := range bounds {
		names = append(names, n.Label)
	}
	r.text("approximate values", "c e f", strings.Join(names, " "), "by the window contract, f too, though its value is right")
	for _, n := range bounds {
		r.measured("value of "+n.Label, fmt.Sprintf("%v (%v bound)", int(n.Value), n.Bound), "")
	}
	return nil
}

// searchFigure searches the figure, reports what both algorithms have in common, and returns the tree after the
// search.
func searchFigure(ctx context.Context, r *report, a textbook.Algorithm, evaluations int, note string) (*trace.Tree, error) {
	figure, err := tree.Parse(figureTree)
	if err != nil {
		return nil, err
	}
	var events event.Recorder
	root := figure.Root()
	found := textbook.Run(ctx, a, tree.Rules{}, &root, figure.Len(), textbook.Options{Observer: &events, Scoring: textbook.Points})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	replay, err := trace.NewReplay(events.Events, trace.BuildOptions{Label: figure.Label})
	if err != nil {
		return nil, err
	}
	t := replay.Tree()
	var line []string
	for _, i := range t.PV() {
		line = append(line, t.Nodes[i].Label)
	}
	r.count("static evaluations", evaluations, found.Leaves, note)
	r.count("value of a", 4, int(found.Value), "")
	r.text("principal variation", "a b d i", strings.Join(line, " "), "")
	return t, nil
}
