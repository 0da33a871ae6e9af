package othelloengine

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// TestCornerBonus prints the nodes of searches to 7 plies over the difference
// of discs, by cornerBonus.
func TestCornerBonus(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(8, 64))
	var ps []othello.Position
	for len(ps) < 60 {
		if p, ok := randomEnd(r, rng, 20+rng.IntN(25)); ok {
			ps = append(ps, p)
		}
	}
	was := cornerBonus
	for _, bonus := range []int32{0, 2, 4, 8, 16} {
		cornerBonus = bonus
		sum := 0.0
		for _, p := range ps {
			s := search.New(Discs{r}, search.Options{TableBytes: 4 << 20})
			sum += math.Log(float64(s.Search(context.Background(), &p, search.Query{Depth: 7}, search.Control{}, nil).Stats.Nodes))
		}
		t.Logf("%d: %.0f nodes", bonus, math.Exp(sum/float64(len(ps))))
	}
	cornerBonus = was
}
