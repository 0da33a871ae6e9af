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

// Rows is a game on at most 64 cells with the proofs of [Exact] and the
// evaluation of [Patterns]. It supports neither joined edges nor gravity.
// Create it with [NewRows].
type Rows struct{ Exact }

var _ game.Evaluator[mnk.Position] = Rows{}

// NewRows returns the game of r. ok is false for unsupported variants.
func NewRows(r mnk.Rules) (rows Rows, ok bool) {
	e := NewExact(r)
	return Rows{e}, e.windows != nil
}

// Evaluate returns the value of the rows open to the side to move minus the
// opponent's.
func (r Rows) Evaluate(p *mnk.Position) game.Score {
	own, opp := mnk.Set{p.Own}, mnk.Set{p.Opp}
	var mine, theirs census
	r.windows.take(&mine, &theirs, &own, &opp)
	return game.Score(r.windows.balance(&mine, &theirs))
}

// balance returns the value of one side's rows minus the other's.
func (w *windows) balance(mine, theirs *census) (sum int) {
	for n := 1; n < w.k; n++ {
		sum += worth(w.k-n) * (mine.rows[n] - theirs.rows[n])
	}
	return sum
}
