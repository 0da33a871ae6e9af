package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	engines "github.com/plywood-go/plywood/engines/othello"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/match"
)

// matchTime is how long a player of a match thinks over a move where nothing
// says.
const matchTime = 100 * time.Millisecond

// matchTable is the size of a player's table where nothing says: it is wiped
// before every game.
const matchTable = "16MiB"

// The word for counting discs, and the algorithm and depth that go with it.
const (
	discsWord      = "discs"
	discsAlgorithm = "othello"
	discsDepth     = 4
)

// opponentFlags are the settings of a player of a match.
type opponentFlags struct {
	limitFlags
	strengthFlags
	mannerFlags
}

// newOpponent returns the player that a text describes: settings as NAME=VALUE,
// or cmd: and a command line, of a program that may think over a move for a time.
func newOpponent(ctx context.Context, g engine.Game, text string, patience time.Duration) (match.Player, error) {
	if line, ok := strings.CutPrefix(text, "cmd:"); ok {
		return startOpponent(ctx, g, strings.Fields(line), patience)
	}
	f, discs, err := parseOpponent(text)
	if err != nil {
		return nil, usage(fmt.Errorf("player %q: %w", text, err))
	}
	searched := g
	if discs {
		if searched, err = discsGame(g); err != nil {
			return nil, usage(fmt.Errorf("player %q: %w", text, err))
		}
	}
	if f.algorithm != searchAlgorithm {
		f.table = ""
		return textbookOpponent(text, searched, f)
	}
	pl, err := newPlayer(searched, &f.limitFlags, &f.strengthFlags, &f.mannerFlags, matchTime)
	if err != nil {
		return nil, err
	}
	book, release, err := openBook(searched, pl.Engine, f.book)
	if err != nil {
		return nil, err
	}
	pl.Engine = book
	return owner{translated{match.Local(text, pl), searched}, release}, nil
}

// parseOpponent reads settings; discs tells that discs are to be counted.
func parseOpponent(text string) (f *opponentFlags, discs bool, err error) {
	f = new(opponentFlags)
	c := &cobra.Command{}
	f.limitFlags.add(c)
	f.strengthFlags.add(c)
	f.addChoice(c)
	for _, word := range strings.Fields(text) {
		if word == discsWord {
			if discs {
				return nil, false, fmt.Errorf("%s, twice", word)
			}
			discs = true
			continue
		}
		name, value, ok := strings.Cut(word, "=")
		switch {
		case !ok || value == "":
			return nil, false, fmt.Errorf("%q, want NAME=VALUE or %s", word, discsWord)
		case c.Flags().Changed(name):
			return nil, false, fmt.Errorf("%s, twice", name)
		}
		if err := c.Flags().Set(name, value); err != nil {
			return nil, false, err
		}
	}
	if !c.Flags().Changed("tt") {
		f.table = matchTable
	}
	if discs && !c.Flags().Changed("algo") {
		f.algorithm = discsAlgorithm
		if f.depth == 0 {
			f.depth = discsDepth
		}
	}
	return f, discs, nil
}

// discsGame returns g with nothing but discs counted.
func discsGame(g engine.Game) (engine.Game, error) {
	for _, size := range []int{8, 6, 4} {
		r, _ := othello.Sized(size)
		start := r.Start()
		if g.Start().String() == r.FormatPosition(&start) {
			return engines.DiscsGame(r), nil
		}
	}
	return nil, fmt.Errorf("%s has no discs", g.About().Name)
}

// startOpponent starts a program that speaks gtp. The size of Othello's small
// boards is told to it.
func startOpponent(ctx context.Context, g engine.Game, words []string, patience time.Duration) (match.Player, error) {
	if len(words) == 0 {
		return nil, usage(fmt.Errorf("cmd: which program?"))
	}
	size := 0
	fmt.Sscanf(g.About().Name, "othello:%d", &size) // 0 if it is another game
	p, err := match.GTP(ctx, match.Program{Path: words[0], Args: words[1:], Size: size, Patience: patience})
	if err != nil {
		return nil, failure(err)
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
	game engine.Game
}

func (t translated) Move(ctx context.Context, moves []string, now engine.Position) (string, error) {
	p, err := t.game.Parse(now.String())
	if err != nil {
		return "", err
	}
	return t.Player.Move(ctx, moves, p)
}

// textbookOpponent returns a player that searches by an algorithm of the
// textbook.
func textbookOpponent(text string, g engine.Game, f *opponentFlags) (match.Player, error) {
	if err := checkTextbookFlags(&f.limitFlags); err != nil {
		return nil, err
	}
	if err := f.strengthFlags.check(&f.limitFlags); err != nil {
		return nil, err
	}
	if _, err := f.limitFlags.options(); err != nil {
		return nil, err
	}
	q, c, err := f.limits(matchTime)
	if err != nil {
		return nil, err
	}
	if f.random != 0 || f.loss != 0 || f.book != "" || f.opening != "" || f.algorithm == proofAlgorithm {
		return nil, usage(fmt.Errorf("player %q: %s takes depth, nodes and time alone", text, f.algorithm))
	}
	return translated{student{text, f.algorithm, q, c}, g}, nil
}

// student plays by the textbook.
type student struct {
	name, algorithm string
	query           engine.Query
	control         engine.Control
}

func (s student) Name() string                { return s.name }
func (s student) Begin(context.Context) error { return nil }
func (s student) Close() error                { return nil }

func (s student) Move(ctx context.Context, _ []string, now engine.Position) (string, error) {
	a := textbookAnalysis(ctx, now, s.algorithm, s.query, s.control)
	return a.Lines[0].Move, ctx.Err()
}
