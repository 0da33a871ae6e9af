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
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
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

// Start starts a program that speaks the protocol and returns it as a player. Each request
// contains the whole game, so the program need not remember one.
func Start(ctx context.Context, p client.Program) (client.Player, error) {
	return client.Open(ctx, p, `{"do":"quit"}`, func(conn *client.Conn) (client.Player, error) {
		r := &remote{Conn: conn}
		a, err := r.ask(ctx, nil, request{Do: "about"}, "about")
		if err == nil && a.About == nil {
			err = client.Strange("jsonl", "an answer of the type about, without it")
		}
		if err == nil {
			r.about, r.Called = *a.About, client.Quote(a.About.Name)
		}
		return r, err
	})
}

// remote is a program that speaks the protocol.
type remote struct {
	*client.Conn
	about aboutJSON
	id    int // of the last request
}

// ask sends a request and returns the answer of the wanted type. It waits as long as a turn allows,
// or for nil as for a request that needs no thought, and skips progress and the answers to other
// requests.
func (r *remote) ask(ctx context.Context, t *client.Turn, q request, wanted string) (*answer, error) {
	r.id++
	q.ID = json.RawMessage(strconv.Itoa(r.id))
	line, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	if err := r.Send("%s", line); err != nil {
		return nil, reason.Errorf("%s: %w", q.Do, err)
	}
	var a answer
	var strange error
	_, err = r.Await(ctx, r.Wait(t), func(line string) bool {
		if strings.TrimSpace(line) == "" {
			return false
		}
		a = answer{}
		if err := json.Unmarshal([]byte(line), &a); err != nil || a.Type == "" {
			strange = client.Strange("jsonl", line)
			return true
		}
		return string(a.ID) == string(q.ID) && a.Type != "progress"
	})
	switch {
	case err == nil && strange != nil:
		err = strange
	case err == nil && a.Type == "error":
		err = &client.Fault{Kind: client.Foreign, Err: reason.Errorf("it refuses: %s", client.Quote(a.Error))}
	case err == nil && a.Type != wanted:
		err = client.Strange("jsonl", "an answer of the type "+a.Type)
	}
	if err != nil {
		return nil, reason.Errorf("%s: %w", q.Do, err)
	}
	return &a, nil
}

// Begin refuses a program for another game.
func (r *remote) Begin(_ context.Context, round client.Round) error {
	if g := round.Start.Game().About().Name; r.about.Game != g {
		return &client.Fault{Kind: client.Foreign, Err: reason.Errorf("it plays %s, want %s", client.Quote(r.about.Game), g)}
	}
	return nil
}

// Move asks for a move.
func (r *remote) Move(ctx context.Context, t *client.Turn) (client.Reply, error) {
	q := request{Do: "move", Position: t.Start.String(), Moves: strings.Join(t.Moves, " "), Request: r.Limits}
	if c := t.Clock(); c != nil {
		q.Clock = &engine.ClockDocument{LeftMS: c.Left.Milliseconds(), IncrementMS: c.Increment.Milliseconds(), Moves: c.Moves}
	}
	a, err := r.ask(ctx, t, q, "move")
	if err != nil {
		return client.Reply{}, err
	}
	reply := client.Reply{Move: client.Legal(t.Now, a.Move)}
	if d := a.Analysis; d != nil && len(d.MultiPV) > 0 {
		reply.Depth, reply.Nodes, reply.Valued = d.Depth, d.Nodes, true
		reply.Value = value(d, a.Move)
	}
	return reply, nil
}

// value returns an analysis's value of a move, infinite for a proved win or loss.
func value(d *engine.Document, move string) float64 {
	l := d.MultiPV[0]
	if i := slices.IndexFunc(d.MultiPV, func(l engine.LineDocument) bool { return l.Move == move }); i > 0 {
		l = d.MultiPV[i]
	}
	if (l.Plies != nil || l.Unit == "outcome") && l.Outcome != 0 {
		return math.Inf(l.Outcome)
	}
	v, err := l.Value.Float64()
	if err != nil {
		return 0
	}
	return v
}
