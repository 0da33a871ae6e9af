package jsonl

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

// Start starts a program that speaks the protocol and returns it as a player. Each request
// contains the whole game, so the program need not remember one.
func Start(ctx context.Context, p client.Program) (client.Player, error) {
	conn, err := client.Start(ctx, p)
	if err != nil {
		return nil, err
	}
	r := &remote{conn: conn, limits: p.Limits}
	a, err := r.ask(ctx, conn.Readiness, request{Do: "about"}, "about")
	if err == nil && a.About == nil {
		err = client.Strange("jsonl", "an answer of the type about, without it")
	}
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	r.about = *a.About
	return r, nil
}

// remote is a program that speaks the protocol.
type remote struct {
	conn   *client.Conn
	about  aboutJSON
	limits engine.Request
	id     int // of the last request
}

func (r *remote) Name() string { return client.Quote(r.about.Name) }

func (r *remote) Close() error { return r.conn.Close(`{"do":"quit"}`) }

// ask sends a request and returns the answer of the wanted type, waiting at most patience. It
// skips progress and the answers to other requests.
func (r *remote) ask(ctx context.Context, patience time.Duration, q request, wanted string) (*answer, error) {
	r.id++
	q.ID = json.RawMessage(strconv.Itoa(r.id))
	line, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	if err := r.conn.Send("%s", line); err != nil {
		return nil, reason.Errorf("%s: %w", q.Do, err)
	}
	var a answer
	var strange error
	_, err = r.conn.Await(ctx, patience, func(line string) bool {
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
	q := request{Do: "move", Position: t.Start.String(), Moves: strings.Join(t.Moves, " "), Request: r.limits}
	if c := t.Clock(); c != nil {
		q.Clock = &engine.ClockDocument{LeftMS: c.Left.Milliseconds(), IncrementMS: c.Increment.Milliseconds(), Moves: c.Moves}
	}
	patience := r.conn.Patience
	if t.Wait > 0 {
		patience = t.Wait
	}
	a, err := r.ask(ctx, patience, q, "move")
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
	for _, other := range d.MultiPV {
		if other.Move == move {
			l = other
			break
		}
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
