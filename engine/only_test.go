package engine_test

import (
	"context"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/search"
)

// oneMove is a book with one move for every position.
type oneMove struct {
	engine.Book
	move string
}

func (b oneMove) Probe(p *engine.Position) (engine.Analysis, bool) {
	return engine.Analysis{Position: p, Book: true, Lines: []engine.Line{{Move: b.move}}}, true
}

// TestOnly asks engines of all kinds about some moves, with and without a book and an opening
// that know another one.
func TestOnly(t *testing.T) {
	for _, name := range []string{"othello", "connect4", "checkers", "chess", "mnk:3,3,3"} {
		p := catalogtest.Find(t, name).Start()
		moves := p.Moves()
		o := engine.Options{}
		o.TableBytes = 1 << 20
		all := p.Game().NewEngine(o).Analyze(context.Background(), p, search.Query{Depth: 3, Nodes: 2000, Lines: len(moves)}, search.Control{}, nil)
		best, worst := all.Lines[0].Move, all.Lines[len(all.Lines)-1].Move
		only := []int{slices.Index(moves, best), slices.Index(moves, worst)}
		for _, sample := range []bool{false, true} {
			o.Sample = sample
			e := engine.WithBook(p.Game().NewEngine(o), oneMove{move: all.Lines[1].Move})
			pl := engine.Player{
				Engine: e, Query: search.Query{Depth: 3, Nodes: 2000, Only: only, Lines: 2},
				Opening: map[string]string{p.String(): all.Lines[1].Move},
			}
			chosen, a, ok := pl.Move(context.Background(), p, nil)
			if !ok || a.Book || !slices.Contains(only, slices.Index(moves, chosen.Move)) {
				t.Errorf("%s, sampled %t: chose %s, from the book %t", name, sample, chosen.Move, a.Book)
			}
			if len(a.Lines) > 2 {
				t.Errorf("%s, sampled %t: %d lines", name, sample, len(a.Lines))
			}
			for _, l := range a.Lines {
				if !slices.Contains(only, slices.Index(moves, l.Move)) {
					t.Errorf("%s, sampled %t: a line with %s", name, sample, l.Move)
				}
			}
		}
	}
}
