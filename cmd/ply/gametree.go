package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/trace"
)

// gameTreeFlags are the flags of the tree command that bound the tree of a
// game.
type gameTreeFlags struct {
	depth int
	limit int
	plies int
	moves string
}

// What is searched and drawn of a game if nothing is said.
const (
	defaultTreeDepth = 3
	defaultTreeLimit = 2000
)

func (f *gameTreeFlags) add(c *cobra.Command) {
	flags := c.Flags()
	flags.IntVar(&f.depth, "depth", 0, fmt.Sprintf("search a game to so many `plies` (%d)", defaultTreeDepth))
	flags.IntVar(&f.limit, "limit", 0, fmt.Sprintf("draw the first so many `visits` of a game (%d)", defaultTreeLimit))
	flags.IntVar(&f.plies, "plies", 0, "draw the first so many `plies` of a game")
	flags.StringVar(&f.moves, "moves", "", "play these `moves` of a game first")
}

func (f *gameTreeFlags) check() error {
	for _, x := range []struct {
		name  string
		value int
	}{{"depth", f.depth}, {"limit", f.limit}, {"plies", f.plies}} {
		if x.value < 0 {
			return usage(fmt.Errorf("--%s: %d, want 0 or more", x.name, x.value))
		}
	}
	return nil
}

// refuseGameFlags returns an error if a flag is set that only a game has a use
// for.
func (f *treeFlags) refuseGameFlags() error {
	switch {
	case f.gameTreeFlags != (gameTreeFlags{}):
		return usage(errors.New("--depth, --limit, --plies and --moves need a game, such as ply tree othello"))
	case f.algorithm == searchAlgorithm:
		return usage(fmt.Errorf("--algo %s needs a game, such as ply tree othello", searchAlgorithm))
	}
	return nil
}

// isGame reports whether an argument names a game, rightly or wrongly sized.
func isGame(name string) bool {
	family, _, _ := strings.Cut(name, ":")
	return slices.Contains(catalog.Names(), family)
}

// game draws the search of a position of a game.
func (d *drawing) game(ctx context.Context, args []string) error {
	f := d.flags
	if err := f.check(); err != nil {
		return err
	}
	if f.compare != "" || d.setup.Order != lesson.Given {
		return usage(errors.New("--compare and --order need a tree that is written down"))
	}
	g, err := findGame(args[0])
	if err != nil {
		return err
	}
	p, err := parsePosition(g, args[1:], f.moves)
	if err != nil {
		return err
	}
	run, err := d.searchGame(ctx, p)
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return failure(err)
	}
	run.Document.Game, run.Document.Position = g.About().Name, p.String()
	return d.show(ctx, run)
}

// searchGame searches p with the textbook's algorithm or with the engine.
func (d *drawing) searchGame(ctx context.Context, p engine.Position) (*lesson.Run, error) {
	f := d.flags
	limit := lesson.Limit{Visits: f.limit, Plies: f.plies}
	if limit.Visits == 0 {
		limit.Visits = defaultTreeLimit
	}
	depth := f.depth
	if depth == 0 {
		depth = defaultTreeDepth
	}
	rules, state := p.Game().Rules(), p.State()
	if f.algorithm != searchAlgorithm || p.Status().Over() {
		return lesson.SearchGame(ctx, rules, &state, depth, d.setup, limit)
	}
	known := lesson.Names(rules, &state)
	known.Deepening = true
	run, err := lesson.Watch(known, limit, func(o trace.Observer) {
		options := engine.Options{Options: search.Options{Observer: o}}
		p.Game().NewEngine(options).Analyze(ctx, p, search.Limits{Depth: depth}, nil)
	})
	if err == nil {
		run.Document.Algorithm = searchAlgorithm
	}
	return run, err
}
