package othelloengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
)

// Parity. The board is cut in four quadrants; who moves into a region with an
// odd number of empty squares is likely to make the last move there. parity has
// one bit for each quadrant, set while its number of empty squares is odd.

// quadrant holds the parity bit of each square, oddSquares the squares of the
// quadrants whose bits are set.
var quadrant, oddSquares = newQuadrants()

func newQuadrants() (of [64]uint8, squares [16]uint64) {
	for sq := range 64 {
		of[sq] = 1 << (sq>>2&1 + sq>>5<<1)
		for parity := range squares {
			if parity&int(of[sq]) != 0 {
				squares[parity] |= 1 << sq
			}
		}
	}
	return of, squares
}

// parityOf returns the parity of a set of empty squares.
func parityOf(empty uint64) (parity uint8) {
	for i := range 4 {
		if bits.OnesCount64(empty&oddSquares[1<<i])&1 != 0 {
			parity |= 1 << i
		}
	}
	return parity
}

// The sizes of the regions near the end, in empty squares. Random positions of 20
// take 270 ms with 5 and 7, 277 with 5 and 8. Exact searches take 6.1 % fewer nodes
// with 4 and 7, and 6.4 % with 5 and 6, but dearer ones; with 5 and 8 8.8 % more.
// TestTuning measures nodes and time anew.
var (
	shallowest = 5 // the largest that shallow solves
	lightest   = 7 // the largest that light solves
)

// shallow solves positions of 5 empty squares and these moves: moves in odd quadrants first,
// corners first among these, and no more ordering.
func (w *worker) shallow(own, opp, moves uint64, alpha, n int, parity uint8) int {
	w.nodes++
	if v, ok := w.stable(own, opp, n, alpha); ok {
		return v
	}
	if moves == 0 {
		replies := othello.Mobility(opp, own) & w.board
		if replies == 0 {
			return w.final(own, opp)
		}
		return -w.shallow(opp, own, replies, -alpha-1, n, parity)
	}
	best := unknown
	odd := oddSquares[parity&15]
	for _, group := range [4]uint64{odd & w.corners, odd &^ w.corners, w.corners &^ odd, ^(odd | w.corners)} {
		for set := moves & group; set != 0; {
			sq := bits.TrailingZeros64(set)
			set &^= 1 << (sq & 63)
			turned := othello.Flips(sq, own, opp)
			after, mover := opp&^turned, own|turned|1<<(sq&63)
			v := -w.last4(after, mover, w.board&^(after|mover), parity^quadrant[sq&63], -alpha-1)
			if v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	return best
}

// light solves positions of shallowest+1 to lightest empty squares, ordered by
// mobility. They are too many and too cheap to look up in a table.
func (w *worker) light(own, opp, moves uint64, alpha, n int, parity uint8) int {
	if n <= shallowest {
		return w.leaf(own, opp, moves, alpha, n, parity)
	}
	w.nodes++
	if v, ok := w.stable(own, opp, n, alpha); ok {
		return v
	}
	if moves == 0 {
		replies := othello.Mobility(opp, own) & w.board
		if replies == 0 {
			return w.final(own, opp)
		}
		return -w.light(opp, own, replies, -alpha-1, n, parity)
	}
	list := w.expandLight(own, opp, moves, n, oddSquares[parity&15])
	c, best := &list[0], unknown
	for i := 1; ; i++ {
		v := -w.light(c.Own, c.Opp, c.Replies, -alpha-1, n-1, parity^quadrant[c.Move&63])
		if v > best {
			if best = v; best > alpha {
				break
			}
		}
		if i == len(list) {
			break
		}
		c = next(list, i)
	}
	return best
}

// leaf solves a position of at most shallowest empty squares.
func (w *worker) leaf(own, opp, moves uint64, alpha, n int, parity uint8) int {
	switch empty := w.board &^ (own | opp); n {
	case 0:
		w.nodes++
		return w.final(own, opp)
	case 1:
		return w.last1(own, uint(bits.TrailingZeros64(empty)))
	case 2, 3:
		var sq [3]uint
		for i := range sq {
			sq[i] = uint(bits.TrailingZeros64(empty))
			empty &= empty - 1
		}
		if n == 2 {
			return w.last2(own, opp, sq[0], sq[1], alpha)
		}
		return w.last3(own, opp, sq[0], sq[1], sq[2], alpha)
	case 4:
		return w.last4(own, opp, empty, parity, alpha)
	}
	return w.shallow(own, opp, moves, alpha, n, parity)
}
