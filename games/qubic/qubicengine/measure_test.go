package qubicengine

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/qubic"
	"github.com/plywood-go/plywood/kit/matchtest"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/search"
)

var (
	pairs   = flag.Int("pairs", 300, "pairs of games of a match")
	measure = flag.Bool("measure", false, "measure what the weights are worth")
)

// workload is a set of searches of random positions whose nodes are compared:
// half are solved with a node limit, half searched to a fixed depth.
type workload struct {
	positions []qubic.Position
	limits    []search.Query
	searcher  *search.Searcher[qubic.Position, qubic.Move]
}

// newWorkload returns each searches of each kind, with quiet plies of
// quiescence.
func newWorkload(each, quiet int) *workload {
	rng := rand.New(rand.NewPCG(5, 26))
	x := &workload{searcher: search.New(Threats{}, search.Options{TableBytes: 8 << 20, QuietPlies: quiet})}
	for i := range each {
		x.positions = append(x.positions, randomPosition(rng, 10+i%6), randomPosition(rng, 2+i%8))
		x.limits = append(x.limits, search.Query{Nodes: 100_000}, search.Query{Depth: 5})
	}
	return x
}

// nodes returns the geometric means of the nodes of solving and of searching to
// a depth.
func (x *workload) nodes(t *testing.T) (m [2]float64) {
	for i, p := range x.positions {
		x.searcher.Clear()
		r := x.searcher.Search(t.Context(), &p, x.limits[i], search.Control{}, nil)
		m[i%2] += math.Log(float64(r.Stats.Nodes))
	}
	for i := range m {
		m[i] = math.Exp(m[i] / float64(len(x.positions)/2))
	}
	return m
}

// TestPromises prints, for each weight in promises, the nodes of searches with
// other values.
func TestPromises(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	x := newWorkload(48, quietPlies)
	base := x.nodes(t)
	t.Logf("%+v: %.0f nodes to solve, %.0f to a depth", promises, base[0], base[1])
	try := func(name string, weight *int32, values ...int32) {
		line, was := "", *weight
		for _, v := range values {
			*weight = v
			m := x.nodes(t)
			line += fmt.Sprintf("  %d: %+.1f %+.1f %%", v, 100*(m[0]/base[0]-1), 100*(m[1]/base[1]-1))
		}
		t.Logf("%s%s", name, line)
		*weight = was
	}
	try("opp2", &promises.opp2, 0, 2, 8, 16)
	try("own1", &promises.own1, 0, 2, 6, 8)
	try("opp1", &promises.opp1, 1, 2, 4)
	try("central", &promises.central, 0, 2, 4)
}

// TestQuiet prints the nodes of searches by the depth of quiescence search.
func TestQuiet(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	for _, plies := range []int{1, 2, 3, 4} {
		m := newWorkload(48, plies).nodes(t)
		t.Logf("%d plies: %.0f nodes to solve, %.0f to a depth", plies, m[0], m[1])
	}
}

// TestWorth plays paired games at equal nodes, worth against other values.
func TestWorth(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	g, err := Game("")
	if err != nil {
		t.Fatal(err)
	}
	own := worth
	defer func() { worth = own }()
	for _, other := range [][4]int{{1: 1, 2: 2, 3: 4}, {1: 1, 2: 3, 3: 9}, {1: 1, 2: 3, 3: 16}, {1: 1, 2: 4, 3: 8}, {1: 1, 2: 4, 3: 32}, {1: 1, 2: 5, 3: 16}, {1: 1, 2: 6, 3: 24}} {
		c := match.Config{Start: g.Start(), Pairs: *pairs, Plies: 4, Seed: 26}
		s, err := matchtest.Settings(t.Context(), c, search.Query{Nodes: 2000}, func() { worth = other }, func() { worth = own })
		if err != nil {
			t.Fatal(err)
		}
		p := s.Points()
		t.Logf("%v: +%d =%d -%d, %.1f %% ± %.1f", other[1:], s.Wins, s.Draws, s.Losses, 100*p.Mean, 100*p.Error)
	}
}
