package othelloengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
)

// Parity. The board has four quadrants. A player who moves into a quadrant with
// an odd number of empty squares is likely to make the last move there. parity
// has one bit per quadrant, set while its number of empty squares is odd.

// quadrant holds the parity bit of each square. oddSquares maps a parity to the
// squares of the odd quadrants.
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

// With these values random positions of 20 empty squares take 270 ms, with 5 and 8 277 ms.
// Exact searches take 6.1 % fewer nodes with 4 and 7 and 6.4 % fewer with 5 and 6, but their
// nodes are dearer. They take 8.8 % more with 5 and 8 (TestTuning).
var (
	shallowest = 5 // most empty squares that shallow solves
	lightest   = 7 // most empty squares that light solves
)

// shallow solves a position of 5 empty squares with the given legal moves. It tries moves in odd
// quadrants first, corners before others, and orders no further.
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
	for moves != 0 {
		set := moves
		if set&odd != 0 {
			set &= odd
		}
		if set&w.corners != 0 {
			set &= w.corners
		}
		sq := bits.TrailingZeros64(set)
		moves &^= 1 << (sq & 63)
		turned := othello.Flips(sq, own, opp)
		after, mover := opp&^turned, own|turned|1<<(sq&63)
		v := -w.last4(after, mover, w.board&^(after|mover), parity^quadrant[sq&63], -alpha-1)
		if v > best {
			if best = v; best > alpha {
				break
			}
		}
	}
	return best
}

// light solves positions of shallowest+1 to lightest empty squares, ordering
// moves by mobility. Such positions are too many and too cheap for a table.
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

// stableSlack decides when to count stable discs: with n empty squares, if alpha is at least
// n+stableSlack discs. At lower alphas the opponent rarely has enough stable discs. A count takes
// as long as a node and saves about one. Measured: −2 and 0 take 0.9 and 0.6 % fewer nodes, 4 and 6
// 0.3 and 0.5 % more (TestStability, TestTuning; docs/othello.md).
var stableSlack = 2

// stable returns an upper bound of the value if the opponent's stable discs
// prove that the value is at most alpha.
func (w *worker) stable(own, opp uint64, n, alpha int) (v int, ok bool) {
	if alpha < n+stableSlack || w.without&Stability != 0 {
		return 0, false
	}
	if w.squares-2*bits.OnesCount64(opp) > alpha {
		return 0, false // not even if all the opponent's discs were stable
	}
	v = w.squares - 2*bits.OnesCount64(w.stability.Discs(opp, own))
	return v, v <= alpha
}
