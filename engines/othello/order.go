package othello

import "math/bits"

// Weights of the ordering by mobility ("fastest first"), in units without
// meaning but for their ratios. Replies come far before the rest, as other
// solvers have it too; a factor of two in any of the others changes the nodes of
// FFO 20–44 and of random positions of 20 empty squares by less than 5 %.
const (
	firstMove   = 1 << 29 // best move of the table
	secondMove  = 1 << 28
	wipeOut     = 1 << 30 // no disc left to the opponent
	perReply    = 1 << 15
	perCorner   = 1 << 15 // a reply on a corner counts once more
	perStable   = 1 << 11 // own disc safe on an edge
	perFrontier = 1 << 12 // empty square beside own discs
)

// oddBonus is for a move into an odd quadrant, by number of empty squares; half
// and twice as much make less than 1 % of a difference.
func oddBonus(n int) int32 {
	switch {
	case n <= lightest:
		return 1 << 13
	case n < 21:
		return 1 << 12
	}
	return 1 << 11
}

// squareBonus prefers squares by kind, a1 to d4 of the upper left quarter:
// corners first, those beside them last. It breaks ties of mobility.
var squareBonus = newSquareBonus([4][4]int32{
	{18, 4, 16, 12},
	{4, 2, 6, 8},
	{16, 6, 14, 10},
	{12, 8, 10, 0},
})

func newSquareBonus(quarter [4][4]int32) (t [64]int32) {
	for sq := range t {
		x, y := sq&7, sq>>3
		t[sq] = quarter[min(y, 7-y)][min(x, 7-x)] << 6
	}
	return t
}

// rate scores the children of a position of n empty squares for ordering.
func (w *worker) rate(list []child, opp uint64, n int, parity uint8, known bound) {
	odd := oddSquares[parity&15]
	for i := range list {
		c := &list[i]
		switch {
		case c.own == 0:
			c.score = wipeOut
		case c.move == known.first:
			c.score = firstMove
		case c.move == known.second:
			c.score = secondMove
		default:
			c.score = w.promise(c)
			if odd>>(c.move&63)&1 != 0 {
				c.score += oddBonus(n)
			}
			if w.eval != nil && n >= evalFrom {
				c.score += w.outlook(c, opp, n)
			}
		}
	}
}

// rateLight scores children by the replies they leave, those in odd quadrants
// with a bonus.
func (w *worker) rateLight(list []child, odd uint64) {
	for i := range list {
		c := &list[i]
		c.score = squareBonus[c.move&63] -
			int32(perReply*bits.OnesCount64(c.replies)+perCorner*bits.OnesCount64(c.replies&w.corners))
		if odd>>(c.move&63)&1 != 0 {
			c.score += oddBonus(0)
		}
	}
}

// evalFrom is the least number of empty squares at which children are rated by
// the evaluation, too; from 10 on it costs 9 % more nodes, from 11 2 %, for
// so near the end mobility knows more.
const evalFrom = 12

// outlook rates a child by a shallow search over the evaluation, a ply deeper
// for every three more empty squares. A ply more everywhere saves a tenth of the
// nodes and costs as much time.
func (w *worker) outlook(c *child, opp uint64, n int) int32 {
	f := &w.ahead[n-1]
	f.play(&w.features[n], uint(c.move), opp&^c.own)
	depth := max(0, min((n-12)/3, 3))
	return int32(-w.estimate(c.own, c.opp, f, -65*Unit, 65*Unit, depth, n-1) * perEval)
}

// perEval is the weight of 1/Unit disc: a disc counts as three eighths of a
// reply. Counted as a half it takes 1 to 2 % more nodes, as five eighths 4 %.
const perEval = 96

// promise rates one child by what it leaves to the opponent.
func (w *worker) promise(c *child) int32 {
	frontier := neighbours(c.opp) & w.board &^ (c.own | c.opp)
	stable := w.stableEdgeCount(c.opp, c.own)
	return squareBonus[c.move&63] + int32(perStable*stable-
		perReply*bits.OnesCount64(c.replies)-
		perCorner*bits.OnesCount64(c.replies&w.corners)-
		perFrontier*bits.OnesCount64(frontier))
}

// neighbours returns the squares beside those of a set.
func neighbours(set uint64) uint64 {
	const notA, notH = ^uint64(fileA), ^uint64(fileA << 7)
	set |= set<<1&notA | set>>1&notH
	return set | set<<8 | set>>8
}
