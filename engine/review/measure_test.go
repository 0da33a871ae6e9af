package review_test

import (
	"context"
	"flag"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var measured = flag.Bool("measure", false, "measure how many marks a deeper search confirms")

// TestSteady reviews games between players of two plies at depth 8 and at depth 12,
// and counts how many marks the deeper review confirms.
func TestSteady(t *testing.T) {
	if !*measured {
		t.Skip("no -measure")
	}
	const games = 40
	for _, name := range []string{"chess", "checkers", "othello"} {
		g, rng := catalogtest.Find(t, name), seeded.Rand(t, 1)
		e := small(g)
		var counts [review.Blunder + 1][review.Blunder + 1]int
		for range games {
			record := engine.Record{Start: g.Start()}
			for p := g.Start(); !p.Status().Over() && len(record.Moves) < 60; {
				moves := p.Moves()
				m := moves[rng.IntN(len(moves))]
				if len(record.Moves) >= 6 {
					m = e.Analyze(context.Background(), p, search.Query{Depth: 2}, search.Control{}, nil).Lines[0].Move
				}
				p, _ = p.Play(m)
				record.Moves = append(record.Moves, m)
			}
			var reviews [2]*review.Review
			for i, depth := range []int{8, 12} {
				var err error
				if reviews[i], err = review.Game(t.Context(), e, &record, review.Limits{Query: search.Query{Depth: depth}}, nil); err != nil {
					t.Fatal(err)
				}
			}
			for i := range record.Moves {
				a, b := &reviews[0].Moves[i], &reviews[1].Moves[i]
				if a.Compared && b.Compared && !a.Forced {
					counts[a.Mark][b.Mark]++
				}
			}
		}
		for mark, to := range counts {
			t.Logf("%s: %2s at depth 8: at depth 12 %d without a mark, %d ?!, %d ?, %d ??", name, review.Mark(mark), to[0], to[1], to[2], to[3])
		}
	}
}
