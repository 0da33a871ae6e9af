package prove_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/qubic/qubicengine"
	"github.com/plywood-go/plywood/games/ultimate/ultimateengine"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
)

var measure = flag.Bool("measure", false, "measure what the options are worth")

// trial proves one goal for several positions of a game.
type trial struct {
	name string
	run  func(prove.Options) tally
}

// tally is the total cost of the answers.
type tally struct {
	solved int
	nodes  uint64
	cpu    float64 // seconds
}

// most is the number of nodes, including a scout's, after which a position is
// given up. It then counts as that many nodes.
const most = 200_000

func trialOf[S any, M comparable, R game.Rules[S, M]](t *testing.T, name string, rules R, starts []S) trial {
	return trial{fmt.Sprintf("%s, %d positions", name, len(starts)), func(o prove.Options) (sum tally) {
		o.TableBytes = 16 << 20
		p := prove.New(rules, o)
		for i := range starts {
			p.Clear()
			began := cputime.Used()
			r := p.Prove(t.Context(), &starts[i], prove.ToWin, search.Query{Nodes: most}, search.Control{}, nil)
			sum.cpu += cputime.Since(began).Seconds()
			sum.nodes += r.Nodes
			if r.Verdict != prove.Unknown {
				sum.solved++
			}
		}
		return sum
	}}
}

func trials(t *testing.T) []trial {
	random := rand.New(rand.NewPCG(5, 3))
	patterns, err := mnkengine.NewPatterns(mnk.Must(mnk.NewLarge(mnk.Spec{M: 11, N: 11, K: 5})))
	if err != nil {
		t.Fatal(err)
	}
	exact := func(s mnk.Spec) mnkengine.Exact { return mnkengine.NewExact(mnk.Must(mnk.New(s))) }
	four, five, six := exact(mnk.Spec{M: 4, N: 4, K: 4}), exact(mnk.Spec{M: 5, N: 5, K: 4}), exact(mnk.Spec{M: 6, N: 6, K: 5})
	small, err := connect4.New(6, 5)
	if err != nil {
		t.Fatal(err)
	}
	lines := connect4engine.NewLines(small)
	disc, _ := othello.Sized(6)
	dominoes := testgames.Domineering{Size: 6}
	kalah := testgames.Kalah{Houses: 4, Seeds: 3}
	return []trial{
		trialOf(t, "qubic after 9 plies", qubicengine.Threats{}, scattered(qubicengine.Threats{}, qubicengine.Threats{}.Start(), 12, 9, 9, random)),
		trialOf(t, "qubic after 20 plies", qubicengine.Threats{}, scattered(qubicengine.Threats{}, qubicengine.Threats{}.Start(), 20, 20, 20, random)),
		trialOf(t, "mnk 4,4,4", four, []mnk.Position{four.Start()}),
		trialOf(t, "mnk 5,5,4 after 4 plies", five, scattered(five, five.Start(), 20, 4, 4, random)),
		trialOf(t, "mnk 6,6,5 after 8 plies", six, scattered(six, six.Start(), 20, 8, 8, random)),
		trialOf(t, "mnk 11,11,5 after 30 plies", patterns, scattered(patterns, patterns.Start(), 12, 30, 30, random)),
		trialOf(t, "ultimate after 44 plies", ultimateengine.Odds{}, scattered(ultimateengine.Odds{}, ultimateengine.Odds{}.Start(), 20, 44, 44, random)),
		trialOf(t, "connect4 6×5 after 8 plies", lines, scattered(lines, lines.Start(), 12, 8, 8, random)),
		trialOf(t, "domineering 6×6 after 4 plies", dominoes, scattered(dominoes, testgames.Dominoes{}, 12, 4, 4, random)),
		trialOf(t, "kalah(4,3)", kalah, scattered(kalah, kalah.Start(), 12, 2, 6, random)),
		trialOf(t, "othello 6×6 after 16 plies", disc, scattered(disc, disc.Start(), 12, 16, 16, random)),
	}
}

// TestScout measures the effect of scouts.
func TestScout(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	for _, x := range trials(t) {
		for _, scout := range []int{-1, 30, 300, 1000, 3000} {
			sum := x.run(prove.Options{Scout: scout})
			t.Logf("%-32s scout %5d: %2d solved, %8d nodes, %6.2f s", x.name, scout, sum.solved, sum.nodes, sum.cpu)
		}
	}
}

// TestFarther measures the effect of the penalty for later moves.
func TestFarther(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	for _, x := range trials(t) {
		for _, n := range []uint32{0, 1, 2, 3, 4, 16} {
			undo := prove.SetFarther(n)
			sum := x.run(prove.Options{})
			undo()
			t.Logf("%-32s %2d: %2d solved, %8d nodes, %6.2f s", x.name, n, sum.solved, sum.nodes, sum.cpu)
		}
	}
}
