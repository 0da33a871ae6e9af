package teaching

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

// refuseTreeFlags returns an error if a flag is set that does not apply to puzzles.
func (d *drawing) refuseTreeFlags() error {
	if d.setup != (lesson.Setup{Algorithm: d.setup.Algorithm, Seed: d.setup.Seed, Goal: d.setup.Goal, Depth: d.setup.Depth}) ||
		d.flags.Compare != "" || d.render.Style != trace.Values || d.render.Shapes != trace.SquareCircle {
		return exit.Usage(reason.Errorf("%s need two players", "--order, --cut, --fail, --signs, --players, --compare, --style, --shapes, --rounds, --explore"))
	}
	return nil
}

// treePuzzle draws the search for a path from a position of a puzzle.
func treePuzzle(ctx context.Context, env *cli.Env, args []string, f *treeFlags) error {
	d, err := newDrawing(env, f, func(name string) (lesson.Algorithm, error) {
		found, err := lesson.ParsePath(name)
		return lesson.Algorithm(found), err
	})
	if err == nil {
		err = cmp.Or(f.check(), d.refuseTreeFlags())
	}
	if err != nil {
		return err
	}
	g, err := arg.Puzzle(args[0])
	if err != nil {
		return err
	}
	if slices.Contains(args[1:], "-") {
		return exit.Usage(reason.New("one position at a time"))
	}
	problems, err := arg.PuzzleProblems(ctx, env, g, args[1:], arg.PuzzleSource{Source: arg.Source{Moves: f.moves}, Goal: f.Goal})
	if err != nil {
		return err
	}
	p := problems[0].Position
	if err := p.Unsolvable(); err != nil {
		return exit.Invalid(err)
	}
	setup := lesson.PathSetup{Algorithm: lesson.PathAlgorithm(d.setup.Algorithm), Heuristic: f.Heuristic, Depth: f.Depth}
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
	d.render.Words = run.Render(d.Lang).Words
	return d.show(ctx, run)
}
