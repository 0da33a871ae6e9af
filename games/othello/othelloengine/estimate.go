package othelloengine

import (
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
)

// estimate searches a position of n empty squares and features f to depth plies
// without a table. It returns the value in 1/unit disc, fail-soft for the
// window (alpha, beta). Passes cost no depth.
func (w *worker) estimate(own, opp uint64, f *patterns.Features, alpha, beta, depth, n int) int {
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
		v := -w.estimate(opp, own, f, -beta, -alpha, depth, n)
		f.Pass(f)
		return v
	}
	var list []child
	if depth == 1 {
		list = w.children(own, opp, moves, n)
	} else {
		list = w.expand(own, opp, moves, n)
		w.promise(list, &preferences[n], 0)
	}
	best := -65 * unit
	for i := range list {
		c := &list[i]
		if depth > 1 {
			c = next(list, i)
		}
		after := &w.ahead[n-1]
		after.Play(f, uint(c.Move), opp&^c.Own)
		v := -w.estimate(c.Own, c.Opp, after, -beta, -alpha, depth-1, n-1)
		if v > best {
			best = v
			if alpha = max(alpha, v); alpha >= beta {
				break
			}
		}
	}
	return best
}
