package engine

import (
	"fmt"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

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

// Most holds the maximum values of a Request from outside. Zero means no
// limit.
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

// At returns the query of r at p, and its times. A request without a time gets
// the time otherwise.
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
	// Confidence, in percent, suffices for the selective rules. Zero means
	// 100: no gambles.
	Confidence int
}

// Levels define the levels of strength of a game, 1 to MaxLevel.
type Levels[S any] struct {
	// Effort returns the effort of a level at s.
	Effort func(s *S, level int) Effort
	// Describe describes a level for the whole game.
	Describe func(level int) string
}

// plainLevels are the default levels: a level is a depth.
func plainLevels() *Levels[State] {
	return &Levels[State]{
		Effort:   func(_ *State, level int) Effort { return Effort{Depth: level} },
		Describe: func(level int) string { return fmt.Sprintf("depth %d", level) },
	}
}
