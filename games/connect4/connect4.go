// Package connect4 implements the rules of Connect Four on any board whose
// columns, each with a spare cell on top, fit in a 64-bit word. The standard
// board is seven columns wide and six cells high.
//
// # Layout
//
// A bitboard has one bit per cell, column by column from the left, each from
// the bottom up. A sentinel bit above every column is never set, so lines do
// not wrap into the next column. On the standard board:
//
//	6 13 20 27 34 41 48   sentinels
//	5 12 19 26 33 40 47
//	4 11 18 25 32 39 46
//	3 10 17 24 31 38 45
//	2  9 16 23 30 37 44
//	1  8 15 22 29 36 43
//	0  7 14 21 28 35 42
//
// The layout, and the key that [Rules.Key] builds from two such boards, come
// from Tromp's Fhourstones and Pons's solver.
package connect4

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// Move is a column, 0 for the leftmost.
type Move uint8

// State is a position. The zero State is the empty board, whatever its size.
type State struct {
	own uint64 // discs of the side to move
	all uint64 // all discs
}

// Own returns the discs of the side to move.
func (s *State) Own() uint64 { return s.own }

// All returns the discs of both sides.
func (s *State) All() uint64 { return s.all }

// Plies returns the number of discs on the board.
func (s *State) Plies() int { return bits.OnesCount64(s.all) }

// Rules are the rules of Connect Four on one board size. The zero Rules are for
// the standard board, 7×6.
type Rules struct{ other *board } // nil for the standard board

// The rules implement every capability that needs no evaluation.
var (
	_ game.Rules[State, Move]     = Rules{}
	_ game.Starter[State]         = Rules{}
	_ game.Statuser[State]        = Rules{}
	_ game.Alternator             = Rules{}
	_ game.Symmetric[State, Move] = Rules{}
	_ game.Folder[State]          = Rules{}
	_ game.MoveKeyer[Move]        = Rules{}
	_ game.Notation[State, Move]  = Rules{}
)

func (r Rules) board() *board {
	if r.other == nil {
		return standard
	}
	return r.other
}

// Width returns the number of columns.
func (r Rules) Width() int { return r.board().width }

// Height returns the number of cells of a column.
func (r Rules) Height() int { return r.board().height }

// Start returns the empty board.
func (r Rules) Start() State { return State{} }

// Moves appends the columns that are not full, from left to right.
func (r Rules) Moves(s *State, buf []Move) ([]Move, game.Status) {
	if status := r.Status(s); status.Over() {
		return buf, status
	}
	b := r.board()
	full := s.all & b.top
	if full == 0 && b == standard {
		return append(buf, 0, 1, 2, 3, 4, 5, 6), game.Ongoing
	}
	for c, cell := 0, uint64(1)<<(b.height-1); c < b.width; c, cell = c+1, cell<<b.stride {
		if full&cell == 0 {
			buf = append(buf, Move(c))
		}
	}
	return buf, game.Ongoing
}

// Status reports whether the last move completed a four or filled the board.
func (r Rules) Status(s *State) game.Status {
	won, cells := false, standard.cells
	if r.other == nil {
		won = standardFour(s.own ^ s.all)
	} else {
		won, cells = r.other.four(s.own^s.all), r.other.cells
	}
	switch {
	case won:
		return game.Loss
	case s.all == cells:
		return game.Draw
	}
	return game.Ongoing
}

// Play drops a disc in column m.
func (r Rules) Play(dst, src *State, m Move) {
	all := src.all
	dst.own = src.own ^ all
	dst.all = all | (all + r.foot(m))
}

// foot returns the lowest cell of column m. Adding it to all discs carries to the
// column's lowest empty cell.
func (r Rules) foot(m Move) uint64 {
	if r.other == nil {
		return 1 << (uint(m) * standardStride & 63)
	}
	return 1 << (uint(m) * r.other.stride & 63)
}

// ToMove returns First when the number of discs is even.
func (r Rules) ToMove(s *State) game.Player {
	return game.Player(bits.OnesCount64(s.all) & 1)
}

// Alternates returns true.
func (r Rules) Alternates() bool { return true }

// MoveKey returns the column.
func (r Rules) MoveKey(m Move) int { return int(m) }

// Key returns a number that identifies s among all positions of the board. Each column holds the
// discs of the side to move below a bit for the lowest empty cell:
//
//	0 0 1 x x x x    a column of four discs, x set for the side to move
func (r Rules) Key(s *State) uint64 { return s.own + s.all + r.board().bottom }

// Hash returns the key of s with its bits mixed. It is unique for each position of a board.
func (r Rules) Hash(s *State) uint64 { return game.Mix(r.Key(s)) }

// Image sets *dst to image k of *src. Image 0 is the position itself, image 1 its
// reflection left to right.
func (r Rules) Image(dst, src *State, m Move, k int) (image Move, ok bool) {
	switch k {
	case 0:
		*dst = *src
		return m, true
	case 1:
		*dst = State{r.Mirror(src.own), r.Mirror(src.all)}
		return Move(r.board().width-1) - m, true
	}
	return m, false
}

// Mirror returns a set of cells, including sentinels, reflected left to right.
func (r Rules) Mirror(cells uint64) uint64 { return r.board().mirror(cells) }

// Fold returns the hash of the image with the smaller key.
func (r Rules) Fold(s *State) (key uint64, k int) {
	key = r.Key(s)
	if m := r.Mirror(key); m < key {
		return game.Mix(m), 1
	}
	return game.Mix(key), 0
}

// A position is the end of some game. The order of the discs is lost, but few orders are possible.
// The sides alternate and discs rest on others, so the heights of the columns determine the board
// and the side to move. So a search for a game visits each vector of heights at most once. If the
// position is won, the four must not appear before the last move.

// recorder searches for a game that ends in a given position.
type recorder struct {
	rules Rules
	first uint64          // discs of the first player at the end
	all   uint64          // all discs at the end
	dead  map[uint64]bool // boards that cannot be continued, by their discs
	moves []Move
	tries int // remaining number of boards to visit
}

// record returns the first game, in column order, that ends in s. ok is false if none exists, or
// none is found on the given number of boards.
func (r Rules) record(s *State, tries int) (moves []Move, ok bool) {
	rec := recorder{rules: r, first: s.own, all: s.all, dead: map[uint64]bool{}, tries: tries}
	if s.Plies()&1 == 1 {
		rec.first ^= s.all
	}
	ok = rec.extend(0)
	return rec.moves, ok
}

// extend appends the moves from the board with the discs filled to the final one.
func (rec *recorder) extend(filled uint64) bool {
	if filled == rec.all {
		return true
	}
	rec.tries--
	if rec.tries < 0 || rec.dead[filled] || rec.over(filled) {
		return false
	}
	turn := rec.first
	if bits.OnesCount64(filled)&1 == 1 {
		turn = rec.all &^ rec.first
	}
	for c := range rec.rules.Width() {
		disc := (filled + rec.rules.foot(Move(c))) &^ filled & turn & rec.rules.board().column(c)
		if disc == 0 {
			continue
		}
		rec.moves = append(rec.moves, Move(c))
		if rec.extend(filled | disc) {
			return true
		}
		rec.moves = rec.moves[:len(rec.moves)-1]
	}
	rec.dead[filled] = true
	return false
}

// over reports whether either side has a four among the discs filled.
func (rec *recorder) over(filled uint64) bool {
	b := rec.rules.board()
	return b.four(filled&rec.first) || b.four(filled&^rec.first)
}
