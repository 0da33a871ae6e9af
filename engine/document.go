package engine

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Document is an analysis as JSON, the document "ply.analysis/1" of
// docs/cli/analyse.md. Index, Comment and Expected are for files of positions.
type Document struct {
	Schema     string         `json:"schema"`               // "ply.analysis/1"
	Index      *int           `json:"index,omitempty"`      // in a file of positions, from 0
	Game       string         `json:"game"`                 // as About.Name
	Position   string         `json:"position"`             // as Position.Text
	ToMove     string         `json:"to_move"`              // name of the side to move
	Best       string         `json:"best"`                 // best move; "" if the game is over
	Value      json.Number    `json:"value"`                // of the best line, for the side to move
	Unit       string         `json:"unit"`                 // of Value
	Bound      string         `json:"bound"`                // how Value bounds the true value: "exact", "lower", "upper" or "none"
	Exact      bool           `json:"exact"`                // Bound is exact
	Outcome    string         `json:"outcome"`              // as Analysis.Outcome
	WinIn      *int           `json:"win_in,omitempty"`     // plies to a proven win
	LoseIn     *int           `json:"lose_in,omitempty"`    // plies to a proven loss
	EndedBy    string         `json:"ended_by,omitempty"`   // as Position.EndedBy
	Of         string         `json:"of,omitempty"`         // as Analysis.Of
	Depth      int            `json:"depth"`                // plies of the last complete iteration
	SelDepth   int            `json:"seldepth"`             // plies of the longest line searched
	Confidence int            `json:"confidence,omitempty"` // of selective rules in percent; 0 if exact or not measured
	PV         []string       `json:"pv"`                   // the best line
	Short      bool           `json:"short,omitempty"`      // Value is exact, but PV stops short of the end of the game
	Nodes      uint64         `json:"nodes"`                // positions visited
	TimeMS     float64        `json:"time_ms"`              // milliseconds spent
	NPS        uint64         `json:"nps"`                  // positions visited a second
	Threads    int            `json:"threads"`              // that searched
	MultiPV    []LineDocument `json:"multipv"`              // the lines asked for, best first
	Algorithm  string         `json:"algo"`                 // name of the search algorithm
	Book       bool           `json:"book,omitempty"`       // the lines are from an opening book
	Stopped    string         `json:"stopped"`              // why the search ended, as search.Stop
	Comment    string         `json:"comment,omitempty"`    // of the position in its file
	Expected   any            `json:"expected,omitempty"`   // what the file expects of the position
}

// LineDocument is a line of a Document.
type LineDocument struct {
	Move string `json:"move"` // first move of PV
	ValueDocument
	Bound string `json:"bound"` // as in Document
	Exact bool   `json:"exact"` // as in Document
	// Rank orders all values of one game, whatever their units.
	Rank  int32    `json:"rank"`
	Depth int      `json:"depth"` // plies searched
	PV    []string `json:"pv"`    // the line, Move included
	Short bool     `json:"short,omitempty"`
}

// ValueDocument is a Value as JSON.
type ValueDocument struct {
	Value   json.Number `json:"value"`           // for the side to move
	Unit    string      `json:"unit"`            // as Value.Unit
	Outcome int         `json:"outcome"`         // as Value.Outcome
	Plies   *int        `json:"plies,omitempty"` // to the end; nil if there is no distance
	Odds    Odds        `json:"odds,omitzero"`   // as Value.Odds
}

// Describe returns the document of v.
func (v Value) Describe() ValueDocument {
	doc := ValueDocument{Value: v.Decimal(), Unit: v.Unit, Outcome: v.Outcome, Odds: v.Odds}
	if v.Plies >= 0 {
		doc.Plies = &v.Plies
	}
	return doc
}

// Decimal returns the value as a JSON number, exact even where a float64 is not.
func (v Value) Decimal() json.Number {
	if v.Text != "" && json.Valid([]byte(v.Text)) {
		return json.Number(v.Text)
	}
	number, _ := json.Marshal(v.Number)
	return json.Number(number)
}

// PerSecond returns the rate of n in d, 0 if d is 0.
func PerSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(float64(n) / d.Seconds())
}

// Milliseconds returns a duration in milliseconds, rounded to a microsecond.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Describe returns the document of an analysis. algorithm is the name of the search algorithm.
func (a *Analysis) Describe(algorithm string) Document {
	best := a.Lines[0]
	doc := Document{
		Schema: "ply.analysis/1", Game: a.Position.Game().About().Name,
		Position: a.Position.Text(), ToMove: a.Position.Side(),
		Best: best.Move, Value: best.Value.Decimal(), Unit: best.Value.Unit,
		Bound: best.Value.bound(a.Proof).String(), Exact: best.Value.bound(a.Proof) == game.Exact,
		Outcome: a.Outcome(), Of: a.Of(), EndedBy: a.Position.EndedBy(),
		Depth: a.Depth, SelDepth: a.SelDepth, PV: notNil(best.PV),
		Nodes: a.Stats.Nodes, TimeMS: Milliseconds(a.Elapsed), NPS: PerSecond(a.Stats.Nodes, a.Elapsed),
		Threads: a.Threads, MultiPV: []LineDocument{}, Algorithm: algorithm, Book: a.Book, Stopped: a.Stopped.String(),
	}
	if !doc.Exact {
		doc.Confidence = a.Confidence
	}
	doc.WinIn, doc.LoseIn = a.distances()
	doc.Short = doc.Exact && a.stops(best.PV)
	for _, l := range a.Lines {
		if l.Move == "" {
			continue
		}
		line := LineDocument{
			Move: l.Move, ValueDocument: l.Value.Describe(), Rank: int32(l.Score),
			Bound: l.Value.bound(l.Proof).String(), Exact: l.Value.bound(l.Proof) == game.Exact, Depth: l.Depth, PV: notNil(l.PV),
		}
		line.Short = line.Exact && a.stops(l.PV)
		doc.MultiPV = append(doc.MultiPV, line)
	}
	return doc
}

// stops reports whether a line of a stops short of the end of the game.
func (a *Analysis) stops(pv []string) bool {
	at := a.Position
	for _, m := range pv {
		next, err := at.Play(m)
		if err != nil {
			return true
		}
		at = next
	}
	return !at.Status().Over()
}

// distances returns the plies to a proven win or loss, or nil.
func (a *Analysis) distances() (winIn, loseIn *int) {
	plies := a.Lines[0].Value.Plies
	switch {
	case plies < 0:
	case a.Outcome() == "win":
		return &plies, nil
	case a.Outcome() == "loss":
		return nil, &plies
	}
	return nil, nil
}

func notNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// Request is a question about a position with its limits, as a document: the
// same in lines of JSON, on the page and in distributed work. Its fields are
// those of the command line. Missing fields are zero.
type Request struct {
	Depth  int    `json:"depth,omitempty" flag:"depth" help:"search depth in {plies}"`                   // plies
	Nodes  uint64 `json:"nodes,omitempty" flag:"nodes" help:"stop after visiting this many {positions}"` // positions visited
	TimeMS int64  `json:"time_ms,omitempty"`                                                             // milliseconds
	// Level is a level of strength, 1 to MaxLevel. It sets depth and confidence.
	Level      int            `json:"level,omitempty" flag:"level" help:"{strength}, 1 to 60; 'ply games GAME --levels' explains the levels"`
	Confidence int            `json:"confidence,omitempty" flag:"confidence" help:"how sure selective rules must be, in {percent}, in games that measure it"` // percent
	MultiPV    int            `json:"multipv,omitempty" flag:"multipv" help:"report this many best {moves}"`                                                  // best moves wanted
	Clock      *ClockDocument `json:"clock,omitempty"`                                                                                                        // nil without a game clock
}

// ClockDocument is a game clock of the side to move.
type ClockDocument struct {
	LeftMS      int64 `json:"left_ms"`                // milliseconds left
	IncrementMS int64 `json:"increment_ms,omitempty"` // milliseconds added a move
	Moves       int   `json:"moves,omitempty"`        // until the next time control, or 0
}

// Most holds the maximum values of a Request from outside. Zero means no limit.
type Most struct {
	Depth, MultiPV int
	Time           time.Duration // also for clocks
}

// Check rejects values out of range and contradictory fields.
func (r *Request) Check(most Most) error {
	for _, f := range []struct {
		name        string
		value, most int64
	}{
		{"depth", int64(r.Depth), int64(most.Depth)},
		{"time_ms", r.TimeMS, most.Time.Milliseconds()},
		{"level", int64(r.Level), MaxLevel},
		{"confidence", int64(r.Confidence), 100},
		{"multipv", int64(r.MultiPV), int64(most.MultiPV)},
		{"clock: left_ms", r.clock().LeftMS, most.Time.Milliseconds()},
		{"clock: increment_ms", r.clock().IncrementMS, most.Time.Milliseconds()},
		{"clock: moves", int64(r.clock().Moves), 0},
	} {
		switch {
		case f.value < 0 && f.most == 0:
			return reason.Errorf("%s: %d, want 0 or more", f.name, f.value)
		case f.value < 0, f.most > 0 && f.value > f.most:
			return reason.Errorf("%s: %d, want 0 to %d", f.name, f.value, f.most)
		}
	}
	if r.Level > 0 && (r.Depth > 0 || r.Confidence > 0) {
		return reason.New("level and depth or confidence: want one of them")
	}
	return nil
}

func (r *Request) clock() ClockDocument {
	if r.Clock == nil {
		return ClockDocument{}
	}
	return *r.Clock
}

// Bounded reports whether r has a limit or a level of strength.
func (r *Request) Bounded() bool {
	return r.Depth > 0 || r.Nodes > 0 || r.TimeMS > 0 || r.Level > 0 || r.Clock != nil
}

// Query returns the query, without the level, which At applies to a position.
func (r *Request) Query() search.Query {
	return search.Query{Depth: r.Depth, Nodes: r.Nodes, Confidence: r.Confidence, Lines: r.MultiPV}
}

// Time returns the time limit; 0 if there is none.
func (r *Request) Time() time.Duration { return time.Duration(r.TimeMS) * time.Millisecond }

// GameClock returns the clock; nil if there is none.
func (r *Request) GameClock() *search.Clock {
	if r.Clock == nil {
		return nil
	}
	return &search.Clock{
		Left:      time.Duration(r.Clock.LeftMS) * time.Millisecond,
		Increment: time.Duration(r.Clock.IncrementMS) * time.Millisecond,
		Moves:     r.Clock.Moves,
	}
}

// At returns the query of r at p, and its times. A request without a time gets the time otherwise.
func (r *Request) At(p *Position, otherwise time.Duration) (q search.Query, c search.Control) {
	q = r.Query()
	if r.Level > 0 {
		q = p.AtLevel(r.Level, q)
	}
	if c.Time = r.Time(); c.Time == 0 {
		c.Time = otherwise
	}
	if clock := r.GameClock(); clock != nil {
		c = p.OnClock(*clock, c)
	}
	return q, c
}

// MaxLevel is the highest level of strength. The lowest is 1.
const MaxLevel = 60

// Effort is the depth and confidence of a search.
type Effort struct {
	// Depth in plies. Zero means to the end of the game.
	Depth int
	// Confidence, in percent, suffices for the selective rules. Zero means 100: no gambles.
	Confidence int
	// Nodes limits searches without a depth. Zero means no limit.
	Nodes uint64
}

// Levels define the levels of strength of a game, 1 to MaxLevel.
type Levels[S any] struct {
	// Effort returns the effort of a level at s.
	Effort func(s *S, level int) Effort
	// Describe describes a level for the whole game.
	Describe func(level int) string
}

// plainLevels are the default levels: a level is a depth or, in a game with events of chance, a number of
// thousand playouts.
func plainLevels(chance bool) *Levels[State] {
	if chance {
		return &Levels[State]{
			Effort:   func(_ *State, level int) Effort { return Effort{Nodes: 1000 * uint64(level)} },
			Describe: func(level int) string { return fmt.Sprintf("%d000 playouts", level) },
		}
	}
	return &Levels[State]{
		Effort:   func(_ *State, level int) Effort { return Effort{Depth: level} },
		Describe: func(level int) string { return fmt.Sprintf("depth %d", level) },
	}
}
