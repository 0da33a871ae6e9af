package jsonl

import (
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

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
