package matchtest_test

import (
	"sync"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/kit/matchtest"
	"github.com/plywood-go/plywood/match"
)

// TestSettings checks that each search uses its player's setting and that both
// settings are used.
func TestSettings(t *testing.T) {
	g := catalogtest.Find(t, "tictactoe")
	var mu sync.Mutex
	var calls []int
	set := func(player int) func() {
		return func() {
			mu.Lock()
			defer mu.Unlock()
			calls = append(calls, player)
		}
	}
	moves := 0
	c := match.Config{Start: g.Start(), Pairs: 1, Plies: 2, Seed: 1, Report: func(g match.Game, _ *match.Table) {
		mu.Lock()
		defer mu.Unlock()
		for i := range len(g.Moves) - g.Opening {
			want := i & 1
			if g.Swapped {
				want ^= 1
			}
			if calls[moves+i] != want {
				t.Errorf("game %d, search %d: settings of player %d", g.Index, i, calls[moves+i])
			}
		}
		moves += len(g.Moves) - g.Opening
	}}
	s, err := matchtest.Settings(t.Context(), c, engine.Query{Nodes: 100}, set(0), set(1))
	if err != nil || s.Games() != 2 || len(calls) != moves {
		t.Errorf("%d games, %d moves, %d settings, %v", s.Games(), moves, len(calls), err)
	}
}
