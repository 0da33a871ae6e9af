package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/search"
)

// reviewTime is how long each position of a game is looked at if the request
// does not say.
const reviewTime = time.Second

type reviewRequest struct {
	placeDoc
	limitsDoc
}

type reviewDoc struct {
	Schema   string      `json:"schema"`
	Ply      int         `json:"ply"`
	Analysis analysisDoc `json:"analysis"`
}

type reviewedDoc struct {
	Schema    string `json:"schema"`
	Positions int    `json:"positions"`
}

// review streams an analysis of each position of a game, all its moves compared.
// It begins at the end, from where what is proven helps the search of what came
// before.
func (s *Server) review(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	var in reviewRequest
	positions, limits, lent, err := s.beginReview(r, &in)
	if err != nil {
		refuse(w, statusOf(err), err)
		return
	}
	defer lent.giveBack()
	out := stream{patience: s.patience}
	out.serve(w, r, func(ctx context.Context) (any, error) {
		for ply := len(positions) - 1; ply >= 0 && ctx.Err() == nil; ply-- {
			pos := positions[ply]
			limits.Lines = max(1, len(pos.Moves()))
			a := lent.Analyze(ctx, pos, limits, nil)
			out.tell("position", reviewDoc{"ply.review/1", ply, describeAnalysis(&a)})
		}
		return reviewedDoc{"ply.reviewed/1", len(positions)}, nil
	})
}

func (s *Server) beginReview(r *http.Request, in *reviewRequest) (positions []engine.Position, limits search.Limits, lent *borrowed, err error) {
	if err = read(r, in); err != nil {
		return nil, limits, nil, err
	}
	if in.Depth == 0 && in.Nodes == 0 && in.TimeMS == 0 {
		in.TimeMS = reviewTime.Milliseconds()
	}
	if limits, err = in.limits(); err != nil {
		return nil, limits, nil, err
	}
	if total := limits.Time * time.Duration(len(in.Moves)+1); in.TimeMS > 0 && total > maxTime {
		return nil, limits, nil, fmt.Errorf("time_ms: %v for all positions, want at most %v", total, maxTime)
	}
	if positions, err = s.line(&in.placeDoc); err != nil {
		return nil, limits, nil, err
	}
	if len(positions) < 2 {
		return nil, limits, nil, invalid(errors.New("moves: there is no game to review"))
	}
	lent, err = s.borrow(positions[0].Game())
	return positions, limits, lent, err
}
