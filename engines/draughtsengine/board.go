package draughtsengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// The steps of a set of squares, in bits; package draughts draws the layout.
const (
	downLeft  = 5
	downRight = 6
)

func step(set uint64, direction int) uint64 { return bits.RotateLeft64(set, direction) }

// neighbours returns the squares a step away from those of a set.
func neighbours(set uint64) uint64 {
	return step(set, downLeft) | step(set, downRight) | step(set, -downLeft) | step(set, -downRight)
}

// board is what evaluations ask of the board of a variant.
type board struct {
	size     int
	squares  uint64
	centre   uint64       // the squares in the middle of the four middle rows
	edge     uint64       // the leftmost and the rightmost column
	system   uint64       // every second column
	rows     [2][]uint64  // of either side, from its own first row to where its men are crowned
	first    [2]uint64    // the first of them
	seventh  [2]uint64    // that before the last
	advanced [2][4]uint64 // by bits of a row's number there: the rows that have the bit
	forward  [2][2]int    // the steps of its men
	backward bool         // men capture backward
}

// boards are those of the variants.
var boards = func() (all [4]*board) {
	for v := range all {
		all[v] = newBoard(draughts.Rules{Variant: draughts.Variant(v)})
	}
	return all
}()

func newBoard(r draughts.Rules) *board {
	b := &board{size: r.Size(), squares: r.Squares(), backward: r.Variant != draughts.English}
	for row := range b.size {
		for side := range game.Player(2) {
			at := row
			if r.CrownRow(side) == r.Row(0) {
				at = b.size - 1 - row
			}
			b.rows[side] = append(b.rows[side], r.Row(at))
			for bit := range b.advanced[side] {
				if row>>bit&1 != 0 {
					b.advanced[side][bit] |= r.Row(at)
				}
			}
		}
		set := r.Row(row)
		low := set & -set
		high := uint64(1) << (63 - bits.LeadingZeros64(set))
		if row%2 == 0 {
			b.system |= set
			b.edge |= high
		} else {
			b.edge |= low
		}
		if row >= b.size/2-2 && row < b.size/2+2 {
			b.centre |= set &^ (low | high)
		}
	}
	for side, rows := range b.rows {
		b.first[side], b.seventh[side] = rows[0], rows[b.size-2]
	}
	down := r.Black()
	b.forward[down] = [2]int{downLeft, downRight}
	b.forward[down.Other()] = [2]int{-downLeft, -downRight}
	return b
}

func count(set uint64) int32 { return int32(bits.OnesCount64(set)) }

// sides is a position as evaluations see it: one side's pieces and the other's.
type sides struct {
	*board
	own, opp, kings uint64
	side            game.Player // of own
}

func sidesOf(b *board, s *draughts.Position) (mover, other sides) {
	mover = sides{b, s.Own, s.Opp, s.Kings, s.Turn}
	return mover, mover.other()
}

func (s *sides) other() sides { return sides{s.board, s.opp, s.own, s.kings, s.side ^ 1} }

func (s *sides) men() uint64   { return s.own &^ s.kings }
func (s *sides) empty() uint64 { return s.squares &^ (s.own | s.opp) }

// ahead returns the squares a step ahead of those of a set, on the left and on the
// right.
func (s *sides) ahead(set uint64) (left, right uint64) {
	d := s.forward[s.side]
	return step(set, d[0]) & s.squares, step(set, d[1]) & s.squares
}

// attacked returns own pieces that the other side could jump if it were its turn, its
// kings as if they moved a step at a time.
func (s *sides) attacked() uint64 {
	empty := s.empty()
	d := s.forward[s.side^1]
	set := step(s.opp, d[0])&step(empty, -d[0]) | step(s.opp, d[1])&step(empty, -d[1])
	by := s.opp
	if !s.backward {
		by &= s.kings
	}
	if by != 0 {
		d = s.forward[s.side]
		set |= step(by, d[0])&step(empty, -d[0]) | step(by, d[1])&step(empty, -d[1])
	}
	return s.own & set
}
