package nboard

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

// version is the protocol version of clients.
const version = 2

// Start starts a program that speaks the protocol and returns it as a player. The client sends
// the whole game, in GGF, before each move. A level or depth in the program's limits becomes the
// protocol's depth.
func Start(ctx context.Context, p client.Program) (client.Player, error) {
	return client.Open(ctx, p, "quit", func(conn *client.Conn) (client.Player, error) {
		r := &remote{Conn: conn}
		err := r.Send("nboard %d", version)
		if depth := max(p.Limits.Level, p.Limits.Depth); err == nil && depth > 0 {
			err = r.Send("set depth %d", depth)
		}
		if err == nil {
			err = r.ping(ctx)
		}
		return r, err
	})
}

// remote is a program that speaks the protocol.
type remote struct {
	*client.Conn
	pings int
}

// await waits for a line that begins with word and returns the rest of it. It skips all other
// lines, except an echo of the command, which is a fault.
func (r *remote) await(ctx context.Context, t *client.Turn, command, word string) (string, error) {
	var rest string
	line, err := r.Await(ctx, r.Wait(t), func(line string) (found bool) {
		if name, ok := strings.CutPrefix(line, "set myname "); ok {
			r.Called = client.Quote(name)
		}
		rest, found = strings.CutPrefix(line, word)
		return found || line == command
	})
	if err == nil && line == command {
		err = client.Strange("nboard", line)
	}
	if err != nil {
		return "", reason.Errorf("%s: %w", command, err)
	}
	return strings.TrimSpace(rest), nil
}

// ping waits until the program has processed all commands.
func (r *remote) ping(ctx context.Context) error {
	r.pings++
	command := fmt.Sprintf("ping %d", r.pings)
	if err := r.Send("%s", command); err != nil {
		return reason.Errorf("%s: %w", command, err)
	}
	_, err := r.await(ctx, nil, command, fmt.Sprintf("pong %d", r.pings))
	return err
}

// Begin does nothing: each request for a move includes the game.
func (r *remote) Begin(context.Context, client.Round) error { return nil }

// Move sends the game and asks for a move.
func (r *remote) Move(ctx context.Context, t *client.Turn) (client.Reply, error) {
	var ggf bytes.Buffer
	record := engine.Record{Start: t.Start, Moves: t.Moves}
	if err := t.Start.Game().WriteRecords(&ggf, "ggf", []engine.Record{record}); err != nil {
		return client.Reply{}, err
	}
	if err := r.Send("set game %s", strings.Join(strings.Fields(ggf.String()), " ")); err != nil {
		return client.Reply{}, err
	}
	if err := r.ping(ctx); err != nil {
		return client.Reply{}, err
	}
	if err := r.Send("go"); err != nil {
		return client.Reply{}, err
	}
	text, err := r.await(ctx, t, "go", "===")
	if err != nil {
		return client.Reply{}, err
	}
	fields := strings.Split(text, "/")
	reply := client.Reply{Move: legal(t.Now, fields[0])}
	if len(fields) > 1 {
		reply.Value, err = strconv.ParseFloat(strings.TrimSpace(fields[1]), 64)
		reply.Valued = err == nil
	}
	return reply, nil
}

// legal returns the legal move written as text in the protocol's notation.
func legal(at *engine.Position, text string) string {
	for _, m := range at.Moves() {
		if strings.EqualFold(move(m), strings.TrimSpace(text)) {
			return m
		}
	}
	return client.Legal(at, text)
}
