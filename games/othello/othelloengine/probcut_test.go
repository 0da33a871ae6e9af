package othelloengine

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
)

// TestLadder prints the nodes of exact searches by confidenceStep: 21 empty
// squares in sensible games, 18 and 19 in random ones.
func TestLadder(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	defer func() { ladder = newLadder(confidenceStep) }()
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(22, 26))
	ps := played(r, NewEstimator(r, patterns.Default(r)), 21, 24, rng)
	for len(ps) < 40 {
		if p, ok := randomEnd(r, rng, 18+len(ps)%2); ok {
			ps = append(ps, p)
		}
	}
	s := NewSolver(r, Options{TableBytes: 64 << 20})
	for _, step := range []float64{0.4, 0.5, 0.6, 0.7, 0.8} {
		ladder = newLadder(step)
		t.Logf("step %.1f: %.0f nodes in sensible games, %.0f in random ones", step, meanNodes(t, s, ps[:24], search.Query{}), meanNodes(t, s, ps[24:], search.Query{}))
	}
}

// TestPercents checks that the ladder increases and that only its top is
// certain.
func TestPercents(t *testing.T) {
	for i := range ladder[:certain] {
		if p := ladder[i].percent; p >= ladder[i+1].percent || p >= 100 || sureOf(p) != uint8(i) {
			t.Errorf("place %d: %d %%, then %d %%", i, p, ladder[i+1].percent)
		}
	}
	if sureOf(100) != certain || sureOf(1) != 0 {
		t.Errorf("100 %% is at place %d, 1 %% at %d", sureOf(100), sureOf(1))
	}
}
