package othelloengine

import (
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
)

// unit is the value of a disc in estimates, and unitBits is its base-2 logarithm.
const (
	unit     = patterns.Unit
	unitBits = 7
)

// round converts a value from 1/unit disc to discs, rounding halves down.
func round(v int) int { return (v + unit/2 - 1) >> unitBits }

// midTableFrom is the least depth, in plies, of searches that use the table; shallower searches are
// too cheap to look up. Measured: 2 to 5 take the same nodes within 5 % (TestTuning).
var midTableFrom = 3

// mid searches a position of n empty squares to depth plies over the evaluation, against the null
// window (alpha, alpha+1) in discs, fail-soft. w.features[n] must hold the position's features. If
// the depth reaches the end of the game, mid solves the position.
func (w *worker) mid(own, opp uint64, alpha, depth, n int, parity uint8) int {
	if depth >= n || n <= lightest {
		return w.null(own, opp, othello.Mobility(own, opp)&w.board, alpha, n, parity)
	}
	if depth < midTableFrom {
		threshold := alpha*unit + unit/2
		return round(w.estimate(own, opp, &w.features[n], threshold, threshold+1, depth, n, false))
	}
	w.nodes++
	if w.stopped() {
		return alpha
	}
	if v, ok := w.stable(own, opp, n, alpha); ok {
		return v
	}
	key := othello.Hash(own, opp)
	table := w.tableOf(n)
	known, _ := table.probe(key, own, opp)
	if v, ok := known.settles(depth, w.sure, alpha, alpha+1); ok {
		return v
	}
	moves := othello.Mobility(own, opp) & w.board
	if moves == 0 {
		return w.pass(own, opp, n, func(uint64) int { return w.mid(opp, own, -alpha-1, depth, n, parity) })
	}
	if v, ok := w.probCut(own, opp, alpha, depth, n, parity); ok {
		return v
	}
	list := w.children(own, opp, moves, n)
	w.rateMid(list, opp, depth, n, known)
	before, best, first := w.nodes, unknown, noMove
	for i := range list {
		if i > 0 && w.shares(depth+midWeight) {
			best, first = w.share(siblings{opp: opp, alpha: alpha, depth: depth, n: n, parity: parity, best: best, first: first}, list[i:])
			break
		}
		c := next(list, i)
		w.descend(c, opp, n, featuresFrom)
		v := -w.mid(c.Own, c.Opp, -alpha-1, depth-1, n-1, parity^quadrant[c.Move&63])
		if v > best {
			if best, first = v, c.Move; best > alpha {
				break
			}
		}
	}
	if !w.halted() {
		table.store(key, own, opp, windowBound(best, alpha, alpha+1, depth, w.sure, first, w.nodes-before))
	}
	return best
}

// rateMid scores the children of a midgame search: by the evaluation, or in
// deep searches by a shallow search.
func (w *worker) rateMid(list []child, opp uint64, depth, n int, known bound) {
	for i := range list {
		c := &list[i]
		switch c.Move {
		case known.first:
			c.Score = firstMove
		case known.second:
			c.Score = secondMove
		default:
			f := &w.ahead[n-1]
			f.Play(&w.features[n], uint(c.Move), opp&^c.Own)
			c.Score = int32(-w.estimate(c.Own, c.Opp, f, -65*unit, 65*unit, min(depth/rateEvery, rateMost), n-1, false))
		}
	}
}

// A search to depth d orders its moves by searches to min(d/rateEvery, rateMost) plies. Measured: 4
// to 100 for the first and 0 to 3 for the second take the same nodes within 0.3 % (TestTuning).
var rateEvery, rateMost = 8, 2

// descend sets the features of the position after move c, if more than from squares are empty.
func (w *worker) descend(c *child, opp uint64, n, from int) {
	if w.eval != nil && n > from {
		w.features[n-1].Play(&w.features[n], uint(c.Move), opp&^c.Own)
	}
}

// pass returns the value of a position whose side to move has no legal move. If the opponent
// has none either, that is the result of the game; otherwise search returns the value of the
// opponent's position.
func (w *worker) pass(own, opp uint64, n int, search func(replies uint64) int) int {
	replies := othello.Mobility(opp, own) & w.board
	if replies == 0 {
		return w.final(own, opp)
	}
	w.turn(n)
	v := -search(replies)
	w.turn(n)
	return v
}

// turn swaps the sides in the features of a position with n empty squares.
func (w *worker) turn(n int) {
	if w.eval != nil && n >= featuresFrom {
		w.features[n].Pass(&w.features[n])
	}
}

// featuresFrom is the least number of empty squares at which features are maintained.
const featuresFrom = 8
