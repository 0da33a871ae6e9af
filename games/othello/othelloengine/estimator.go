package othelloengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/internal/stability"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
)

// Estimator estimates positions by searches over an evaluation. It must not be
// used by several goroutines at once.
type Estimator struct{ worker worker }

// NewEstimator returns an estimator that uses the evaluation e.
func NewEstimator(r othello.Rules, e *patterns.Evaluation) *Estimator {
	x := new(Estimator)
	x.worker.geometry, x.worker.stability = geometryOf(r), *stability.Of(r)
	x.worker.eval = e
	return x
}

// Estimate returns the value of a position for the side to move, searched to
// depth plies, in 1/unit disc. Passes cost no depth.
func (x *Estimator) Estimate(own, opp uint64, depth int) int {
	var f patterns.Features
	f.Set(own, opp)
	n := x.worker.squares - bits.OnesCount64(own|opp)
	return x.worker.estimate(own, opp, &f, -65*unit, 65*unit, depth, n, true)
}

// carefulFrom is the least depth, in plies, at which careful searches order children by the
// evaluation: searches to 5 and 6 plies take 14 and 23 % less time than with mobility ordering alone
// (TestCareful).
var carefulFrom = 3

// estimate searches a position of n empty squares and features f to depth plies
// without a table. It returns the value in 1/unit disc, fail-soft for the
// window (alpha, beta). Passes cost no depth. A careful search orders more by the evaluation, which
// pays with wide windows.
func (w *worker) estimate(own, opp uint64, f *patterns.Features, alpha, beta, depth, n int, careful bool) int {
	w.nodes++
	if depth <= 0 {
		return w.eval.Sum(f, n)
	}
	moves := othello.Mobility(own, opp) & w.board
	if moves == 0 {
		if othello.Mobility(opp, own)&w.board == 0 {
			return w.final(own, opp) * unit
		}
		f.Pass(f)
		v := -w.estimate(opp, own, f, -beta, -alpha, depth, n, careful)
		f.Pass(f)
		return v
	}
	var list []child
	after := &w.ahead[n-1]
	switch {
	case depth == 1:
		list = w.children(own, opp, moves, n)
	case careful && depth >= carefulFrom:
		list = w.children(own, opp, moves, n)
		for i := range list {
			c := &list[i]
			after.Play(f, uint(c.Move), opp&^c.Own)
			c.Score = -int32(w.eval.Sum(after, n-1))
		}
	default:
		list = w.expand(own, opp, moves, n)
		w.promise(list, &preferences[n], 0)
	}
	best := -65 * unit
	for i := range list {
		c := &list[i]
		if depth > 1 {
			c = next(list, i)
		}
		after.Play(f, uint(c.Move), opp&^c.Own)
		v := -w.estimate(c.Own, c.Opp, after, -beta, -alpha, depth-1, n-1, careful)
		if v > best {
			best = v
			if alpha = max(alpha, v); alpha >= beta {
				break
			}
		}
	}
	return best
}
