// Package client defines the arbiter's side of the protocols: the interface of a player and its
// optional extensions, and the connection to an engine program that all protocol clients use.
// The clients themselves are in the packages of their protocols, such as gtp, nboard and jsonl.
package client

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
)

// Player plays one side of games, one game at a time. An error of its methods that is a [*Fault]
// is the player's fault. An error of an ended context blames neither side. Any other error ends
// the match.
type Player interface {
	// Name identifies the player in reports.
	Name() string
	// Begin announces a new game.
	Begin(ctx context.Context, r Round) error
	// Move returns the player's move at t.Now.
	Move(ctx context.Context, t *Turn) (Reply, error)
	// Close ends the player.
	Close() error
}

// Claimant is a Player that reports the result of a game.
type Claimant interface {
	// Claim returns the winner at the end of a game: 1 for the first side, -1 for the second, 0
	// for a draw. ok is false if the player makes no claim.
	Claim(ctx context.Context, t *Turn) (outcome int, ok bool, err error)
}

// Ponderer is a Player that can think on the opponent's time.
type Ponderer interface {
	// Ponder announces, after the player's own move, that the opponent is to move at t.Now. It
	// returns at once. The player may think until the next call of Move, Begin or Close, or
	// until ctx is done.
	Ponder(ctx context.Context, t *Turn) error
}

// Round describes a new game to a player.
type Round struct {
	// Index is the number of the game in its match. Seat is 0 for the first of the two players
	// and 1 for the second. A random player uses both as its seed, so that a game depends
	// neither on earlier games nor on the opponent's random numbers.
	Index, Seat int
	// Start is the position before the first move.
	Start *engine.Position
	// Clock is the player's clock at the beginning, or nil.
	Clock *engine.Clock
}

// Turn is a request for a move.
type Turn struct {
	// Moves lead from Start to Now.
	Start *engine.Position
	Moves []string         // from Start to Now
	Now   *engine.Position // the position to move in
	// Clocks are the clocks of the sides, nil without a limit. Players must not change them.
	Clocks [2]*engine.Clock
	// Wait is how long the arbiter waits for the move. Zero means the player's Patience.
	Wait time.Duration
}

// Clock returns the clock of the side to move, or nil.
func (t *Turn) Clock() *engine.Clock { return t.Clocks[t.Now.ToMove()&1] }

// After returns the turn after the opponent's expected move. ok is false if the move is not
// legal, or if it is not the player's turn afterwards.
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
	Move string // as the game writes it
	// Resigns says that the player resigns, without a move.
	Resigns bool
	// Ends means that the game ends unfinished, without a move, because it has reached the
	// number of moves that the player agreed to.
	Ends bool
	// Valued means that Value is the player's score of the move, from its own side, in the unit
	// of the game or of its program.
	Valued bool
	Value  float64
	// Depth and Nodes describe the search; 0 if the player does not report them.
	Depth int
	Nodes uint64
}

// Legal returns the legal move equal to text but for letter case, which varies among programs.
// It returns text itself if there is none.
func Legal(at *engine.Position, text string) string {
	legal := at.Moves()
	if slices.Contains(legal, text) {
		return text
	}
	if i := slices.IndexFunc(legal, func(m string) bool { return strings.EqualFold(m, text) }); i >= 0 {
		return legal[i]
	}
	if m, err := at.Rewrite(text); err == nil {
		return m
	}
	return text
}

// Kind is a kind of fault.
type Kind string

// The kinds of faults.
const (
	NoStart Kind = "start"    // does not start, or is never ready
	Exit    Kind = "exit"     // has ended
	Silence Kind = "silence"  // does not answer
	Flood   Kind = "flood"    // writes more than the client accepts
	Foreign Kind = "protocol" // it speaks something else, or does not obey
	Illegal Kind = "illegal"  // plays an illegal move
	Late    Kind = "time"     // runs out of time
	Claim   Kind = "claim"    // makes a false claim about the end of a game
)

// Fault is an error of a player.
type Fault struct {
	Kind Kind  // which rule was broken
	Err  error // the details
}

func (f *Fault) Error() string { return f.Err.Error() }

func (f *Fault) Unwrap() error { return f.Err }

// Program says how to start a program and how to talk to it.
type Program struct {
	Path string   // of the executable
	Args []string // its arguments
	// Size is the size of the board, for protocols that send it. Zero means that it is not sent.
	Size int
	// Options are set by name before the first game.
	Options []Option
	// Limits are the limits of each move, for protocols that send them.
	Limits engine.Request
	// Patience is the longest silence during a move. Zero means ten minutes.
	Patience time.Duration
	// Readiness is the longest time for a command that needs no thought, and for the start. Zero
	// means ten seconds.
	Readiness time.Duration
	// Errors is called with each line of the program's standard error, without terminal control
	// characters. Nil means that only the last line is kept, to explain a fault.
	Errors func(line string)
}

// Option is an option of a program.
type Option struct{ Name, Value string }
