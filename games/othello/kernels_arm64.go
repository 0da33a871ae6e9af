//go:build !purego

package othello

//lint:file-ignore U1000 the assembly uses these

import "math/bits"

// Flips returns the discs of opp that a disc of own on the empty square sq, 0
// to 63, turns. The move is legal if there are any.
//
//go:noescape
func Flips(sq int, own, opp uint64) uint64

// Mobility returns the empty squares of the 8×8 board on which own can place a
// disc. On smaller boards callers must mask the result.
//
//go:noescape
func Mobility(own, opp uint64) uint64

// Expand stores the children of a position by the given moves in list, in the order of squares, and
// returns their number. Replies are limited to board. The element after the last child may change.
//
//go:noescape
func Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)

// ExpandRated is [Expand] with scores. The best child, the first of equals, changes places
// with the first child. There must be a move.
func ExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int) {
	return portableExpandRated(list, own, opp, moves, board, by)
}

// The kernels replace these functions.
var _, _, _ = portableFlips, portableMobility, portableExpand

// pairs holds, for each square, the four rays towards higher squares, each with
// the reversed opposite ray, and the square with its reverse.
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
