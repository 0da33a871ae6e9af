package othelloengine

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// ends returns positions to solve: 19 empty squares from sensible games, 17 and
// 18 from random ones.
func ends(r othello.Rules, seed uint64) []othello.Position {
	rng := rand.New(rand.NewPCG(seed, 26))
	e := NewEstimator(r, patterns.Default(r))
	ps := played(r, e, 19, 20, rng)
	for len(ps) < 40 {
		if p, ok := randomEnd(r, rng, 17+len(ps)%2); ok {
			ps = append(ps, p)
		}
	}
	return ps
}

// TestTuning prints, for each tuned constant of single-threaded search, the
// change of nodes (geometric mean) and processor time in percent when other
// values replace the current one.
func TestTuning(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	ps := ends(r, 23)
	s := NewSolver(r, Options{TableBytes: 64 << 20})
	run := func() (nodes, cpu float64) {
		began := cputime.Used()
		nodes = meanNodes(t, s, ps, search.Query{})
		return nodes, cputime.Since(began).Seconds()
	}
	run()
	nodes, cpu := run()
	t.Logf("%.0f nodes, %.2f s", nodes, cpu)
	for _, x := range []struct {
		name   string
		of     *int
		values []int
	}{
		{"staticSlack", &staticSlack, []int{2, 4, 8, 12, 64}},
		{"endShare", &endShare, []int{2, 3, 5, 6}},
		{"midShare", &midShare, []int{3, 5, 6}},
		{"probeFrom", &probeFrom, []int{3, 5, 6}},
		{"selectiveFrom", &selectiveFrom, []int{11, 12, 14, 15, 17}},
		{"rateEvery", &rateEvery, []int{4, 6, 12, 100}},
		{"rateMost", &rateMost, []int{0, 1, 3}},
		{"midTableFrom", &midTableFrom, []int{2, 4, 5}},
		{"enhanceFrom", &enhanceFrom, []int{8, 10, 11, 12, 14}},
		{"nearLeaf", &nearLeaf, []int{7, 9, 10, 12, 13}},
		{"fitBits", &fitBits, []int{-2, 1, 2, 4}},
		{"prepareFrom", &prepareFrom, []int{12, 16, 18, 20, 30}},
		{"gambleWidth", &gambleWidth, []int{4, 5, 8, 130}},
		{"gambleFrom", &gambleFrom, []int{14, 16, 20, 22, 30}},
		{"stableSlack", &stableSlack, []int{-2, 0, 4, 6}},
		{"lightest", &lightest, []int{6, 8}},
		{"shallowest", &shallowest, []int{4}},
		{"outlookFrom", &outlookFrom, []int{12, 13, 15}},
		{"outlookStep", &outlookStep, []int{2, 4}},
		{"outlookMost", &outlookMost, []int{2, 4}},
		{"outlookWeights", &outlookWeights, []int{10, 12, 16, 18, 20}},
		{"evalFrom", &evalFrom, []int{10, 11, 13, 14}},
	} {
		line, was := "", *x.of
		for _, v := range x.values {
			*x.of = v
			preferences = newPreferences()
			n, c := run()
			line += fmt.Sprintf("  %d: %+.1f, %+.0f", v, 100*(n/nodes-1), 100*(c/cpu-1))
		}
		*x.of = was
		preferences = newPreferences()
		t.Logf("%s (%d)%s", x.name, was, line)
	}
	for _, size := range []int{256 << 10, 512 << 10, 1 << 20, 2 << 20, 4 << 20} {
		s.worker.near = newTable(size)
		n, c := run()
		t.Logf("small table of %d KiB: %+.1f, %+.0f", size>>10, 100*(n/nodes-1), 100*(c/cpu-1))
	}
}

// TestSplits prints, by splitFrom and midWeight, the additional nodes of two
// threads against one in percent and the share of time that threads wait.
func TestSplits(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	defer func(was int) { midWeight = was }(midWeight)
	r := othello.Rules{}
	ps := ends(r, 24)
	one := meanNodes(t, NewSolver(r, Options{TableBytes: 64 << 20}), ps, search.Query{})
	s := NewSolver(r, Options{TableBytes: 64 << 20, Threads: 2})
	start := time.Now()
	clock := func() time.Duration { return time.Since(start) }
	try := func(from, weight int) {
		midWeight = weight
		s.splitAt(from)
		s.crew.Time(clock)
		began, cpu := clock(), cputime.Used()
		nodes := meanNodes(t, s, ps, search.Query{})
		wall := clock() - began
		t.Logf("splitFrom %d, midWeight %d: nodes %+.1f %%, waited %.1f %%, %.2f s of the processor", from, weight, 100*(nodes/one-1),
			100*s.crew.Waited().Seconds()/(2*wall.Seconds()), cputime.Since(cpu).Seconds())
	}
	for _, from := range []int{9, 11, 12, 13, 14, 15, 17} {
		try(from, midWeight)
	}
	for _, weight := range []int{0, 2, 4, 6, 8, 10} {
		try(splitFrom, weight)
	}
}
