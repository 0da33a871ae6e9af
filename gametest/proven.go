package gametest

import (
	"context"
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/textbook"
)

// solver finds the true value of positions near the end of a game.
type solver[S any, M comparable, R game.Rules[S, M]] struct {
	searcher *textbook.Searcher[S, M, R]
}

func newSolver[S any, M comparable, R game.Rules[S, M]](rules R) solver[S, M, R] {
	return solver[S, M, R]{textbook.New[S, M](textbook.AlphaBeta, rules, textbook.Options{})}
}

// toTheEnd is more plies than a game has.
const toTheEnd = 1 << 30

func (x solver[S, M, R]) value(s *S) game.Score {
	return x.searcher.Search(context.Background(), s, toTheEnd).Value
}

// checkProven holds what Bounds and Select claim of the last positions of a
// random game to their true values.
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
	b, bounds := any(c.rules).(game.Bounder[S])
	s, selects := any(c.rules).(game.Selector[S, M])
	if !bounds && !selects {
		return nil
	}
	truth := c.solve.value(p.state)
	if bounds {
		if lower, upper := b.Bounds(p.state); truth < lower || truth > upper {
			return fmt.Errorf("Bounder: the value is %v, the bounds are %v and %v", truth, lower, upper)
		}
	}
	if selects {
		return c.selection(s, p, truth)
	}
	return nil
}

// selection checks that Select permutes the moves and keeps one that is worth
// the truth.
func (c *checker[S, M, R]) selection(s game.Selector[S, M], p *place[S, M], truth game.Score) error {
	moves := slices.Clone(p.moves)
	n := s.Select(p.state, moves)
	if n < 1 || n > len(moves) {
		return fmt.Errorf("Selector: %d of %d moves selected", n, len(moves))
	}
	for _, m := range p.moves {
		if !slices.Contains(moves, m) {
			return fmt.Errorf("Selector: move %s is lost", c.showMove(p.state, m))
		}
	}
	best := -game.Infinity
	for _, m := range moves[:n] {
		next := c.after(p.state, m)
		v := c.solve.value(next).Later(1)
		if c.rules.ToMove(next) != c.rules.ToMove(p.state) {
			v = -v
		}
		best = max(best, v)
	}
	if best != truth {
		return fmt.Errorf("Selector: the best of the moves selected is worth %v, the position %v", best, truth)
	}
	return nil
}
