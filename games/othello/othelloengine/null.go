package othelloengine

import (
	"github.com/plywood-go/plywood/games/othello"
)

// nearLeaf is the largest number of empty squares whose positions use the small
// table. At 20 empty squares a node takes 29 ns with the small table and 35 ns
// without. Nodes differ by 0.1 % for 7 to 13 (TestTuning).
var nearLeaf = 11

// nearTableBytes is the size of the small table: a quarter of a 1 MiB
// second-level cache, which the rest of the search and other threads share. It
// does not depend on the machine, because node counts depend on it. On a busy
// machine 128, 256, 512 and 1024 KiB took 2.86, 2.45, 2.50 and 2.59 s; 1024
// visit 0.8 % fewer nodes than 256 (TestTuning).
var nearTableBytes = 256 << 10

// tableOf returns the table for positions of n empty squares.
func (w *worker) tableOf(n int) *table {
	if n <= nearLeaf {
		return &w.near
	}
	return w.table
}

// enhanceFrom is the least number of empty squares at which all children are
// looked up before one is searched (enhanced transposition cutoff). Measured: 8
// takes the same nodes, 10 0.9 %, 11 2.1 %, 12 3.0 % and 14 4.9 % more, but
// each lookup costs time (TestTuning).
var enhanceFrom = 9

// null solves a position of n empty squares, with the given legal moves,
// against the null window (alpha, alpha+1), fail-soft: a result v <= alpha is
// an upper bound of the value, any other a lower bound.
func (w *worker) null(own, opp, moves uint64, alpha, n int, parity uint8) int {
	if n <= lightest {
		return w.light(own, opp, moves, alpha, n, parity)
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
	sure := w.sureness(n)
	if v, ok := known.settles(n, sure, alpha, alpha+1); ok {
		return v
	}
	if moves == 0 {
		return w.pass(own, opp, n, func(replies uint64) int { return w.null(opp, own, replies, -alpha-1, n, parity) })
	}
	if sure < certain {
		if v, ok := w.probCut(own, opp, alpha, n, n, parity); ok {
			return v
		}
	}
	list := w.expand(own, opp, moves, n)
	if v, ok := w.enhance(list, alpha, n); ok {
		return v
	}
	w.rate(list, opp, n, parity, known)
	before, best, first := w.nodes, unknown, noMove
	for i := range list {
		if i > 0 && w.shares(n) {
			best, first = w.share(siblings{opp: opp, alpha: alpha, depth: n, n: n, parity: parity, best: best, first: first}, list[i:])
			break
		}
		c := next(list, i)
		w.descend(c, opp, n, evalFrom) // deeper positions are not evaluated
		v := -w.null(c.Own, c.Opp, c.Replies, -alpha-1, n-1, parity^quadrant[c.Move&63])
		if v > best {
			if best, first = v, c.Move; best > alpha {
				break
			}
		}
	}
	if !w.halted() {
		table.store(key, own, opp, windowBound(best, alpha, alpha+1, n, sure, first, w.nodes-before))
	}
	return best
}

// enhance looks up the children of a position far enough from the end. A child
// with a low enough upper bound settles the position.
func (w *worker) enhance(list []child, alpha, n int) (v int, ok bool) {
	if n < enhanceFrom {
		return 0, false
	}
	return w.lookAhead(list, alpha, n)
}

// lookAhead does the work of enhance. Most children are not in the table: the
// loop is kept predictable so that the processor can fetch several buckets at
// once.
func (w *worker) lookAhead(list []child, alpha, n int) (v int, ok bool) {
	if w.without&Enhanced != 0 {
		return 0, false
	}
	table := w.tableOf(n - 1)
	for i := range list {
		c := &list[i]
		key := othello.Hash(c.Own, c.Opp)
		if !table.at(key).mayHold(c.Own) {
			continue
		}
		known, hit := table.probe(key, c.Own, c.Opp)
		if hit && known.covers(n-1, w.sureness(n-1)) && -int(known.upper) > alpha {
			return -int(known.upper), true
		}
	}
	return 0, false
}
