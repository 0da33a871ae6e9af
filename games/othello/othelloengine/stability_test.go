package othelloengine

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/search"
)

// stableStats counts, by empty squares and alpha + 64, the positions in which a
// count of stable discs could cause a cutoff, the actual cutoffs, and the nodes
// that they save.
type stableStats [65][129]struct{ tries, settled, saved uint64 }

// observe is a plain null-window search that counts stable discs everywhere
// without using them.
func (x *stableStats) observe(w *worker, own, opp, moves uint64, alpha, n int, parity uint8) int {
	began := w.nodes
	w.nodes++
	at := &x[n][min(max(alpha, -64), 64)+64]
	if w.squares-2*bits.OnesCount64(opp) <= alpha {
		at.tries++
		if w.squares-2*bits.OnesCount64(w.stability.Discs(opp, own)) <= alpha {
			at.settled++
			defer func() { at.saved += w.nodes - began }()
		}
	}
	if moves == 0 {
		replies := othello.Mobility(opp, own) & w.board
		if replies == 0 {
			return w.final(own, opp)
		}
		return -x.observe(w, opp, own, replies, -alpha-1, n, parity)
	}
	list := w.expandLight(own, opp, moves, n, oddSquares[parity&15])
	best := unknown
	for i := range list {
		c := next(list, i)
		v := -x.observe(w, c.Own, c.Opp, c.Replies, -alpha-1, n-1, parity^quadrant[c.Move&63])
		if best = max(best, v); best > alpha {
			break
		}
	}
	return best
}

// TestStability prints, by empty squares and alpha, how often stable discs
// cause a cutoff and how many nodes each count saves.
func TestStability(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(4, 9))
	e := NewEstimator(r, patterns.Default(r))
	const n = 14
	roots := append(played(r, e, n-1, 2000, rng), played(r, e, n, 2000, rng)...)
	for len(roots) < 8000 {
		if p, ok := randomEnd(r, rng, n-len(roots)&1); ok {
			roots = append(roots, p)
		}
	}
	s := NewSolver(r, Options{TableBytes: 16 << 20})
	w := s.worker
	var x stableStats
	for _, p := range roots {
		v := solve(t, s, p, search.Query{}).value
		for _, alpha := range []int{v - 1, v} { // the two null windows that prove a value
			w.nodes = 0
			x.observe(w, p.Own, p.Opp, othello.Mobility(p.Own, p.Opp), alpha, r.Empties(&p), parityOf(^(p.Own | p.Opp)))
		}
	}
	for k := 4; k < n; k++ {
		for alpha := k - 11; alpha < 50; alpha += 4 {
			var sum struct{ tries, settled, saved uint64 }
			for d := 0; d < 4; d++ {
				at := x[k][alpha+64+d]
				sum.tries, sum.settled, sum.saved = sum.tries+at.tries, sum.settled+at.settled, sum.saved+at.saved
			}
			if sum.tries < 1000 {
				continue
			}
			t.Logf("%d empty, alpha %d: of %d settled %.2f %%, %.2f nodes saved a count", k, alpha, sum.tries, 100*float64(sum.settled)/float64(sum.tries), float64(sum.saved)/float64(sum.tries))
		}
	}
	w.without = Stability
	for k := 4; k < n; k++ {
		list := played(r, e, k, 2000, rng)
		began := cputime.Used()
		w.nodes, w.meter.Limit = 0, math.MaxUint64
		for _, p := range list {
			w.null(p.Own, p.Opp, othello.Mobility(p.Own, p.Opp), 0, k, parityOf(^(p.Own | p.Opp)))
		}
		t.Logf("%d empty: %.1f ns a node, %d nodes a position", k, float64(cputime.Since(began)/time.Nanosecond)/float64(w.nodes), w.nodes/uint64(len(list)))
	}
	began, count := cputime.Used(), 0
	for range 600 {
		for _, p := range roots {
			count += bits.OnesCount64(w.stability.Discs(p.Own, p.Opp))
		}
	}
	t.Logf("a count takes %.1f ns (%d)", float64(cputime.Since(began)/time.Nanosecond)/float64(600*len(roots)), count)
}
