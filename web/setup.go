package web

import (
	"context"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/game"
)

// setupRequest is pieces on a board, or a position to take them from, and optionally one more
// piece to place.
type setupRequest struct {
	placeDoc
	Pieces string  `json:"pieces,omitempty"`
	Side   uint8   `json:"side,omitempty"`
	Option int     `json:"option,omitempty"`
	Put    *putDoc `json:"put,omitempty"`
}

type putDoc struct {
	Cell  int    `json:"cell"`
	Piece string `json:"piece"` // its letter; a hyphen takes away what is there
}

// setupReply is the pieces, and either their position or the reason why they are not a legal
// one.
type setupReply struct {
	Schema   string `json:"schema"`
	Pieces   string `json:"pieces"`
	Side     uint8  `json:"side"`
	Option   int    `json:"option"`
	Position string `json:"position,omitempty"`
	Error    string `json:"error,omitempty"`
}

// setup places pieces on a board. An incomplete position is not an error of the request.
func (s *Server) setup(ctx context.Context, in *setupRequest) (setupReply, error) {
	pos, err := s.place(&in.placeDoc)
	if err != nil {
		return setupReply{}, err
	}
	board := pos.Game().Board()
	if board == nil || board.SetUp == nil {
		return setupReply{}, invalid(engine.ErrNoBoard)
	}
	a := boards.Arrangement{Pieces: in.Pieces, Side: game.Player(in.Side), Option: in.Option}
	if a.Pieces == "" {
		placed := pos.Placement()
		a = boards.Arrangement{Pieces: placed.Pieces, Side: pos.ToMove(), Option: placed.Option}
	}
	if in.Put != nil {
		if a.Pieces, err = board.Put(a.Pieces, in.Put.Cell, in.Put.Piece); err != nil {
			return setupReply{}, invalid(err)
		}
	}
	if !board.SetUp.Turn {
		a.Side = board.ToMove(a.Pieces)
	}
	out := setupReply{Schema: "ply.setup/1", Pieces: a.Pieces, Side: uint8(a.Side), Option: a.Option}
	if there, err := pos.Game().Arrange(a); err != nil {
		out.Error = languageOf(ctx).Error(err)
	} else {
		out.Position = there.String()
	}
	return out, nil
}
