// Package gtp speaks the Go Text Protocol, version 2 (Farnebäck 2002), for any game. Controllers
// of many games use it. The package knows an engine only through package engine's texts.
//
// The colours b and w follow the pieces: b is the side with black pieces, or the side that plays
// against white ones. In any other game b is the first side. Moves are written as the game
// writes them, in either case.
//
// Some controllers leave out passes. If the side named by a command cannot move before the other
// side has passed, the server adds the pass. After the end of a game genmove answers pass, and
// playing a pass changes nothing, so that controllers may end a game by two passes.
//
// After a size that was refused there is no board until another is accepted. A move that was
// refused changes nothing, but no move is chosen before the controller plays another, or undoes
// one: its position is not known.
package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/dialog"
)

// Options configure an engine that speaks the protocol.
type Options struct {
	Name, Version string // sent to the controller
	// Open returns the initial position of the game on a board of another size, and its player.
	// Size 0 is the usual size.
	Open func(size int) (*engine.Position, *engine.Player, error)
}

// conversation is the state of one controller's game.
type conversation struct {
	dialog.Dialog
	Options
	game    play.Session
	made    []int // number of moves before each command that moved
	black   int   // the side called b
	given   timeSettings
	unsized bool // the last size was refused
	refused bool // the last move was refused
}

// Serve answers the commands from in on out until quit, the end of in, or until ctx is done.
// Commands are processed one after another, as the protocol demands. The error is one of
// reading, of writing, or of the first Open.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := &conversation{Dialog: dialog.New(ctx, out), Options: o}
	if err := c.open(0); err != nil {
		return err
	}
	return c.Session.Serve(ctx, in, c.answer)
}

// open begins a game on a board of the given size.
func (c *conversation) open(size int) error {
	start, player, err := c.Open(size)
	if err != nil {
		return err
	}
	c.game.Player, c.black = player, blackSide(start.Game())
	c.begin(start)
	return nil
}

// begin begins a game at a position, with clocks if time settings were given.
func (c *conversation) begin(start *engine.Position) {
	c.game.Start(start)
	c.made, c.unsized, c.refused = nil, false, false
}

// answer processes one line and reports whether to go on.
func (c *conversation) answer(text string, long bool) bool {
	if long {
		c.Say("? line too long\n")
		return true
	}
	id, words := parse(text)
	if len(words) == 0 {
		return true
	}
	result, err := c.obey(words[0], words[1:])
	switch {
	case err != nil:
		c.Say("?%s %s\n", id, dialog.OneLine(err))
	case result == "":
		c.Say("=%s\n", id)
	default:
		c.Say("=%s %s\n", id, result)
	}
	return words[0] != "quit"
}

// parse splits a line into its optional number and its words. It drops comments and control
// characters.
func parse(text string) (id string, words []string) {
	text, _, _ = strings.Cut(text, "#")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 127:
			return -1
		}
		return r
	}, text)
	words = strings.Fields(text)
	if len(words) == 0 {
		return "", nil
	}
	if _, err := strconv.ParseUint(words[0], 10, 31); err == nil {
		return words[0], words[1:]
	}
	return "", words
}

// command executes a command with its arguments.
type command func(c *conversation, args []string) (string, error)

// commands returns all commands. A variable could not refer to itself in list_commands.
func commands() map[string]command {
	return map[string]command{
		"protocol_version": func(*conversation, []string) (string, error) { return "2", nil },
		"name":             func(c *conversation, _ []string) (string, error) { return c.Name, nil },
		"version":          func(c *conversation, _ []string) (string, error) { return c.Version, nil },
		"known_command":    (*conversation).knownCommand,
		"list_commands":    func(*conversation, []string) (string, error) { return strings.Join(names(), "\n"), nil },
		"quit":             func(*conversation, []string) (string, error) { return "", nil },
		"boardsize":        (*conversation).boardSize,
		"clear_board":      (*conversation).clearBoard,
		"komi":             func(*conversation, []string) (string, error) { return "", fmt.Errorf("no komi in this game") },
		"play":             (*conversation).play,
		"genmove":          (*conversation).generate,
		"reg_genmove":      (*conversation).suggest,
		"undo":             (*conversation).undo,
		"showboard": func(c *conversation, _ []string) (string, error) {
			return "\n" + strings.TrimRight(c.game.Now().Board(), "\n"), nil
		},
		"time_settings": (*conversation).setTime,
		"time_left":     (*conversation).timeLeft,
		"final_score":   (*conversation).finalScore,
	}
}

func names() []string { return slices.Sorted(maps.Keys(commands())) }

// onBoard are the commands that need a board.
var onBoard = []string{"clear_board", "play", "genmove", "reg_genmove", "undo", "showboard", "final_score"}

func (c *conversation) obey(name string, args []string) (string, error) {
	do, known := commands()[name]
	switch {
	case !known:
		return "", fmt.Errorf("unknown command")
	case c.unsized && slices.Contains(onBoard, name):
		return "", dialog.ErrNoPosition
	}
	return do(c, args)
}

func (c *conversation) knownCommand(args []string) (string, error) {
	return strconv.FormatBool(len(args) == 1 && slices.Contains(names(), args[0])), nil
}

func (c *conversation) boardSize(args []string) (string, error) {
	n, err := strconv.Atoi(strings.Join(args, " "))
	if err != nil {
		return "", fmt.Errorf("boardsize not an integer")
	}
	now := c.game.Now().Game()
	if n > 0 && n == size(now) {
		c.begin(now.Start())
	} else if c.unsized = n < 1 || c.open(n) != nil; c.unsized {
		return "", fmt.Errorf("unacceptable size")
	}
	return "", nil
}

// size returns the size of a game's board: the number of letters of its columns or, if the cells
// are numbered, its width. It is 0 without a board.
func size(g *engine.Game) int {
	b := g.Board()
	if b == nil {
		return 0
	}
	letters := map[rune]bool{}
	for _, c := range b.Cells {
		for _, r := range c.Name {
			if r >= 'a' && r <= 'z' {
				letters[r] = true
			}
		}
	}
	if len(letters) == 0 {
		return int(b.Width)
	}
	return len(letters)
}

// clearBoard begins a new game with the same time settings.
func (c *conversation) clearBoard([]string) (string, error) {
	c.begin(c.game.Now().Game().Start())
	c.game.Clocks = c.given.clocks()
	return "", nil
}

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
