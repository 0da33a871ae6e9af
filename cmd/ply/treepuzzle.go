package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/puzzle"
	"github.com/plywood-go/plywood/puzzles/shelf"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
	"github.com/plywood-go/plywood/trace"
)

// isPuzzle reports whether an argument names a puzzle, of a valid size or not.
func isPuzzle(name string) bool {
	family, _, _ := strings.Cut(name, ":")
	return slices.ContainsFunc(shelf.Names(), func(known string) bool {
		own, _, _ := strings.Cut(known, ":")
		return own == family
	})
}

// refuseTreeFlags returns an error if a flag is set that does not apply to puzzles.
func (d *drawing) refuseTreeFlags() error {
	s := d.setup
	if s.Order != lesson.Given || s.Cut != textbook.AsPrinted || s.Hard || s.Signs != lesson.ByMax || s.OrAnd ||
		d.flags.compare != "" || d.render.Style != trace.Values || d.render.Shapes != trace.SquareCircle {
		return exit.Usage(words.Tell("refused.needs-two", "flags", "--order, --cut, --fail, --signs, --players, --compare, --style, --shapes"))
	}
	return nil
}

// treePuzzle draws the search for a path from a position of a puzzle.
func (a *app) treePuzzle(ctx context.Context, args []string, f *treeFlags) error {
	d, err := a.newDrawing(f, func(name string) (textbook.Algorithm, error) {
		found, err := pathbook.ParseAlgorithm(name)
		return textbook.Algorithm(found), err
	})
	if err == nil {
		err = cmp.Or(f.check(), d.refuseTreeFlags())
	}
	if err != nil {
		return err
	}
	g, err := findPuzzle(args[0])
	if err != nil {
		return err
	}
	if slices.Contains(args[1:], "-") {
		return exit.Usage(words.Tell("refused.one-position"))
	}
	problems, err := a.pathProblems(ctx, g, args[1:], &pathFlags{sourceFlags: sourceFlags{moves: f.moves}, goal: f.goal})
	if err != nil {
		return err
	}
	p := problems[0].Position
	if err := p.Unsolvable(); err != nil {
		return exit.Invalid(err)
	}
	setup := lesson.PathSetup{Algorithm: pathbook.Algorithm(d.setup.Algorithm), Heuristic: f.heuristic, Depth: f.depth}
	limit := lesson.Limit{Visits: cmp.Or(f.limit, defaultTreeLimit), Plies: f.plies, Positions: maxCompared}
	run, err := lesson.SearchPuzzle(ctx, p, setup, limit)
	switch {
	case ctx.Err() != nil:
		return exit.Interrupted
	case errors.Is(err, puzzle.ErrHeuristic):
		return exit.Usage(err)
	case err != nil:
		return exit.Failure(err)
	}
	d.render.Words = run.Render(d.lang).Words
	return d.show(ctx, run)
}
