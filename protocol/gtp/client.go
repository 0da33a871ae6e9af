package gtp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

// Start starts a program that speaks the protocol and returns it as a player. The client sends
// every move, passes included. Games must begin at the initial position, because the protocol
// has no other.
func Start(ctx context.Context, p client.Program) (client.Player, error) {
	return client.Open(ctx, p, "quit", func(conn *client.Conn) (client.Player, error) {
		r := &remote{Conn: conn}
		name, err := r.ask(ctx, nil, "name")
		r.Called = client.Quote(name)
		return r, err
	})
}

// remote is a program that speaks the protocol.
type remote struct {
	*client.Conn
	id   int // of the last command
	told int // moves of the game that the program has
}

// errRefused is wrapped by the fault of a command answered with a question mark.
var errRefused = reason.New("it refuses")

// ask sends a command and returns the answer. It waits as long as a turn allows, or for nil as for
// a command that needs no thought. Commands are numbered, so that answers cannot be confused.
func (r *remote) ask(ctx context.Context, t *client.Turn, format string, args ...any) (string, error) {
	r.id++
	command := fmt.Sprintf(format, args...)
	if err := r.Send("%d %s", r.id, command); err != nil {
		return "", named(command, err)
	}
	line, err := r.Await(ctx, r.Wait(t), func(line string) bool { return strings.TrimSpace(line) != "" })
	if err != nil {
		return "", named(command, err)
	}
	isBad := line[0] == '?'
	text, known := strings.CutPrefix(strings.TrimLeft(line[1:], " \t"), strconv.Itoa(r.id))
	if line[0] != '=' && !isBad || !known || !isEnd(text) {
		return "", named(command, client.Strange("gtp", line))
	}
	for { // until the empty line that ends an answer
		more, err := r.Line(ctx, r.Readiness)
		switch {
		case err != nil:
			return "", named(command, err)
		case more == "" && isBad:
			return "", named(command, &client.Fault{Kind: client.Foreign, Err: reason.Errorf("%w: %s", errRefused, client.Quote(strings.TrimSpace(text)))})
		case more == "":
			return strings.TrimSpace(text), nil
		}
		text += "\n" + more
		if len(text) > longestAnswer {
			return "", named(command, &client.Fault{Kind: client.Flood, Err: reason.Errorf("more than %d KiB in one answer", longestAnswer>>10)})
		}
	}
}

// longestAnswer bounds an answer, in bytes.
const longestAnswer = 1 << 16

// isEnd reports whether a number ends before rest.
func isEnd(rest string) bool { return rest == "" || rest[0] < '0' || rest[0] > '9' }

// named adds the command to a fault.
func named(command string, err error) error {
	var f *client.Fault
	if errors.As(err, &f) {
		return &client.Fault{Kind: f.Kind, Err: reason.Errorf("%s: %w", command, err)}
	}
	return err
}

// Begin clears the board and sets the clock.
func (r *remote) Begin(ctx context.Context, round client.Round) error {
	if start := round.Start.Game().Start(); round.Start.String() != start.String() {
		return reason.New("gtp sets up no positions: games must begin at the initial one")
	}
	r.told = 0
	var commands []string
	if r.Size > 0 {
		commands = append(commands, fmt.Sprintf("boardsize %d", r.Size))
	}
	commands = append(commands, "clear_board")
	switch {
	case round.Clock != nil:
		commands = append(commands, fmt.Sprintf("time_settings %d 0 0", seconds(round.Clock.Left)))
	case r.Limits.Time() > 0:
		commands = append(commands, fmt.Sprintf("time_settings 0 %d 1", seconds(r.Limits.Time())))
	}
	for _, c := range commands {
		if _, err := r.ask(ctx, nil, "%s", c); err != nil {
			return err
		}
	}
	return nil
}

// seconds returns a time in the protocol's whole seconds, at least 1.
func seconds(d time.Duration) int { return max(1, int(math.Floor(d.Seconds()))) }

// colour returns the letter of a side.
func colour(g *engine.Game, side int) string {
	if side == blackSide(g) {
		return "b"
	}
	return "w"
}

// tell sends the moves that the program does not have yet.
func (r *remote) tell(ctx context.Context, t *client.Turn) error {
	at := t.Start
	for i, m := range t.Moves {
		if i >= r.told {
			if _, err := r.ask(ctx, nil, "play %s %s", colour(at.Game(), int(at.ToMove()&1)), m); err != nil {
				return err
			}
			r.told++
		}
		var err error
		if at, err = at.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// Move sends the moves that the program does not have yet and asks for one.
func (r *remote) Move(ctx context.Context, t *client.Turn) (client.Reply, error) {
	if err := r.tell(ctx, t); err != nil {
		return client.Reply{}, err
	}
	side := colour(t.Now.Game(), int(t.Now.ToMove()&1))
	if clock := t.Clock(); clock != nil {
		if _, err := r.ask(ctx, nil, "time_left %s %d 0", side, max(0, int(clock.Left.Seconds()))); err != nil {
			return client.Reply{}, err
		}
	}
	m, err := r.ask(ctx, t, "genmove %s", side)
	if err != nil {
		return client.Reply{}, err
	}
	r.told++
	return client.Reply{Move: client.Legal(t.Now, m), Resigns: strings.EqualFold(m, "resign")}, nil
}

// Claim asks for the final score. A program without that command makes no claim.
func (r *remote) Claim(ctx context.Context, t *client.Turn) (outcome int, ok bool, err error) {
	if err := r.tell(ctx, t); err != nil {
		return 0, false, err
	}
	score, err := r.ask(ctx, nil, "final_score")
	switch {
	case errors.Is(err, errRefused):
		return 0, false, nil
	case err != nil:
		return 0, false, err
	case score == "0" || strings.EqualFold(score, "draw"):
		return 0, true, nil
	case len(score) < 2 || score[1] != '+':
		return 0, false, nil
	}
	if strings.ToLower(score[:1]) == colour(t.Now.Game(), 0) {
		return 1, true, nil
	}
	return -1, true, nil
}
