package othelloengine

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/internal/cputime"
)

// TestCareful prints the processor time of estimates by carefulFrom.
func TestCareful(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r, own := othello.Rules{}, carefulFrom
	defer func() { carefulFrom = own }()
	x := NewEstimator(r, patterns.Default(r))
	for depth := 3; depth <= 6; depth++ {
		for from := 2; from <= depth+1; from++ {
			carefulFrom = from
			rng := rand.New(rand.NewPCG(4, 26))
			began := cputime.Used()
			for range 300 {
				p := opening(r, 4+rng.IntN(40), rng)
				x.Estimate(p.Own, p.Opp, depth)
			}
			t.Logf("%d plies, ordered from %d: %.3f s", depth, from, cputime.Since(began).Seconds())
		}
	}
}
