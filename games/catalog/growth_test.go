package catalog_test

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var growing = flag.Bool("measure", false, "measure how the work of searches grows")

// TestGrowth measures by how much searches grow: solving by the plies from the start, and
// searching ten random plies from the start by depth. It prints geometric means over random
// positions, with default tables and one thread, for docs/measurements.md.
func TestGrowth(t *testing.T) {
	if !*growing {
		t.Skip("measures with -measure")
	}
	for _, tt := range []struct {
		game         string
		solve        bool
		from, to, by int // plies from the start, or depths
		positions    int
	}{
		{"othello", true, 48, 36, -2, 10},
		{"connect4", true, 20, 8, -2, 300},
		{"chess", false, 6, 16, 2, 10},
		{"checkers", false, 8, 20, 2, 10},
	} {
		g := catalogtest.Find(t, tt.game)
		before := 0.0
		for n := tt.from; n != tt.to+tt.by; n += tt.by {
			plies, query := 10, search.Query{Depth: n}
			if tt.solve {
				plies, query = n, search.Query{Exhaustive: true}
			}
			e := g.NewEngine(engine.Options{Options: search.Options{Threads: 1}, Solve: tt.solve})
			nodes, spent, positions := 0.0, 0.0, float64(tt.positions)
			for _, p := range ongoing(seeded.Rand(t, 17), g, plies, tt.positions) {
				e.Clear()
				began := cputime.Used()
				a := e.Analyze(context.Background(), p, query, search.Control{}, nil)
				nodes += math.Log(float64(max(a.Stats.Nodes, 1)))
				spent += math.Log((cputime.Used() - began + time.Microsecond).Seconds())
			}
			mean := math.Exp(nodes / positions)
			growth := math.NaN() // of the first
			if before > 0 {
				growth = math.Pow(mean/before, 1/math.Abs(float64(tt.by)))
			}
			t.Logf("%s, %d: %.3g nodes, × %.2f a ply, %.3g CPU s", tt.game, n, mean, growth, math.Exp(spent/positions))
			before = mean
		}
	}
}

// ongoing returns n positions that random games reach after some plies without having ended.
func ongoing(rng *rand.Rand, g *engine.Game, plies, n int) (all []*engine.Position) {
	for len(all) < n {
		p := g.Start()
		for range plies {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			p, _ = p.Play(moves[rng.IntN(len(moves))])
		}
		if !p.Status().Over() {
			all = append(all, p)
		}
	}
	return all
}
