package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/textbook"
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
			return flags.TooLittle("--"+x.name, x.value, 0)
		}
	}
	return nil
}

// refuseGameFlags returns an error if a flag is set that only a game has a use
// for.
func (f *treeFlags) refuseGameFlags() error {
	switch {
	case f.gameTreeFlags != (gameTreeFlags{}):
		return needsGame("--depth, --limit, --plies, --moves")
	case f.heuristic != "" || f.goal != "":
		return f.needsPuzzle()
	case f.algorithm == flags.Search:
		return needsGame("--algo search")
	}
	return nil
}

// needsGame refuses what means nothing without a game.
func needsGame(what string) error { return exit.Usage(words.Tell("refused.needs-game", "what", what)) }

// isGame reports whether an argument names a game, rightly or wrongly sized.
func isGame(name string) bool {
	family, _, _ := strings.Cut(name, ":")
	return slices.Contains(catalog.Names(), family)
}

// maxCompared is the most positions that a search may make where algorithms are
// compared on a game: SSS* keeps up to 500 bytes of each.
const maxCompared = 1_000_000

// game draws the search of a position of a game, or compares searches of it.
func (d *drawing) game(ctx context.Context, args []string) error {
	f := d.flags
	if f.heuristic != "" || f.goal != "" {
		return f.needsPuzzle()
	}
	if err := f.check(); err != nil {
		return err
	}
	if err := d.setup.CheckGame(); err != nil {
		return exit.Usage(err)
	}
	g, err := findGame(args[0])
	if err != nil {
		return err
	}
	p, err := parsePosition(g, args[1:], f.moves)
	if err != nil {
		return err
	}
	depth := cmp.Or(f.depth, defaultTreeDepth)
	if f.compare != "" {
		return d.compare(ctx, append(textbook.Algorithms(), lesson.Production), func(all []textbook.Algorithm) (*lesson.Comparison, error) {
			return lesson.ComparePosition(ctx, p, depth, d.setup, maxCompared, all...)
		})
	}
	limit := lesson.Limit{Visits: cmp.Or(f.limit, defaultTreeLimit), Plies: f.plies}
	run, err := lesson.SearchPosition(ctx, p, depth, d.setup, limit)
	if ctx.Err() != nil {
		return exit.Interrupted
	}
	if err != nil {
		return exit.Failure(err)
	}
	return d.show(ctx, run)
}

// needsPuzzle refuses the flags that only a puzzle has a use for.
func (f *treeFlags) needsPuzzle() error {
	flag := "--heuristic"
	if f.heuristic == "" {
		flag = "--goal"
	}
	return exit.Usage(words.Tell("refused.heuristic", "flag", flag))
}
