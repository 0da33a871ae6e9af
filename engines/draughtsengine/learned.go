package draughtsengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/games/draughts"
)

// learned returns the pattern evaluation for the side to move, in hundredths of
// a man.
func learned(e *draughtspatterns.Evaluation, mover, other *sides) int32 {
	up, down, sign := mover, other, int32(1)
	if mover.forward[mover.side][0] > 0 {
		up, down, sign = other, mover, -1
	}
	var terms draughtspatterns.Counts
	count := termsOf(up, down, sign, &terms)
	return sign * e.Evaluate(up.men(), down.men(), &terms, count)
}

// Terms returns the terms besides the patterns of men, for the side whose men
// move up.
func Terms(r draughts.Rules, s *draughts.Position) (terms draughtspatterns.Counts) {
	up, down := sidesOf(boards[r.Variant&3], s)
	sign := int32(1)
	if s.Turn == r.Black() {
		up, down, sign = down, up, -1
	}
	termsOf(&up, &down, sign, &terms)
	return terms
}

// termsOf counts the terms for the side whose men move up. toMove is 1 if it is
// to move and −1 otherwise. It returns the number of all pieces.
func termsOf(up, down *sides, toMove int32, terms *draughtspatterns.Counts) (pieces int32) {
	all := up.own | up.opp
	pieces = count(all)
	terms[draughtspatterns.Attacked] = count(up.attacked()) - count(down.attacked())
	terms[draughtspatterns.Lead] = 16 * leading(up, down) / max(1, 2*pieces)
	terms[draughtspatterns.Turn] = toMove
	terms[draughtspatterns.Last] = toMove * up.theMove(all)
	if up.kings != 0 {
		empty := up.empty()
		mine, theirs := up.own&up.kings, down.own&up.kings
		terms[draughtspatterns.Kings] = count(mine) - count(theirs)
		terms[draughtspatterns.Centre] = count(mine&up.centre) - count(theirs&up.centre)
		terms[draughtspatterns.KingSteps] = count(neighbours(mine)&empty) - count(neighbours(theirs)&empty)
	}
	return pieces
}

// theMove returns 1 if the side to move has the move (the opposition), −1 if
// its opponent has it, and 0 if the number of pieces is odd. The side to move
// has it if the number of all pieces in every second column, those that reach
// its own home row, is odd. With an even total either side's columns give the
// same result.
func (b *board) theMove(all uint64) int32 {
	if bits.OnesCount64(all)&1 != 0 {
		return 0
	}
	return 2*(count(all&b.system)&1) - 1
}
