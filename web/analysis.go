package web

import (
	"context"
	"net/http"
	"time"

	"github.com/plywood-go/plywood/engine"
)

// Limits of one request.
const (
	maxLines = 512
	maxDepth = 1000
	maxTime  = time.Hour
)

// most bounds every request. A search without limits ends when its client leaves, or after an
// hour of thinking.
var most = engine.Most{Depth: maxDepth, MultiPV: maxLines, Time: maxTime}

type analysisRequest struct {
	placeDoc
	engine.Request
}

// analysis streams the results of a search as it goes on.
func (s *Server) analysis(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	var in analysisRequest
	pos, lent, err := s.begin(r, &in)
	if err != nil {
		refuse(w, r, statusOf(err), err)
		return
	}
	defer lent.giveBack()
	out := stream{patience: s.patience, nodes: &lent.nodes}
	out.serve(w, r, func(ctx context.Context) (any, error) {
		q, c := in.At(pos, maxTime)
		a := lent.Analyze(ctx, pos, q, c, func(a engine.Analysis) { out.show("analysis", a.Describe(algorithm)) })
		return a.Describe(algorithm), nil
	})
}

func (s *Server) begin(r *http.Request, in *analysisRequest) (pos *engine.Position, lent *borrowed, err error) {
	if err = read(r, in); err != nil {
		return nil, nil, err
	}
	if err = in.Check(most); err != nil {
		return nil, nil, err
	}
	if pos, err = s.place(&in.placeDoc); err != nil {
		return nil, nil, err
	}
	lent, err = s.borrow(pos.Game())
	return pos, lent, err
}

// algorithm is the name that analyses report for the engine's search.
const algorithm = "search"
