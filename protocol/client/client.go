// Package client is the other side of the protocols: what an arbiter of games asks
// of whoever plays them, and the program at the far end of two pipes that all
// clients of protocols talk to. The clients themselves live beside their servers,
// in packages gtp, nboard, jsonl and so on.
package client

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
)

// Player plays one side of games, one game at a time. An error of its methods that
// is a [*Fault] is the player's own doing; one of a context that has ended is
// nobody's; any other ends the match.
type Player interface {
	// Name tells players apart in reports.
	Name() string
	// Begin tells that a game begins.
	Begin(ctx context.Context, r Round) error
	// Move returns the move to be played at t.Now.
	Move(ctx context.Context, t *Turn) (Reply, error)
	// Close ends the player.
	Close() error
}

// Claimant is a Player who says how a game has ended.
type Claimant interface {
	// Claim returns who has won at the end of a game, 1 for the first side, -1 for
	// the second, 0 for neither; ok is false if the player does not say.
	Claim(ctx context.Context, t *Turn) (outcome int, ok bool, err error)
}

// Ponderer is a Player who may think on the other's time.
type Ponderer interface {
	// Ponder tells that the other is to move at t.Now, after the player's own move,
	// and returns at once. The player may think until it is asked to Move, to Begin
	// or to Close, or ctx is done.
	Ponder(ctx context.Context, t *Turn) error
}

// Round is what a player is told of a game that begins.
type Round struct {
	// Index is the number of the game in its match, and Seat 0 for the first of its
	// two players, 1 for the second. A player who plays by chance takes them for a
	// seed, so that a game does not depend on those before it, nor on what the other
	// draws.
	Index, Seat int
	// Start is the position before the first move.
	Start *engine.Position
	// Clock is the player's at the beginning; nil if there is none.
	Clock *engine.Clock
}

// Turn is where a player is asked for a move.
type Turn struct {
	// Moves lead from Start to Now.
	Start *engine.Position
	Moves []string
	Now   *engine.Position
	// Clocks are those of the sides; nil where there is none. Players leave them as
	// they are.
	Clocks [2]*engine.Clock
	// Wait is how long the arbiter waits for the move. Zero means as long as the
	// player's program may be silent.
	Wait time.Duration
}

// Clock returns that of the side to move; nil if there is none.
func (t *Turn) Clock() *engine.Clock { return t.Clocks[t.Now.ToMove()&1] }

// After returns the turn behind a move that the player whose turn it is not expects of
// the other; ok is false if it is none, or it is not that player's turn then.
func (t *Turn) After(expected string) (then *Turn, ok bool) {
	if expected == "" {
		return nil, false
	}
	m := Legal(t.Now, expected)
	next, err := t.Now.Play(m)
	if err != nil || next.Status().Over() || next.ToMove() == t.Now.ToMove() {
		return nil, false
	}
	return &Turn{Start: t.Start, Moves: append(slices.Clip(t.Moves), m), Now: next, Clocks: t.Clocks, Wait: t.Wait}, true
}

// Reply is the answer to a Turn.
type Reply struct {
	Move string
	// Resigns tells that the player gives the game up, without a move.
	Resigns bool
	// Valued tells that Value is what the player thinks of the move, for itself, in
	// the unit of the game or of its program.
	Valued bool
	Value  float64
	// Depth and Nodes are those of the search; 0 if the player does not say.
	Depth int
	Nodes uint64
}

// Legal returns the legal move that text is but for the case of its letters, which
// programs write as they like; text itself if there is none.
func Legal(at *engine.Position, text string) string {
	legal := at.Moves()
	if slices.Contains(legal, text) {
		return text
	}
	if i := slices.IndexFunc(legal, func(m string) bool { return strings.EqualFold(m, text) }); i >= 0 {
		return legal[i]
	}
	return text
}

// Kind is what a player has done wrong.
type Kind string

// The kinds of faults.
const (
	NoStart Kind = "start"    // it cannot be started, or is never ready
	Exit    Kind = "exit"     // it has ended
	Silence Kind = "silence"  // it does not answer
	Flood   Kind = "flood"    // it says more than anybody reads
	Foreign Kind = "protocol" // it speaks something else, or does not obey
	Illegal Kind = "illegal"  // its move is none
	Late    Kind = "time"     // its flag fell
	Claim   Kind = "claim"    // it says that a game has ended which has not, or otherwise
)

// Fault is what a player has done wrong.
type Fault struct {
	Kind Kind
	Err  error
}

func (f *Fault) Error() string { return f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

// Program is a program to be started, and how to deal with it.
type Program struct {
	Path string
	Args []string
	// Size is that of the board, for protocols that tell it. Zero means that it is
	// told none.
	Size int
	// Options are set by name before the first game.
	Options []Option
	// Limits are those of each move, for protocols that tell them.
	Limits engine.Request
	// Patience is how long it may think over a move. Zero means ten minutes.
	Patience time.Duration
	// Readiness is how long it may take over what needs no thought, its start
	// included. Zero means ten seconds.
	Readiness time.Duration
	// Errors is called with each line of its standard error, without what a
	// terminal would obey. Nil means that the last line alone is kept, for the fault
	// that it may explain.
	Errors func(line string)
}

// Option is an option of a program.
type Option struct{ Name, Value string }
