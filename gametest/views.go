package gametest

import "math"

// views compares the evaluations of positions with those after a move that
// passes the turn. Evaluations from the side to move have opposite signs, and
// evaluations from the first player's view have equal ones, apart from the
// effect of the move.
type views struct {
	pairs           int
	product, a2, b2 float64
}

// compareViews records the evaluations before and after a move.
func (c *checker[S, M, R]) compareViews(before, after *S) {
	e := c.offers.Evaluator
	if e == nil || c.rules.ToMove(before) == c.rules.ToMove(after) {
		return
	}
	if _, status := c.rules.Moves(after, nil); status.Over() {
		return
	}
	a, b := float64(e.Evaluate(before)), float64(e.Evaluate(after))
	if a != 0 || b != 0 {
		c.views.pairs++
		c.views.product += a * b
		c.views.a2 += a * a
		c.views.b2 += b * b
	}
}

// enoughPairs is the number of pairs of evaluations needed for a hint.
const enoughPairs = 50

// hint logs, without failing the test, that an evaluation seems to be from the
// first player's view.
func (c *checker[S, M, R]) hint() {
	c.t.Helper()
	v := &c.views
	if alike := v.product / math.Sqrt(v.a2*v.b2); v.pairs >= enoughPairs && alike > 0.5 {
		c.t.Logf("gametest: hint: evaluations keep their sign when the turn passes (correlation %.2f over %d moves): "+
			"Evaluate must speak from the side to move, not from the first player", alike, v.pairs)
	}
}
