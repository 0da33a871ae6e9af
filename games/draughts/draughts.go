// Package draughts implements the rules of draughts: English draughts
// (checkers) and Russian, international and Brazilian draughts.
//
// # Rules
//
// Men move one square diagonally forward and become kings on the last row. A side that can capture
// must. A capture is a sequence of jumps over opposing pieces to empty squares and continues while
// it can; captured pieces are removed after the move, and none is jumped twice. A side without a
// move has lost.
//
//	                English    Russian          international   Brazilian
//	board           8×8        8×8              10×10           8×8
//	moves first     Black      White            White           White
//	men capture     forward    in all directions
//	kings           one step   any distance: they fly
//	must capture    any way    any way          the most pieces the most pieces
//	a man that reaches the last row in a capture
//	                stops      goes on, a king  goes on, a man  goes on, a man
//
// Sources: the rules of the World Checkers/Draughts Federation (English) and of the Fédération
// Mondiale du Jeu de Dames, annexes 1 (international) and 10 (draughts-64, Russian and Brazilian).
// Draws by repetition and by move counts are handled separately; see [Rules.Repetition].
//
// # Moves
//
// A move is identified by its effect: the start and end squares and the
// captured pieces. Different jump sequences with the same effect are one move.
package draughts

import (
	_ "embed"
	"math/bits"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/game"
)

// Variant is one game of the family.
type Variant uint8

// The variants.
const (
	English Variant = iota
	Russian
	International
	Brazilian
)

// The rules implement every capability that needs no evaluation.
var (
	_ game.Rules[Position, Move]    = Rules{}
	_ game.Starter[Position]        = Rules{}
	_ game.Statuser[Position]       = Rules{}
	_ game.Alternator               = Rules{}
	_ game.Noisy[Position, Move]    = Rules{}
	_ game.Urgent[Position]         = Rules{}
	_ game.MoveKeyer[Move]          = Rules{}
	_ game.Limiter[Position]        = Rules{}
	_ game.Notation[Position, Move] = Rules{}
)

// Rules are the rules of a variant. The zero Rules are for checkers.
type Rules struct{ Variant Variant }

// Position is a position. Positions of one variant are comparable.
type Position struct {
	Own, Opp uint64      // pieces of the side to move and of its opponent
	Kings    uint64      // the kings of both sides
	Turn     game.Player // the side to move
	counts
}

// Move is a move of the piece on From to To that captures the pieces on Captured.
type Move struct {
	Captured uint64 // the squares of captured pieces
	From, To Square // where the piece starts and ends
	Crowns   bool   // the piece is a man and becomes a king
}

// variant describes the differences between the games of the family.
type variant struct {
	*board
	name      string
	down      game.Player // the side whose men move down the board
	backward  bool        // men capture backward
	flying    bool        // kings move any distance
	most      bool        // a move must capture as many pieces as possible
	crowns    bool        // a man that reaches the last row in a capture continues as a king
	algebraic bool        // squares are written a1 to h8
	takes     string      // the capture sign
}

var variants = [4]variant{
	English:       {board: small, name: "checkers", down: game.First, takes: "x"},
	Russian:       {board: small, name: "draughts:russian", down: game.Second, backward: true, flying: true, crowns: true, algebraic: true, takes: ":"},
	International: {board: large, name: "draughts:international", down: game.Second, backward: true, flying: true, most: true, takes: "x"},
	Brazilian:     {board: small, name: "draughts:brazilian", down: game.Second, backward: true, flying: true, most: true, takes: "x"},
}

func (r Rules) variant() *variant { return &variants[r.Variant&3] }

// forward returns the index of the first of the two directions in which a side's men move.
func (v *variant) forward(side game.Player) int {
	if side == v.down {
		return 0
	}
	return 2
}

// crownRow returns the row where a side's men become kings.
func (v *variant) crownRow(side game.Player) uint64 {
	if side == v.down {
		return v.rows[v.size-1]
	}
	return v.rows[0]
}

// Size returns the number of squares along a side of the board.
func (r Rules) Size() int { return r.variant().size }

// Squares returns the squares where pieces can stand.
func (r Rules) Squares() uint64 { return r.variant().squares }

// Row returns the squares of a row, 0 for the top.
func (r Rules) Row(row int) uint64 { return r.variant().rows[row] }

// CrownRow returns the row where a side's men become kings.
func (r Rules) CrownRow(side game.Player) uint64 { return r.variant().crownRow(side) }

// Number returns the number of a square, from 1.
func (r Rules) Number(sq Square) int { return int(r.variant().number[sq&63]) }

// Square returns the square with a number from 1 to half the squares of the board.
func (r Rules) Square(number int) Square { return r.variant().bits[number] }

// Black returns the side whose men start at the top and move down: the first
// player in checkers, the second in other variants.
func (r Rules) Black() game.Player { return r.variant().down }

// Start returns the initial position: each side has men on all rows except the two middle ones.
func (r Rules) Start() Position {
	v := r.variant()
	var own, opp uint64
	for row := range v.size/2 - 1 {
		opp |= v.rows[row]
		own |= v.rows[v.size-1-row]
	}
	if v.down == game.First {
		own, opp = opp, own
	}
	return Position{Own: own, Opp: opp}
}

// Of returns the pieces of a side.
func (s *Position) Of(side game.Player) uint64 {
	if side == s.Turn {
		return s.Own
	}
	return s.Opp
}

// Play moves a piece and removes the captured ones.
func (r Rules) Play(dst, src *Position, m Move) {
	next := play(src, m)
	r.clock(&next.counts, src, m, &next)
	*dst = next
}

// play returns the position after m, without counters.
func play(src *Position, m Move) Position {
	from, to := uint64(1)<<(m.From&63), uint64(1)<<(m.To&63)
	kings := src.Kings &^ (m.Captured | from)
	if src.Kings&from != 0 || m.Crowns {
		kings |= to
	}
	return Position{Own: src.Opp &^ m.Captured, Opp: src.Own&^from | to, Kings: kings, Turn: src.Turn ^ 1}
}

// ToMove returns the side to move.
func (Rules) ToMove(s *Position) game.Player { return s.Turn }

// Alternates returns true.
func (Rules) Alternates() bool { return true }

// MoveKey returns a number that combines the start and end squares of m.
func (Rules) MoveKey(m Move) int { return int(m.From)<<6 | int(m.To) }

// Hash returns a key of the pieces and the turn: two rounds of 64×64→128-bit multiplication with
// folded halves. The odd constants are the fractional parts of the golden ratio, √2, √3 and √5.
func (Rules) Hash(s *Position) uint64 {
	hi, lo := bits.Mul64(s.Own^0x9E3779B97F4A7C15, s.Opp^0x6A09E667F3BCC909)
	hi, lo = bits.Mul64(hi^lo^s.Own, s.Kings^0xBB67AE8584CAA73B)
	hi, lo = bits.Mul64(hi^lo^s.Kings, 0x3C6EF372FE94F82B)
	return hi ^ lo ^ uint64(s.Turn)*0x9E3779B97F4A7C15
}

// Turned returns s with the board turned by 180° and the colours swapped, an
// equivalent position with the other player to move.
func (r Rules) Turned(s *Position) Position {
	out := *s
	out.Own, out.Opp, out.Kings = r.Turn(s.Own), r.Turn(s.Opp), r.Turn(s.Kings)
	out.Turn ^= 1
	return out
}

// Turn returns a set of squares on the board turned by 180°.
func (r Rules) Turn(set uint64) uint64 {
	last := 53 // the lower right square
	if r.variant().board == small {
		last = 41
	}
	return bits.Reverse64(set) >> (63 - last)
}

// String returns the name of the game, such as "checkers".
func (r Rules) String() string { return r.variant().name }

//go:embed ballots.txt
var ballotLines string

// Ballots returns the 174 three-move openings of checkers. Tournaments draw one by lot, so that
// fewer games end in a draw. Other variants have no ballots. Callers must not modify them.
func (r Rules) Ballots() [][]Move {
	if r.Variant != English {
		return nil
	}
	return ballots()
}

var ballots = sync.OnceValue(func() (list [][]Move) {
	r := Rules{}
	for line := range strings.Lines(ballotLines) {
		fields := strings.Fields(line)
		if fields[0] == "#" {
			continue
		}
		var moves []Move
		s := r.Start()
		for _, text := range fields[1:] {
			m, err := r.ParseMove(&s, text)
			if err != nil {
				panic(err) // the table is valid
			}
			moves = append(moves, m)
			r.Play(&s, &s, m)
		}
		list = append(list, moves)
	}
	return list
})

// # Layout
//
// Pieces stand on the dark squares, which are numbered from the top left, row by row. A bitboard
// has a bit for each, five per row, and a bit that is never set after every second row, so that a
// step in one direction is the same distance everywhere. On the 10×10 board:
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
