package arg

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/reason"
)

// PuzzleSource says which positions of a puzzle to solve.
type PuzzleSource struct {
	Source
	Goal string
}

// AddGoal adds the flag that chooses the goal of a puzzle.
func AddGoal(c *cobra.Command, goal *string) {
	c.Flags().StringVar(goal, "goal", "", "`goal` of a puzzle with several goals: for tiles last (1 2 … 0) or first (0 1 2 …); by default last, or first if only that can be reached")
}

// toward returns g with the named goal.
func toward(g *puzzle.Puzzle, goal string) (*puzzle.Puzzle, error) {
	p, err := g.Toward(goal)
	if err != nil {
		err = exit.Usage(reason.Errorf("--goal: %w", err))
	}
	return p, err
}

// CompletePuzzle completes the first argument, the name of a puzzle.
var CompletePuzzle = CompleteFirst(shelf.Names)

// Puzzle returns the named puzzle, or the one in a file of Starlark. Its error suggests a name and
// has an exit code.
func Puzzle(env *cli.Env, name string) (*puzzle.Puzzle, error) {
	if star.Is(name) {
		return inFile(env, name, (*star.File).Puzzle)
	}
	g, err := shelf.Find(name)
	if err == nil {
		return g, nil
	}
	if !IsPuzzle(name) {
		err = flags.Meant(err, name, shelf.Names())
	}
	return nil, exit.Invalid(err)
}

// PuzzleProblems returns the positions that the arguments and flags name. It reads and
// checks all of them before the first is searched.
func PuzzleProblems(ctx context.Context, env *cli.Env, g *puzzle.Puzzle, args []string, f PuzzleSource) ([]puzzle.Problem, error) {
	g, err := toward(g, f.Goal)
	if err != nil {
		return nil, err
	}
	file, args, err := f.from(args)
	switch {
	case err != nil:
		return nil, err
	case file != "":
		return readPuzzles(ctx, env, g, file, f.Expect)
	}
	p, err := g.Parse(joined(args))
	if err == nil {
		p, err = p.PlayAll(f.Moves)
	}
	if err != nil {
		return nil, exit.Invalid(err)
	}
	return []puzzle.Problem{{Position: p}}, nil
}

// readPuzzles reads a file of positions. If costs is set each must have an expected
// cost.
func readPuzzles(ctx context.Context, env *cli.Env, g *puzzle.Puzzle, name string, costs bool) (problems []puzzle.Problem, err error) {
	in, done, err := env.OpenText(ctx, name)
	if err != nil {
		return nil, err
	}
	defer done()
	err = problem.Lines(in, func(line string, number int) error {
		p, err := g.ParseLine(line)
		if err == nil && costs && p.Expected == nil {
			err = reason.New("no expected cost")
		}
		if err != nil {
			return reason.Errorf("line %d: %w", number, err)
		}
		index := len(problems)
		p.Index = &index
		problems = append(problems, p)
		return nil
	})
	if err != nil {
		return nil, exit.Invalid(reason.Errorf("%s: %w", input.Name(name), err))
	}
	if costs && len(problems) == 0 {
		return nil, exit.Invalid(reason.Errorf("%s: no position to compare", input.Name(name)))
	}
	return problems, nil
}

// IsPuzzle reports whether an argument names a puzzle, even with an invalid size.
func IsPuzzle(name string) bool {
	if star.Is(name) {
		f, err := star.Open(name, func(string) {}, func() {})
		return err == nil && f.Puzzles()
	}
	family, _, _ := strings.Cut(name, ":")
	return slices.ContainsFunc(shelf.Names(), func(known string) bool {
		own, _, _ := strings.Cut(known, ":")
		return own == family
	})
}
