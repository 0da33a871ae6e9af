package othelloengine

import (
	"math"
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
)

// Moves are ordered by tier: a move that leaves the opponent no disc, then the table's best and
// second-best moves, then the others by preference. The tiers lie above any sum of preferences.
const (
	wipeOut    = math.MaxInt32
	firstMove  = math.MaxInt32 - 1
	secondMove = math.MaxInt32 - 2
)

// preference holds the weights of the properties that a move has before its search. The unit
// is 1/256 of the logarithm of odds: a lead of 256 makes a move e times as likely to be the
// cheaper cutoff. An assembly kernel depends on the field order.
type preference struct {
	reply    int32 // a reply left to the opponent ("fastest first")
	corner   int32 // an additional penalty for a reply on a corner
	safe     int32 // a disc of the mover that no play along its edge can turn
	frontier int32 // an empty square next to discs of the mover
	odd      int32 // a move into a quadrant with an odd number of empty squares
	disc     int32 // one disc of a shallow search's value
}

// preferences lists the weights by number of empty squares. A conditional logit, as Coulom (2007)
// fits patterns of Go, fits them to positions from searches of 120 games in which every move was
// then searched alone (TestOrder). Effects within their error are left out. The fit ignores the
// cost of a wrong choice, so the shallow search's value counts twice as much as fitted
// (TestOrderNodes). Beyond 20 empty squares the weights stay constant. docs/othello.md has the
// fitted values.
var preferences = newPreferences()

func newPreferences() (t [65]preference) {
	for n := range t {
		switch {
		case n <= lightest:
			t[n] = preference{reply: -270, corner: -138, odd: 124}
		case n < evalFrom:
			t[n] = preference{reply: -291, corner: -173, safe: 39, frontier: -8, odd: 70}
		default:
			more := int32(min(n, 20) - evalFrom)
			t[n] = preference{reply: -271 + 13*more, corner: -40, safe: 10, frontier: -27, disc: 2*26 + 5*more}
		}
	}
	return t
}

// rate scores the children of a position with n empty squares for ordering.
func (w *worker) rate(list []child, opp uint64, n int, parity uint8, known bound) {
	by := &preferences[n]
	w.promise(list, by, oddSquares[parity&15])
	for i := range list {
		c := &list[i]
		switch {
		case c.Own == 0:
			c.Score = wipeOut
		case c.Move == known.first:
			c.Score = firstMove
		case c.Move == known.second:
			c.Score = secondMove
		case w.eval != nil && n >= evalFrom:
			c.Score += by.disc * w.outlook(c, opp, n) >> unitBits
		}
	}
}

// expandLight lists the moves of a position with n empty squares and the replies to them. It scores
// them by these replies, their squares and quadrant parity, and puts the most promising first.
func (w *worker) expandLight(own, opp, moves uint64, n int, odd uint64) []child {
	by, list := &preferences[lightest], &w.lists[n&63]
	rating := othello.Rating{Corners: w.corners, Places: odd, Reply: by.reply, Corner: by.corner, Place: by.odd}
	return list[:othello.ExpandRated(list, own, opp, moves, w.board, &rating)]
}

// evalFrom is the least number of empty squares at which the evaluation also rates children; nearer
// to the end mobility alone is better. Measured: 10 takes equal nodes, 11 1.7 % fewer, 13 3.7 %
// more and 14 14.9 % more (TestTuning).
var evalFrom = 12

// outlook returns the value of a child for the side that moves to it, in 1/unit disc, by a shallow
// evaluated search that is a ply deeper for every three more empty squares.
func (w *worker) outlook(c *child, opp uint64, n int) int32 {
	f := &w.ahead[n-1]
	f.Play(&w.features[n], uint(c.Move), opp&^c.Own)
	depth := max(0, min((n-outlookFrom)/outlookStep, outlookMost))
	if depth == 0 {
		w.nodes++
		return -int32(w.eval.Sum(f, max(n-1, outlookWeights)))
	}
	return -int32(w.estimate(c.Own, c.Opp, f, -65*unit, 65*unit, depth, n-1, false))
}

// The shallow search of outlook has depth 0 at outlookFrom empty squares, one ply more for
// every outlookStep further squares, and at most outlookMost plies. At depth 0 it uses the
// weights of at least outlookWeights empty squares. docs/othello.md has the nodes and times of
// other values (TestTuning).
var outlookFrom, outlookStep, outlookMost, outlookWeights = 14, 3, 3, 14

// portablePromise is the portable version of promise.
func (w *worker) portablePromise(list []child, by *preference, odd uint64) {
	for i := range list {
		c := &list[i]
		frontier := neighbours(c.Opp) & w.board &^ (c.Own | c.Opp)
		c.Score = by.safe*int32(w.stability.EdgeCount(c.Opp, c.Own)) +
			by.reply*int32(bits.OnesCount64(c.Replies)) +
			by.corner*int32(bits.OnesCount64(c.Replies&w.corners)) +
			by.frontier*int32(bits.OnesCount64(frontier))
		if odd>>(c.Move&63)&1 != 0 {
			c.Score += by.odd
		}
	}
}

// fileA is the file of a1.
const fileA = 0x0101010101010101

// neighbours returns set and the squares next to it.
func neighbours(set uint64) uint64 {
	const notA, notH = ^uint64(fileA), ^uint64(fileA << 7)
	set |= set<<1&notA | set>>1&notH
	return set | set<<8 | set>>8
}

// nearLeaf is the largest number of empty squares whose positions use the small
// table. At 20 empty squares a node takes 29 ns with the small table and 35 ns
// without. Nodes differ by 0.1 % for 7 to 13 (TestTuning).
var nearLeaf = 11

// nearTableBytes is the size of the small table: a quarter of a 1 MiB second-level cache, which the
// rest of the search and other threads share. It does not depend on the machine, because node
// counts depend on it. On a busy machine 128, 256, 512 and 1024 KiB took 2.86, 2.45, 2.50 and 2.59
// s; 1024 visit 0.8 % fewer nodes than 256 (TestTuning).
var nearTableBytes = 256 << 10

// tableOf returns the table for positions of n empty squares.
func (w *worker) tableOf(n int) *table {
	if n <= nearLeaf {
		return &w.near
	}
	return w.table
}

// enhanceFrom is the least number of empty squares at which all children are looked up before one
// is searched (enhanced transposition cutoff). Measured: 8 takes the same nodes, 10 0.9 %, 11 2.1
// %, 12 3.0 % and 14 4.9 % more, but each lookup costs time (TestTuning).
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

// lookAhead does the work of enhance. Most children are not in the table: the loop is kept
// predictable so that the processor can fetch several buckets at once.
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
