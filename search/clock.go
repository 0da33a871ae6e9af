package search

import "time"

// Clock is the state of a game clock for the side to move.
type Clock struct {
	// Left is the time left for the moves to come.
	Left time.Duration
	// Increment is the time that each move adds. Zero means nothing.
	Increment time.Duration
	// Moves is the number of moves of this side until the next time control.
	// Zero means that Left must last for the rest of the game.
	Moves int
	// Overhead is the time that every move loses outside the search. Zero
	// means 10 ms.
	Overhead time.Duration
	// Reserve is time kept back in case the machine is busy with other work.
	// Zero means a quarter of the time left, and at most a second.
	Reserve time.Duration
}

// The shares are the customary ones; we have not tuned them.
const (
	defaultOverhead = 10 * time.Millisecond
	expectedMoves   = 25 // moves of this side still to come where the clock does not say
	mostMoves       = 50 // the most moves to keep time for
	hardFactor      = 5  // a move may take this multiple of its share
	hardDivisor     = 2  // but at most this fraction of the time left
	reserveDivisor  = 4  // the fraction of the time left to keep back, up to mostReserve
	mostReserve     = time.Second
	shortReserve    = 300 * time.Millisecond // kept back of a short time, up to half of it
)

// Spend returns control with SoftTime and Time set for one move on the clock:
// a share of the time left, and the most that it may be extended to. Both are
// at least a millisecond, so that a move is made even when the time is over.
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
		reserve = max(min(c.Left/reserveDivisor, mostReserve), min(c.Left/2, shortReserve))
	}
	usable := max(c.Left-overhead-reserve, 0)
	added := c.Increment * 3 / 4
	if c.Left < shortReserve {
		added = c.Increment / 2 // save up against stalls of the machine
	}
	share := usable/time.Duration(moves) + added
	hard := usable / hardDivisor
	if moves == 1 {
		hard = usable
	}
	control.Time = max(min(share*hardFactor, hard), time.Millisecond)
	control.SoftTime = max(min(share, control.Time), time.Millisecond)
	return control
}
