package connect4engine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// maxColumns is the number of columns of the widest board.
const maxColumns = 32

// unbounded exceeds any score.
const unbounded = 127

// recallLeft is the number of empty cells above which all children are looked up before one is
// searched. With fewer cells the lookups take more time than they save (TestTuning).
var recallLeft = 12

// child is a position below a node, after a move and the forced moves that follow it.
type child struct {
	node
	hash     uint64
	discs    int  // number of discs on the board
	column   int  // column of the move
	same     bool // the node's side is to move
	mirrored bool // hash belongs to the mirror image
	hashed   bool
}

// frame holds a node's children.
type frame struct {
	children [maxColumns]child
	order    [maxColumns]int32 // see rank
}

// rank combines a promise and a child's index in one number, so that sorting numbers
// sorts frames. Among equals the left child comes first.
//
//	31              8 7         0
//	 ┌───────────────┬───────────┐
//	 │ promise       │ 255-index │
//	 └───────────────┴───────────┘
func rank(promise, index int) int32 { return int32(promise<<8 + 255 - index) }

// at returns the child with the given rank.
func (f *frame) at(rank int32) *child { return &f.children[(255-rank)&(maxColumns-1)] }

// sort sorts the first n children, with a bonus for the child in the given column.
func (f *frame) sort(n, column int) {
	for i := range n {
		r := f.order[i]
		if f.at(r).column == column {
			r += int32(promises.table) << 8
		}
		j := i
		for ; j > 0 && f.order[j-1] < r; j-- {
			f.order[j] = f.order[j-1]
		}
		f.order[j] = r
	}
}

// worker searches on one thread.
type worker struct {
	*board
	table  *table
	budget *search.Budget
	meter  search.Meter
	crew   *crew // shared with the other active workers, or nil
	nodes  int
	pause  int // number of nodes at the next check
	stop   bool
	solo   bool // stop when the table is worth sharing
	frames [64]frame
}

// negamax returns a bound of the value of c, which must be quiet (see settle): a lower bound if it
// is at least beta, otherwise an upper bound. After a stop the result is meaningless.
func (w *worker) negamax(c *child, depth, beta int) int {
	w.nodes++
	if w.nodes >= w.pause && w.lookUp() {
		return 0
	}
	if !c.hashed {
		w.rehash(c)
	}

	// 1. Play every move. Most children need no search.
	f := &w.frames[depth]
	best, n := w.expand(f, c, beta)
	if best >= beta {
		return best
	}
	if hi := w.score(c.discs + 5); hi < beta {
		return hi // a win within three more discs would have been found
	}
	if n == 0 {
		return best
	}

	// 2. Look up the position, then the children.
	e := w.table.probe(c.hash)
	if v, ok := e.answers(beta); ok {
		return v
	}
	if w.size-c.discs > recallLeft {
		if best, n = w.recall(f, n, best, beta); n == 0 {
			return best
		}
	}

	// 3. Search the children, most promising first.
	before := w.nodes
	f.sort(n, w.unmirror(c, e.move()))
	v, column := w.descend(f, n, c, depth, beta)
	if w.stop {
		return 0
	}
	best = max(best, v)

	// 4. Store the result.
	lower, upper := e.lower(), e.upper()
	if best >= beta {
		lower = max(lower, best)
	} else {
		upper = min(upper, best)
	}
	w.table.store(c.hash, lower, upper, w.unmirror(c, column), w.nodes-before+1)
	return best
}

// rehash computes the hash of c and prefetches its entry.
func (w *worker) rehash(c *child) {
	var key uint64
	key, c.mirrored = w.key(&c.node)
	c.hash = w.table.hash(key)
	c.hashed = true
	w.table.prefetch(c.hash)
}

// unmirror converts a column between c and the position that its hash represents.
func (w *worker) unmirror(c *child, column int) int {
	if c.mirrored {
		return w.width - 1 - column
	}
	return column
}

// expand fills f with the n children of c that need a search. best is the best value of
// the other children; it is at least beta if one of them decides c.
func (w *worker) expand(f *frame, c *child, beta int) (best, n int) {
	next := w.next(c.all())
	best = -unbounded
	for moves := next &^ (c.dreads >> 1); moves != 0; moves &= moves - 1 {
		cell := moves & -moves
		first := w.after(&c.node, cell)
		k := &f.children[n]
		k.node, k.discs, k.same, k.hashed = first, c.discs+1, false, false
		v, settled := w.settle(k, beta)
		switch {
		case !settled:
			k.column = w.columnOf(cell)
			f.order[n] = rank(w.promise(&first, k.column), n)
			n++
		case v >= beta:
			return v, 0
		default:
			best = max(best, v)
		}
	}
	return best, n
}

// recall looks up the first n children of f and drops those that need no
// search. It returns best, raised to their values, and the number of children
// left. The result is at least beta if one of them decides the node.
func (w *worker) recall(f *frame, n, best, beta int) (newBest, left int) {
	for i := range n {
		w.rehash(&f.children[i])
	}
	for _, r := range f.order[:n] {
		v, ok := w.known(f.at(r), beta)
		switch {
		case !ok:
			f.order[left] = r
			left++
		case v >= beta:
			return v, 0
		default:
			best = max(best, v)
		}
	}
	return best, left
}

// known returns a bound of k's value, from its parent's view. ok is false unless the
// table decides whether the value is at least beta.
func (w *worker) known(k *child, beta int) (v int, ok bool) {
	e := w.table.probe(k.hash)
	if k.same {
		return e.answers(beta)
	}
	v, ok = e.answers(1 - beta)
	return -v, ok
}

// descend searches the first n children of c in the order of f. It returns the
// best value and its column, and stops once the value is at least beta.
func (w *worker) descend(f *frame, n int, c *child, depth, beta int) (best, column int) {
	if w.crew.shares(w.size - c.discs) {
		return w.share(f, n, c, depth, beta)
	}
	best = -unbounded
	for _, r := range f.order[:n] {
		k := f.at(r)
		v := w.value(k, depth, beta)
		if w.stop {
			break
		}
		if v > best {
			best, column = v, k.column
			if v >= beta {
				break
			}
		}
	}
	return best, column
}

// value is negamax of a child from its parent's view.
func (w *worker) value(k *child, depth, beta int) int {
	if k.same {
		return w.negamax(k, depth+1, beta)
	}
	return -w.negamax(k, depth+1, 1-beta)
}

// node is a position in the solver with its threats.
//
// A threat is an empty cell, playable or not, where one more disc completes a four for its owner.
type node struct {
	own, opp     uint64 // discs of the side to move and of its opponent
	wins, dreads uint64 // threats of the side to move and of its opponent
}

func (b *board) node(s *connect4.State) node {
	own, opp := s.Own(), s.Own()^s.All()
	free := b.cells &^ s.All()
	return node{own, opp, b.threats(own) & free, b.threats(opp) & free}
}

// all returns the discs of both sides.
func (nd *node) all() uint64 { return nd.own | nd.opp }

// after returns the node after the side to move drops a disc on cell.
func (b *board) after(nd *node, cell uint64) node {
	own := nd.own | cell
	return node{nd.opp, own, nd.dreads &^ cell, b.threats(own) & (b.cells ^ own ^ nd.opp)}
}

// score returns the value, for the winner, of a win with disc number disc of the game:
// the winner's stones left, including that one. It returns 0 if there is no such disc.
func (b *board) score(disc int) int { return max(b.size+2-disc, 0) >> 1 }

// plies returns the number of plies to the end of a game with the given score
// and discs on the board.
func (b *board) plies(score, discs int) int {
	if score == 0 {
		return b.size - discs
	}
	last, next := b.size+2-2*score, discs+1
	if score < 0 {
		last, next = b.size+2+2*score, discs+2
	}
	return last - (last-next)&1 - discs
}

// value returns a score as a game.Score with a distance.
func (b *board) value(score, discs int) game.Score { return distance(score, b.plies(score, discs)) }

// distance returns the value of a win or loss after the given number of plies, or of a draw.
func distance(score, plies int) game.Score {
	switch {
	case score > 0:
		return game.WinIn(plies)
	case score < 0:
		return game.LossIn(plies)
	}
	return 0
}

// canAlign reports whether the side whose opponent has the discs opp can still complete a four.
func (b *board) canAlign(opp uint64) bool {
	free := b.cells &^ opp
	if b.standard {
		return fours(free, 1)|fours(free, standardStride-1)|
			fours(free, standardStride)|fours(free, standardStride+1) != 0
	}
	return fours(free, 1)|fours(free, b.stride-1)|fours(free, b.stride)|fours(free, b.stride+1) != 0
}

// key returns a number shared by nd and all equivalent positions: its mirror image, and
// positions that differ only in the colour of dead discs.
//
// In each column it holds the discs of the side to move and the dead discs, below a bit
// for the lowest empty cell.
func (b *board) key(nd *node) (key uint64, mirrored bool) {
	key = (nd.own | b.dead(nd)) + nd.all() + b.bottom
	if m := b.rules.Mirror(key); m < key {
		return m, true
	}
	return key, false
}

// dead returns the discs whose colour no longer matters: every four through them contains other
// discs of both sides. Equivalently, they fill no gap between three cells free of one side.
func (b *board) dead(nd *node) uint64 {
	alive := b.fills(b.cells&^nd.own) | b.fills(b.cells&^nd.opp)
	return nd.all() &^ alive
}

// fills returns the cells that complete a four with three of cells.
func (b *board) fills(cells uint64) uint64 {
	if b.standard {
		return gaps(cells, 1) | gaps(cells, standardStride-1) |
			gaps(cells, standardStride) | gaps(cells, standardStride+1)
	}
	return gaps(cells, 1) | gaps(cells, b.stride-1) | gaps(cells, b.stride) | gaps(cells, b.stride+1)
}

// columnOf returns the column of a cell.
func (b *board) columnOf(cell uint64) int {
	if b.standard {
		return bits.TrailingZeros64(cell) / standardStride
	}
	return bits.TrailingZeros64(cell) / int(b.stride)
}
