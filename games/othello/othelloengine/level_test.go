package othelloengine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
)

// TestEffort checks the limits of levels.
func TestEffort(t *testing.T) {
	lowest := ladder[0].percent
	tests := []struct {
		level, empties int
		want           engine.Effort
	}{
		{1, 3, engine.Effort{Confidence: 100}},
		{1, 4, engine.Effort{Depth: 1, Confidence: 100}},
		{5, 15, engine.Effort{Confidence: 100}},
		{5, 16, engine.Effort{Depth: 5, Confidence: 100}},
		{6, 18, engine.Effort{Depth: 6, Confidence: lowest}},
		{10, 17, engine.Effort{Confidence: 100}},
		{10, 23, engine.Effort{Depth: 10, Confidence: lowest}},
		{21, 24, engine.Effort{Confidence: 100}},
		{21, 25, engine.Effort{Confidence: ladder[2].percent}},
		{21, 28, engine.Effort{Confidence: ladder[1].percent}},
		{21, 35, engine.Effort{Confidence: lowest}},
		{59, 50, engine.Effort{Confidence: ladder[2].percent}},
		{60, 60, engine.Effort{Confidence: 100}},
	}
	for _, tt := range tests {
		if got := effort(tt.empties, tt.level); got != tt.want {
			t.Errorf("level %d at %d empty squares: %+v, want %+v", tt.level, tt.empties, got, tt.want)
		}
	}
}

// reach returns the depth of a search, counting selective ones as less.
func reach(n int, e engine.Effort) int {
	if e.Depth == 0 {
		e.Depth = n
	}
	return e.Depth*1000 + e.Confidence
}

// TestEffortGrows checks that every level searches at least as far as the level
// below.
func TestEffortGrows(t *testing.T) {
	for n := 1; n <= 60; n++ {
		for level := 2; level <= engine.MaxLevel; level++ {
			if reach(n, effort(n, level)) < reach(n, effort(n, level-1)) {
				t.Errorf("%d empty squares: level %d %+v, level %d %+v", n, level-1, effort(n, level-1), level, effort(n, level))
			}
		}
	}
}

func TestDescribeLevel(t *testing.T) {
	tests := []struct {
		size, level int
		want        string
	}{
		{64, 4, "to the end from 12 empty squares at 100 %; before, depth 4 at 100 %"},
		{64, 21, "to the end from 24 empty squares at 100 %, from 25 at 96 %, from 28 at 88 %, from 35 at 72 %; before, depth 21 at 72 %"},
		{64, 60, "to the end from 60 empty squares at 100 %"},
		{36, 31, "to the end from 30 empty squares at 100 %, from 32 at 96 %"},
		{16, 21, "to the end from 12 empty squares at 100 %"},
	}
	for _, tt := range tests {
		if got := describeLevel(tt.size, tt.level); got != tt.want {
			t.Errorf("%d squares, level %d: %q, want %q", tt.size, tt.level, got, tt.want)
		}
	}
}

// TestLevelReached checks that searches at a level reach the depth and
// confidence of that level.
func TestLevelReached(t *testing.T) {
	g, err := Game("")
	if err != nil {
		t.Fatal(err)
	}
	e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 4 << 20}})
	rng := rand.New(rand.NewPCG(3, 14))
	for _, n := range []int{10, 13, 24, 40} {
		p, ok := randomEnd(othello.Rules{}, rng, n)
		if !ok {
			t.Fatalf("no position of %d empty squares", n)
		}
		pos, err := g.Parse(othello.Rules{}.FormatPosition(&p))
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range []int{1, 5, 8} {
			want := effort(n, level)
			a := e.Analyze(context.Background(), pos, pos.AtLevel(level, search.Query{}), search.Control{}, nil)
			switch {
			case want.Depth == 0 && (!a.Exact() || a.Stopped != search.Solved):
				t.Errorf("%s at level %d: %v, exact %v, want solved", pos, level, a.Stopped, a.Exact())
			case want.Depth > 0 && (a.Depth != want.Depth || a.Confidence != want.Confidence || a.Stopped != search.DepthLimit):
				t.Errorf("%s at level %d: %v at depth %d, %d %%, want %+v", pos, level, a.Stopped, a.Depth, a.Confidence, want)
			}
		}
	}
}

func TestDecision(t *testing.T) {
	for _, tt := range []struct {
		best, last, easy othello.Move
		want             search.Decision
	}{
		{3, 3, noMove, search.Steady},
		{3, noMove, noMove, search.Steady},
		{3, 4, noMove, search.Changed},
		{3, 4, 3, search.Easy},
		{3, 3, 4, search.Steady},
	} {
		if got := decision(tt.best, tt.last, tt.easy); got != tt.want {
			t.Errorf("%+v: got %v", tt, got)
		}
	}
}

// TestClockKept plays games on clocks with searches that take their hard limit,
// and with searches that take twice their soft limit. No game may exceed its
// time, and time for solving must remain.
func TestClockKept(t *testing.T) {
	for _, given := range []search.Clock{
		{Left: 5 * time.Minute},
		{Left: 6 * time.Second},
		{Left: time.Second},
		{Left: 50 * time.Millisecond},
		{Left: time.Minute, Increment: 2 * time.Second},
		{Left: time.Minute, Moves: 10},
	} {
		playOnClock(t, given, func(l search.Control) time.Duration { return l.Time })
		n, most := playOnClock(t, given, iterated)
		if most < solvingTime(n) && given.Left > time.Second && given.Moves == 0 {
			t.Errorf("%+v: at most %v to solve %d empty squares", given, most, n)
		}
		if least := 18; n < least && given.Left > time.Second {
			t.Errorf("%+v: solved from %d empty squares, want %d or more", given, n, least)
		}
	}
}

// iterated returns the time of a search that starts its last iteration just in
// time.
func iterated(l search.Control) time.Duration { return min(2*l.SoftTime, l.Time) }

// TestClockReserve plays a game of 20 s a side on a machine that makes every
// move late, and checks that a second remains.
func TestClockReserve(t *testing.T) {
	const late = 30 * time.Millisecond
	c := search.Clock{Left: 20 * time.Second}
	for empties := 60; empties > 0; empties -= 2 {
		c.Left -= iterated(spend(empties, c).Spend(search.Control{})) + late
	}
	if c.Left < time.Second {
		t.Errorf("%v left", c.Left)
	}
}

// TestFirstMove checks the reserve and the time of the first move.
func TestFirstMove(t *testing.T) {
	for _, left := range []time.Duration{6 * time.Second, 20 * time.Second, 5 * time.Minute} {
		c := spend(60, search.Clock{Left: left})
		if want := min(left/16, mostReserve); c.Reserve != want {
			t.Errorf("%v are kept back of %v, want %v", c.Reserve, left, want)
		}
		if soft := c.Spend(search.Control{}).SoftTime; soft < left/100 || soft > left/30 {
			t.Errorf("the first move takes %v of %v", soft, left)
		}
	}
}

// TestClockNearTheEnd checks that a short clock suffices for the positions that
// solvedFrom promises, and that a long clock is not spent on easy ones.
func TestClockNearTheEnd(t *testing.T) {
	for _, left := range []time.Duration{time.Second / 2, 2 * time.Second, time.Minute} {
		for n := solvedFrom(left); n > 0; n-- {
			c := spend(n, search.Clock{Left: left}).Spend(search.Control{})
			if c.SoftTime < solvingTime(n) || c.Time > max(10*solvingTime(n), time.Millisecond) {
				t.Errorf("%v left: %v to %v to solve %d empty squares", left, c.SoftTime, c.Time, n)
			}
		}
	}
}

// playOnClock spends a clock over a game of thirty moves a side. It returns the
// number of empty squares at which solving starts and the most time that it may
// take.
func playOnClock(t *testing.T, given search.Clock, use func(search.Control) time.Duration) (n int, most time.Duration) {
	c := given
	for empties := 60; empties > 0; empties -= 2 {
		l := spend(empties, c).Spend(search.Control{})
		if n == 0 && empties <= solvedFrom(c.Left) {
			n, most = empties, l.Time
		}
		if c.Left -= use(l); c.Left < 0 {
			t.Fatalf("%+v: flag fallen at %d empty squares, %v too late", given, empties, -c.Left)
		}
		c.Left += c.Increment
		if c.Moves > 0 {
			if c.Moves--; c.Moves == 0 {
				c.Moves, c.Left = given.Moves, c.Left+given.Left
			}
		}
	}
	return n, most
}

// TestThreadsReach runs the solver and generic search with two threads.
func TestThreadsReach(t *testing.T) {
	for _, o := range []search.Options{{}, {Without: search.Table}} {
		o.Threads, o.TableBytes = 2, 1<<20
		r := othello.Rules{}
		s, start := NewSearcher(r, engine.Options{Options: o}), r.Start()
		got := s.Search(context.Background(), &start, search.Query{Depth: 4}, search.Control{}, nil)
		own := s.(*searcher)
		if got.Threads != 2 || own.solver != nil && len(own.solver.workers) != 2 || (own.solver == nil) != (o.Without != 0) {
			t.Errorf("%+v: %d threads", o, got.Threads)
		}
	}
}

// TestLeastSure checks that a result has the lowest confidence of its lines.
func TestLeastSure(t *testing.T) {
	moves := []othello.Move{0}
	f := finding{depth: 20, percent: 100, bound: game.Exact, lines: []foundLine{
		{value: 4, bound: game.Exact, depth: 20, percent: 100, moves: moves}, {value: 6, depth: 12, percent: 73, moves: moves},
	}}
	got := new(Solver).result(&f, search.Running)
	if got.Confidence != 73 || got.Depth != 20 || got.Lines[1].Depth != 12 || got.Lines[0].Proof != game.Exact || got.Lines[1].Proof != game.NoBound {
		t.Errorf("%+v", got)
	}
}

// TestForcedAtOnce checks that a forced move is played at once on a clock.
func TestForcedAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	r := othello.Rules{}
	s := NewSearcher(r, engine.Options{Options: search.Options{TableBytes: 4 << 20}})
	for found := 0; found < 3; {
		p, ok := randomEnd(r, rng, 30)
		if !ok {
			continue
		}
		moves, _ := r.Moves(&p, nil)
		if len(moves) != 1 {
			continue
		}
		found++
		got := s.Search(context.Background(), &p, search.Query{}, search.Control{SoftTime: time.Hour, Time: time.Hour}, nil)
		if got.Depth != 1 || got.Lines[0].PV[0] != moves[0] {
			t.Errorf("%s: depth %d, move %v, want 1 and %v", r.FormatPosition(&p), got.Depth, got.Lines[0].PV, moves[0])
		}
	}
}

// TestTimerOfSolver checks that the hard limit, the soft limit and the end of
// pondering each stop a long search.
func TestTimerOfSolver(t *testing.T) {
	p := hard()
	s := NewSearcher(othello.Rules{}, engine.Options{Options: search.Options{TableBytes: 4 << 20}})
	ponder := make(chan struct{})
	close(ponder)
	for _, l := range []search.Control{
		{Time: 5 * time.Millisecond},
		{SoftTime: time.Millisecond},
		{Time: 5 * time.Millisecond, Ponder: ponder},
	} {
		got := s.Search(context.Background(), &p, search.Query{}, l, nil)
		if _, ok := got.Best(); !ok || got.Stopped != search.TimeLimit {
			t.Errorf("%+v: stopped by %v, want time", l, got.Stopped)
		}
	}
}

// TestPonderOfSolver checks that the clock does not run while pondering.
func TestPonderOfSolver(t *testing.T) {
	p := hard()
	s := NewSearcher(othello.Rules{}, engine.Options{Options: search.Options{TableBytes: 4 << 20}})
	ctx, cancel := context.WithCancel(context.Background())
	l := search.Control{Time: time.Nanosecond, SoftTime: time.Nanosecond, Ponder: make(chan struct{})}
	got := s.Search(ctx, &p, search.Query{}, l, func(r search.Result[othello.Move]) {
		if r.Depth >= 8 {
			cancel()
		}
	})
	if got.Stopped != search.Interrupted || got.Depth < 8 {
		t.Errorf("stopped by %v at depth %d, want an interrupt at 8", got.Stopped, got.Depth)
	}
}

// TestLevels measures the cost of searches and prints the fitted lines of
// level.go.
func TestLevels(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(60, 26))
	e := NewEstimator(r, patterns.Default(r))
	s := NewSolver(r, Options{TableBytes: 64 << 20})
	var middle []othello.Position
	for n := 28; n <= 50; n += 2 {
		middle = append(middle, played(r, e, n, 2, rng)...)
	}
	var x, y []float64
	for depth := 4; depth <= 14; depth++ {
		cost := math.Log2(meanNodes(t, s, middle, search.Query{Depth: depth, Confidence: ladder[0].percent}))
		if depth >= 8 {
			x, y = append(x, float64(depth)), append(y, cost)
		}
		line := fmt.Sprintf("depth %d: %.2f", depth, cost)
		if depth <= 10 {
			line += fmt.Sprintf(", without gambles %.2f", math.Log2(meanNodes(t, s, middle, search.Query{Depth: depth, Confidence: 100})))
		}
		t.Log(line)
	}
	t.Logf("midgame: %v", fitCost(x, y))
	for _, end := range endCosts {
		x, y = nil, nil
		for n := 14; n <= 22; n++ {
			x = append(x, float64(n))
			y = append(y, math.Log2(meanNodes(t, s, played(r, e, n, 20, rng), search.Query{Confidence: ladder[end.sure].percent})))
		}
		t.Logf("to the end at %d %%: %v, %.2f", ladder[end.sure].percent, fitCost(x, y), y)
	}
}

// fitCost returns the least-squares line through points.
func fitCost(x, y []float64) (c cost) {
	var n, sx, sy, sxx, sxy float64
	for i := range x {
		n, sx, sy, sxx, sxy = n+1, sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	c.each = (n*sxy - sx*sy) / (n*sxx - sx*sx)
	c.first = (sy - c.each*sx) / n
	return c
}
