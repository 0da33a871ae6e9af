package experiment

import (
	"context"
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook"
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
	values := &nodeValues{}
	found, err := searchFigure(ctx, textbook.BratkoMinimax, values)
	if err != nil {
		return err
	}
	r.count("static evaluations", 8, found.Leaves, "")
	r.count("value of a", 4, int(found.Value), "")
	r.text("principal variation", "a b d i", values.line(found.PV), "")
	for _, x := range figureValues {
		r.count("backed-up value of "+x.node, x.value, int(values.of(x.node).Value), "")
	}
	return nil
}

// bratkoAlphaBeta searches the figure by alpha-beta.
func bratkoAlphaBeta(ctx context.Context, r *report) error {
	values := &nodeValues{}
	found, err := searchFigure(ctx, textbook.BratkoAlphaBeta, values)
	if err != nil {
		return err
	}
	r.count("static evaluations", 5, found.Leaves, "of 8")
	r.count("value of a", 4, int(found.Value), "")
	r.text("principal variation", "a b d i", values.line(found.PV), "")
	r.text("approximate values", "c e f", strings.Join(values.approximate(), " "), "by the window contract, f too, though its value is right")
	for _, node := range values.approximate() {
		e := values.of(node)
		r.measured("value of "+node, fmt.Sprintf("%v (%v bound)", int(e.Value), e.Bound), "")
	}
	return nil
}

func searchFigure(ctx context.Context, a textbook.Algorithm, values *nodeValues) (textbook.Result[tree.Move], error) {
	t, err := tree.Parse(figureTree)
	if err != nil {
		return textbook.Result[tree.Move]{}, err
	}
	values.tree = t
	root := t.Root()
	return textbook.Run(ctx, a, tree.Rules{}, &root, t.Len(), textbook.Options{Observer: values, Scoring: textbook.Points}), ctx.Err()
}

// nodeValues observes the values of the named nodes of a tree.
type nodeValues struct {
	tree  *tree.Tree
	paths [][]int // by visit
	names []string
	left  []event.Event
}

// Observe records the answers.
func (v *nodeValues) Observe(e event.Event) {
	switch e.Kind {
	case event.Enter:
		var path []int
		if e.Parent >= 0 {
			path = append(append(path, v.paths[e.Parent]...), e.Index)
		}
		v.paths = append(v.paths, path)
		v.names = append(v.names, v.tree.Label(path))
	case event.Leave:
		v.left = append(v.left, e)
	}
}

// of returns the answer of a named node.
func (v *nodeValues) of(name string) event.Event {
	for _, e := range v.left {
		if v.names[e.Node] == name {
			return e
		}
	}
	return event.Event{}
}

// approximate returns, in alphabetical order, the names of the nodes whose answers are only bounds.
func (v *nodeValues) approximate() (names []string) {
	for _, x := range figureValues {
		if b := v.of(x.node).Bound; b != game.Exact && b != game.NoBound {
			names = append(names, x.node)
		}
	}
	return names
}

// line returns the names of the nodes along moves from the root.
func (v *nodeValues) line(moves []tree.Move) string {
	path := []int{}
	names := []string{v.tree.Label(path)}
	for _, m := range moves {
		path = append(path, int(m))
		names = append(names, v.tree.Label(path))
	}
	return strings.Join(names, " ")
}
