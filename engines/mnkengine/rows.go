package mnkengine

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

// Rows is a game on at most 64 cells with what [Exact] proves of it and the
// evaluation of [Patterns]. Edges must not be joined and there must be no
// gravity: make it with [NewRows].
type Rows struct{ Exact }

var _ game.Evaluator[mnk.Position] = Rows{}

// NewRows returns the game of r; ok is false for the variants that it is not
// for.
func NewRows(r mnk.Rules) (rows Rows, ok bool) {
	e := NewExact(r)
	return Rows{e}, e.windows != nil
}

// Evaluate sums the worth of the rows open to the side to move less those open
// to the other.
func (r Rows) Evaluate(p *mnk.Position) game.Score {
	own, opp := mnk.Set{p.Own}, mnk.Set{p.Opp}
	var mine, theirs census
	r.windows.take(&mine, &theirs, &own, &opp)
	return game.Score(r.windows.balance(&mine, &theirs))
}

// balance returns the worth of the rows of one side less that of the other's.
func (w *windows) balance(mine, theirs *census) (sum int) {
	for n := 1; n < w.k; n++ {
		sum += worth(w.k-n) * (mine.rows[n] - theirs.rows[n])
	}
	return sum
}
