package gametest

import (
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// toTheEnd is more plies than a game has.
const toTheEnd = 1 << 30

// boundLaw checks that the bounds of p agree with the bounds of its best move. It needs
// no solving, so it is checked everywhere.
func (c *checker[S, M, R]) boundLaw(p *place[S, M]) error {
	b := c.offers.Bounder
	lower, upper := b.Bounds(p.state)
	if lower > upper {
		return fmt.Errorf("the lower bound is %v, the upper %v", lower, upper)
	}
	least, most := -game.Infinity, -game.Infinity
	for _, m := range p.moves {
		l, u := c.childBounds(b, p, m)
		least, most = max(least, l), max(most, u)
	}
	if upper < least || lower > most {
		return fmt.Errorf("the bounds are %v and %v, by those of the children the value lies between %v and %v", lower, upper, least, most)
	}
	return nil
}

// childBounds returns the bounds of the position after m, from the view of the
// side to move in p. They are equal if the game is over there.
func (c *checker[S, M, R]) childBounds(b game.Bounder[S], p *place[S, M], m M) (lower, upper game.Score) {
	next := c.look(c.after(p.state, m), nil)
	if next.status.Over() {
		lower = next.status.Score()
		upper = lower
	} else {
		lower, upper = b.Bounds(next.state)
	}
	x, y := seen(c.rules, p.state, next.state, 1, lower), seen(c.rules, p.state, next.state, 1, upper)
	return min(x, y), max(x, y)
}

// selectLaw checks the part of a selection that needs no solving: Select
// reorders the moves and keeps a win in one if there is one.
func (c *checker[S, M, R]) selectLaw(p *place[S, M]) error {
	moves := slices.Clone(p.moves)
	n := c.offers.Selector.Select(p.state, moves)
	if n < 1 || n > len(moves) {
		return fmt.Errorf("%d of %d moves selected", n, len(moves))
	}
	for _, m := range p.moves {
		if !slices.Contains(moves, m) {
			return fmt.Errorf("move %s is lost", c.showMove(p.state, m))
		}
	}
	wins := func(m M) bool {
		next := c.look(c.after(p.state, m), nil)
		return next.status.Over() && seen(c.rules, p.state, next.state, 1, next.status.Score()) == game.WinIn(1)
	}
	if i := slices.IndexFunc(moves, wins); i >= n && !slices.ContainsFunc(moves[:n], wins) {
		return fmt.Errorf("move %s wins at once and is not selected, nor is another that does", c.showMove(p.state, moves[i]))
	}
	return nil
}

// checkProven compares the claims of Bounds and Select about the last
// positions of a random game with their true values.
func (c *checker[S, M, R]) checkProven(path []S) {
	c.t.Helper()
	for i := max(0, len(path)-c.Solve); i < len(path) && c.Solve > 0; i++ {
		p := c.look(&path[i], nil)
		if p.status.Over() {
			continue
		}
		if err := c.proven(p); err != nil {
			c.t.Errorf("gametest: %v\nat %s (%s)", err, c.show(p.state), c.where)
			c.Solve = 0
		}
	}
}

func (c *checker[S, M, R]) proven(p *place[S, M]) error {
	b, s := c.offers.Bounder, c.offers.Selector
	if b == nil && s == nil {
		return nil
	}
	truth := c.value(p.state, toTheEnd)
	if b != nil {
		if lower, upper := b.Bounds(p.state); truth < lower || truth > upper {
			return fmt.Errorf("Bounder: the value is %v, the bounds are %v and %v", truth, lower, upper)
		}
	}
	if s != nil {
		return c.selection(s, p, truth)
	}
	return nil
}

// selection checks that Select keeps a move that has the true value.
func (c *checker[S, M, R]) selection(s game.Selector[S, M], p *place[S, M], truth game.Score) error {
	if err := c.selectLaw(p); err != nil {
		return fmt.Errorf("Selector: %w", err)
	}
	moves := slices.Clone(p.moves)
	n := s.Select(p.state, moves)
	best := -game.Infinity
	for _, m := range moves[:n] {
		next := c.after(p.state, m)
		best = max(best, seen(c.rules, p.state, next, 1, c.value(next, toTheEnd)))
	}
	if best != truth {
		return fmt.Errorf("Selector: the best of the moves selected is worth %v, the position %v", best, truth)
	}
	return nil
}
