package draughtsengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// Samuel is draughts with the evaluation of Samuel's program when it learned by rote (Some studies
// in machine learning using the game of checkers, IBM Journal 3, 1959): a polynomial of piece
// advantage, which dominates, denial of occupancy, mobility, and a hybrid of centre control and
// advancement. The paper defines the terms; the other weights are our choice.
type Samuel struct{ draughts.Rules }

var _ game.Evaluator[draughts.Position] = Samuel{}

// The weights of the terms. The paper's ratio of king to man is three to two.
const (
	samuelMan      = 100
	samuelKing     = 150
	samuelMobility = 2 // a square that a piece can move to
	samuelDenial   = 4 // such a square where the piece could be captured
	samuelHybrid   = 2 // a man that is in the centre, or advanced
)

// Evaluate returns the terms of the side to move minus its opponent's.
func (r Samuel) Evaluate(s *draughts.Position) game.Score {
	mover, other := sidesOf(boardOf[r.Variant&3], s)
	return game.Score(mover.samuel() - other.samuel())
}

func (s *sides) samuel() int32 {
	pieces := samuelMan*count(s.men()) + samuelKing*count(s.own&s.kings)
	return pieces + samuelMobility*count(s.mobility()) - samuelDenial*count(s.denied()) + samuelHybrid*s.hybrid()
}

// mobility returns the squares that pieces can move to, ignoring captures.
func (s *sides) mobility() uint64 {
	left, right := s.ahead(s.men())
	return (left | right | neighbours(s.own&s.kings)) & s.empty()
}

// denied returns the squares of mobility where a piece could be captured: next to an enemy piece,
// with an empty square behind. Unlike Samuel it ignores recaptures.
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

// hybrid returns the number of men in the centre, plus the men in the
// opponent's half, minus those in their own half beyond the home row.
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

// Material is a variant with the simplest evaluation: it counts pieces.
type Material struct{ draughts.Rules }

// manWorth is the value of a man in hundredths of a man.
const manWorth = 100

// kingWorth is the value of a king in hundredths of a man: one and a half men for a king that moves
// one step, Samuel's ratio (1959), and three for a flying king, as players count it.
var kingWorth = [...]game.Score{
	draughts.English:       150,
	draughts.Russian:       300,
	draughts.International: 300,
	draughts.Brazilian:     300,
}

// Evaluate returns the difference of pieces in hundredths of a man.
func (m Material) Evaluate(s *draughts.Position) game.Score {
	king := kingWorth[m.Variant&3]
	worth := func(own uint64) game.Score {
		return manWorth*game.Score(bits.OnesCount64(own&^s.Kings)) + king*game.Score(bits.OnesCount64(own&s.Kings))
	}
	return worth(s.Own) - worth(s.Opp)
}
