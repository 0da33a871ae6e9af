package othelloengine

import "github.com/plywood-go/plywood/games/othello"

// line is a principal variation, including passes.
type line struct {
	moves [128]othello.Move
	n     int
}

// set sets l to m followed by rest.
func (l *line) set(m othello.Move, rest *line) {
	l.moves[0] = m
	l.n = 1 + copy(l.moves[1:], rest.moves[:rest.n])
}

// pv searches a position of n empty squares to depth plies with the window
// (alpha, beta), fail-soft. It stores the principal variation in l if the value
// is inside the window. A depth of n or more solves the position.
func (w *worker) pv(own, opp uint64, alpha, beta, depth, n int, parity uint8, l *line) int {
	l.n = 0
	w.nodes++
	if w.stopped() {
		return alpha
	}
	if depth <= 0 && n > lightest {
		return round(w.eval.Sum(&w.features[n], n))
	}
	key := othello.Hash(own, opp)
	table := w.tableOf(n)
	known, _ := table.probe(key, own, opp)
	sure := w.sure
	if n <= depth || n <= lightest {
		depth, sure = n, w.sureness(n)
	}
	if v, ok := known.settles(depth, sure, alpha, beta); ok {
		return v
	}
	var rest line
	moves := othello.Mobility(own, opp) & w.board
	if moves == 0 {
		return w.pass(own, opp, n, func(uint64) int {
			v := w.pv(opp, own, -beta, -alpha, depth, n, parity, &rest)
			l.set(othello.Pass, &rest)
			return v
		})
	}
	list := w.expand(own, opp, moves, n)
	if depth < n {
		w.rateMid(list, opp, depth, n, known)
	} else {
		w.rate(list, opp, n, parity, known)
	}
	before, best, first, low := w.nodes, unknown, noMove, alpha
	for i := range list {
		c := next(list, i)
		w.descend(c, opp, n, featuresFrom)
		v := w.pvChild(c, i == 0, low, beta, depth, n, parity, &rest)
		if v > best {
			best, first = v, c.Move
			if v > low && v < beta {
				l.set(c.Move, &rest)
			}
			if low = max(low, v); low >= beta {
				break
			}
		}
	}
	if !w.halted() {
		table.store(key, own, opp, windowBound(best, alpha, beta, depth, sure, first, w.nodes-before))
	}
	return best
}

// pvChild searches a child of a PV node: the first child with the full window,
// the others with a null window first.
func (w *worker) pvChild(c *child, first bool, alpha, beta, depth, n int, parity uint8, l *line) int {
	own, opp := c.Own, c.Opp
	parity ^= quadrant[c.Move&63]
	if !first {
		if v := -w.mid(own, opp, -alpha-1, depth-1, n-1, parity); v <= alpha || v >= beta {
			return v
		}
	}
	return -w.pv(own, opp, -beta, -alpha, depth-1, n-1, parity, l)
}
