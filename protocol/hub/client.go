// Package hub speaks the Hub protocol, version 2 (Letouzey 2018), both as a controller of
// draughts programs and as such a program.
package hub

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/squares"
)

// Start starts a program that speaks the protocol, sets its parameters and returns it as a
// player. It fails if the program lacks one of the parameters.
func Start(ctx context.Context, p client.Program) (client.Player, error) {
	return client.Open(ctx, p, "quit", func(conn *client.Conn) (client.Player, error) {
		r := &remote{Conn: conn}
		_, err := r.command(ctx, "hub", "wait")
		if err == nil {
			err = r.set()
		}
		if err == nil {
			_, err = r.command(ctx, "init", "ready")
		}
		return r, err
	})
}

// remote is a program that speaks the protocol.
type remote struct {
	*client.Conn
	params []string
	size   int // dark squares of the game
	reply  client.Reply

	expected  string // the answer that it expects to its last move; may be empty
	pondering string // the move whose answer it ponders; may be empty
}

// command sends a line and waits for a line that begins with word.
func (r *remote) command(ctx context.Context, line, word string) (args map[string]string, err error) {
	if err := r.Send("%s", line); err != nil {
		return nil, reason.Errorf("%s: %w", line, err)
	}
	return r.await(ctx, line, word, nil)
}

// await waits for a line that begins with word and returns its arguments. It records the
// program's name, parameters and search information on the way. An error line, or an echo of the
// command, is a fault.
func (r *remote) await(ctx context.Context, command, word string, t *client.Turn) (args map[string]string, err error) {
	line, err := r.Await(ctx, r.Wait(t), func(line string) bool {
		what, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		args = pairs(rest)
		switch what {
		case word, "error":
			return true
		case "id":
			if args["name"] != "" {
				r.Called = client.Quote(args["name"])
			}
		case "param":
			r.params = append(r.params, args["name"])
		case "info":
			r.learn(args)
		}
		return line == command
	})
	switch {
	case err != nil:
	case line == command:
		err = client.Strange("hub", line)
	case !strings.HasPrefix(strings.TrimSpace(line), word):
		err = &client.Fault{Kind: client.Foreign, Err: reason.Errorf("it refuses: %s", client.Quote(args["message"]))}
	}
	if err != nil {
		return nil, reason.Errorf("%s: %w", command, err)
	}
	return args, nil
}

// set sets parameters.
func (r *remote) set() error {
	for _, o := range r.Options {
		if !slices.Contains(r.params, o.Name) {
			return reason.Errorf("%s has no parameter %q: want one of %s", r.Called, o.Name, client.Quote(strings.Join(r.params, ", ")))
		}
		if err := r.Send("set-param name=%s value=%s", o.Name, quoted(o.Value)); err != nil {
			return err
		}
	}
	return nil
}

// quoted returns a value in the protocol's syntax.
func quoted(value string) string {
	if strings.ContainsAny(value, " =\"") || value == "" {
		return `"` + strings.ReplaceAll(value, `"`, "") + `"`
	}
	return value
}

// learn records the program's search information. Scores are in men.
func (r *remote) learn(args map[string]string) {
	if v, err := strconv.ParseFloat(args["score"], 64); err == nil {
		r.reply.Value, r.reply.Valued = v, true
	}
	if n, err := strconv.Atoi(args["depth"]); err == nil {
		r.reply.Depth = n
	}
	if n, err := strconv.ParseUint(args["nodes"], 10, 64); err == nil {
		r.reply.Nodes = n
	}
}

// Begin announces a new game.
func (r *remote) Begin(ctx context.Context, round client.Round) (err error) {
	if err := r.halt(ctx); err != nil {
		return err
	}
	if r.size, err = squares.Size(round.Start.Game()); err != nil {
		return err
	}
	return r.Send("new-game")
}

// Move sends the game and asks for a move. If the program has pondered the move that was played,
// Move only sends the ponder hit.
func (r *remote) Move(ctx context.Context, t *client.Turn) (client.Reply, error) {
	var err error
	var args map[string]string
	command := "ponder-hit"
	if n := len(t.Moves); n > 0 && r.pondering == t.Moves[n-1] {
		r.pondering = ""
		err = r.Send("%s", command)
	} else if err = r.halt(ctx); err == nil {
		command, r.reply = "go think", client.Reply{}
		err = r.search(t, command)
	}
	if err == nil {
		args, err = r.await(ctx, command, "done", t)
	}
	if err != nil {
		return client.Reply{}, err
	}
	if args["move"] == "" {
		return client.Reply{}, &client.Fault{Kind: client.Claim, Err: reason.Errorf("%s: it says that there is no move", command)}
	}
	r.reply.Move, r.expected = squares.Legal(t.Now, args["move"], r.size), ""
	if next, err := t.Now.Play(r.reply.Move); err == nil && args["ponder"] != "" {
		r.expected = squares.Legal(next, args["ponder"], r.size)
	}
	return r.reply, nil
}

// search sends the game and starts a search with a command.
func (r *remote) search(t *client.Turn, command string) error {
	start, err := squares.Read(t.Start, r.size)
	if err != nil {
		return err
	}
	var moves []string
	at := t.Start
	for _, m := range t.Moves {
		written, err := squares.Write(at, m, r.size)
		if err == nil {
			at, err = at.Play(m)
		}
		if err != nil {
			return err
		}
		moves = append(moves, written)
	}
	game := "pos pos=" + string(start.Side) + string(start.Letters[1:])
	if len(moves) > 0 {
		game += ` moves="` + strings.Join(moves, " ") + `"`
	}
	for _, line := range []string{game, r.level(t), command} {
		if err := r.Send("%s", line); err != nil {
			return err
		}
	}
	return nil
}

// Ponder lets the program think about the position after the move it expects.
func (r *remote) Ponder(_ context.Context, t *client.Turn) error {
	then, ok := t.After(r.expected)
	if !ok {
		return nil
	}
	r.reply = client.Reply{}
	r.pondering = then.Moves[len(then.Moves)-1]
	return r.search(then, "go ponder")
}

// halt ends the pondering and drops its answer.
func (r *remote) halt(ctx context.Context) error {
	if r.pondering == "" {
		return nil
	}
	r.pondering = ""
	_, err := r.command(ctx, "stop", "done")
	return err
}

// level returns the command that sets the limits of a search. Times are in seconds.
func (r *remote) level(t *client.Turn) string {
	line := "level"
	if r.Limits.Depth > 0 {
		line += fmt.Sprintf(" depth=%d", r.Limits.Depth)
	}
	if r.Limits.Nodes > 0 {
		line += fmt.Sprintf(" nodes=%d", r.Limits.Nodes)
	}
	if d := r.Limits.Time(); d > 0 {
		line += fmt.Sprintf(" move-time=%.3f", d.Seconds())
	}
	if c := t.Clock(); c != nil {
		line += fmt.Sprintf(" time=%.3f inc=%.3f", c.Left.Seconds(), c.Increment.Seconds())
		if c.Moves > 0 {
			line += fmt.Sprintf(" moves=%d", c.Moves)
		}
	}
	if line == "level" {
		line += " infinite"
	}
	return line
}
