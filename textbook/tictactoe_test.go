package textbook_test

import (
	"math/bits"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/textbook"
)

// tictactoe is the game on two bitboards, the mover's first.
type tictactoe struct{}

type board struct {
	own, other uint16
	plies      uint8
}

const full = 1<<9 - 1

// row[b] reports whether b holds three in a row.
var row = func() (t [full + 1]bool) {
	for b := range t {
		for _, line := range [...]int{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
			t[b] = t[b] || b&line == line
		}
	}
	return t
}()

func (tictactoe) Status(s *board) game.Status {
	switch {
	case row[s.other&full]:
		return game.Loss
	case s.own|s.other == full:
		return game.Draw
	}
	return game.Ongoing
}

func (t tictactoe) Moves(s *board, buf []uint8) ([]uint8, game.Status) {
	if st := t.Status(s); st.Over() {
		return buf, st
	}
	for free := full &^ (s.own | s.other); free != 0; free &= free - 1 {
		buf = append(buf, uint8(bits.TrailingZeros16(free)))
	}
	return buf, game.Ongoing
}

func (tictactoe) Play(dst, src *board, m uint8) {
	*dst = board{own: src.other, other: src.own | 1<<m, plies: src.plies + 1}
}

func (tictactoe) ToMove(s *board) game.Player { return game.Player(s.plies & 1) }
func (tictactoe) Hash(s *board) uint64        { return uint64(s.own)<<16 | uint64(s.other) }
func (tictactoe) Alternates() bool            { return true }

// The sizes of the whole tree (Heineman et al. count 549 945 below the root).
const (
	wholeNodes  = 549_946
	wholeLeaves = 255_168
)

func TestWholeTicTacToe(t *testing.T) {
	for _, a := range []textbook.Algorithm{
		textbook.Minimax, textbook.NegaMax, textbook.BratkoMinimax, textbook.LectureMinimax, textbook.LectureNegMax,
	} {
		r := textbook.Run(t.Context(), a, tictactoe{}, new(board), 9, textbook.Options{})
		if r.Value != 0 || r.Nodes != wholeNodes || r.Leaves != wholeLeaves || len(r.PV) != 9 {
			t.Errorf("%s: got %+v, want a draw of 9 moves, %d nodes, %d leaves", a, r, wholeNodes, wholeLeaves)
		}
	}
}
