// Package opponent makes the players of a match from what a command line says of
// them.
package opponent

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/match"
)

// matchTime is how long a player of a match thinks over a move where nothing
// says.
const matchTime = 100 * time.Millisecond

// matchTable is the size of a player's table where nothing says: it is wiped
// before every game.
const matchTable = "16MiB"

// New returns the player that a text describes: settings as NAME=VALUE,
// or cmd: and a command line, of a program that may think over a move for a time.
func New(ctx context.Context, g *engine.Game, text string, patience time.Duration) (match.Player, error) {
	if line, ok := strings.CutPrefix(text, "cmd:"); ok {
		return start(ctx, g, strings.Fields(line), patience)
	}
	f, searched, err := parse(g, text)
	if err != nil {
		return nil, exit.Usage(fmt.Errorf("player %q: %w", text, err))
	}
	if f.Algorithm != flags.Search {
		f.Table = ""
		return student(text, searched, f)
	}
	pl, err := f.New(searched, matchTime)
	if err != nil {
		return nil, err
	}
	book, release, err := flags.OpenBook(searched, pl.Engine, f.Book)
	if err != nil {
		return nil, err
	}
	pl.Engine = book
	return owner{translated{match.Local(text, pl), searched}, release}, nil
}

// parse reads settings. The game to be searched is g, or that of the weak
// player which a word among them names.
func parse(g *engine.Game, text string) (f *flags.Player, searched *engine.Game, err error) {
	f, searched = new(flags.Player), g
	c := &cobra.Command{}
	f.Add(c)
	known := sparringWords()
	weak := ""
	for _, word := range strings.Fields(text) {
		if slices.Contains(known, word) {
			if weak != "" {
				return nil, nil, fmt.Errorf("%s, twice", word)
			}
			weak = word
			continue
		}
		name, value, ok := strings.Cut(word, "=")
		switch {
		case !ok || value == "":
			return nil, nil, fmt.Errorf("%q, want NAME=VALUE or %s", word, strings.Join(known, " or "))
		case c.Flags().Changed(name):
			return nil, nil, fmt.Errorf("%s, twice", name)
		}
		if err := c.Flags().Set(name, value); err != nil {
			return nil, nil, err
		}
	}
	if !c.Flags().Changed("tt") {
		f.Table = matchTable
	}
	if weak == "" {
		return f, g, nil
	}
	s, ok := engine.Offered[workshop.Sparring](g)
	if !ok || s.Word != weak {
		return nil, nil, fmt.Errorf("%s has no %s", g.About().Name, weak)
	}
	if !c.Flags().Changed("algo") {
		f.Algorithm, f.Depth = s.Algorithm, cmp.Or(f.Depth, s.Depth)
	}
	return f, s.Game(), nil
}

// sparringWords are the names of the weak players of all games.
func sparringWords() (all []string) {
	for _, s := range catalog.Offers[workshop.Sparring]() {
		all = append(all, s.Word)
	}
	return all
}

// start starts a program that speaks gtp. The size of a board that is not
// the usual one is told to it.
func start(ctx context.Context, g *engine.Game, words []string, patience time.Duration) (match.Player, error) {
	if len(words) == 0 {
		return nil, exit.Usage(fmt.Errorf("cmd: which program?"))
	}
	program := match.Program{Path: words[0], Args: words[1:], Patience: patience}
	if board, ok := engine.Offered[workshop.Board](g); ok && board.Size != board.Usual {
		program.Size = board.Size
	}
	p, err := match.GTP(ctx, program)
	if err != nil {
		return nil, exit.Failure(err)
	}
	return p, nil
}

// owner is a player with something to be closed after it.
type owner struct {
	match.Player
	release func()
}

func (o owner) Close() error {
	defer o.release()
	return o.Player.Close()
}

// translated is a player of positions of a game of its own, with the same text.
type translated struct {
	match.Player
	game *engine.Game
}

func (t translated) Move(ctx context.Context, moves []string, now *engine.Position) (string, error) {
	p, err := t.game.Parse(now.String())
	if err != nil {
		return "", err
	}
	return t.Player.Move(ctx, moves, p)
}

// student returns a player that searches by an algorithm of the
// textbook.
func student(text string, g *engine.Game, f *flags.Player) (match.Player, error) {
	if err := f.CheckAlgorithm(); err != nil {
		return nil, err
	}
	if err := f.Strength.Check(&f.Limits); err != nil {
		return nil, err
	}
	options, err := f.Options()
	if err != nil {
		return nil, err
	}
	q, c, err := f.Query(matchTime)
	if err != nil {
		return nil, err
	}
	if f.Random != 0 || f.Loss != 0 || f.Book != "" || f.Opening != "" || f.Algorithm == flags.Proof {
		return nil, exit.Usage(fmt.Errorf("player %q: %s takes depth, nodes and time alone", text, f.Algorithm))
	}
	pl := &engine.Player{Engine: f.Engine(g, options), Query: q, Control: c}
	return translated{match.Local(text, pl), g}, nil
}
