package gametest

import (
	"math"
	"math/rand/v2"
)

// views compares the evaluations before and after moves. Apart from the effect of the
// move, evaluations from the side to move change their sign if the move passes the turn,
// and keep it otherwise.
type views struct{ passing, keeping pairs }

// pairs sums products of evaluations before and after a move.
type pairs struct {
	n               int
	product, a2, b2 float64
}

// add adds a pair.
func (p *pairs) add(a, b float64) {
	if a != 0 || b != 0 {
		p.n++
		p.product += a * b
		p.a2 += a * a
		p.b2 += b * b
	}
}

// alike returns the correlation of the evaluations, or 0 if there are too few.
func (p *pairs) alike() float64 {
	if p.n < enoughPairs || p.product == 0 {
		return 0
	}
	return p.product / math.Sqrt(p.a2*p.b2)
}

// compareViews records the evaluations before and after a move.
func (c *checker[S, M, R]) compareViews(before, after *S) {
	e := c.offers.Evaluator
	if e == nil || c.over(after) {
		return
	}
	seen := &c.views.passing
	if c.rules.ToMove(before) == c.rules.ToMove(after) {
		seen = &c.views.keeping
	}
	seen.add(float64(e.Evaluate(before)), float64(e.Evaluate(after)))
}

const (
	// enoughPairs is the number of pairs of evaluations needed for a hint.
	enoughPairs = 50
	// viewedGames is the most random games played to collect them.
	viewedGames = 60
)

// hint logs that an evaluation seems to take the wrong side's view. It does not fail the
// test.
func (c *checker[S, M, R]) hint() {
	c.t.Helper()
	if c.offers.Evaluator == nil {
		return
	}
	for i := range viewedGames {
		if c.views.passing.n >= enoughPairs && c.views.keeping.n >= enoughPairs {
			break
		}
		rng := rand.New(rand.NewPCG(c.Seed, uint64(c.Games+i)))
		state := c.Starts[i%len(c.Starts)]
		for range min(c.Plies, enoughPairs) {
			next := c.wander(rng, &state)
			if next == nil {
				break
			}
			c.compareViews(&state, next)
			state = *next
		}
	}
	v := &c.views
	if alike := v.passing.alike(); alike > 0.7 {
		c.t.Logf("gametest: hint: evaluations keep their sign when the turn passes (correlation %.2f over %d moves): "+
			"Evaluate must speak from the side to move, not from the first player", alike, v.passing.n)
	}
	if alike := v.keeping.alike(); alike < -0.7 {
		c.t.Logf("gametest: hint: evaluations change their sign when a side moves again (correlation %.2f over %d moves): "+
			"Evaluate must speak from the side to move", alike, v.keeping.n)
	}
}
