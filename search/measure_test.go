package search_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/qubic/qubicengine"
	"github.com/plywood-go/plywood/games/ultimate/ultimateengine"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
)

var measure = flag.Bool("measure", false, "measure what the features are worth")

// TestFeatures measures by how much the nodes of a fixed-depth search grow
// without each feature: the geometric mean over random positions.
func TestFeatures(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	lines := connect4engine.NewLines(connect4.Rules{})
	patterns, err := mnkengine.NewPatterns(mnk.Must(mnk.NewLarge(mnk.Spec{M: 11, N: 11, K: 5})))
	if err != nil {
		t.Fatal(err)
	}
	exact := mnkengine.NewExact(mnk.Must(mnk.New(mnk.Spec{M: 5, N: 5, K: 4})))
	kalah := testgames.Kalah{Houses: 6, Seeds: 4}
	worth(t, "connect4", lines, lines.Start(), 10)
	worth(t, "mnk 5,5,4", exact, exact.Start(), 10)
	worth(t, "mnk 11,11,5", patterns, patterns.Start(), 4)
	worth(t, "qubic", qubicengine.Threats{}, qubicengine.Threats{}.Start(), 3)
	worth(t, "ultimate", ultimateengine.Odds{}, ultimateengine.Odds{}.Start(), 5)
	worth(t, "kalah", kalah, kalah.Start(), 8)
	worth(t, "domineering", testgames.Domineering{Size: 6}, testgames.Dominoes{}, 6)
}

func worth[S any, M comparable, R game.Rules[S, M]](t *testing.T, name string, rules R, start S, depth int) {
	t.Run(name, func(t *testing.T) { measureWorth(t, rules, start, depth) })
}

func measureWorth[S any, M comparable, R game.Rules[S, M]](t *testing.T, rules R, start S, depth int) {
	random := rand.New(rand.NewPCG(4, 2))
	var positions []S
	for len(positions) < 16 {
		positions = append(positions, testgames.Wander(rules, start, 2+random.IntN(9), random))
	}
	nodes := func(without search.Feature) float64 {
		s := search.New(rules, search.Options{TableBytes: 8 << 20, Without: without})
		sum := 0.0
		for i := range positions {
			s.Clear()
			sum += math.Log(float64(s.Search(t.Context(), &positions[i], search.Query{Depth: depth, Nodes: 300_000}, search.Control{}, nil).Nodes))
		}
		return math.Exp(sum / float64(len(positions)))
	}
	base := nodes(0)
	text := fmt.Sprintf("%.0f nodes;", base)
	for f := search.Table; f <= search.IIR; f <<= 1 {
		if r := nodes(f)/base - 1; math.Abs(r) >= 0.0005 {
			text += fmt.Sprintf(" %v %+.0f %%", f, 100*r)
		}
	}
	t.Log(text)
}
