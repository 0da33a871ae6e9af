package othelloengine

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// solvingTime returns what it takes to solve n empty squares, at most mostSolved, on the
// machines of today: 0.2 s from 20, and 2.3 times as long with each further
// (TestSolvingTime).
func solvingTime(n int) time.Duration {
	return time.Duration(0.2 * math.Pow(2.3, float64(min(n, mostSolved)-20)) * float64(time.Second))
}

// solvedFrom returns the number of empty squares from which a game is solved on a clock
// with so much left, which is four times what that takes.
func solvedFrom(left time.Duration) int {
	n := mostSolved
	for n > 0 && solvingTime(n) > left/4 {
		n--
	}
	return n
}

// mostSolved is for a clock of an hour.
const mostSolved = 30

// A clock is divided by shares. A move before the game can be solved is worth midShares,
// for it takes one or two: an iteration that is begun in time takes as long as all those
// before it, or twice that. Meanwhile keptShares are kept for solving the game. Solving it
// may take half of what is left; the moves behind it come from the table, where the next
// takes a fiftieth of the time (TestSolvingTime).
const (
	midShares     = 2
	keptShares    = 8
	solvingShares = 2
)

// overhead is what a move loses outside the search where nobody says.
const overhead = 10 * time.Millisecond

// shares returns what a clock is divided by at so many empty squares, what is kept for
// solving the game included.
func shares(empties int, left time.Duration) int {
	before := max(empties-solvedFrom(left), 0)
	return midShares*((before+1)/2) + keptShares
}

// spend sets the number of moves that a clock is divided by, and keeps back what all
// moves to come lose outside the search.
func spend(empties int, c search.Clock) search.Clock {
	moves, coming := shares(empties, c.Left), (empties+1)/2
	if empties <= solvedFrom(c.Left) {
		moves = solvingShares
	}
	if c.Moves > 0 {
		moves, coming = min(midShares*(c.Moves-1)+1, moves), min(c.Moves, coming)
	}
	c.Overhead = cmp.Or(c.Overhead, overhead) * time.Duration(coming)
	if c.Moves == 0 && c.Reserve == 0 {
		c.Reserve = reserve(empties, c.Left, c.Overhead)
	}
	c.Moves = moves
	return c
}

// What is kept back for a machine that is busy with other things: a part of the
// time that the game began with, but no more than is enough for any game.
const (
	reserveDivisor = 16
	mostReserve    = 1250 * time.Millisecond
)

// reserve returns what is kept back of a clock. What the game began with, on the large
// board, follows from what is left and the shares that are to come. Near the end all is
// kept but what is lost outside the search and ten times what solving the game takes.
func reserve(empties int, left, lost time.Duration) time.Duration {
	coming := float64(shares(empties, left)) / float64(shares(60, left))
	kept := min(time.Duration(float64(left)/(1+(reserveDivisor-1)*coming)), mostReserve)
	return max(kept, left-lost-10*solvingTime(empties), 1)
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
	easyFrom  = 22 // the game is soon solved from so many empty squares
)

// easyMove returns the move of p that needs no thought, or noMove.
func (s *Solver) easyMove(ctx context.Context, p othello.Position, c search.Control) othello.Move {
	f := s.ask(ctx, p, questionOf(search.Query{Lines: 2, Depth: easyDepth}, 2), c, nil)
	if len(f.lines) < 2 || f.lines[0].value-f.lines[1].value < easyGap {
		return noMove
	}
	return f.lines[0].moves[0]
}
