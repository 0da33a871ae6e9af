package search

import "time"

// Clock is the state of a game clock for the side to move.
type Clock struct {
	// Left is the time left for the moves to come.
	Left time.Duration
	// Increment is what each move adds. Zero means nothing.
	Increment time.Duration
	// Moves is the number of own moves until the next time control. Zero means
	// that Left has to do for the rest of the game.
	Moves int
	// Overhead is what every move loses outside the search. Zero means 10 ms.
	Overhead time.Duration
	// Reserve is what is kept back for a machine that is busy with other things
	// just then. Zero means a quarter of what is left, and at most a second.
	Reserve time.Duration
}

// How a clock is spent. The shares are the customary ones; ours are not tuned.
const (
	defaultOverhead = 10 * time.Millisecond
	expectedMoves   = 25 // own moves still to come where nobody says
	mostMoves       = 50 // and the most that time is kept for
	hardFactor      = 5  // a move may take so many times its share
	hardDivisor     = 2  // but never more than this part of what is left
	reserveDivisor  = 4  // of what is left, the part kept back, up to mostReserve
	mostReserve     = time.Second
)

// Spend returns control with SoftTime and Time set for one move on the clock: a
// share of what is left for thinking, and the most that it may be stretched to.
// Both are at least a millisecond, so that a move is made even on a fallen flag.
func (c Clock) Spend(control Control) Control {
	overhead := c.Overhead
	if overhead == 0 {
		overhead = defaultOverhead
	}
	moves := c.Moves
	if moves <= 0 {
		moves = expectedMoves
	}
	moves = min(moves, mostMoves)
	reserve := c.Reserve
	if reserve == 0 {
		reserve = min(c.Left/reserveDivisor, mostReserve)
	}
	usable := max(c.Left-overhead-reserve, 0)
	share := usable/time.Duration(moves) + c.Increment*3/4
	hard := usable / hardDivisor
	if moves == 1 {
		hard = usable
	}
	control.Time = max(min(share*hardFactor, hard), time.Millisecond)
	control.SoftTime = max(min(share, control.Time), time.Millisecond)
	return control
}
