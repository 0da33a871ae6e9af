// Package jsonl speaks Plywood's own protocol for programs that talk to an engine of any game: a
// JSON document a line, in both directions. See docs/protocols.md. The package knows an engine
// only through package engine's texts.
package jsonl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/session"
)

// Options configure an engine that speaks the protocol.
type Options struct {
	Name, Version string // sent in "about"
	// Start is the position of requests that name none.
	Start  *engine.Position
	Player *engine.Player // chooses moves, with the engine's own limits
}

// request is a line of input.
type request struct {
	ID json.RawMessage `json:"id"`
	Do string          `json:"do"`

	Position string `json:"position"`
	Moves    string `json:"moves"`

	engine.Request
	Infinite bool `json:"infinite"`
	Progress bool `json:"progress"`
}

// answer is a line of output, the document "ply.engine/1".
type answer struct {
	Schema   string           `json:"schema"`
	ID       json.RawMessage  `json:"id,omitempty"`
	Type     string           `json:"type"`
	Error    string           `json:"error,omitempty"`
	About    *aboutJSON       `json:"about,omitempty"`
	Position *positionJSON    `json:"position,omitempty"`
	Move     string           `json:"move,omitempty"`
	Analysis *engine.Document `json:"analysis,omitempty"`
}

type aboutJSON struct {
	Name    string    `json:"name"`
	Version string    `json:"version"`
	Game    string    `json:"game"`
	Title   string    `json:"title"`
	Sides   [2]string `json:"sides"`
	Levels  []string  `json:"levels"`
	// Board describes the board for drawing, nil for a game without one.
	Board *boards.Board `json:"board,omitempty"`
}

type positionJSON struct {
	Position string `json:"position"`
	// Board is the pieces on the board, if the game has one. Drawing shows the position as text.
	Board   *boards.Placement `json:"board,omitempty"`
	Drawing string            `json:"drawing"`
	ToMove  string            `json:"to_move"`
	Moves   []string          `json:"moves"`
	Over    bool              `json:"over"`
	// Score is the result of a finished game for the side to move, in Unit.
	Score *json.Number `json:"score,omitempty"`
	Unit  string       `json:"unit,omitempty"`
}

// defaultTime limits a search without any other limit.
const defaultTime = 5 * time.Second

// conversation is the state of a client's session. Requests are independent of each other.
type conversation struct {
	*session.Session
	options Options
	ctx     context.Context
}

// Serve answers the requests from in on out until quit, the end of in, or until ctx is done. At
// the end of in a running search runs to its end. The error is one of reading or writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := &conversation{Session: session.New(out), options: o, ctx: ctx}
	return c.Session.Serve(ctx, in, c.obey)
}

// obey executes a line and reports whether to go on.
func (c *conversation) obey(text string, long bool) bool {
	var r request
	err := decode(text, long, &r)
	switch {
	case err == nil && r.Do == "":
		return true // an empty line
	case err == nil && r.Do == "quit":
		return false
	case err == nil:
		err = c.serve(&r)
	}
	if err != nil {
		c.tell(&r, answer{Type: "error", Error: err.Error()})
	}
	return true
}

// decode reads a request. An empty line is the zero request.
func decode(text string, long bool, r *request) error {
	switch {
	case long:
		return fmt.Errorf("line of more than %d bytes", session.LongestLine)
	case len(bytes.TrimSpace([]byte(text))) == 0:
		return nil
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(r); err != nil {
		return fmt.Errorf("request: %w", err)
	}
	if d.More() {
		return fmt.Errorf("request: more than one document")
	}
	if r.Do == "" {
		return fmt.Errorf(`request: "do" is missing`)
	}
	return nil
}

// tell writes the answer to a request.
func (c *conversation) tell(r *request, a answer) {
	a.Schema, a.ID = "ply.engine/1", r.ID
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return // every answer can be encoded
	}
	c.Say("%s", bytes.TrimRight(b.Bytes(), "\n"))
}

func (c *conversation) serve(r *request) error {
	switch r.Do {
	case "ping":
		c.tell(r, answer{Type: "pong"})
	case "stop":
		c.Stop()
		c.tell(r, answer{Type: "stopped"})
	case "about":
		g := c.options.Start.Game()
		b := g.About()
		c.tell(r, answer{Type: "about", About: &aboutJSON{c.options.Name, c.options.Version, b.Name, b.Title, b.Sides, g.Levels(), g.Board()}})
	case "position":
		p, err := c.place(r)
		if err != nil {
			return err
		}
		c.tell(r, answer{Type: "position", Position: describe(p)})
	case "analyze", "move":
		return c.begin(r)
	default:
		return fmt.Errorf("request: do %q, want about, position, analyze, move, stop, ping or quit", r.Do)
	}
	return nil
}

// place returns the position of a request.
func (c *conversation) place(r *request) (*engine.Position, error) {
	p := c.options.Start
	if r.Position != "" {
		var err error
		if p, err = p.Game().Parse(r.Position); err != nil {
			return nil, err
		}
	}
	return p.PlayAll(r.Moves)
}

func describe(p *engine.Position) *positionJSON {
	doc := &positionJSON{
		Position: p.String(), Board: p.Placement(), Drawing: p.Board(), ToMove: p.Side(), Moves: p.Moves(), Over: p.Status().Over(),
	}
	if doc.Over {
		v := p.Measure(p.Status().Score())
		number := v.Decimal()
		doc.Score, doc.Unit = &number, v.Unit
	}
	return doc
}

// begin starts a search, which answers when it ends. A search already running is stopped first
// and answers with its result so far.
func (c *conversation) begin(r *request) error {
	p, err := c.place(r)
	if err != nil {
		return err
	}
	if r.Do == "move" && p.Status().Over() {
		return fmt.Errorf("the game is over")
	}
	pl, clock, err := c.player(r)
	if err != nil {
		return err
	}
	c.Drain = !r.Infinite
	c.Start(c.ctx, func(ctx context.Context, _ func(string, ...any)) {
		if r.Do == "move" {
			c.move(ctx, r, p, pl, clock)
		} else {
			c.analyze(ctx, r, p, pl, clock)
		}
	})
	return nil
}

func (c *conversation) analyze(ctx context.Context, r *request, p *engine.Position, pl *engine.Player, clock *engine.Clock) {
	var report func(engine.Analysis)
	if r.Progress {
		report = func(a engine.Analysis) {
			if ctx.Err() == nil {
				doc := a.Describe(algorithm)
				c.tell(r, answer{Type: "progress", Analysis: &doc})
			}
		}
	}
	query, control := pl.At(p, clock)
	a := pl.Engine.Analyze(ctx, p, query, control, report)
	doc := a.Describe(algorithm)
	c.tell(r, answer{Type: "analysis", Analysis: &doc})
}

func (c *conversation) move(ctx context.Context, r *request, p *engine.Position, pl *engine.Player, clock *engine.Clock) {
	chosen, a, ok := pl.Move(ctx, p, clock)
	told := answer{Type: "move", Move: chosen.Move}
	if ok {
		doc := a.Describe(algorithm)
		told.Analysis = &doc
	}
	c.tell(r, told)
}

// algorithm is the name of the search in documents.
const algorithm = "search"

// player returns the player of a request, with the request's limits and level in place of the
// engine's own.
func (c *conversation) player(r *request) (*engine.Player, *engine.Clock, error) {
	if err := r.Check(engine.Most{}); err != nil {
		return nil, nil, fmt.Errorf("request: %w", err)
	}
	pl := *c.options.Player
	if r.Bounded() || r.Infinite {
		pl.Level, pl.Query = r.Level, r.Query()
		pl.Control = engine.Control{Time: r.Time()}
	} else if pl.Level == 0 && pl.Query.Depth == 0 && pl.Query.Nodes == 0 && pl.Control.Time == 0 {
		pl.Control.Time = defaultTime
	}
	pl.Query.Lines = max(1, r.MultiPV)
	return &pl, r.GameClock(), nil
}
