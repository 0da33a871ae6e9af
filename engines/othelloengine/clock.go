package othelloengine

import (
	"cmp"
	"context"
	"time"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// solvedFrom is the number of empty squares from which a game is solved within
// a share of a clock: at 20 the solver takes some 0.2 s on the machines of
// today, and each further square 2.3 times as long (TestSolvingTime).
const solvedFrom = 22

// solvingShares is how many moves' worth of time is kept for the solving
// search; the moves behind it come from the table, where the next takes a
// fiftieth of the time (TestSolvingTime).
const solvingShares = 3

// overhead is what a move loses outside the search where nobody says.
const overhead = 10 * time.Millisecond

// spend sets the number of moves that a clock is divided by, those before the
// game can be solved and some for solving it, and keeps back what all moves to
// come lose outside the search.
func spend(empties int, c search.Clock) search.Clock {
	moves := max(empties-solvedFrom+1, 0)/2 + solvingShares
	left := (empties + 1) / 2
	if c.Moves > 0 {
		moves, left = min(c.Moves, moves), min(c.Moves, left)
	} else if c.Reserve == 0 {
		c.Reserve = reserve(empties, moves, c.Left)
	}
	c.Moves = moves
	c.Overhead = cmp.Or(c.Overhead, overhead) * time.Duration(left)
	return c
}

// What is kept back for a machine that is busy with other things: a part of the
// time that the game began with, but no more than is enough for any game.
const (
	reserveDivisor = 16
	mostReserve    = 1250 * time.Millisecond
	firstShares    = (60-solvedFrom)/2 + solvingShares // of the first move on the large board
)

// reserve returns what is kept back of a clock that is divided by so many moves.
// What the game began with follows from what is left, as spend divides it.
func reserve(empties, moves int, left time.Duration) time.Duration {
	given := float64(left) * firstShares / float64(moves)
	for ; empties < solvedFrom; empties += 2 {
		given *= solvingShares / (solvingShares - 1.)
	}
	return max(min(time.Duration(given/reserveDivisor), mostReserve, left), 1)
}

// clockOf returns how clocks are spent on a board.
func clockOf(r othello.Rules) func(*othello.Position, search.Clock) search.Clock {
	return func(p *othello.Position, c search.Clock) search.Clock { return spend(r.Empties(p), c) }
}

// decision returns what the choice of best says to the clock, after last in the
// iteration before, or noMove, and where easy, unless it is noMove, needs no
// thought.
func decision(best, last, easy othello.Move) search.Decision {
	switch {
	case best == easy:
		return search.Easy
	case last != noMove && best != last:
		return search.Changed
	}
	return search.Steady
}

// A move needs no thought if a search to easyDepth plies prefers it by easyGap
// discs or more. Of 400 random positions of 26 to 49 empty squares 59 had such a
// move, and it was that of depth 12 in all of them; with 4 to 7 discs in place of
// 8 it was in 90 of 97 (TestEasyMoves).
const (
	easyDepth = 6
	easyGap   = 8
)

// easyMove returns the move of p that needs no thought, or noMove.
func (s *Solver) easyMove(ctx context.Context, p othello.Position, c search.Control) othello.Move {
	f := s.ask(ctx, p, questionOf(search.Query{Lines: 2, Depth: easyDepth}, 2), c, nil)
	if len(f.lines) < 2 || f.lines[0].value-f.lines[1].value < easyGap {
		return noMove
	}
	return f.lines[0].moves[0]
}
