package gametest_test

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
)

// boxes is Dots and Boxes with four boxes: a player who completes one moves
// again. side is the view of its evaluation.
type boxes struct {
	side func(s *boxesState) int
}

// boxesState is a position: the lines drawn, 0 to 5 horizontal and 6 to 11
// vertical, the lead of First in boxes, the player to move, and the number of
// moves.
type boxesState struct {
	lines        uint16
	lead         int8
	plies, mover uint8
}

func (boxes) Start() boxesState { return boxesState{} }

func (boxes) ToMove(s *boxesState) game.Player { return game.Player(s.mover) }

func (boxes) Hash(s *boxesState) uint64 {
	return (uint64(s.lines) | uint64(s.lead+4)<<12 | uint64(s.mover)<<16) * 0x9e3779b97f4a7c15
}

func (b boxes) Moves(s *boxesState, buf []uint8) ([]uint8, game.Status) {
	for i := range uint8(12) {
		if s.lines>>i&1 == 0 {
			buf = append(buf, i)
		}
	}
	if s.lines == 1<<12-1 {
		return buf, game.Final(int(s.lead) * (1 - 2*int(s.mover)))
	}
	return buf, game.Ongoing
}

func (boxes) Play(dst, src *boxesState, line uint8) {
	*dst = *src
	dst.lines |= 1 << line
	dst.plies++
	made := int8(0)
	for _, box := range [4]uint16{1<<0 | 1<<2 | 1<<6 | 1<<7, 1<<1 | 1<<3 | 1<<7 | 1<<8, 1<<2 | 1<<4 | 1<<9 | 1<<10, 1<<3 | 1<<5 | 1<<10 | 1<<11} {
		if bits.OnesCount16(box&dst.lines) == 4 && box>>line&1 != 0 {
			made++
		}
	}
	if made == 0 {
		dst.mover = 1 - src.mover
	}
	dst.lead += made * (1 - 2*int8(src.mover))
}

func (b boxes) Evaluate(s *boxesState) game.Score { return game.Score(int(s.lead) * b.side(s)) }

// TestHintWithDoubleTurns plants evaluations from the wrong side in a game
// where a player may move again.
func TestHintWithDoubleTurns(t *testing.T) {
	for name, x := range map[string]struct {
		side  func(s *boxesState) int
		wrong bool
	}{
		"the side to move":     {func(s *boxesState) int { return 1 - 2*int(s.mover) }, false},
		"the first player":     {func(*boxesState) int { return 1 }, true},
		"each ply another one": {func(s *boxesState) int { return 1 - 2*int(s.plies&1) }, true},
	} {
		tb := &reports{TB: t}
		gametest.Test(tb, boxes{x.side}, gametest.Config[boxesState, uint8]{Games: 3})
		if hinted := strings.Contains(strings.Join(tb.lines, "\n"), "hint"); hinted != x.wrong {
			t.Errorf("evaluation from %s: reported %q", name, tb.lines)
		}
	}
}
