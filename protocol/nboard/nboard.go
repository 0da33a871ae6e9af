// Package nboard speaks the protocol by which the Othello program NBoard drives engines (Welty
// 2004, version 2 of 2014). It knows an engine only through package engine's texts.
//
// The controller sets the game, as a record in GGF, and the depth. Then it asks for hints or a
// move. A command that changes the game first stops the search, and so does ping. Unknown
// commands are ignored, as the protocol demands, or reported in the status line. After a game or
// a move that was refused, the server answers no question until the next game.
package nboard

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/dialog"
)

// Options configure an engine that speaks the protocol.
type Options struct {
	Name string // sent to the controller
	// Start is the position before the first command.
	Start  *engine.Position
	Player *engine.Player // chooses moves and gives hints
}

// conversation is the state of one controller's game.
type conversation struct {
	dialog.Dialog
	name    string
	game    play.Session
	refused bool // the last game or move was, so that the controller's game is not known
}

// Serve answers the commands from in on out until quit, the end of in, or until ctx is done. The
// error is one of reading or writing.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := &conversation{Dialog: dialog.New(ctx, out), name: o.Name, game: play.Session{Player: o.Player}}
	c.game.Start(o.Start)
	return c.Session.Serve(ctx, in, c.obey)
}

// obey executes a line and reports whether to go on.
func (c *conversation) obey(text string, long bool) bool {
	text = strings.TrimSpace(text)
	known, err := true, fmt.Errorf("line too long")
	if !long {
		known, err = dialog.Line(c, commands, text)
	}
	if !known && len(text) == 2 {
		err = c.move(text) // the form of NBoard 1.1
	}
	if err != nil {
		c.Say("status refused: %s", dialog.OneLine(err))
	}
	return text != "quit"
}

var commands = map[string]func(*conversation, string) error{
	"set":     (*conversation).set,
	"move":    (*conversation).move,
	"hint":    (*conversation).hint,
	"go":      func(c *conversation, _ string) error { return c.think(c.choose) },
	"analyze": func(c *conversation, _ string) error { return c.think(c.review) },
	"ping":    func(c *conversation, text string) error { c.Stop(); c.Say("pong %s", text); return nil },
	"learn": func(c *conversation, _ string) error {
		c.Stop()
		c.Say("status nothing is learnt: this engine adds to no book")
		c.Say("learned")
		return nil
	},
}

// set executes "set depth N" and "set game GGF". It ignores other settings.
func (c *conversation) set(text string) error {
	what, value, _ := strings.Cut(text, " ")
	switch what {
	case "depth":
		return c.setDepth(value)
	case "game":
		return c.judge(c.setGame(value))
	}
	return nil
}

// judge records whether the controller's game is known, and returns err.
func (c *conversation) judge(err error) error {
	c.refused = err != nil
	return err
}

// setDepth selects the level of strength whose midgame depth is N.
func (c *conversation) setDepth(text string) error {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 {
		return fmt.Errorf("depth %.20q", text)
	}
	c.Stop()
	c.game.Player.Level = min(n, engine.MaxLevel)
	c.Say("set myname %s%d", c.name, c.game.Player.Level)
	return nil
}

// setGame replays a game to its end.
func (c *conversation) setGame(text string) error {
	c.Stop()
	records, err := c.game.Now().Game().Records([]byte(text), "ggf")
	if err != nil {
		return err
	}
	c.game.Start(records[0].Start)
	for _, m := range records[0].Moves {
		if err := c.game.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// move executes "move M/EVALUATION/TIME".
func (c *conversation) move(text string) error {
	c.Stop()
	if c.refused {
		return dialog.ErrNoPosition
	}
	m, _, _ := strings.Cut(text, "/")
	return c.judge(c.game.Play(strings.TrimSpace(m)))
}

// think starts a task about the game.
func (c *conversation) think(work func(ctx context.Context, say dialog.Report)) error {
	c.Stop()
	if c.refused {
		return dialog.ErrNoPosition
	}
	c.Start(c.Ctx, work)
	return nil
}

// hint executes "hint N": it prints the N best moves during the search.
func (c *conversation) hint(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		n = 1
	}
	return c.think(func(ctx context.Context, say dialog.Report) {
		if c.over(say) {
			return
		}
		say("status analyzing")
		now, pl := c.game.Now(), c.game.Player
		query, control := pl.At(now, nil)
		query.Lines = min(n, len(c.game.Legal()))
		told := 0 // depth of the last lines printed
		last := pl.Engine.Analyze(ctx, now, query, control, func(a engine.Analysis) {
			told = a.Depth
			tell(say, &a)
		})
		if told == 0 || last.Depth != told {
			tell(say, &last)
		}
		say("status")
	})
}

// over reports whether the game is over, and says so.
func (c *conversation) over(say dialog.Report) bool {
	if c.game.Over() {
		say("status the game is over")
		return true
	}
	return false
}

// choose executes "go": it prints the engine's move without playing it.
func (c *conversation) choose(ctx context.Context, say dialog.Report) {
	if c.over(say) {
		return
	}
	say("status thinking")
	chosen, a, ok := c.game.Player.Move(ctx, c.game.Now(), nil)
	answer := move(chosen.Move)
	if ok {
		tell(say, &a)
		say("nodestats %d %.2f", a.Stats.Nodes, a.Elapsed.Seconds())
		answer += fmt.Sprintf("/%.2f/%.2f", chosen.Value.Number, a.Elapsed.Seconds())
	}
	say("=== %s", answer)
	say("status")
}

// review executes "analyze": it evaluates the positions of the game, last first.
func (c *conversation) review(ctx context.Context, say dialog.Report) {
	say("status analyzing the game")
	pl := c.game.Player
	for i, p := range slices.Backward(c.game.Positions()) {
		if ctx.Err() != nil {
			return
		}
		query, control := pl.At(p, nil)
		a := pl.Engine.Analyze(ctx, p, query, control, nil)
		say("analysis %d %.2f", i, a.Lines[0].Value.Number)
	}
	say("status")
}

// tell prints the lines of an analysis.
func tell(say dialog.Report, a *engine.Analysis) {
	for _, l := range a.Lines {
		if l.Move == "" || l.Depth == 0 {
			continue
		}
		if a.Book {
			say("book %s %.2f 0 %s", line(l.PV), l.Value.Number, depth(a, l.Depth))
		} else {
			say("search %s %.2f 0 %s", line(l.PV), l.Value.Number, depth(a, l.Depth))
		}
	}
}

// depth returns the depth of a line: in plies or, for a search to the end of the game, its
// confidence in percent.
func depth(a *engine.Analysis, plies int) string {
	if a.Exact() {
		return "100%"
	}
	return strconv.Itoa(plies)
}

// line joins moves without spaces.
func line(moves []string) string {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(move(m))
	}
	return b.String()
}

// move returns a move as two capitals.
func move(m string) string {
	if m == "pass" {
		return "PA"
	}
	return strings.ToUpper(m)
}

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
