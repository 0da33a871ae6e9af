package mnkengine

import (
	"math"
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// Nilsson is a game with Nilsson's evaluation of tic-tac-toe (Problem-Solving
// Methods in Artificial Intelligence, 1971, section 5.8): the number of rows
// open to the side to move minus the number open to its opponent. A won game
// scores above every evaluation.
//
// It gambles on mobility alone: two open threats count no more than two empty
// rows.
type Nilsson struct{ mnk.Rules }

var (
	_ game.Rules[mnk.Position, mnk.Move]      = Nilsson{}
	_ game.Evaluator[mnk.Position]            = Nilsson{}
	_ game.LastPlyer[mnk.Position]            = Nilsson{}
	_ game.MoveScorer[mnk.Position, mnk.Move] = Nilsson{}
)

// Evaluate returns the number of rows without an opponent's stone, minus the number of
// rows without a stone of the side to move.
func (n Nilsson) Evaluate(p *mnk.Position) game.Score {
	return game.Score(n.Open(p.Opp) - n.Open(p.Own))
}

// LastPly returns the best value of the children. A move closes only rows of
// the opponent, so the best quiet move leaves the fewest.
func (n Nilsson) LastPly(p *mnk.Position) (v game.Score, children int) {
	free := n.Free(p)
	children = bits.OnesCount64(free)
	fewest := math.MaxInt
	for rest := free; rest != 0; rest &= rest - 1 {
		own := p.Own | rest&-rest
		if n.Wins(own) {
			return game.WinIn(1), children
		}
		fewest = min(fewest, n.Open(own))
	}
	if children == 1 && p.Own|p.Opp|free == n.Full() {
		return 0, children
	}
	return game.Score(n.Open(p.Opp) - fewest), children
}
