package ultimateengine

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/ultimate"
	"github.com/plywood-go/plywood/kit/matchtest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
)

var (
	measure = flag.Bool("measure", false, "measure what the weights are worth")
	pairs   = flag.Int("pairs", 200, "pairs of games of a match")
)

// TestChoice plays paired games at equal nodes, choice against other values.
func TestChoice(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	g, err := Game("")
	if err != nil {
		t.Fatal(err)
	}
	own := choice
	defer func() { choice = own }()
	for _, other := range []game.Score{0, 20, 80, 160, 320} {
		c := match.Config{Start: g.Start(), Pairs: *pairs, Plies: 6, Seed: 26}
		s, err := matchtest.Settings(t.Context(), c, search.Query{Nodes: 1000}, func() { choice = other }, func() { choice = own })
		if err != nil {
			t.Fatal(err)
		}
		p := s.Points()
		t.Logf("%d: +%d =%d -%d, %.1f %% ± %.1f", other, s.Wins, s.Draws, s.Losses, 100*p.Mean, 100*p.Error)
	}
}

// TestSending prints the nodes of searches of random positions to 6 plies, with
// other values of sending.
func TestSending(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	own := sending
	defer func() { sending = own }()
	rng := rand.New(rand.NewPCG(7, 26))
	var ps []ultimate.Position
	for len(ps) < 100 {
		p := ultimate.Rules{}.Start()
		over := false
		for range 4 + len(ps)%30 {
			moves, status := ultimate.Rules{}.Moves(&p, nil)
			if over = status.Over(); over {
				break
			}
			ultimate.Rules{}.Play(&p, &p, moves[rng.IntN(len(moves))])
		}
		if !over && !(ultimate.Rules{}).Status(&p).Over() {
			ps = append(ps, p)
		}
	}
	s := search.New(Odds{}, search.Options{TableBytes: 8 << 20})
	nodes := func() float64 {
		sum := 0.0
		for _, p := range ps {
			s.Clear()
			sum += math.Log(float64(s.Search(t.Context(), &p, search.Query{Depth: 6}, search.Control{}, nil).Stats.Nodes))
		}
		return math.Exp(sum / float64(len(ps)))
	}
	base := nodes()
	t.Logf("%+v: %.0f nodes", sending, base)
	try := func(name string, x *int32) {
		line, was := "", *x
		for _, part := range []float64{0, 0.125, 0.25, 0.5, 1, 2} {
			*x = int32(part * certain)
			line += fmt.Sprintf("  %v: %+.1f %%", part, 100*(nodes()/base-1))
		}
		t.Logf("%s%s", name, line)
		*x = was
	}
	try("freely", &sending.freely)
	try("to", &sending.to)
}
