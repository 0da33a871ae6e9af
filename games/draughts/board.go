package draughts

import "math/bits"

// # Layout
//
// Pieces stand on the dark squares, which are numbered from the top left, row
// by row. A bitboard has a bit for each, five per row, and a bit that is never
// set after every second row, so that a step in one direction is the same
// distance everywhere. On the 10×10 board:
//
//	 0   1   2   3   4
//	   5   6   7   8   9      a step   down to the left    +5
//	11  12  13  14  15                 down to the right   +6
//	  16  17  18  19  20               up to the left      -6
//	22  23  24  25  26                 up to the right     -5
//	  27  28  29  30  31
//	33  34  35  36  37
//	  38  39  40  41  42
//	44  45  46  47  48
//	  49  50  51  52  53
//
// Bit 0 is the second square of the top row, bit 5 the first square of the row
// below. Bits 10, 21, 32 and 43 and those from 54 up are the wall. The 8×8
// board is the top left corner of the large one; only its wall is wider:
//
//	 0   1   2   3
//	   5   6   7   8
//	11  12  13  14
//	  16  17  18  19
//	22  23  24  25
//	  27  28  29  30
//	33  34  35  36
//	  38  39  40  41

// Square is the bit number of a square: 0 to 53, except the wall.
type Square uint8

// step returns a set of squares moved one step in a direction. Squares that
// leave the board move onto the wall or wrap to unused bits.
func step(set uint64, direction int) uint64 { return bits.RotateLeft64(set, direction) }

// The directions as bit distances, with square 1 in the top left corner.
const (
	downLeft  = 5
	downRight = 6
	upLeft    = -6
	upRight   = -5
)

// directions lists all directions; the first two go down, towards higher bits.
var directions = [4]int{downLeft, downRight, upLeft, upRight}

// board holds the constants of one board size.
type board struct {
	size    int       // number of squares along a side
	squares uint64    // all dark squares
	rows    []uint64  // squares of each row, from the top
	bits    []Square  // squares by number, from 1
	number  [64]uint8 // numbers by square; 0 for the wall
	// rays are the squares in each direction, from each square to the edge.
	rays [4][64]uint64
}

var small, large = newBoard(8), newBoard(10)

func newBoard(size int) *board {
	b := &board{size: size, rows: make([]uint64, size), bits: make([]Square, 1)}
	for row := range size {
		for i := range size / 2 {
			sq := Square(11*(row/2) + 5*(row%2) + i)
			b.rows[row] |= 1 << sq
			b.number[sq] = uint8(len(b.bits))
			b.bits = append(b.bits, sq)
		}
		b.squares |= b.rows[row]
	}
	for i, d := range directions {
		for _, sq := range b.bits[1:] {
			for at := step(1<<sq, d) & b.squares; at != 0; at = step(at, d) & b.squares {
				b.rays[i][sq] |= at
			}
		}
	}
	return b
}

// slide returns the empty squares that a king on sq can pass in the i-th
// direction, and the first piece it meets, or 0.
func (b *board) slide(sq Square, i int, occupied uint64) (passed, piece uint64) {
	ray := b.rays[i&3][sq&63]
	met := ray & occupied
	if met == 0 {
		return ray, 0
	}
	if i < 2 {
		piece = met & -met
		return ray & (piece - 1), piece
	}
	piece = 1 << (63 - bits.LeadingZeros64(met))
	return ray &^ (piece<<1 - 1), piece
}

// pop removes the lowest square from a non-empty set and returns it.
func pop(set *uint64) Square {
	sq := Square(bits.TrailingZeros64(*set))
	*set &= *set - 1
	return sq
}
