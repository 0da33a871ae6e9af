package gametest

import "math"

// views compares the evaluations of positions with those after a move that hands
// over the turn. Seen from the side to move they are of opposite sign, seen from
// the first player of the same, but for what a move changes.
type views struct {
	pairs           int
	product, a2, b2 float64
}

// compareViews takes in the evaluations before and after a move.
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

// enoughPairs is how many pairs of evaluations a hint takes.
const enoughPairs = 50

// hint says, without calling it a fault, that an evaluation looks as if it spoke
// from the first player's side.
func (c *checker[S, M, R]) hint() {
	c.t.Helper()
	v := &c.views
	if alike := v.product / math.Sqrt(v.a2*v.b2); v.pairs >= enoughPairs && alike > 0.5 {
		c.t.Logf("gametest: hint: evaluations keep their sign when the turn passes (correlation %.2f over %d moves): "+
			"Evaluate must speak from the side to move, not from the first player", alike, v.pairs)
	}
}
