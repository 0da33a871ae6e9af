package othelloengine

import (
	"github.com/plywood-go/plywood/games/othello"
)

// nearLeaf is the largest number of empty squares of the positions that go to
// the small table. With it a node takes 29 ns, without 35, at 20 empty squares.
// Nodes are the same within 0.1 % with 7 to 13. TestTuning measures both anew.
var nearLeaf = 11

// nearTableBytes is the size of the small table: a quarter of a second-level cache
// of 1 MiB, for the rest is the search's and the neighbours'. It is the same on every
// machine, whatever its cache, for nodes depend on it. With 128, 256, 512 and 1024
// KiB in turn, six times each, 20 exact searches took 2.86, 2.45, 2.50 and 2.59
// seconds, to 0.1, of a processor with 2 MiB that twenty threads wanted; with 1024
// they visit 0.8 % fewer nodes than with 256. TestTuning measures both anew.
var nearTableBytes = 256 << 10

// tableOf returns the table for positions of n empty squares.
func (w *worker) tableOf(n int) *table {
	if n <= nearLeaf {
		return &w.near
	}
	return w.table
}

// enhanceFrom is the least number of empty squares at which the children are
// looked up before any is searched (enhanced transposition cutoff). With 8 exact
// searches take the same nodes, with 10 0.9 %, 11 2.1 %, 12 3.0 % and 14 4.9 % more;
// each look-up costs time. TestTuning measures both anew.
var enhanceFrom = 9

// null solves a position of n empty squares and these moves against the null
// window (alpha, alpha+1), fail-soft: an answer v <= alpha is an upper bound of
// the value, any other a lower bound.
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
	known, hit := table.probe(key, own, opp)
	sure := w.sureness(n)
	if hit && known.covers(n, sure) {
		if v, ok := known.settles(alpha, alpha+1); ok {
			return v
		}
	}
	if moves == 0 {
		replies := othello.Mobility(opp, own) & w.board
		if replies == 0 {
			return w.final(own, opp)
		}
		w.turn(n)
		v := -w.null(opp, own, replies, -alpha-1, n, parity)
		w.turn(n)
		return v
	}
	if sure < certain {
		if v, ok := w.probCut(own, opp, alpha, n, n, parity); ok {
			return v
		}
	}
	list := w.expand(own, opp, moves, n)
	if n >= enhanceFrom {
		if v, ok := w.enhance(list, alpha, n); ok {
			return v
		}
	}
	w.rate(list, opp, n, parity, known)
	before, best, first := w.nodes, unknown, noMove
	for i := range list {
		if i > 0 && w.shares(n) {
			best, first = w.share(siblings{opp: opp, alpha: alpha, depth: n, n: n, parity: parity, best: best, first: first}, list[i:])
			break
		}
		c := next(list, i)
		if n > evalFrom { // below, nothing is evaluated any more
			w.descend(c, opp, n)
		}
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

// enhance looks the children of a position up: one known to be bad enough for
// the opponent settles it. Most are not in the table, and the processor fetches the
// buckets of several at once as long as it can foresee that.
func (w *worker) enhance(list []child, alpha, n int) (v int, ok bool) {
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
