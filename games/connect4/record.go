package connect4

import (
	"math"
	"math/bits"
)

// A position is the end of some game. The order of the discs is lost, but few orders are
// possible. The sides alternate and discs rest on others, so the heights of the columns
// determine the board and the side to move. So a search for a game visits each vector of
// heights at most once. If the position is won, the four must not appear before the last
// move.

// recorder searches for a game that ends in a given position.
type recorder struct {
	rules Rules
	first uint64          // discs of the first player at the end
	all   uint64          // all discs at the end
	dead  map[uint64]bool // boards that cannot be continued, by their discs
	moves []Move
	tries int // remaining number of boards to visit
}

// record returns the first game, in column order, that ends in s. ok is false
// if none exists, which happens only for a State that Play did not produce.
func (r Rules) record(s *State) (moves []Move, ok bool) {
	rec := recorder{rules: r, first: s.own, all: s.all, dead: map[uint64]bool{}, tries: math.MaxInt}
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
