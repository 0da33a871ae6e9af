package main

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
)

func (a *app) writeJSON(doc any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(doc)
}

// analysisJSON is the document "ply.analysis/1".
type analysisJSON struct {
	Schema     string      `json:"schema"`
	Index      *int        `json:"index,omitempty"`
	Game       string      `json:"game"`
	Position   string      `json:"position"`
	ToMove     string      `json:"to_move"`
	Best       string      `json:"best"`
	Value      json.Number `json:"value"`
	Unit       string      `json:"unit"`
	Bound      string      `json:"bound"`
	Exact      bool        `json:"exact"`
	Outcome    string      `json:"outcome"`
	WinIn      *int        `json:"win_in,omitempty"`
	LoseIn     *int        `json:"lose_in,omitempty"`
	Depth      int         `json:"depth"`
	SelDepth   int         `json:"seldepth"`
	Confidence int         `json:"confidence,omitempty"`
	PV         []string    `json:"pv"`
	Nodes      uint64      `json:"nodes"`
	TimeMS     float64     `json:"time_ms"`
	NPS        uint64      `json:"nps"`
	Threads    int         `json:"threads"`
	MultiPV    []lineJSON  `json:"multipv"`
	Algorithm  string      `json:"algo"`
	Book       bool        `json:"book,omitempty"`
	Stopped    string      `json:"stopped"`
	Comment    string      `json:"comment,omitempty"`
	Expected   *expectJSON `json:"expected,omitempty"`
}

type lineJSON struct {
	Move  string      `json:"move"`
	Value json.Number `json:"value"`
	Unit  string      `json:"unit"`
	Bound string      `json:"bound"`
	Exact bool        `json:"exact"`
	Depth int         `json:"depth"`
	PV    []string    `json:"pv"`
}

// expectJSON is what a file of positions said of one of them.
type expectJSON struct {
	Value json.Number `json:"value"`
	Best  []string    `json:"best"`
	Met   bool        `json:"met"`
}

func number(v engine.Value) json.Number {
	if v.Text != "" && json.Valid([]byte(v.Text)) {
		return json.Number(v.Text)
	}
	return json.Number(strconv.FormatFloat(v.Number, 'f', -1, 64))
}

func perSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(float64(n) / d.Seconds())
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// describe makes the document of an analysis.
func describe(r *analysis) analysisJSON {
	best := r.Lines[0]
	doc := analysisJSON{
		Schema: "ply.analysis/1", Game: r.Position.Game().About().Name,
		Position: r.Position.String(), ToMove: r.Position.Side(),
		Best: best.Move, Value: number(best.Value), Unit: best.Value.Unit,
		Bound: boundName(&r.Analysis), Exact: r.Exact(), Outcome: r.Outcome(),
		Depth: r.Depth, SelDepth: r.SelDepth, PV: notNil(best.PV),
		Nodes: r.Stats.Nodes, TimeMS: milliseconds(r.Elapsed), NPS: perSecond(r.Stats.Nodes, r.Elapsed),
		Threads: r.Threads, MultiPV: []lineJSON{}, Algorithm: r.algorithm, Stopped: r.Stopped.String(), Book: r.Book,
	}
	if !r.Exact() {
		doc.Confidence = r.Confidence
	}
	doc.WinIn, doc.LoseIn = distances(r)
	for _, l := range r.Lines {
		if l.Move != "" {
			doc.MultiPV = append(doc.MultiPV, describeLine(l))
		}
	}
	return doc
}

func describeLine(l engine.Line) lineJSON {
	return lineJSON{
		l.Move, number(l.Value), l.Value.Unit, l.Bound.String(), l.Proof == game.Exact, l.Depth, notNil(l.PV),
	}
}

// distances returns the plies to a proven win or loss, nil where there is none.
func distances(r *analysis) (winIn, loseIn *int) {
	plies := r.Lines[0].Value.Plies
	switch {
	case plies < 0:
	case r.Outcome() == "win":
		return &plies, nil
	case r.Outcome() == "loss":
		return nil, &plies
	}
	return nil, nil
}

// boundName says how the value bounds what was asked for: the true value if
// anything is proven of it, else that of a search to the depth reached.
func boundName(r *engine.Analysis) string {
	if r.Proof != game.NoBound {
		return r.Proof.String()
	}
	return r.Lines[0].Bound.String()
}

func notNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
