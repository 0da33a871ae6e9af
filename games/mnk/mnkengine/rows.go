package mnkengine

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

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
