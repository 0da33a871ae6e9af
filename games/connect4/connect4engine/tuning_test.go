package connect4engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// cost is the cost of a piece of work.
type cost struct{ nodes, cpu float64 }

// tune prints the cost of work with other values of x, in percent above the
// current value's, which is measured next to each.
func tune[N int | uint64](t *testing.T, name string, x *N, work func() cost, values ...N) {
	t.Helper()
	line, own := "", *x
	for _, v := range values {
		was := work()
		*x = v
		is := work()
		*x = own
		line += fmt.Sprintf("  %d: %+.1f, %+.0f", v, 100*(is.nodes/was.nodes-1), 100*(is.cpu/was.cpu-1))
	}
	t.Logf("%-13s %d;%s", name, own, line)
}

// solving returns the work of solving random positions of 6 to 14 discs; nodes
// is the geometric mean.
func solving(positions int, o Options) func() cost {
	rng := rand.New(rand.NewPCG(9, 26))
	var ps []connect4.State
	for len(ps) < positions {
		ps = append(ps, randomPosition(rng, 6+len(ps)%9))
	}
	s := NewSolver(connect4.Rules{}, o)
	return func() cost {
		began, sum := cputime.Used(), 0.0
		for _, p := range ps {
			evaluated(s, p, strong)
			sum += math.Log(float64(visited(s) + 1))
		}
		return cost{math.Exp(sum / float64(len(ps))), cputime.Since(began).Seconds()}
	}
}

// TestTuning prints, for each tuned constant of the search, the change of nodes
// and processor time with other values in percent, and the additional cost of
// all moves with estimates.
func TestTuning(t *testing.T) {
	if !*measured {
		t.Skip("no -measure")
	}
	one := solving(60, Options{})
	t.Logf("one thread: %.0f nodes, %.2f s", one().nodes, one().cpu)
	tune(t, "recallLeft", &recallLeft, one, 6, 10, 15, 20)
	tune(t, "farFraction", &farFraction, one, 2, 3, 8, 12, 40)
	two := solving(60, Options{Threads: 2})
	t.Logf("two threads: %.0f nodes, %.2f s", two().nodes, two().cpu)
	tune(t, "shareLeft", &shareLeft, two, 10, 16, 28, 34, 43)

	lines := func(columns string, o engine.Options) cost {
		began := cputime.Used()
		r := compared(t.Context(), t, columns, o, search.Query{Lines: 7}, nil)
		return cost{float64(r.Nodes), cputime.Since(began).Seconds()}
	}
	for _, columns := range []string{"44435255", "444352551", "123456712"} {
		all := func() cost { return lines(columns, engine.Options{}) }
		plain, full := lines(columns, engine.Options{Solve: true}), all()
		t.Logf("%s: %.2f s; estimates cost %+.0f %%", columns, plain.cpu, 100*(full.cpu/plain.cpu-1))
		tune(t, "firstOutlook", &firstOutlook, all, 1<<12, 1<<18)
		tune(t, "outlookShare", &outlookShare, all, 3, 6, 24)
		tune(t, "outlookGrowth", &outlookGrowth, all, 2, 8)
		tune(t, "outlookDepth", &outlookDepth, all, 4, 8)
		tune(t, "outlookStride", &outlookStride, all, 1, 4)
	}
}
