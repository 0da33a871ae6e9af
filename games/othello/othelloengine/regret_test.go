package othelloengine

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
)

// TestRegret prints the mean cost of a level's moves: the exact value of the
// position minus the value of the chosen move.
func TestRegret(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(61, 26))
	e := NewEstimator(r, patterns.Default(r))
	chooser, judge := NewSolver(r, Options{TableBytes: 64 << 20}), NewSolver(r, Options{TableBytes: 256 << 20})
	const empties, count = 24, 40
	levels := []int{8, 10, 12, 15, 18, 21}
	losses, wrong := make([]sample, len(levels)), make([]int, len(levels))
	for _, p := range played(r, e, empties, count, rng) {
		judge.Clear()
		best := solve(t, judge, p, search.Query{}).value
		known := map[othello.Move]int{}
		for i, level := range levels {
			loss := 0
			if q := effort(empties, level); q.Depth > 0 || q.Confidence < 100 {
				chooser.Clear()
				got := solve(t, chooser, p, search.Query{Depth: q.Depth, Confidence: q.Confidence})
				m, _ := got.best()
				loss = best - worthOf(t, r, judge, p, m, known)
			}
			losses[i].add(float64(loss))
			if loss > 0 {
				wrong[i]++
			}
		}
	}
	for i, level := range levels {
		l := &losses[i]
		t.Logf("%d empty, level %d (%+v): loses %.2f ± %.2f discs, %d of %d moves wrong", empties, level, effort(empties, level),
			l.mean(), l.sigma()/math.Sqrt(float64(l.n)), wrong[i], l.n)
	}
}

// worthOf returns the exact value of a move.
func worthOf(t *testing.T, r othello.Rules, s *Solver, p othello.Position, m othello.Move, known map[othello.Move]int) int {
	v, ok := known[m]
	if !ok {
		var next othello.Position
		r.Play(&next, &p, m)
		v = solve(t, s, next, search.Query{}).value
		if next.Turn != p.Turn {
			v = -v
		}
		known[m] = v
	}
	return v
}
