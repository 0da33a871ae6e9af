package othelloengine

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// crowd returns a solver with several threads that split wherever possible.
func crowd(r othello.Rules, threads int) *Solver {
	s := NewSolver(r, Options{TableBytes: 1 << 18, Threads: threads})
	s.splitAt(0)
	return s
}

// splitAt sets the least depth of split points.
func (s *Solver) splitAt(depth int) {
	for _, w := range s.workers {
		w.splitFrom = depth
	}
}

// TestThreads compares several threads with one, for all kinds of windows and
// for all moves.
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
			want := solve(t, one, p, search.Query{}).value
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
			want := solve(t, one, p, search.Query{Lines: 64})
			got := solve(t, many, p, search.Query{Lines: 64})
			for i, l := range got.lines {
				if l.value != want.lines[i].value || l.bound != game.Exact {
					t.Errorf("%s: line %d is worth %d (%v), want %d", r.FormatPosition(&p), i+1, l.value, l.bound, want.lines[i].value)
				}
			}
		}
	}
}

// TestThreadLimits stops searches with several threads by each kind of limit.
func TestThreadLimits(t *testing.T) {
	s := crowd(othello.Rules{}, 3)
	p := hard()
	got := s.Search(t.Context(), &p, search.Query{Nodes: 100_000}, search.Control{}, nil)
	if got.Stopped != search.NodeLimit || got.Nodes > 110_000 || got.Proof == game.Exact {
		t.Errorf("100000 nodes: %+v", got)
	}
	if got := s.Search(t.Context(), &p, search.Query{Nodes: 1}, search.Control{}, nil); got.Stopped != search.NodeLimit || len(got.Lines) != 1 {
		t.Errorf("one node: %+v, want one line", got)
	}
	if got := s.Search(t.Context(), &p, search.Query{}, search.Control{Time: 20 * time.Millisecond}, nil); got.Stopped != search.TimeLimit {
		t.Errorf("20 ms: %+v", got)
	}
	for delay := range 10 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(delay)*time.Millisecond, cancel)
		if got := s.Search(ctx, &p, search.Query{}, search.Control{}, nil); got.Stopped != search.Interrupted {
			t.Errorf("cancelled after %d ms: %+v", delay, got)
		}
	}
}
