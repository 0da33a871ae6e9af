package gomocup

import (
	"context"
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

// Start starts a program that speaks the protocol and returns it as a player.
func Start(ctx context.Context, p client.Program) (client.Player, error) {
	return client.Open(ctx, p, "END", func(conn *client.Conn) (client.Player, error) {
		r := &remote{Conn: conn}
		about, err := r.ask(ctx, nil, "ABOUT")
		r.greet(about)
		return r, err
	})
}

// remote is a program that speaks the protocol.
type remote struct {
	*client.Conn
	table table
	known int // moves of the game that the program has; -1 before it has a position
}

// greet takes the name from name="NAME", version="VERSION" and so on.
func (r *remote) greet(about string) {
	for part := range strings.SplitSeq(about, ",") {
		if key, value, _ := strings.Cut(strings.TrimSpace(part), "="); strings.EqualFold(strings.TrimSpace(key), "name") {
			r.Called = client.Quote(strings.Trim(strings.TrimSpace(value), `"`))
		}
	}
}

// ask sends lines and returns the answer to the last one. It waits as long as a turn
// allows, or for nil as for a command that needs no thought.
func (r *remote) ask(ctx context.Context, t *client.Turn, lines ...string) (string, error) {
	last := lines[len(lines)-1]
	for _, line := range lines {
		if err := r.Send("%s", line); err != nil {
			return "", reason.Errorf("%s: %w", line, err)
		}
	}
	var word, rest string
	answer, err := r.Await(ctx, r.Wait(t), func(line string) bool {
		word, rest, _ = strings.Cut(strings.TrimSpace(line), " ")
		word = strings.ToUpper(word)
		return word != "" && word != "MESSAGE" && word != "DEBUG"
	})
	switch {
	case err != nil:
	case answer == lines[0]:
		err = client.Strange(Protocol, answer)
	case word == "ERROR", word == "UNKNOWN":
		err = &client.Fault{Kind: client.Foreign, Err: reason.Errorf("it refuses: %s", client.Quote(rest))}
	case word == "SUGGEST" && !strings.HasPrefix(last, "PLAY "): // a move that the manager may change
		return r.ask(ctx, t, "PLAY "+strings.TrimSpace(rest))
	}
	if err != nil {
		return "", reason.Errorf("%s: %w", last, err)
	}
	return strings.TrimSpace(answer), nil
}

// Begin announces a new game with its rule and its times.
func (r *remote) Begin(ctx context.Context, next client.Round) (err error) {
	if r.table, err = describe(next.Start.Game()); err != nil {
		return err
	}
	r.known = -1
	size := fmt.Sprintf("START %d", r.table.width)
	if r.table.width != r.table.height {
		size = fmt.Sprintf("RECTSTART %d,%d", r.table.width, r.table.height)
	}
	if answer, err := r.ask(ctx, nil, size); err != nil {
		return err
	} else if !strings.HasPrefix(strings.ToUpper(answer), "OK") {
		return client.Strange(Protocol, answer)
	}
	rule := 0
	if r.table.exact {
		rule = exactly
	}
	infos := []string{"game_type 1", fmt.Sprintf("rule %d", rule)} // a game between programs
	if r.Limits.TimeMS > 0 {
		infos = append(infos, fmt.Sprintf("timeout_turn %d", r.Limits.TimeMS))
	}
	if next.Clock != nil {
		infos = append(infos, fmt.Sprintf("timeout_match %d", next.Clock.Left.Milliseconds()))
	}
	for _, info := range infos {
		if err := r.Send("INFO %s", info); err != nil {
			return err
		}
	}
	return nil
}

// Move asks for a move: after the only move that the program does not have, or on the whole board.
func (r *remote) Move(ctx context.Context, t *client.Turn) (client.Reply, error) {
	left := unlimited
	if c := t.Clock(); c != nil {
		left = int(max(c.Left.Milliseconds(), 0))
	}
	lines := []string{fmt.Sprintf("INFO time_left %d", left)}
	if n := len(t.Moves); r.known >= 0 && n == r.known+1 {
		lines = append(lines, "TURN "+r.table.line(t.Moves[n-1:]))
	} else {
		lines = append(lines, r.board(t)...)
	}
	answer, err := r.ask(ctx, t, lines...)
	if err != nil {
		return client.Reply{}, err
	}
	i, err := r.table.cell(answer)
	if err != nil {
		return client.Reply{}, client.Strange(Protocol, answer)
	}
	r.known = len(t.Moves) + 1
	return client.Reply{Move: r.table.cells[i].Name}, nil
}

// board returns the lines that ask for a move in any position: the stones in the order of the moves.
func (r *remote) board(t *client.Turn) []string {
	lines := []string{"BOARD"}
	pieces, own := t.Now.Placement().Pieces, r.table.letters[t.Now.ToMove()]
	add := func(i int) {
		c, field := r.table.cells[i], 2
		if pieces[i] == own {
			field = 1
		}
		lines = append(lines, fmt.Sprintf("%.0f,%.0f,%d", c.X, c.Y, field))
	}
	for i, s := range t.Start.Placement().Pieces {
		if s != boards.Empty {
			add(i)
		}
	}
	for _, m := range t.Moves {
		add(r.table.named(m))
	}
	if len(lines) == 1 {
		return []string{"BEGIN"}
	}
	return append(lines, "DONE")
}
