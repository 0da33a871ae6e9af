package othello

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
)

// crowd is a solver of several threads that split wherever they can.
func crowd(r othello.Rules, threads int) *Solver {
	s := NewSolver(r, Options{TableBytes: 1 << 18, Threads: threads})
	s.worker.crew.least = 0
	return s
}

// TestThreads compares the answers of several threads with those of one, for
// all kinds of windows and for all moves.
func TestThreads(t *testing.T) {
	rounds := 750
	if testing.Short() {
		rounds = 150
	}
	for _, size := range []int{8, 6} {
		r := sized(t, size)
		rng := rand.New(rand.NewPCG(uint64(size), 31))
		one, many := NewSolver(r, Options{TableBytes: 1 << 18}), crowd(r, 3)
		for range rounds {
			p := scatter(r, rng, 8+rng.IntN(3))
			if q, ok := randomEnd(r, rng, 8+rng.IntN(3)); ok && rng.IntN(4) > 0 {
				p = q
			}
			want := solve(t, one, p, Query{}).Value
			checkWindow(t, r, many, p, 0, 0, want)
			checkWindow(t, r, many, p, want-1, want, want)
			checkWindow(t, r, many, p, want, want+1, want)
			alpha := rng.IntN(129) - 65
			checkWindow(t, r, many, p, alpha, alpha+1+rng.IntN(widest-alpha), want)
		}
		for range rounds / 75 {
			p, ok := randomEnd(r, rng, 14+rng.IntN(2))
			if !ok {
				continue
			}
			want := solve(t, one, p, Query{Lines: 64})
			got := solve(t, many, p, Query{Lines: 64})
			for i, l := range got.Lines {
				if l.Value != want.Lines[i].Value || l.Bound != game.Exact {
					t.Errorf("%s: line %d is worth %d (%v), want %d", r.FormatPosition(&p), i+1, l.Value, l.Bound, want.Lines[i].Value)
				}
			}
		}
	}
}

// TestThreadLimits ends searches of several threads in all the ways there are.
func TestThreadLimits(t *testing.T) {
	s := crowd(othello.Rules{}, 3)
	got := solve(t, s, hard(), Query{Nodes: 100_000})
	if got.Stopped != NodesSpent || got.Nodes > 150_000 || got.Bound == game.Exact {
		t.Errorf("100000 nodes: %+v", got)
	}
	if got := solve(t, s, hard(), Query{Nodes: 1}); got.Stopped != NodesSpent || len(got.Lines) != 1 {
		t.Errorf("one node: %+v, want one line", got)
	}
	if got := solve(t, s, hard(), Query{Time: 20 * time.Millisecond}); got.Stopped != TimeSpent {
		t.Errorf("20 ms: %+v", got)
	}
	for delay := range 10 {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Duration(delay)*time.Millisecond, cancel)
		if got, err := s.Solve(ctx, hard(), Query{}, nil); err != nil || got.Stopped != Cancelled {
			t.Errorf("cancelled after %d ms: %+v, %v", delay, got, err)
		}
	}
}

// TestBudget hands rations out until there is nothing left.
func TestBudget(t *testing.T) {
	for _, threads := range []int{1, 3} {
		for _, nodes := range []uint64{1, 100, 99_999} {
			var b budget
			b.set(nodes, threads)
			w := worker{budget: &b}
			var total uint64
			for w.refill() {
				total += w.granted - w.nodes
				w.nodes = w.granted
			}
			if total != nodes {
				t.Errorf("%d nodes for %d threads: %d handed out", nodes, threads, total)
			}
		}
	}
	var b budget
	b.set(0, 4)
	for range 4 {
		if w := (worker{budget: &b}); !w.refill() || w.granted < 1<<60 {
			t.Errorf("a thread may visit %d nodes, want any number", w.granted)
		}
	}
}

// TestSplitCut tells which split points end with which.
func TestSplitCut(t *testing.T) {
	top := new(split)
	a, b := &split{parent: top}, &split{parent: top}
	below := &split{parent: a}
	a.cut.Store(true)
	for i, c := range []struct {
		s    *split
		over bool
	}{{top, false}, {a, true}, {b, false}, {below, true}} {
		if c.s.isOver() != c.over {
			t.Errorf("split %d: over %v, want %v", i, !c.over, c.over)
		}
	}
	if !below.below(top) || !below.below(nil) || !a.below(a) || below.below(b) || top.below(a) {
		t.Error("split points are not below those above them, or below others")
	}
}
