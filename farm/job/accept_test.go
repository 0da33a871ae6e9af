package job_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// TestAccepts checks that honest results are accepted in every game, near its end too.
func TestAccepts(t *testing.T) {
	rng := seeded.Rand(t, 140)
	d := doer()
	ended := 0
	for _, g := range catalog.Games() {
		for _, s := range []job.Spec{
			{Kind: job.Solve},
			{Kind: job.Solve, Window: &job.Window{Alpha: -1, Beta: 1}},
			{Kind: job.Solve, Options: job.Options{Outcome: true}},
			{Kind: job.Solve, Options: job.Options{Prove: true}},
			{Kind: job.Label},
			{Kind: job.Perft},
		} {
			all := job.For(s.Kind, g, version)
			all.Window, all.Options = s.Window, s.Options
			all.Request.Nodes = 1000
			if s.Kind != job.Solve {
				all.Request.Depth = 2
			}
			for _, plies := range []int{0, 5, 20, 54, 58, 200} {
				p, err := g.Parse(catalogtest.Positions(t, g.About().Name, rng, 1, plies)[0])
				if err != nil {
					t.Fatal(err)
				}
				j := all.At(p)
				r := do(t, d, j)
				if err := j.Accepts(g, &r); err != nil && !errors.Is(err, job.ErrDoubtful) {
					t.Errorf("%s %s: %+v: %v", g.About().Name, j.Position, r, err)
				}
				if r.Interval.Exact() && len(r.PV) > 0 {
					ended++
				}
			}
		}
	}
	if ended < 25 {
		t.Errorf("%d lines with an exact value: the test tests little", ended)
	}
}

// TestAcceptsNot checks that results are rejected that contradict themselves, their job or
// their line.
func TestAcceptsNot(t *testing.T) {
	g := find(t, "tictactoe")
	p, err := g.Parse("XX1/OO1/3 X")
	if err != nil {
		t.Fatal(err)
	}
	s := job.For(job.Solve, g, version)
	j := s.At(p)
	honest := do(t, doer(), j)
	lose := job.Interval{Lower: game.LossIn(1), Upper: game.LossIn(1)}
	for what, lie := range map[string]func(r *job.Result){
		"with an interval": func(r *job.Result) { r.Interval.Lower = 0 },
		"version":          func(r *job.Result) { r.Engine = "other" },
		"status":           func(r *job.Result) { r.Status = job.Unfinished },
		"line: move 1":     func(r *job.Result) { r.PV = []string{"a1"} },
		"bear it out":      func(r *job.Result) { r.Value, r.Interval = lose.Lower, lose },
		"negative":         func(r *job.Result) { r.Depth = -1 },
		"not told":         func(r *job.Result) { r.Status = job.Failed },
		"want lower first": func(r *job.Result) { r.Interval = job.Interval{Lower: 1, Upper: 0} },
		"value inf":        func(r *job.Result) { r.Value = game.Infinity + 1; r.Interval.Upper = r.Value },
	} {
		r := honest
		lie(&r)
		if err := j.Accepts(g, &r); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, large := range []func(r *job.Result){
		func(r *job.Result) { r.Data = "x" },
		func(r *job.Result) { r.Stopped = strings.Repeat("x", 1<<15) },
		func(r *job.Result) { r.PV = make([]string, 1<<11) },
		func(r *job.Result) { r.Status, r.Error = job.Failed, strings.Repeat("x", job.MostError+1) },
	} {
		r := honest
		large(&r)
		if err := j.Accepts(g, &r); err == nil || !strings.Contains(err.Error(), "too large") {
			t.Errorf("a large result: %v", err)
		}
	}
	count := job.For(job.Perft, g, version)
	count.Request.Depth = 2
	j = count.At(p)
	r := do(t, doer(), j)
	r.Counts.Leaves = r.Counts.Nodes + 1
	if err := j.Accepts(g, &r); err == nil {
		t.Error("more leaves than nodes are accepted")
	}
}
