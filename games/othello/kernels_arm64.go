//go:build !purego

package othello

//lint:file-ignore U1000 what the assembly refers to looks unused

import "math/bits"

// Flips returns the discs of opp that a disc of own placed on the empty square
// sq, 0 to 63, turns over. The move is legal if there are any.
//
//go:noescape
func Flips(sq int, own, opp uint64) uint64

// Mobility returns the empty squares of the 8×8 board on which own can place a
// disc. On a smaller board the answer must be limited to its squares.
//
//go:noescape
func Mobility(own, opp uint64) uint64

// Expand sets the first of list to the children of a position by these moves, in the
// order of squares, and returns their number; their replies are those on board. The one
// behind them may change.
//
//go:noescape
func Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)

// ExpandRated is [Expand] with a score for each child, the best of which, the first of
// equal ones, comes first, in the place of the other. There must be a move.
func ExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int) {
	return portableExpandRated(list, own, opp, moves, board, by)
}

// The kernels take their places.
var _, _, _ = portableFlips, portableMobility, portableExpand

// pairs are four rays towards higher squares, each with the one opposite reversed, and
// the square, and reversed.
var pairs = newPairs()

func newPairs() (p [64][5][2]uint64) {
	lines := NewLines()
	for sq := range p {
		for i := range 4 {
			p[sq][i] = [2]uint64{lines.Rays[sq][i], bits.Reverse64(lines.Rays[sq][i+4])}
		}
		p[sq][4] = [2]uint64{1 << sq, 1 << (63 - sq)}
	}
	return p
}
