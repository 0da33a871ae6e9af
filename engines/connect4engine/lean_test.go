package connect4engine

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// TestLean fits leanScale to the solver's outcomes of random positions of 8 to
// 30 discs, estimated to 8 plies.
func TestLean(t *testing.T) {
	if !*measured {
		t.Skip("no -measure")
	}
	type sample struct{ estimate, outcome float64 }
	var samples []sample
	rng := rand.New(rand.NewPCG(26, 11))
	solver, estimator := NewSolver(connect4.Rules{}, Options{}), search.New(Lines{}, search.Options{})
	for len(samples) < 2000 {
		p := randomPosition(rng, 8+rng.IntN(23))
		r := estimator.Search(context.Background(), &p, search.Query{Depth: 8}, search.Control{}, nil)
		if v := r.Score(); !v.Proven() {
			f := evaluated(solver, p, weak)
			samples = append(samples, sample{float64(v), float64(f.lower)})
		}
	}
	for scale := 4.0; scale <= 256; scale *= math.Sqrt2 {
		sum := 0.0
		for _, s := range samples {
			sum += math.Pow(s.outcome-math.Tanh(s.estimate/scale), 2)
		}
		t.Logf("scale %.0f: root mean square error %.4f", scale, math.Sqrt(sum/float64(len(samples))))
	}
}
