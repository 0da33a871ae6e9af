package search_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plywood-go/plywood/search"
)

// TestBudgetNodes checks that threads visit as many nodes as the budget
// allows, and no more.
func TestBudgetNodes(t *testing.T) {
	for _, threads := range []int{1, 3} {
		for _, nodes := range []uint64{1, 2, 100, 99_999} {
			var b search.Budget
			release := b.Begin(t.Context(), nodes, search.Control{}, threads, 1, nil)
			meters := make([]search.Meter, threads)
			visited := make([]uint64, threads)
			for i := range meters {
				meters[i] = b.Meter()
			}
			total := uint64(0)
			for i := 0; !b.Halted(); i = (i + 1) % threads {
				if m := &meters[i]; visited[i] >= m.Limit {
					if m.Attend(visited[i]); b.Halted() {
						break
					}
				}
				visited[i]++
				total++
			}
			// Another thread may still hold nodes that it has drawn.
			least := nodes - uint64(threads-1)*(nodes/(16*uint64(threads))+1)
			if total > nodes || threads == 1 && total != nodes || nodes > 100 && total < least || b.Stopped() != search.NodeLimit {
				t.Errorf("%d nodes for %d threads: %d visited, %v", nodes, threads, total, b.Stopped())
			}
			release()
		}
	}
	var b search.Budget
	defer b.Begin(t.Context(), 0, search.Control{}, 4, 1, nil)()
	if m := b.Meter(); m.Limit < 1<<60 || b.Halted() || b.Stopped() != search.Running {
		t.Errorf("without a limit there is something to attend to at %d nodes", m.Limit)
	}
}

// TestBudgetLooks stops the timer of a run: the thread itself notices when the time is over.
func TestBudgetLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b search.Budget
		b.Begin(t.Context(), 0, search.Control{Time: time.Second}, 1, 1, nil)()
		m := b.Meter()
		for _, wait := range []time.Duration{0, time.Second - 1, 1} {
			if time.Sleep(wait); b.Halted() {
				t.Fatal("halted by a timer")
			}
			if m.Limit > 10_000 {
				t.Fatalf("no look at the clock before %d nodes", m.Limit)
			}
			m.Attend(m.Limit)
		}
		if b.Stopped() != search.TimeLimit {
			t.Errorf("stopped by %v after the time", b.Stopped())
		}
	})
}

// TestBudgetPulses adds up the nodes that the pulses of a thread report.
func TestBudgetPulses(t *testing.T) {
	const every = 10
	for _, nodes := range []uint64{0, 25} {
		var b search.Budget
		told, pulses := uint64(0), 0
		c := search.Control{Pulse: func(n uint64) { told += n; pulses++ }}
		release := b.Begin(t.Context(), nodes, c, 1, every, nil)
		m, visited := b.Meter(), uint64(0)
		for ; visited < 100 && !b.Halted(); visited++ {
			if visited >= m.Limit {
				m.Attend(visited)
			}
		}
		release()
		if want := visited / every; uint64(pulses) < want-1 || visited-told > every+1 {
			t.Errorf("%d pulses told %d of %d nodes", pulses, told, visited)
		}
	}
}

// TestBudgetReasons halts runs in every way: the first reason is kept, a later
// run starts without one, and nothing halts a run after its release.
func TestBudgetReasons(t *testing.T) {
	var b search.Budget
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	open, closed := make(chan struct{}), make(chan struct{})
	close(closed)
	for _, tt := range []struct {
		name string
		ctx  context.Context
		c    search.Control
		want search.Stop
	}{
		{"time", t.Context(), search.Control{Time: 1}, search.TimeLimit},
		{"time after pondering", t.Context(), search.Control{Time: 1, Ponder: closed}, search.TimeLimit},
		{"context", cancelled, search.Control{}, search.Interrupted},
		{"context while pondering", cancelled, search.Control{Time: 1, Ponder: open}, search.Interrupted},
	} {
		alerts := make(chan struct{}, 9)
		release := b.Begin(tt.ctx, 0, tt.c, 1, 1, func() { alerts <- struct{}{} })
		<-alerts
		b.Halt(search.NodeLimit)
		if release(); !b.Halted() || b.Stopped() != tt.want {
			t.Errorf("%s: stopped by %v, want %v", tt.name, b.Stopped(), tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	b.Begin(ctx, 0, search.Control{Time: time.Hour}, 1, 1, nil)()
	if cancel(); b.Halted() || b.Stopped() != search.Running {
		t.Errorf("halted after its release: %v", b.Stopped())
	}
}

// TestBudgetEnough checks that the decision of an iteration extends the soft
// limit.
func TestBudgetEnough(t *testing.T) {
	ponder := make(chan struct{})
	for _, tt := range []struct {
		c    search.Control
		d    search.Decision
		want bool
	}{
		{search.Control{}, search.Forced, false},
		{search.Control{SoftTime: time.Hour}, search.Steady, false},
		{search.Control{SoftTime: time.Hour}, search.Changed, false},
		{search.Control{SoftTime: time.Hour}, search.Easy, false},
		{search.Control{SoftTime: time.Hour}, search.Forced, true},
		{search.Control{SoftTime: 1}, search.Steady, true},
		{search.Control{SoftTime: 1}, search.Changed, true},
		{search.Control{SoftTime: 1}, search.Easy, true},
		{search.Control{SoftTime: 1, Ponder: ponder}, search.Forced, false},
	} {
		var b search.Budget
		release := b.Begin(t.Context(), 0, tt.c, 1, 1, nil)
		if got := b.Enough(tt.d); got != tt.want {
			t.Errorf("%+v, %v: %v", tt.c, tt.d, got)
		}
		rest := b.Rest(search.Control{Time: time.Hour, SoftTime: 1, Ponder: tt.c.Ponder})
		if tt.c.Ponder != nil && (rest.Time != time.Hour || rest.Ponder == nil) ||
			tt.c.Ponder == nil && (rest.Time >= time.Hour || rest.Time < time.Minute || rest.SoftTime != time.Millisecond) {
			t.Errorf("%+v: left %+v", tt.c, rest)
		}
		release()
	}
}

// TestBudgetShares measures the share of the soft limit for each decision, on
// a fake clock.
func TestBudgetShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b search.Budget
		defer b.Begin(t.Context(), 0, search.Control{SoftTime: 8 * time.Second}, 1, 1, nil)()
		ends := map[search.Decision]time.Duration{search.Forced: 0, search.Easy: 2, search.Steady: 8, search.Changed: 12}
		for spent := range time.Duration(14) {
			for d, end := range ends {
				if got := b.Enough(d); got != (spent >= end) {
					t.Errorf("decision %v after %d s: %v", d, spent, got)
				}
			}
			c := b.Rest(search.Control{Time: 10 * time.Second, SoftTime: 8 * time.Second})
			want := search.Control{Time: max(10*time.Second-spent*time.Second, time.Millisecond), SoftTime: max(8*time.Second-spent*time.Second, time.Millisecond)}
			if c.Time != want.Time || c.SoftTime != want.SoftTime {
				t.Errorf("after %d s: left %v and %v", spent, c.Time, c.SoftTime)
			}
			time.Sleep(time.Second)
		}
		if c := b.Rest(search.Control{}); c.Time != 0 || c.SoftTime != 0 {
			t.Errorf("of no limit %v and %v are left", c.Time, c.SoftTime)
		}
	})
}
