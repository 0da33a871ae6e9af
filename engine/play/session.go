// Package play holds games in progress between people, engines or both: moves
// made and taken back, the players of each side, the engine's clocks, hints.
// It displays nothing: a command line and a full screen use the same session.
package play

import (
	"cmp"
	"context"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/search"
)

// Session is a game in progress. Its methods are for one goroutine; Reply and
// Hint, which change only the clocks, may run on another.
type Session struct {
	// Player is the engine. Sides are the sides that it plays, by game.Player.
	Player *engine.Player
	Sides  [2]bool
	// Clocks are the engine's clocks for each side; nil means none.
	Clocks [2]*search.Clock
	// Opponent is the name of the opponent that the engine imitates; empty for none. See Face.
	Opponent string

	now          *engine.Position
	legal        []string
	past, future []played // the moves made and those taken back, the latest last
}

// played is a move with the position before it.
type played struct {
	before *engine.Position
	move   string
}

// Start begins a game at p. Moves before p cannot be taken back.
func (s *Session) Start(p *engine.Position) {
	s.past, s.future = nil, nil
	s.show(p)
}

func (s *Session) show(p *engine.Position) { s.now, s.legal = p, p.Moves() }

// Now returns the current position.
func (s *Session) Now() *engine.Position { return s.now }

// Legal returns the legal moves. It is empty if the game is over.
func (s *Session) Legal() []string { return s.legal }

// Over reports whether the game is over.
func (s *Session) Over() bool { return len(s.legal) == 0 }

// Moves returns the moves made, in order.
func (s *Session) Moves() []string {
	moves := make([]string, len(s.past))
	for i, t := range s.past {
		moves[i] = t.move
	}
	return moves
}

// Positions returns the positions of the game, one more than its moves.
func (s *Session) Positions() []*engine.Position {
	all := make([]*engine.Position, len(s.past), len(s.past)+1)
	for i, t := range s.past {
		all[i] = t.before
	}
	return append(all, s.now)
}

// EngineMoves reports whether it is the engine's turn. It moves for chance, too.
func (s *Session) EngineMoves() bool {
	return !s.Over() && (s.Sides[s.now.ToMove()&1] || s.now.Odds() != nil)
}

// Play makes a move and discards moves that were taken back. An error changes nothing.
func (s *Session) Play(move string) error {
	next, err := s.now.Play(move)
	if err != nil {
		return err
	}
	s.past, s.future = append(s.past, played{s.now, move}), nil
	s.show(next)
	return nil
}

// Undo takes n moves back. If there are fewer it returns false and changes nothing.
func (s *Session) Undo(n int) bool {
	if n > len(s.past) {
		return false
	}
	for range n {
		last := len(s.past) - 1
		t := s.past[last]
		s.past, s.future = s.past[:last:last], append(s.future, t)
		s.show(t.before)
	}
	return true
}

// Usual returns how many moves a user means to take back: two, the user's and
// the engine's reply, if the engine plays one side; otherwise one.
func (s *Session) Usual() int {
	if s.Sides[0] != s.Sides[1] {
		return 2
	}
	return 1
}

// Back takes moves back until it is the user's turn, at least one if there is one.
func (s *Session) Back() {
	for s.Undo(1) && s.EngineMoves() {
	}
}

// Forth repeats moves that were taken back, until it is the user's turn.
func (s *Session) Forth() {
	for s.redo() && s.EngineMoves() {
	}
}

// redo repeats the move that was taken back last, if there is one.
func (s *Session) redo() bool {
	last := len(s.future) - 1
	if last < 0 {
		return false
	}
	rest := s.future[:last:last]
	if s.Play(s.future[last].move) != nil {
		return false
	}
	s.future = rest
	return true
}

// Swap exchanges the sides of user and engine.
func (s *Session) Swap() { s.Sides[0], s.Sides[1] = s.Sides[1], s.Sides[0] }

// Restart begins a new game from the initial position, with the same clocks.
func (s *Session) Restart() { s.Start(s.now.Game().Start()) }

// Clock returns the engine's clock for a move at p; nil if there is none.
func (s *Session) Clock(p *engine.Position) *search.Clock { return s.Clocks[p.ToMove()&1] }

// Face makes the engine play like an opponent from now on, instead of its
// previous limits. It must not be called while the engine thinks about a move.
func (s *Session) Face(o workshop.Opponent) {
	s.Opponent = o.Name
	s.Player.Query, s.Player.Control = search.Query{}, search.Control{}
	s.Player.Sight, s.Player.Level, s.Player.Choice = o.Sight, o.Level, engine.Choice{Random: o.Random}
}

// Reply chooses the engine's move at p, on its clock; see engine.Player.Move.
// A named opponent does not use what the engine has found for the user.
func (s *Session) Reply(ctx context.Context, p *engine.Position) (engine.Line, engine.Analysis, bool) {
	if s.Opponent != "" {
		s.Player.Engine.Clear()
	}
	return s.Player.Move(ctx, p, s.Clock(p))
}

// Hint chooses a move for the user at p, without a clock; see Adviser.
func (s *Session) Hint(ctx context.Context, p *engine.Position) (engine.Line, engine.Analysis) {
	chosen, found, _ := s.Adviser().Move(ctx, p, nil)
	return chosen, found
}

// adviceTime is the maximum time for a hint, if the engine's moves have no time limit.
const adviceTime = 2 * time.Second

// Adviser returns the player that gives hints: the engine at full strength,
// without its level, limits and randomness.
func (s *Session) Adviser() *engine.Player {
	return &engine.Player{
		Engine:  s.Player.Engine,
		Control: search.Control{Time: cmp.Or(s.Player.Control.Time, adviceTime)},
	}
}

// Ponder lets the engine think on the user's time, until rest is called. Its results stay in its
// table. It does nothing if the engine plays no side or the game is over.
func (s *Session) Ponder(ctx context.Context) (rest func()) {
	if s.Sides == [2]bool{} || s.Over() {
		return func() {}
	}
	return s.Player.Ponder(ctx, s.now)
}
