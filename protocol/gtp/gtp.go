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
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
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

func names() []string {
	var list []string
	for name := range commands() {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

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
	if len(args) != 1 {
		return "", fmt.Errorf("boardsize not an integer")
	}
	n, err := strconv.Atoi(args[0])
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
