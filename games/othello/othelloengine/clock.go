package othelloengine

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// solvingTime estimates the time to solve n empty squares, at most mostSolved,
// on current machines: 0.2 s for 20, and 2.3 times more for each further one
// (TestSolvingTime).
func solvingTime(n int) time.Duration {
	return time.Duration(0.2 * math.Pow(2.3, float64(min(n, mostSolved)-20)) * float64(time.Second))
}

// solvedFrom returns the largest number of empty squares that can be solved in
// a quarter of the time left.
func solvedFrom(left time.Duration) int {
	n := mostSolved
	for n > 0 && solvingTime(n) > left/4 {
		n--
	}
	return n
}

// mostSolved is the limit for a clock of an hour.
const mostSolved = 30

// The clock's time is divided into shares. Each move before the game can be
// solved gets midShares: an iteration that starts in time may take twice as
// long as all earlier ones together. keptShares are kept for solving the game.
// Solving may take half of the time left; the following moves come from the
// table and take about a fiftieth (TestSolvingTime).
const (
	midShares     = 2
	keptShares    = 8
	solvingShares = 2
)

// overhead is the default time that a move loses outside the search.
const overhead = 10 * time.Millisecond

// shares returns the number of shares at the given number of empty squares,
// including those kept for solving.
func shares(empties int, left time.Duration) int {
	before := max(empties-solvedFrom(left), 0)
	return midShares*((before+1)/2) + keptShares
}

// spend sets the number of moves the clock is divided by, and reserves the
// overhead of all moves to come.
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

// The reserve for a busy machine: a part of the game's initial time, up to an
// amount that suffices for any game.
const (
	reserveDivisor = 16
	mostReserve    = 1250 * time.Millisecond
)

// reserve returns the time to keep back. It estimates the game's initial time
// on the large board from the time left and the shares to come. Near the end it
// keeps everything except the overhead and ten times the time for solving.
func reserve(empties int, left, lost time.Duration) time.Duration {
	coming := float64(shares(empties, left)) / float64(shares(60, left))
	kept := min(time.Duration(float64(left)/(1+(reserveDivisor-1)*coming)), mostReserve)
	return max(kept, left-lost-10*solvingTime(empties), 1)
}

// decision classifies the choice of best for the clock. last is the previous
// iteration's choice, or noMove; easy is the move that needs no search, or
// noMove.
func decision(best, last, easy othello.Move) search.Decision {
	switch {
	case best == easy:
		return search.Easy
	case last != noMove && best != last:
		return search.Changed
	}
	return search.Steady
}

// A move is easy if a search to easyDepth plies prefers it by easyGap discs or
// more. Of 400 random positions of 26 to 49 empty squares 59 had such a move,
// and depth 12 agreed in all of them; with a gap of 4 to 7 discs it agreed in
// 90 of 97 (TestEasyMoves).
const (
	easyDepth = 6
	easyGap   = 8
	easyFrom  = 22 // with fewer empty squares the game is soon solved
)

// easyMove returns the easy move of p, or noMove.
func (s *Solver) easyMove(ctx context.Context, p othello.Position, c search.Control) othello.Move {
	f := s.ask(ctx, p, questionOf(search.Query{Lines: 2, Depth: easyDepth}, 2), c, nil)
	if len(f.lines) < 2 || f.lines[0].value-f.lines[1].value < easyGap {
		return noMove
	}
	return f.lines[0].moves[0]
}

// XOT, or extreme Othello, begins after eight plies drawn from a list of balanced
// positions. Our list has all positions of ply 8, up to symmetry, that our search
// values within 6 discs at depth 8 and at 0 at depths 12 and 16, from an empty table.
// TestXOT -update makes it anew. The list is in the order of the moves generated, each
// position by the first moves that lead to it.
//
//go:embed xot.txt
var xotLines string

// xot offers the list of balanced openings.
var xot = workshop.OpeningList{Word: "xot", Openings: func(*engine.Game) (list []engine.NamedOpening) {
	for line := range strings.Lines(xotLines) {
		var moves []string
		for square := range slices.Chunk([]byte(strings.TrimSpace(line)), 2) {
			moves = append(moves, string(square))
		}
		list = append(list, engine.NamedOpening{Name: fmt.Sprintf("xot %d", len(list)+1), Moves: moves})
	}
	return list
}}
