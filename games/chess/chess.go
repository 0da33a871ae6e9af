// Package chess implements the rules of chess and of Chess960.
//
// # Rules
//
// The laws of chess of FIDE, 2023, articles 3, 5 and 9. A game ends by itself in checkmate,
// stalemate and dead positions. Two draws must be claimed, the third occurrence of a position and
// 50 moves without a capture or a pawn's move; searches and players of this module claim them at
// once, as [Rules.Limit] and [Rules.Repetition] say. [Rules.Drawn] tells claims from the draws that
// need none: the fifth occurrence and 75 moves.
//
// # Dead positions
//
// A position is dead if no sequence of moves mates. [Position.Dead] finds those that are dead by
// material: kings alone, with one bishop or knight, or with bishops on squares of one colour. A
// wall of blocked pawns can be dead too; it is not recognized and the game goes on.
//
// # Castling
//
// A right to castle is kept as the square of its rook, so one code serves chess and Chess960. A
// castling [Move] goes from the king's square to the rook's.
//
// # En passant
//
// A position has an en-passant square only if an en-passant capture is legal.
package chess

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
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
	_ game.Repeater[Position]       = Rules{}
	_ game.Limiter[Position]        = Rules{}
	_ game.Notation[Position, Move] = Rules{}
)

// Rules are the rules of chess. Chess960 differs only in its initial positions; see [Array].
type Rules struct{}

// Side is a player: White moves first.
type Side = game.Player

// The sides.
const (
	White = game.First
	Black = game.Second
)

// Piece is a kind of piece. Its three bits are its planes in a [Position].
type Piece uint8

// The pieces.
const (
	NoPiece Piece = 0
	Bishop  Piece = 1
	Rook    Piece = 2
	Queen   Piece = 3
	Pawn    Piece = 4
	Knight  Piece = 5
	King    Piece = 6
)

// Position is a position. Positions are comparable.
//
// Each piece is in the set of its side and in one or two of three planes:
//
//	          diagonal  straight  other
//	bishop       x
//	rook                   x
//	queen        x         x
//	pawn                             x
//	knight       x                   x
//	king                   x         x
type Position struct {
	diagonal, straight, other uint64

	sides  [2]uint64
	castle uint64 // the rooks that may castle
	hash   uint64

	quiet  uint16 // plies since the last capture or pawn's move
	number uint16 // of the move, from 1
	turn   Side
	ep     Square // where a pawn can be captured in passing; 0 if nowhere
}

// Side returns the squares of a side's pieces.
func (s *Position) Side(side Side) uint64 { return s.sides[side&1] }

// Occupied returns the squares of all pieces.
func (s *Position) Occupied() uint64 { return s.sides[0] | s.sides[1] }

// Turn returns the side to move.
func (s *Position) Turn() Side { return s.turn }

// Pieces returns the squares of the pieces of a kind of both sides.
func (s *Position) Pieces(p Piece) uint64 {
	planes := [3]uint64{s.diagonal, s.straight, s.other}
	set := s.Occupied()
	for i, plane := range planes {
		if p>>i&1 == 0 {
			plane = ^plane
		}
		set &= plane
	}
	return set
}

// At returns the piece on a square.
func (s *Position) At(sq Square) Piece {
	sq &= 63
	return Piece(s.diagonal>>sq&1 | s.straight>>sq&1<<1 | s.other>>sq&1<<2)
}

// Castling returns the squares of the rooks that may castle.
func (s *Position) Castling() uint64 { return s.castle }

// EnPassant returns the square where a pawn can be captured in passing; ok is
// false if no such capture is legal.
func (s *Position) EnPassant() (sq Square, ok bool) { return s.ep, s.ep != 0 }

// Quiet returns the number of plies since the last capture or pawn's move.
func (s *Position) Quiet() int { return int(s.quiet) }

// Number returns the number of the move, from 1.
func (s *Position) Number() int { return int(s.number) }

// Move is a move:
//
//	bits 0 to 5     the square where it starts
//	bits 6 to 11    the square where it ends; in castling, that of the rook
//	bits 12 to 14   its kind
type Move uint16

// The kinds of moves. The four kinds of promotion follow castle.
const (
	plain Move = iota << 12
	doubleStep
	enPassant
	castle
	promotion
	kinds = 7 << 12
)

// promotions are the pieces of the kinds of promotion.
var promotions = [4]Piece{Knight, Bishop, Rook, Queen}

// From returns the square where m starts.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square where m ends; in castling it is that of the rook.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Castles reports whether m is castling.
func (m Move) Castles() bool { return m&kinds == castle }

// Promotion returns the piece that a pawn becomes, or NoPiece.
func (m Move) Promotion() Piece {
	if m < promotion {
		return NoPiece
	}
	return promotions[m>>12&3]
}

// EnPassant reports whether m captures a pawn in passing.
func (m Move) EnPassant() bool { return m&kinds == enPassant }

// Captures reports whether m captures a piece.
func (s *Position) Captures(m Move) bool {
	return s.sides[s.turn&1^1]>>m.To()&1 != 0 || m.EnPassant()
}

func move(from, to Square, kind Move) Move { return Move(from) | Move(to)<<6 | kind }

// Start returns the initial position of chess.
func (Rules) Start() Position { return Array(standardArray) }

// standardArray is the number of the array of chess among those of Chess960.
const standardArray = 518

// Array returns the n-th of the 960 initial positions of Chess960, in the
// order of Scharnagl: 518 is that of chess. n is taken modulo 960.
func Array(n int) Position {
	n = (n%960 + 960) % 960
	row := [8]Piece{}
	row[n%4*2+1] = Bishop
	n /= 4
	row[n%4*2] = Bishop
	n /= 4
	place := func(p Piece, nth int) {
		for i := range row {
			if row[i] != NoPiece {
				continue
			}
			if nth == 0 {
				row[i] = p
				return
			}
			nth--
		}
	}
	place(Queen, n%6)
	n /= 6
	first, second := 0, n+1
	for gap := 4; n >= gap; gap-- {
		n -= gap
		first++
		second = first + 1 + n
	}
	place(Knight, first)
	place(Knight, second-1)
	for _, p := range []Piece{Rook, King, Rook} {
		place(p, 0)
	}
	s := Position{number: 1}
	for x, p := range row {
		for side := range Side(2) {
			back := Square(56 * side)
			s.put(side, p, back+Square(x))
			s.put(side, Pawn, (8+back-16*Square(side))+Square(x))
			if p == Rook {
				s.castle |= 1 << (back + Square(x))
			}
		}
	}
	s.hash = s.freshHash()
	return s
}

// put puts a piece on an empty square. It leaves the hash as it is.
func (s *Position) put(side Side, p Piece, sq Square) {
	bit := uint64(1) << (sq & 63)
	s.diagonal |= bit * uint64(p&1)
	s.straight |= bit * uint64(p>>1&1)
	s.other |= bit * uint64(p>>2)
	s.sides[side&1] |= bit
}

// ToMove returns the side to move.
func (Rules) ToMove(s *Position) game.Player { return s.turn }

// Alternates returns true.
func (Rules) Alternates() bool { return true }

// MoveKey returns the squares from and to and the kind of m. The moves of a piece have neighbouring
// keys, so that a search finds what it knows about them in a few lines of the cache.
func (Rules) MoveKey(m Move) int { return int(m&^0xFFF) | int(m.From())<<6 | int(m.To()) }

// Hash returns a key of the pieces, the side to move, the rights to castle and
// the en-passant square.
func (Rules) Hash(s *Position) uint64 { return s.hash }

// Structure returns a hash of the pawns.
func (Rules) Structure(s *Position) uint64 {
	pawns := s.other &^ (s.diagonal | s.straight)
	hash, _ := bits.Mul64(pawns&s.sides[White]^0x9E3779B97F4A7C15, pawns&s.sides[Black]^0x6A09E667F3BCC909)
	return hash
}

// keys are the random numbers of Zobrist (1970): a hash is the exclusive or of those of its parts.
type keys struct {
	piece  [2][8][64]uint64 // by side, piece and square; 0 for NoPiece
	castle [64]uint64       // by the square of the rook
	ep     [8]uint64        // by file
	turn   uint64           // Black is to move
}

var key = *newKeys()

// newKeys makes the keys with a Weyl sequence of the golden ratio, whose terms two multiplications
// by odd numbers of high weight, of the fractional parts of √2 and √3, and shifts mix.
func newKeys() *keys {
	k, state := new(keys), uint64(0)
	next := func() uint64 {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ z>>32) * 0x6A09E667F3BCC909
		z = (z ^ z>>29) * 0xBB67AE8584CAA73B
		return z ^ z>>32
	}
	for side := range k.piece {
		for p := Bishop; p <= King; p++ {
			for sq := range 64 {
				k.piece[side][p][sq] = next()
			}
		}
	}
	for sq := range k.castle {
		k.castle[sq] = next()
	}
	for file := range k.ep {
		k.ep[file] = next()
	}
	k.turn = next()
	return k
}

// freshHash returns the hash of s from its parts.
func (s *Position) freshHash() (hash uint64) {
	for side := range s.sides {
		for set := s.sides[side]; set != 0; {
			sq := pop(&set)
			hash ^= key.piece[side][s.At(sq)][sq]
		}
	}
	hash ^= castleKeys(s.castle)
	if s.ep != 0 {
		hash ^= key.ep[s.ep&7]
	}
	if s.turn == Black {
		hash ^= key.turn
	}
	return hash
}

func castleKeys(rooks uint64) (hash uint64) {
	for rooks != 0 {
		hash ^= key.castle[pop(&rooks)]
	}
	return hash
}

// String returns "chess".
func (Rules) String() string { return "chess" }
