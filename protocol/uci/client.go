// Package uci speaks the Universal Chess Interface (Meyer-Kahlen and Huber 2000), both as a
// controller and as an engine, for chess or any other game whose positions and moves the program
// writes as Plywood does. The first side has the clock that the protocol calls white's.
package uci

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

// Start starts a program that speaks the protocol, sets its options and returns it as a player.
// It fails if the program lacks one of the options.
func Start(ctx context.Context, p client.Program) (client.Player, error) {
	return client.Open(ctx, p, "quit", func(conn *client.Conn) (client.Player, error) {
		r := &remote{Conn: conn}
		err := r.greet(ctx)
		if err == nil {
			err = r.set()
		}
		if err == nil {
			err = r.ready(ctx)
		}
		return r, err
	})
}

// remote is a program that speaks the protocol.
type remote struct {
	*client.Conn
	options []string

	expected  string // the answer that it expects to its last move; may be empty
	pondering string // the move whose answer it ponders; may be empty
	may       bool   // the Ponder option has been set
	chess960  bool   // the program writes castling as in Chess960
}

// command sends a line and waits for a line that begins with word. It passes other lines to
// note. An echo does not count as an answer.
func (r *remote) command(ctx context.Context, line, word string, note func(words []string)) (words []string, err error) {
	if err := r.Send("%s", line); err != nil {
		return nil, reason.Errorf("%s: %w", line, err)
	}
	last, err := r.Await(ctx, r.Wait(nil), func(said string) bool { return r.note(said, line, word, note, &words) })
	if err == nil && last == line {
		err = client.Strange("uci", last)
	}
	if err != nil {
		return nil, reason.Errorf("%s: %w", line, err)
	}
	return words, nil
}

// note reads a line and reports whether it is the awaited one or an echo.
func (r *remote) note(said, line, word string, note func([]string), words *[]string) bool {
	*words = strings.Fields(said)
	if len(*words) == 0 {
		return false
	}
	if (*words)[0] == word || said == line {
		return true
	}
	note(*words)
	return false
}

func (r *remote) greet(ctx context.Context) error {
	_, err := r.command(ctx, "uci", "uciok", func(words []string) {
		switch {
		case len(words) > 2 && words[0] == "id" && words[1] == "name":
			r.Called = client.Quote(strings.Join(words[2:], " "))
		case len(words) > 2 && words[0] == "option" && words[1] == "name":
			end := slices.Index(words, "type")
			if end < 0 {
				end = len(words)
			}
			r.options = append(r.options, strings.Join(words[2:end], " "))
		}
	})
	return err
}

// set sets options, whose names may be in either case.
func (r *remote) set() error {
	for _, o := range r.Options {
		i := slices.IndexFunc(r.options, func(name string) bool { return strings.EqualFold(name, o.Name) })
		if i < 0 {
			return reason.Errorf("%s has no option %q: want one of %s", r.Called, o.Name, client.Quote(strings.Join(r.options, ", ")))
		}
		r.chess960 = r.chess960 || strings.EqualFold(o.Name, "UCI_Chess960") && strings.EqualFold(o.Value, "true")
		if err := r.Send("setoption name %s value %s", r.options[i], o.Value); err != nil {
			return err
		}
	}
	return nil
}

// ready waits until the program has processed all commands.
func (r *remote) ready(ctx context.Context) error {
	_, err := r.command(ctx, "isready", "readyok", func([]string) {})
	return err
}

// Begin announces a new game.
func (r *remote) Begin(ctx context.Context, _ client.Round) error {
	if err := r.halt(ctx); err != nil {
		return err
	}
	if err := r.Send("ucinewgame"); err != nil {
		return err
	}
	return r.ready(ctx)
}

// Move sends the position and asks for a move. If the program has pondered the move that was
// played, Move only sends the ponder hit.
func (r *remote) Move(ctx context.Context, t *client.Turn) (client.Reply, error) {
	var err error
	line := "ponderhit"
	if n := len(t.Moves); n > 0 && r.pondering == t.Moves[n-1] {
		r.pondering = ""
		err = r.Send("%s", line)
	} else if err = r.halt(ctx); err == nil {
		line = r.limit(t, "go")
		err = r.search(t, line)
	}
	var reply client.Reply
	if err != nil {
		return reply, err
	}
	var words []string
	learn := func(words []string) { learn(&reply, words) }
	_, err = r.Await(ctx, r.Wait(t), func(said string) bool { return r.note(said, line, "bestmove", learn, &words) })
	switch {
	case err != nil:
		return reply, reason.Errorf("go: %w", err)
	case len(words) < 2:
		return reply, reason.Errorf("go: %w", client.Strange("uci", strings.Join(words, " ")))
	case words[1] == "(none)" || words[1] == "0000":
		return reply, &client.Fault{Kind: client.Claim, Err: reason.New("go: it says that there is no move")}
	}
	if r.expected = ""; len(words) > 3 && words[2] == "ponder" {
		r.expected = words[3]
	}
	reply.Move = client.Legal(t.Now, words[1])
	return reply, nil
}

// search sends the position and starts a search with a command.
func (r *remote) search(t *client.Turn, command string) error {
	where := "startpos"
	if start := t.Start.String(); start != t.Start.Game().Start().String() {
		where = "fen " + start
	}
	if len(t.Moves) > 0 {
		where += " moves " + strings.Join(t.Start.Coordinates(t.Moves, r.chess960), " ")
	}
	if err := r.Send("position %s", where); err != nil {
		return err
	}
	return r.Send("%s", command)
}

// Ponder lets a program that can ponder think about the position after the move it expects.
func (r *remote) Ponder(_ context.Context, t *client.Turn) error {
	then, ok := t.After(r.expected)
	i := slices.IndexFunc(r.options, func(name string) bool { return strings.EqualFold(name, "ponder") })
	if !ok || i < 0 {
		return nil
	}
	if !r.may {
		r.may = true
		if err := r.Send("setoption name %s value true", r.options[i]); err != nil {
			return err
		}
	}
	r.pondering = then.Moves[len(then.Moves)-1]
	return r.search(then, r.limit(then, "go ponder"))
}

// halt ends the pondering and drops its answer.
func (r *remote) halt(ctx context.Context) error {
	if r.pondering == "" {
		return nil
	}
	r.pondering = ""
	_, err := r.command(ctx, "stop", "bestmove", func([]string) {})
	return err
}

// limit returns the command that starts a search with its limits.
func (r *remote) limit(t *client.Turn, command string) string {
	var b strings.Builder
	b.WriteString(command)
	add := func(name string, value int64) {
		if value > 0 {
			fmt.Fprintf(&b, " %s %d", name, value)
		}
	}
	for side, c := range t.Clocks {
		if c != nil {
			add([]string{"wtime", "btime"}[side], max(1, c.Left.Milliseconds()))
			add([]string{"winc", "binc"}[side], c.Increment.Milliseconds())
		}
	}
	add("depth", int64(r.Limits.Depth))
	add("nodes", int64(r.Limits.Nodes))
	add("movetime", r.Limits.TimeMS)
	return b.String()
}

// learn records the program's search information: depth, nodes and the value, in hundredths of
// the game's unit or as a distance to the end. It ignores values that are only bounds.
func learn(r *client.Reply, words []string) {
	if words[0] != "info" || slices.Contains(words, "lowerbound") || slices.Contains(words, "upperbound") {
		return
	}
	if i := slices.Index(words, "string"); i >= 0 {
		words = words[:i]
	}
	for i := 1; i+1 < len(words); i++ {
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		switch {
		case words[i] == "pv":
			return
		case err != nil:
		case words[i] == "multipv" && n > 1:
			return
		case words[i] == "depth":
			r.Depth = int(n)
		case words[i] == "nodes":
			r.Nodes = uint64(max(n, 0))
		case words[i] == "cp":
			const hundredth = 100
			r.Value, r.Valued = float64(n)/hundredth, true
		case words[i] == "mate":
			r.Value, r.Valued = math.Inf(1), true
			if n <= 0 {
				r.Value = math.Inf(-1)
			}
		}
	}
}
