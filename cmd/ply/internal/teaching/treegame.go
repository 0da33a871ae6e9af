package teaching

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
	"github.com/plywood-go/plywood/tui"
)

// gameTreeFlags are the flags of the tree command that limit the tree of a game.
type gameTreeFlags struct {
	Limit int    `flag:"limit" help:"draw only the first {visits} of a game (default 2000, of pictures that --fold makes small 20000)"`
	Plies int    `flag:"plies" help:"draw only the first {plies} of a game"`
	Moves string `flag:"moves" help:"first play these {moves} of a game"`
}

// The default depth in plies, and the default number of visits drawn.
const (
	defaultTreeDepth = 3
	defaultTreeLimit = 2000
	foldedTreeLimit  = 20_000 // of pictures that are folded if they are large
)

func (f *gameTreeFlags) check() error {
	return cmp.Or(cli.AtLeast("--limit", f.Limit, 0), cli.AtLeast("--plies", f.Plies, 0))
}

// refuseGameFlags returns an error if a flag is set that applies only to games or puzzles.
func (f *treeFlags) refuseGameFlags() error {
	switch {
	case f.gameTreeFlags != (gameTreeFlags{}):
		return needsGame("--limit, --plies, --moves")
	case f.Heuristic != "":
		return needsPuzzle()
	case f.Algorithm == lesson.Production:
		return needsGame("--algo search")
	}
	return nil
}

// needsGame refuses flags that apply only to games.
func needsGame(what string) error {
	return cli.Usage(reason.Errorf("%s: want a game, such as ply tree othello", what))
}

// isGame reports whether an argument names a game, of a valid size or not.
func isGame(name string) bool {
	family, _, _ := strings.Cut(name, ":")
	return slices.Contains(catalog.Names(), family) || star.Is(name)
}

// questioned returns the tree to ask about that the arguments describe: as for treeText, or a game and its
// position, which is unfolded to the depth of the setup. In the setup the tree then ends at its leaves.
func questioned(ctx context.Context, env *cli.Env, args []string, s *lesson.Setup) (*lesson.Tree, error) {
	name, position, _ := strings.Cut(strings.Join(args, " "), " ")
	if !isGame(name) {
		if len(args) > 1 {
			return nil, cli.Usage(reason.New("one tree at a time; quote an expression with spaces"))
		}
		t, err := parsed(treeText(ctx, env, args))
		if err != nil {
			err = cli.Invalid(err)
		}
		return t, err
	}
	g, err := cli.AnyGame(env, name)
	if err != nil {
		return nil, err
	}
	p, err := cli.Position(env, g, strings.Fields(position), "")
	if err != nil {
		return nil, err
	}
	t, err := lesson.Unfold(ctx, p, cmp.Or(s.Depth, defaultTreeDepth))
	if err != nil {
		return nil, cli.Invalid(err)
	}
	s.Depth = 0
	return t, nil
}

// maxCompared is the largest number of positions of a search when algorithms are compared
// on a game: SSS* keeps up to 500 bytes for each.
const maxCompared = 1_000_000

// game draws the search of a position of a game, or compares searches of it.
func (d *drawing) game(ctx context.Context, args []string) error {
	f := d.flags
	switch {
	case f.Window != (lesson.Window{}) || f.Bounds != (lesson.Range{}) || f.LastCut:
		return cli.Usage(reason.New("--window, --bounds and --last-cut are for trees that are written down"))
	case f.Heuristic != "":
		return needsPuzzle()
	}
	if err := f.check(); err != nil {
		return err
	}
	if err := d.setup.CheckGame(); err != nil {
		return cli.Usage(err)
	}
	g, err := cli.AnyGame(d.Env, args[0])
	if err != nil {
		return err
	}
	p, err := cli.Position(d.Env, g, args[1:], f.Moves)
	if err != nil {
		return err
	}
	if g.Chance() && !f.chosen() {
		d.setup.Algorithm = lesson.SearchesOf(p)[0]
	}
	depth := cmp.Or(f.Depth, defaultTreeDepth)
	if f.Compare != "" {
		return d.compare(ctx, lesson.SearchesOf(p), lesson.Practical(), func(all []lesson.Algorithm) (*lesson.Comparison, error) {
			return lesson.ComparePosition(ctx, p, depth, d.setup, maxCompared, all...)
		})
	}
	limit := lesson.Limit{Visits: d.visits(), Plies: f.Plies}
	run, err := lesson.SearchPosition(ctx, p, depth, d.setup, limit)
	if err != nil {
		return cli.Failure(err)
	}
	return d.show(ctx, run)
}

// visits is the limit of visits.
func (d *drawing) visits() int {
	f := d.flags
	if d.folds() && f.Fold != "never" && !f.Walk && !f.Explain && !f.Events {
		return cmp.Or(f.Limit, foldedTreeLimit)
	}
	return cmp.Or(f.Limit, defaultTreeLimit)
}

// needsPuzzle refuses the flag of a puzzle's bound.
func needsPuzzle() error {
	return cli.Usage(reason.Errorf("%s needs a puzzle, such as ply tree tiles:3", "--heuristic"))
}

// walk steps through a run on the full screen or, without one, line by line.
func (d *drawing) walk(ctx context.Context, run *lesson.Run) error {
	if !cli.FullScreen(d.Env, d.flags.Plain) {
		return d.walkByLine(ctx, run)
	}
	return cli.Present(ctx, d.Env, tui.NewWalk(run, d.Lang, d.render))
}

// walkByLine steps through a run line by line.
func (d *drawing) walkByLine(ctx context.Context, run *lesson.Run) error {
	s := deck{
		In: d.In.Reader, Out: d.Out, Lang: d.Lang, Last: run.Len(),
		Show: func(i int) error {
			fmt.Fprintf(d.Out, "%s\n%s\n\n", d.Lang.Text("explain.step", "step", i, "steps", run.Len()),
				d.Printer().Fold(run.Explain(d.Lang, i)))
			return cmp.Or(d.Printer().Step(run, i, d.render), d.Out.Err)
		},
		Jump: func(i int, word string) (int, bool) {
			switch word {
			case "l":
				return run.Turn(i, false), true
			case "c":
				return run.Seek(i, false), true
			}
			return 0, false
		},
	}
	return s.run(ctx)
}

// refuseTreeFlags returns an error if a flag is set that does not apply to puzzles.
func (d *drawing) refuseTreeFlags() error {
	if d.setup != (lesson.Setup{Algorithm: d.setup.Algorithm, Seed: d.setup.Seed, Goal: d.setup.Goal, Depth: d.setup.Depth}) ||
		d.flags.Compare != "" || d.render.Style != trace.Values || d.render.Shapes != trace.SquareCircle {
		return cli.Usage(reason.Errorf("%s need two players", "--order, --cut, --fail, --signs, --players, --compare, --style, --shapes, --rounds, --explore"))
	}
	return nil
}

// treePuzzle draws the search for a path from a position of a puzzle.
func treePuzzle(ctx context.Context, env *cli.Env, args []string, f *treeFlags) error {
	d, err := newDrawing(env, f, lesson.ParsePath)
	if err == nil {
		err = cmp.Or(f.check(), d.refuseTreeFlags())
	}
	if err != nil {
		return err
	}
	g, err := cli.Puzzle(env, args[0])
	if err != nil {
		return err
	}
	if slices.Contains(args[1:], "-") {
		return cli.Usage(reason.New("one position at a time"))
	}
	problems, err := cli.PuzzleProblems(ctx, env, g, args[1:], cli.PuzzleSource{Source: cli.Source{Moves: f.Moves}, Goal: f.Goal})
	if err != nil {
		return err
	}
	p := problems[0].Position
	if err := p.Unsolvable(); err != nil {
		return cli.Invalid(err)
	}
	d.setup.Heuristic = f.Heuristic
	limit := lesson.Limit{Visits: d.visits(), Plies: f.Plies, Positions: maxCompared}
	run, err := lesson.SearchPuzzle(ctx, p, d.setup, limit)
	switch {
	case errors.Is(err, puzzle.ErrHeuristic):
		return cli.Usage(err)
	case err != nil:
		return cli.Failure(err)
	}
	d.render.Unlisted = run.Render(d.Lang).Unlisted
	return d.show(ctx, run)
}
