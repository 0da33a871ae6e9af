package draughtsengine

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// Samuel is draughts with the evaluation of Samuel's program as it was when it learned
// by rote (Some studies in machine learning using the game of checkers, IBM Journal 3,
// 1959): a polynomial of four terms. They are the piece advantage, above all; denial
// of occupancy; mobility; and a hybrid of control of the centre and advancement. The
// paper says what the terms count, and that the first outweighs the others. How much
// each counts is our choice.
type Samuel struct{ draughts.Rules }

var _ game.Evaluator[draughts.Position] = Samuel{}

// The weights of the terms. A king is worth three halves of a man: the paper has two
// to three.
const (
	samuelMan      = 100
	samuelKing     = 150
	samuelMobility = 2 // a square that can be stepped on
	samuelDenial   = 4 // such a square on which a piece would be taken
	samuelHybrid   = 2 // a man in the centre, or advanced
)

// Evaluate sums the terms for the side to move, less those of the other.
func (r Samuel) Evaluate(s *draughts.Position) game.Score {
	mover, other := sidesOf(boards[r.Variant&3], s)
	return game.Score(mover.samuel() - other.samuel())
}

func (s *sides) samuel() int32 {
	pieces := samuelMan*count(s.men()) + samuelKing*count(s.own&s.kings)
	return pieces + samuelMobility*count(s.mobility()) - samuelDenial*count(s.denied()) + samuelHybrid*s.hybrid()
}

// mobility returns the squares on which pieces can step, whether or not there are
// captures.
func (s *sides) mobility() uint64 {
	left, right := s.ahead(s.men())
	return (left | right | neighbours(s.own&s.kings)) & s.empty()
}

// denied returns the squares of mobility on which a piece could be jumped: next to a
// piece of the other side, with nothing behind. What is taken in return Samuel
// counted; this does not.
func (s *sides) denied() (set uint64) {
	empty := s.empty()
	for i, d := range [4]int{s.forward[s.side^1][0], s.forward[s.side^1][1], s.forward[s.side][0], s.forward[s.side][1]} {
		by := s.opp
		if i >= 2 && !s.backward {
			by &= s.kings
		}
		set |= step(by, d) & step(empty, -d)
	}
	return set & s.mobility()
}

// hybrid counts men in the centre, and men on the half of the other side less those
// that have left the first row and not come so far.
func (s *sides) hybrid() (n int32) {
	own := s.men()
	n = count(own & s.centre)
	half := s.size / 2
	for row := 1; row < s.size-1; row++ {
		if row >= half {
			n += count(own & s.rows[s.side][row])
		} else {
			n -= count(own & s.rows[s.side][row])
		}
	}
	return n
}
