package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// Bounds of what one request may ask.
const (
	maxLines = 512
	maxDepth = 1000
	maxTime  = time.Hour
)

// limitsDoc says when a search ends. Without limits it ends with its client, or
// after an hour of thinking.
type limitsDoc struct {
	Depth  int    `json:"depth,omitempty"`
	Nodes  uint64 `json:"nodes,omitempty"`
	TimeMS int64  `json:"time_ms,omitempty"`
	Lines  int    `json:"lines,omitempty"`
}

func (l limitsDoc) limits() (search.Limits, error) {
	switch {
	case l.Depth < 0 || l.Depth > maxDepth:
		return search.Limits{}, fmt.Errorf("depth: %d, want 0 to %d", l.Depth, maxDepth)
	case l.TimeMS < 0 || l.TimeMS > maxTime.Milliseconds():
		return search.Limits{}, fmt.Errorf("time_ms: %d, want 0 to %d", l.TimeMS, maxTime.Milliseconds())
	case l.Lines < 0 || l.Lines > maxLines:
		return search.Limits{}, fmt.Errorf("lines: %d, want 0 to %d", l.Lines, maxLines)
	}
	limits := search.Limits{Depth: l.Depth, Nodes: l.Nodes, Time: time.Duration(l.TimeMS) * time.Millisecond, Lines: l.Lines}
	if limits.Time == 0 {
		limits.Time = maxTime
	}
	return limits, nil
}

type analysisRequest struct {
	placeDoc
	limitsDoc
}

// analysis streams what a search finds out about a position.
func (s *Server) analysis(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	var in analysisRequest
	pos, limits, lent, err := s.begin(r, &in)
	if err != nil {
		refuse(w, statusOf(err), err)
		return
	}
	defer lent.giveBack()
	out := stream{patience: s.patience}
	out.serve(w, r, func(ctx context.Context) (any, error) {
		a := lent.Analyze(ctx, pos, limits, func(a engine.Analysis) { out.show("analysis", describeAnalysis(&a)) })
		return describeAnalysis(&a), nil
	})
}

func (s *Server) begin(r *http.Request, in *analysisRequest) (pos engine.Position, limits search.Limits, lent *borrowed, err error) {
	if err = read(r, in); err != nil {
		return nil, limits, nil, err
	}
	if limits, err = in.limits(); err != nil {
		return nil, limits, nil, err
	}
	if pos, err = s.place(&in.placeDoc); err != nil {
		return nil, limits, nil, err
	}
	lent, err = s.borrow(pos.Game())
	return pos, limits, lent, err
}

// analysisDoc is the document "ply.analysis/1" of the command line.
type analysisDoc struct {
	Schema     string      `json:"schema"`
	Game       string      `json:"game"`
	Position   string      `json:"position"`
	ToMove     string      `json:"to_move"`
	Best       string      `json:"best"`
	Value      json.Number `json:"value"`
	Unit       string      `json:"unit"`
	Exact      bool        `json:"exact"`
	Outcome    string      `json:"outcome"`
	Depth      int         `json:"depth"`
	SelDepth   int         `json:"seldepth"`
	Confidence int         `json:"confidence,omitempty"`
	PV         []string    `json:"pv"`
	Nodes      uint64      `json:"nodes"`
	TimeMS     float64     `json:"time_ms"`
	NPS        uint64      `json:"nps"`
	Threads    int         `json:"threads"`
	MultiPV    []lineDoc   `json:"multipv"`
	Stopped    string      `json:"stopped"`
}

type lineDoc struct {
	Move string `json:"move"`
	valueDoc
	Exact bool     `json:"exact"`
	Bound string   `json:"bound"`
	Depth int      `json:"depth"`
	PV    []string `json:"pv"`
}

// valueDoc is a value for the side to move. Rank orders values of one game,
// estimates and proven ones alike: it is the score itself.
type valueDoc struct {
	Value   json.Number `json:"value"`
	Unit    string      `json:"unit"`
	Outcome int         `json:"outcome"`
	Plies   *int        `json:"plies,omitempty"`
	Rank    int32       `json:"rank"`
}

func describeValue(v engine.Value, score game.Score) valueDoc {
	doc := valueDoc{Value: number(v), Unit: v.Unit, Outcome: v.Outcome, Rank: int32(score)}
	if v.Plies >= 0 {
		doc.Plies = &v.Plies
	}
	return doc
}

func number(v engine.Value) json.Number {
	if v.Text != "" && json.Valid([]byte(v.Text)) {
		return json.Number(v.Text)
	}
	return json.Number(strconv.FormatFloat(v.Number, 'f', -1, 64))
}

func describeAnalysis(a *engine.Analysis) analysisDoc {
	best := a.Lines[0]
	doc := analysisDoc{
		Schema: "ply.analysis/1", Game: a.Position.Game().About().Name,
		Position: a.Position.String(), ToMove: a.Position.Side(),
		Best: best.Move, Value: number(best.Value), Unit: best.Value.Unit,
		Exact: a.Exact(), Outcome: a.Outcome(), Depth: a.Depth, SelDepth: a.SelDepth,
		PV: notNil(best.PV), Nodes: a.Stats.Nodes, TimeMS: float64(a.Elapsed.Microseconds()) / 1000,
		NPS: perSecond(a.Stats.Nodes, a.Elapsed), Threads: a.Threads, MultiPV: []lineDoc{}, Stopped: a.Stopped.String(),
	}
	if !a.Exact() {
		doc.Confidence = a.Confidence
	}
	for _, l := range a.Lines {
		if l.Move != "" {
			doc.MultiPV = append(doc.MultiPV, describeLine(&l))
		}
	}
	return doc
}

func describeLine(l *engine.Line) lineDoc {
	return lineDoc{
		Move: l.Move, valueDoc: describeValue(l.Value, l.Score), Exact: l.Proof == game.Exact,
		Bound: l.Bound.String(), Depth: l.Depth, PV: notNil(l.PV),
	}
}

func notNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func perSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(float64(n) / d.Seconds())
}
