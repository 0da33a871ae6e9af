// Package gtp speaks the Go Text Protocol, version 2 (Farnebäck 2002), for any
// game. Controllers of many games use it. The package knows an engine by its
// text alone.
//
// Colours are b and w, after the pieces. b is the side with black pieces, or
// the side that plays against white ones; in any other game it is the first
// side. Moves are written as the game writes them, in either case.
//
// Some controllers leave out passes. Where the side named must pass first, the
// pass is put in. Once the game is over genmove answers pass, and playing a
// pass changes nothing, so that controllers may end a game by two passes.
package gtp

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/internal/session"
)

// Options configure an engine behind the protocol.
type Options struct {
	Name, Version string
	// Open returns the initial position of the game on a board of so many
	// squares along a side, and the player of it. A size of 0 is the usual one.
	Open func(size int) (*engine.Position, *engine.Player, error)
}

// conversation is the state of one controller's game.
type conversation struct {
	Options
	ctx   context.Context
	game  play.Session
	made  []int // before each command that moved, the number of moves
	black int   // the side that b names
	given timeSettings
}

// Serve answers the commands of in on out until quit, the end of in, or ctx is
// done. Commands are done one after the other, as the protocol has it. The error
// is that of reading, writing, or the first Open.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	c := &conversation{Options: o, ctx: ctx}
	if err := c.open(0); err != nil {
		return err
	}
	s := session.New(out)
	return s.Serve(ctx, in, func(text string, long bool) bool {
		return c.answer(s, text, long)
	})
}

// open begins a game on a board of a size.
func (c *conversation) open(size int) error {
	start, player, err := c.Open(size)
	if err != nil {
		return err
	}
	c.game.Player, c.black = player, blackSide(start.Game())
	c.begin(start)
	return nil
}

// begin begins a game at a position, on the clocks that there are.
func (c *conversation) begin(start *engine.Position) {
	c.game.Start(start)
	c.made = nil
}

// answer obeys one line and reports whether to go on.
func (c *conversation) answer(s *session.Session, text string, long bool) bool {
	if long {
		s.Say("? line too long\n")
		return true
	}
	id, words := parse(text)
	if len(words) == 0 {
		return true
	}
	result, err := c.obey(words[0], words[1:])
	switch {
	case err != nil:
		s.Say("?%s %s\n", id, oneLine(err.Error()))
	case result == "":
		s.Say("=%s\n", id)
	default:
		s.Say("=%s %s\n", id, result)
	}
	return words[0] != "quit"
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// parse splits a line into its number, if it has one, and words. Comments and
// control characters are left out.
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

// command does what a line asks with its arguments.
type command func(c *conversation, args []string) (string, error)

// commands are all that are known. It is a function, for list_commands looks at
// them itself.
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

func names() []string {
	var list []string
	for name := range commands() {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func (c *conversation) obey(name string, args []string) (string, error) {
	do, known := commands()[name]
	if !known {
		return "", fmt.Errorf("unknown command")
	}
	return do(c, args)
}

func (c *conversation) knownCommand(args []string) (string, error) {
	return strconv.FormatBool(len(args) == 1 && slices.Contains(names(), args[0])), nil
}

func (c *conversation) boardSize(args []string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("boardsize not an integer")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return "", fmt.Errorf("boardsize not an integer")
	}
	if n < 1 || c.open(n) != nil {
		return "", fmt.Errorf("unacceptable size")
	}
	return "", nil
}

// clearBoard begins anew, with the time settings of before.
func (c *conversation) clearBoard([]string) (string, error) {
	c.begin(c.game.Now().Game().Start())
	c.game.Clocks = c.given.clocks()
	return "", nil
}
