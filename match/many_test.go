package match_test

import (
	"context"
	"flag"
	"runtime"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
)

// many is the number of games of TestMany; run it with 1000 to check that long
// matches do not leak.
var many = flag.Int("games", 20, "`number` of games to play")

// TestMany plays searches of 1000 nodes against a program, two games at once,
// and checks that no goroutine is left.
func TestMany(t *testing.T) {
	g := catalogtest.Find(t, "othello:6")
	before := runtime.NumGoroutine()
	pl := func() *engine.Player {
		return &engine.Player{
			Engine: g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 16}}), Query: search.Query{Nodes: 1000},
		}
	}
	e := match.Entrant{Name: "nodes", Open: func(context.Context) (match.Player, error) { return match.Local("nodes", pl()), nil }}
	c := match.Config{Start: g.Start(), Pairs: *many / 2, Plies: 6, Jobs: 2}
	s, err := match.Play(t.Context(), c, e, program("serve"))
	if err != nil || s.Games() != *many {
		t.Fatalf("%d games, %v", s.Games(), err)
	}
	for n := 0; runtime.NumGoroutine() > before; n++ {
		if n == 100 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(10 * time.Millisecond)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	t.Logf("%d games, %d KiB in use", s.Games(), m.HeapAlloc>>10)
}

// BenchmarkMove measures the overhead of a move, beside the search, for players
// in this process and behind a pipe. The aim is 1 ms, a hundredth of a move of
// 100 ms.
func BenchmarkMove(b *testing.B) {
	g := catalogtest.Find(b, "othello:6")
	for name, e := range map[string]match.Entrant{"here": stubbed(g, first(0)), "program": program("serve")} {
		b.Run(name, func(b *testing.B) {
			moves := 0
			for b.Loop() {
				c := match.Config{Start: g.Start(), Pairs: 50, Report: func(g match.Game, _ *match.Table) { moves += len(g.Moves) }}
				if _, err := match.Play(b.Context(), c, e, stubbed(g, first(0))); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
		})
	}
}
