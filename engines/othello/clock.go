package othello

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/game"
	rules "github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// solvedFrom is the number of empty squares from which a game is solved within
// a share of a clock: at 20 the solver takes some 0.2 s on the machines of
// today, and each further square about twice as long.
const solvedFrom = 22

// solvingShares is how many moves' worth of time is kept for the solving
// search; the moves behind it come from the table.
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
	}
	c.Moves = moves
	c.Overhead = cmp.Or(c.Overhead, overhead) * time.Duration(left)
	return c
}

// clockOf returns how clocks are spent on a board.
func clockOf(r rules.Rules) func(*rules.Position, search.Clock) search.Clock {
	return func(p *rules.Position, c search.Clock) search.Clock { return spend(r.Empties(p), c) }
}

// errTime is why a search ends that has used its time.
var errTime = errors.New("othello: time is up")

// timer ends a search of the solver by the times of its limits.
type timer struct {
	limits search.Limits
	begun  atomic.Int64 // when the clock started, in ns; 0 while it stands
	end    context.CancelCauseFunc
	easy   rules.Move // the move that needs no thought, or noMove
	best   rules.Move // of the last iteration, or noMove
}

// newTimer starts the clock, or waits for the end of pondering to start it. The
// context returned is done when time is up; release frees what the timer holds.
func newTimer(ctx context.Context, limits search.Limits) (t *timer, timed context.Context, release func()) {
	t = &timer{limits: limits, easy: noMove, best: noMove}
	timed, t.end = context.WithCancelCause(ctx)
	if limits.Ponder == nil {
		t.start(timed)
	} else {
		go func() {
			select {
			case <-limits.Ponder:
				t.start(timed)
			case <-timed.Done():
			}
		}()
	}
	return t, timed, func() { t.end(context.Canceled) }
}

// start lets the clock run.
func (t *timer) start(ctx context.Context) {
	t.begun.Store(time.Now().UnixNano())
	if t.limits.Time <= 0 {
		return
	}
	alarm := time.AfterFunc(t.limits.Time, func() { t.end(errTime) })
	context.AfterFunc(ctx, func() { alarm.Stop() })
}

// heed takes note of an iteration and ends the search if no further one is to
// be begun.
func (t *timer) heed(r *Result) {
	best, ok := r.Best()
	if !ok || r.Bound == game.Lower {
		return // amid an iteration
	}
	changed := t.best != noMove && t.best != best
	t.best = best
	begun := t.begun.Load()
	if t.limits.SoftTime == 0 || begun == 0 {
		return
	}
	if time.Now().UnixNano()-begun >= int64(allowance(t.limits.SoftTime, changed, best == t.easy)) {
		t.end(errTime)
	}
}

// allowance returns the time after which no further iteration is begun: half as
// much again if the best move has just changed, a quarter if it is one that
// needs no thought.
func allowance(soft time.Duration, changed, easy bool) time.Duration {
	switch {
	case easy:
		return soft / 4
	case changed:
		return soft + soft/2
	}
	return soft
}

// A move needs no thought if a search to easyDepth plies prefers it by easyGap
// discs or more. Of 400 random positions of 26 to 49 empty squares 57 had such a
// move, and it was that of depth 12 in all of them; with 4 to 7 discs in place of
// 8 it was in 89 of 97.
const (
	easyDepth = 6
	easyGap   = 8
)

// easyMove returns the move of p that needs no thought, or noMove.
func (s *Solver) easyMove(ctx context.Context, p rules.Position) rules.Move {
	r, err := s.Solve(ctx, p, Query{Lines: 2, Depth: easyDepth}, nil)
	if err != nil || len(r.Lines) < 2 || r.Lines[0].Value-r.Lines[1].Value < easyGap {
		return noMove
	}
	return r.Lines[0].Moves[0]
}
