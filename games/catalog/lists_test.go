package catalog

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// TestLists requests all moves at the start of every game and stops at several
// points. It checks that lines are sorted by value, that unproven values with
// one unit have equal depth, and that symmetric moves have equal values.
func TestLists(t *testing.T) {
	small, err := Find("othello:6")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range append(Games(), small) {
		t.Run(g.About().Name, func(t *testing.T) {
			start := g.Start()
			if len(start.Moves()) > 100 {
				t.Skip("too much choice for a test")
			}
			p, images := start, imagesAtStart(start)
			for range 3 {
				moves := p.Moves()
				for _, nodes := range []uint64{300, 5_000, 80_000} {
					e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 4 << 20}})
					check := func(a engine.Analysis) { checkList(t, a, images) }
					check(e.Analyze(context.Background(), p, search.Query{Lines: len(moves), Nodes: nodes}, search.Control{}, check))
				}
				images = nil
				if len(moves) > 0 {
					p, _ = p.Play(moves[len(moves)/2])
				}
			}
		})
	}
}

// imagesAtStart returns the classes of symmetric first moves of games that have
// many.
func imagesAtStart(p *engine.Position) map[string]int {
	classes := map[string][][]string{
		"othello:8":    {{"d3", "c4", "f5", "e6"}},
		"othello:6":    {{"c2", "b3", "e4", "d5"}},
		"connect4:7x6": {{"1", "7"}, {"2", "6"}, {"3", "5"}},
	}
	images := map[string]int{}
	for i, class := range classes[p.Game().About().Name] {
		for _, m := range class {
			images[m] = i + 1
		}
	}
	return images
}

func checkList(t *testing.T, a engine.Analysis, images map[string]int) {
	t.Helper()
	values := map[int]engine.Value{}
	for i, l := range a.Lines {
		if i > 0 {
			before := a.Lines[i-1]
			if l.Value.Unit == before.Value.Unit && l.Value.Unit != "plies" && l.Value.Number > before.Value.Number {
				t.Errorf("%s with %g stands below %s with %g", l.Move, l.Value.Number, before.Move, before.Value.Number)
			}
			if l.Proof == 0 && before.Proof == 0 && l.Depth != before.Depth {
				t.Errorf("%s is searched to depth %d, %s to %d", l.Move, l.Depth, before.Move, before.Depth)
			}
		}
		if class := images[l.Move]; class > 0 {
			if v, ok := values[class]; ok && v != l.Value {
				t.Errorf("%s has %+v, its image %+v", l.Move, l.Value, v)
			}
			values[class] = l.Value
		}
	}
	if len(images) > 0 && len(values) != slices.Max(slices.Collect(maps.Values(images))) {
		t.Errorf("values of %d classes of images", len(values))
	}
}
