// Package play has games in progress, between people, engines or both: the moves
// made and taken back, who plays which side, the engine's clocks, hints. It shows
// nothing: a line of text and a full screen play the same session.
package play

import (
	"cmp"
	"context"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/search"
)

// Session is a game in progress, from its Start on. Its methods are for one
// goroutine; Reply and Hint, which change nothing but the clocks, may run on
// another.
type Session struct {
	// Player is the engine. Sides says, by game.Player, which sides it plays.
	Player *engine.Player
	Sides  [2]bool
	// Clocks are those of the engine on each side; nil if there are none.
	Clocks [2]*search.Clock
	// Opponent is the name of the opponent that the engine plays like; empty if it
	// has none. See Face.
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

// Now returns the position.
func (s *Session) Now() *engine.Position { return s.now }

// Legal returns the legal moves; none if the game is over.
func (s *Session) Legal() []string { return s.legal }

// Over reports whether the game is over.
func (s *Session) Over() bool { return len(s.legal) == 0 }

// Moves returns the moves made, the first first.
func (s *Session) Moves() []string {
	moves := make([]string, len(s.past))
	for i, t := range s.past {
		moves[i] = t.move
	}
	return moves
}

// Positions returns the positions of the game, one more than it has moves.
func (s *Session) Positions() []*engine.Position {
	all := make([]*engine.Position, len(s.past), len(s.past)+1)
	for i, t := range s.past {
		all[i] = t.before
	}
	return append(all, s.now)
}

// EngineMoves reports whether it is the engine's turn.
func (s *Session) EngineMoves() bool { return !s.Over() && s.Sides[s.now.ToMove()&1] }

// Play makes a move and forgets those that were taken back. An error leaves
// everything as it was.
func (s *Session) Play(move string) error {
	next, err := s.now.Play(move)
	if err != nil {
		return err
	}
	s.past, s.future = append(s.past, played{s.now, move}), nil
	s.show(next)
	return nil
}

// Undo takes n moves back. It returns false, and takes none, if there are not so
// many.
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

// Usual returns how many moves a user means to take back: two, his own and the
// engine's answer, if the engine plays one side, else one.
func (s *Session) Usual() int {
	if s.Sides[0] != s.Sides[1] {
		return 2
	}
	return 1
}

// Back takes moves back until it is the user's turn, at least one if there is
// any.
func (s *Session) Back() {
	for s.Undo(1) && s.EngineMoves() {
	}
}

// Forth makes moves again that were taken back, until it is the user's turn.
func (s *Session) Forth() {
	for s.redo() && s.EngineMoves() {
	}
}

// redo makes the move again that was taken back last, if there is one.
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

// Swap lets user and engine change sides.
func (s *Session) Swap() { s.Sides[0], s.Sides[1] = s.Sides[1], s.Sides[0] }

// Restart begins a new game from the initial position, with the same clocks.
func (s *Session) Restart() { s.Start(s.now.Game().Start()) }

// Clock returns the engine's clock for a move at p; nil if there is none.
func (s *Session) Clock(p *engine.Position) *search.Clock { return s.Clocks[p.ToMove()&1] }

// Face lets the engine play like an opponent from now on, whatever limited it before.
// It must not be called while the engine thinks over a move.
func (s *Session) Face(o workshop.Opponent) {
	s.Opponent = o.Name
	s.Player.Query, s.Player.Control = search.Query{}, search.Control{}
	s.Player.Level, s.Player.Choice = o.Level, o.Choice()
}

// Reply chooses the engine's move at p, on its clock; see engine.Player.Move. An
// opponent with a name does not profit from what the engine has found out for the
// user.
func (s *Session) Reply(ctx context.Context, p *engine.Position) (engine.Line, engine.Analysis, bool) {
	if s.Opponent != "" {
		s.Player.Engine.Clear()
	}
	return s.Player.Move(ctx, p, s.Clock(p))
}

// Hint chooses a move for the user at p, on nobody's clock; see Adviser.
func (s *Session) Hint(ctx context.Context, p *engine.Position) (engine.Line, engine.Analysis) {
	chosen, found, _ := s.Adviser().Move(ctx, p, nil)
	return chosen, found
}

// adviceTime is how long a hint takes at most, if the engine's moves have no
// time of their own.
const adviceTime = 2 * time.Second

// Adviser returns the player who gives hints: the engine at full strength,
// whatever level, limits and chance it plays with.
func (s *Session) Adviser() *engine.Player {
	return &engine.Player{
		Engine:  s.Player.Engine,
		Control: search.Control{Time: cmp.Or(s.Player.Control.Time, adviceTime)},
	}
}

// Ponder lets the engine think on the user's time, until rest is called. What
// it finds stays in its table. It does nothing where the engine plays no side
// or the game is over.
func (s *Session) Ponder(ctx context.Context) (rest func()) {
	if s.Sides == [2]bool{} || s.Over() {
		return func() {}
	}
	return s.Player.Ponder(ctx, s.now)
}
