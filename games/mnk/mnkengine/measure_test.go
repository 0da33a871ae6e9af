package mnkengine

import (
	"flag"
	"math"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/kit/matchtest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
)

var (
	measure = flag.Bool("measure", false, "measure what the weights are worth")
	pairs   = flag.Int("pairs", 60, "pairs of games of a match")
)

// ratio returns row values with a constant ratio between neighbours.
func ratio(times float64) (rows [5]int) {
	for i := range rows {
		rows[i] = int(math.Round(256 / math.Pow(times, float64(i))))
	}
	return rows
}

// find returns a game of the family.
func find(t *testing.T, spec string) *engine.Game {
	t.Helper()
	g, err := Game(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestWeights plays paired games of exact five in a row on 11×11 at equal
// nodes, the weights in use against others.
func TestWeights(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	g, own := find(t, "11,11,5,exact"), tuned
	defer func() { tuned = own }()
	for _, times := range []float64{2, 3, 6, 8} {
		other := weights{ratio(times), own.own, own.opp}
		c := match.Config{Start: g.Start(), Pairs: *pairs, Plies: 4, Seed: 26}
		s, err := matchtest.Settings(t.Context(), c, search.Query{Nodes: 1000}, func() { tuned = other }, func() { tuned = own })
		if err != nil {
			t.Fatal(err)
		}
		p := s.Points()
		t.Logf("%v times: +%d =%d -%d, %.1f %% ± %.1f", times, s.Wins, s.Draws, s.Losses, 100*p.Mean, 100*p.Error)
	}
}

// workload is a set of searches, of positions after random moves, whose nodes
// are compared.
type workload struct {
	engine    engine.Engine
	positions []*engine.Position
	limits    search.Query
}

// newWorkload returns searches of count positions of a game after plies or
// plies+1 random moves, with quiet plies of quiescence, 0 for the default.
func newWorkload(t *testing.T, spec string, plies, count, quiet int, limits search.Query) workload {
	t.Helper()
	g := find(t, spec)
	x := workload{g.NewEngine(engine.Options{Options: search.Options{TableBytes: 8 << 20, QuietPlies: quiet}, Solve: limits.Exhaustive}), nil, limits}
	for i := range count {
		opening, err := match.Random(g.Start(), plies+i%2, 26, func(*engine.Position) bool { return true })(i)
		if err != nil {
			t.Fatal(err)
		}
		p, err := opening.End()
		if err != nil {
			t.Fatal(err)
		}
		x.positions = append(x.positions, p)
	}
	return x
}

// nodes returns the geometric mean of the nodes.
func (x *workload) nodes(t *testing.T) float64 {
	sum := 0.0
	for _, p := range x.positions {
		x.engine.Clear()
		sum += math.Log(float64(x.engine.Analyze(t.Context(), p, x.limits, search.Control{}, nil).Stats.Nodes))
	}
	return math.Exp(sum / float64(len(x.positions)))
}

// TestOrder prints the nodes of searches by the weights of rows in move
// ordering.
func TestOrder(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	own := tuned
	defer func() { tuned = own }()
	for _, x := range []struct {
		name string
		workload
	}{
		{"5,6,4 solved", newWorkload(t, "5,6,4", 2, 12, 0, search.Query{Exhaustive: true})},
		{"6,6,5 solved", newWorkload(t, "6,6,5", 8, 20, 0, search.Query{Exhaustive: true, Nodes: 200_000})},
		{"11,11,5,exact to 4 plies", newWorkload(t, "11,11,5,exact", 4, 30, 0, search.Query{Depth: 4})},
	} {
		base := x.nodes(t)
		t.Logf("%s: %.0f nodes", x.name, base)
		for _, side := range [][2]int{{1, 1}, {5, 4}, {3, 2}, {2, 1}, {3, 1}, {2, 3}} {
			tuned = weights{own.rows, side[0], side[1]}
			t.Logf("  own %d, opp %d: %+.1f %%", side[0], side[1], 100*(x.nodes(t)/base-1))
		}
		tuned = own
	}
}

// TestQuiet prints the nodes of searches by the depth of quiescence search.
func TestQuiet(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	for _, plies := range []int{1, 2, 3, 4, 8} {
		x := newWorkload(t, "11,11,5,exact", 4, 30, plies, search.Query{Depth: 4})
		t.Logf("%d plies: %.0f nodes", plies, x.nodes(t))
	}
}

// TestQuiescence prints the nodes of solving small boards with and without
// quiescence.
func TestQuiescence(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	for _, spec := range []string{"4,4,4", "5,5,4", "6,5,4"} {
		s, err := mnk.ParseSpec(spec)
		if err != nil {
			t.Fatal(err)
		}
		r, err := mnk.New(s)
		if err != nil {
			t.Fatal(err)
		}
		rows, ok := NewRows(r)
		if !ok {
			t.Fatalf("%s is no small board", spec)
		}
		start := rows.Start()
		var nodes [2]uint64
		for i, without := range []search.Feature{search.Quiescence, 0} {
			found := search.New(rows, search.Options{Without: without}).Search(t.Context(), &start, search.Query{}, search.Control{}, nil)
			if found.Stopped != search.Solved {
				t.Fatalf("%s: %v", spec, found.Stopped)
			}
			nodes[i] = found.Nodes
		}
		t.Logf("%s: %d nodes without, %d with", spec, nodes[0], nodes[1])
	}
}
