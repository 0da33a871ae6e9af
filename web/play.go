package web

import (
	"cmp"
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
)

// Bounds of a position in a request.
const (
	maxText  = 64 << 10 // bytes of a position
	maxMoves = 1024
)

// placeDoc names a position: by its text, or the initial one, and moves played
// from it.
type placeDoc struct {
	Game     string   `json:"game"`
	Position string   `json:"position,omitempty"`
	Moves    []string `json:"moves,omitempty"`
}

// first returns the game and the position from which the moves are played.
func (s *Server) first(in *placeDoc) (*engine.Position, error) {
	switch {
	case len(in.Position) > maxText:
		return nil, fmt.Errorf("position: more than %d bytes", maxText)
	case len(in.Moves) > maxMoves:
		return nil, fmt.Errorf("moves: more than %d", maxMoves)
	}
	g, err := s.config.Find(in.Game)
	if err != nil {
		return nil, invalid(err)
	}
	if in.Position == "" {
		return g.Start(), nil
	}
	pos, err := g.Parse(in.Position)
	if err != nil {
		return nil, invalid(err)
	}
	return pos, nil
}

// line returns the first position and the one after each move.
func (s *Server) line(in *placeDoc) ([]*engine.Position, error) {
	pos, err := s.first(in)
	if err != nil {
		return nil, err
	}
	all := []*engine.Position{pos}
	for i, m := range in.Moves {
		if pos, err = pos.Play(m); err != nil {
			return nil, invalid(fmt.Errorf("move %d: %w", i+1, err))
		}
		all = append(all, pos)
	}
	return all, nil
}

// place returns the position after the last move.
func (s *Server) place(in *placeDoc) (*engine.Position, error) {
	all, err := s.line(in)
	if err != nil {
		return nil, err
	}
	return all[len(all)-1], nil
}

// stateDoc is a position as the page shows it.
type stateDoc struct {
	Move     string   `json:"move,omitempty"` // that led here
	Position string   `json:"position"`
	ToMove   string   `json:"to_move"`
	Side     int      `json:"side"` // 0 first, 1 second
	Legal    []string `json:"legal"`
	Over     bool     `json:"over"`
	// Result is first, second or draw in a game that is over, Margin by how
	// much.
	Result  string `json:"result,omitempty"`
	Margin  int    `json:"margin,omitempty"`
	Opening string `json:"opening,omitempty"`
	// Board is what stands on the board; Drawing shows it as text where the game
	// has none.
	Board   *engine.Placement `json:"board,omitempty"`
	Drawing string            `json:"drawing,omitempty"`
}

type lineReply struct {
	Schema string     `json:"schema"`
	Game   string     `json:"game"`
	States []stateDoc `json:"states"`
}

// position tells the positions along a line.
func (s *Server) position(_ context.Context, in *placeDoc) (lineReply, error) {
	all, err := s.line(in)
	if err != nil {
		return lineReply{}, err
	}
	out := lineReply{Schema: "ply.line/1", Game: all[0].Game().About().Name}
	for i, pos := range all {
		if i == 0 {
			out.States = append(out.States, describeState(pos, pos.Placement()))
			continue
		}
		state := describeState(pos, engine.After(all[i-1], in.Moves[i-1], pos))
		state.Move = in.Moves[i-1]
		out.States = append(out.States, state)
	}
	return out, nil
}

func describeState(pos *engine.Position, board *engine.Placement) stateDoc {
	status := pos.Status()
	doc := stateDoc{
		Position: pos.String(), ToMove: pos.Side(), Side: int(pos.ToMove() & 1),
		Legal: notNil(pos.Moves()), Over: status.Over(), Opening: pos.Opening(),
		Board: board,
	}
	if status.Over() {
		doc.Result, doc.Margin = result(pos.ToMove(), status)
	}
	if doc.Board == nil {
		doc.Drawing = cmp.Or(pos.Board(), doc.Position)
	}
	return doc
}

// result says who won, and by how much.
func result(side game.Player, status game.Status) (winner string, margin int) {
	margin, _ = status.Margin()
	won := margin
	switch {
	case status == game.Win:
		won = 1
	case status == game.Loss:
		won = -1
	}
	switch {
	case won == 0:
		return "draw", 0
	case won < 0:
		side, margin = side.Other(), -margin
	}
	return side.String(), margin
}
