package gametest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// PuzzleConfig says how to test a puzzle.
type PuzzleConfig[S comparable] struct {
	// Starts are the positions from which walks begin. Positions near the goal
	// are best, because uniform cost solves all of them.
	Starts []S
	// Walks is the number of random walks. Zero means 20.
	Walks int
	// Moves is the length of a walk. Zero means 5.
	Moves int
	// Seed chooses the walks. Zero means 1.
	Seed uint64
	// Consistent checks that an estimate falls by no more than the cost of a move. Zero
	// allows larger falls.
	Consistent bool
}

// TestPuzzle walks through a puzzle at random and reports broken laws of package path:
// goals and the end of the game, costs, and inverse moves. It compares estimates and
// solutions with the least cost, which uniform-cost search finds. That also checks
// redundant moves, retraction and the puzzle's own loops, and takes the memory of a
// uniform-cost search. [Test] checks the laws of the game.
func TestPuzzle[S, M comparable, P path.Puzzle[S, M]](t testing.TB, p P, config PuzzleConfig[S]) {
	t.Helper()
	c := &puzzleChecker[S, M]{book: book[S, M]{Puzzle: p}, consistent: config.Consistent}
	c.coster, _ = c.Puzzle.(path.Coster[S, M])
	c.estimator, _ = c.Puzzle.(path.Estimator[S])
	seed := cmp.Or(config.Seed, 1)
	for i := range cmp.Or(config.Walks, 20) {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		s := config.Starts[i%len(config.Starts)]
		for ply := range cmp.Or(config.Moves, 5) {
			if err := c.check(&s); err != nil {
				t.Errorf("gametest: walk %d, seed %d, after %d moves, at %v: %v", i, seed, ply, s, err)
				return
			}
			moves, _ := p.Moves(&s, nil)
			if len(moves) == 0 {
				break
			}
			p.Play(&s, &s, moves[rng.IntN(len(moves))])
		}
	}
}

// puzzleChecker checks the laws at the positions of a puzzle.
type puzzleChecker[S, M comparable] struct {
	book[S, M]
	consistent bool
}

// book is a puzzle in the form that the textbook needs.
type book[S, M comparable] struct {
	path.Puzzle[S, M]
	coster    path.Coster[S, M]
	estimator path.Estimator[S]
}

func (b book[S, M]) Cost(s *S, m M) int {
	if b.coster == nil {
		return 1
	}
	return b.coster.Cost(s, m)
}

func (b book[S, M]) Estimate(s *S) int {
	if b.estimator == nil {
		return 0
	}
	return b.estimator.Estimate(s)
}

// check returns an error that names the law broken at s.
func (c *puzzleChecker[S, M]) check(s *S) error {
	moves, status := c.Moves(s, nil)
	switch {
	case c.Goal(s) != (status == game.Win):
		return fmt.Errorf("Goal says %v, Moves %v", c.Goal(s), status)
	case c.ToMove(s) != game.First:
		return errors.New("the second player is to move")
	case c.Goal(s) && c.Estimate(s) != 0:
		return fmt.Errorf("the goal has the estimate %d", c.Estimate(s))
	}
	for _, m := range moves {
		if err := c.checkMove(s, m); err != nil {
			return fmt.Errorf("move %v: %w", m, err)
		}
	}
	return errors.Join(c.checkRetractions(s), c.checkSolutions(s))
}

func (c *puzzleChecker[S, M]) checkMove(s *S, m M) error {
	var next S
	c.Play(&next, s, m)
	cost := c.Cost(s, m)
	if cost < 0 {
		return fmt.Errorf("it costs %d", cost)
	}
	if fall := c.Estimate(s) - c.Estimate(&next); c.consistent && fall > cost {
		return fmt.Errorf("it costs %d, and the estimate falls by %d", cost, fall)
	}
	inverter, ok := c.Puzzle.(path.Inverter[M])
	if _, status := c.Moves(&next, nil); !ok || status.Over() {
		return nil
	}
	var back S
	inverse := inverter.Inverse(m)
	if c.Play(&back, &next, inverse); back != *s || c.Cost(&next, inverse) != cost {
		return fmt.Errorf("its inverse, %v, leads to %v at a cost of %d", inverse, back, c.Cost(&next, inverse))
	}
	return nil
}

// checkRetractions takes moves back and replays them.
func (c *puzzleChecker[S, M]) checkRetractions(s *S) error {
	r, ok := c.Puzzle.(path.Retractor[S, M])
	if !ok {
		return nil
	}
	for _, m := range r.Retractions(s, nil) {
		var before, again S
		r.Retract(&before, s, m)
		if c.Play(&again, &before, m); again != *s || c.Goal(&before) {
			return fmt.Errorf("taken back, %v comes from %v, from where it leads to %v", m, before, again)
		}
	}
	return nil
}

// checkSolutions solves s. It compares the least cost with the estimate, and
// with the results of all searches that use the puzzle's capabilities.
func (c *puzzleChecker[S, M]) checkSolutions(s *S) error {
	if judge, ok := c.Puzzle.(path.Judge[S]); ok && judge.Unsolvable(s) != nil {
		return nil // there is nothing to find: see the caller's own tests
	}
	goal := pathbook.Run[S, M](context.Background(), pathbook.UniformCost, c.book, *s, pathbook.Options{}).Goal
	least := path.Infinite
	if goal != nil {
		least = goal.G
		if c.Estimate(s) > least {
			return fmt.Errorf("the estimate %d is more than the cost %d of %v", c.Estimate(s), least, goal.Moves())
		}
	}
	var all error
	for _, a := range relying {
		all = errors.Join(all, c.checkSolution(a, s, least))
	}
	return all
}

// relying are the searches that use a puzzle's capabilities: inverses and redundant
// moves, its own loop, retraction, and its own solver.
var relying = []path.Algorithm{path.IDAStar, path.Bidirectional, path.Frontier, path.Own}

// solutionNodes is enough for the positions of a test.
const solutionNodes = 20_000

// checkSolution runs a search on s, whose least cost is given.
func (c *puzzleChecker[S, M]) checkSolution(a path.Algorithm, s *S, least int) error {
	searcher, err := path.New(c.Puzzle, path.Options{Algorithm: a})
	if errors.Is(err, path.ErrUnfit) {
		return nil
	}
	if err != nil {
		return err
	}
	r := searcher.Search(context.Background(), s, path.Query{Nodes: solutionNodes}, search.Control{}, nil)
	if r.Lower > least || r.Found && r.Cost < least {
		return fmt.Errorf("%s: %v, by %v: the least cost is %d", a, &r, r.Moves, least)
	}
	return nil
}
