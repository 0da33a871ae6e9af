package engine

import (
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/internal/reason"
)

// ErrNoBoard is the error of Game.Arrange for a game whose positions cannot be
// set up by hand.
var ErrNoBoard = reason.New("positions of the game are not set up by hand")

// board returns the shared board of the spec, or nil.
func (spec *Spec[S, M]) board() *boards.Board {
	if spec.Board == nil {
		return nil
	}
	switch b := spec.Board; {
	case len(b.Sides) == 0:
		panic("engine: " + spec.About.Name + ": the board has no sides")
	case len(b.Board.Pieces) == 0 || b.Pieces == nil:
		panic("engine: " + spec.About.Name + ": the board has no pieces")
	case b.Path == nil:
		panic("engine: " + spec.About.Name + ": the board has no paths of moves")
	}
	b := spec.Board.Board
	b.Schema = boards.Schema
	if spec.Board.Write == nil {
		b.SetUp = nil
	}
	return &b
}

// Placement returns the pieces on the game's Board; nil without a board.
func (p *Position) Placement() *boards.Placement {
	b := p.game.spec.Board
	if b == nil {
		return nil
	}
	moves, _ := p.moves()
	out := b.Place(&p.state, moves, p.format)
	if p.before != nil {
		out.Last = b.Path(&p.before.state, p.by)
	}
	return out
}
