package search_test

import (
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
)

// TestOnly asks about some moves. The values are those of these moves alone, and no proof says
// that the position is worth no more.
func TestOnly(t *testing.T) {
	random := seeded.Rand(t, 41)
	rules := ticTacToe()
	single := search.New(rules, search.Options{TableBytes: 1 << 16})
	for _, threads := range []int{1, 2} {
		s := search.New(rules, search.Options{TableBytes: 1 << 16, Threads: threads})
		for range 200 {
			pos := testgames.Wander(rules, rules.Start(), random.IntN(4), random)
			moves, status := rules.Moves(&pos, nil)
			if status.Over() {
				continue
			}
			var only []int
			values := make([]game.Score, len(moves))
			for i, m := range moves {
				after := pos
				rules.Play(&after, &pos, m)
				own := single.Search(background, &after, search.Query{}, search.Control{}, nil)
				values[i] = -own.Score().Later(1)
				if random.IntN(3) == 0 {
					only = append(only, i)
				}
			}
			r := s.Search(background, &pos, search.Query{Only: only, Lines: 1 + random.IntN(3)}, search.Control{}, nil)
			if len(only) == 0 {
				continue
			}
			for _, l := range r.Lines {
				i := slices.Index(moves, l.PV[0])
				if !slices.Contains(only, i) || l.Score != values[i] || l.Proof != game.Exact {
					t.Fatalf("%s, only %v: move %d is worth %v (%v), want %v", rules.FormatPosition(&pos), only, i, l.Score, l.Proof, values[i])
				}
			}
			best := slices.MaxFunc(only, func(a, b int) int { return int(values[a] - values[b]) })
			if r.Score() != values[best] || len(only) < len(moves) && r.Proof&game.Upper != 0 {
				t.Fatalf("%s, only %v: got %v (%v), want %v", rules.FormatPosition(&pos), only, r.Score(), r.Proof, values[best])
			}
		}
	}
}
