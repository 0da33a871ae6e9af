package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/reason"
)

// Source are the flags that select positions.
type Source struct {
	File   string
	Moves  string
	Expect bool // the file has the expected values
}

// Add adds the flag --moves to a command.
func (f *Source) Add(c *cobra.Command) {
	c.Flags().StringVar(&f.Moves, "moves", "", "first play these `moves` from the position")
}

// AddFile adds the flags for a file of positions to a command. The command compares a
// value, or a cost, with the expected one.
func (f *Source) AddFile(c *cobra.Command, value string) {
	flags := c.Flags()
	flags.StringVarP(&f.File, "file", "f", "", "read one position a line from `FILE`; - is standard input")
	flags.BoolVar(&f.Expect, "expect", false, "compare with the expected "+value+"s in the file; exit code 5 if a "+value+" differs")
}

// from returns either the file that the flags or the argument "-" name, or the
// arguments that give a position.
func (f *Source) from(args []string) (file string, position []string, err error) {
	file = f.File
	if file == "" && slices.Equal(args, []string{"-"}) {
		file, args = "-", nil
	}
	switch {
	case file != "" && (len(args) > 0 || f.Moves != ""):
		err = Usage(reason.New("a file of positions excludes POSITION and --moves"))
	case file == "" && f.Expect:
		err = Usage(reason.New("--expect needs a file of positions: -f FILE or -"))
	}
	return file, args, err
}

// joined returns the text of a position from its parts. Without parts it is the initial position.
func joined(args []string) string {
	if len(args) == 0 {
		return "startpos"
	}
	return strings.Join(args, " ")
}

// Position parses args as a position and plays moves from it. It reports on stderr the
// parts of the text that it ignores.
func Position(env *Env, g *engine.Game, args []string, moves string) (*engine.Position, error) {
	p, err := g.Parse(joined(args))
	if err == nil {
		env.NoteMended(p)
	}
	if err == nil && moves != "" {
		p, err = p.PlayAll(moves)
	}
	return p, Invalid(err)
}

// Problems returns the positions that the arguments and flags name. It reads and checks
// all of them before the first is searched.
func Problems(ctx context.Context, env *Env, g *engine.Game, args []string, f *Source) ([]problem.Problem, error) {
	file, args, err := f.from(args)
	if err != nil {
		return nil, err
	}
	if file == "" {
		p, err := Position(env, g, args, f.Moves)
		return []problem.Problem{{Position: p}}, err
	}
	var problems []problem.Problem
	err = EachProblem(ctx, env, g, file, func(p problem.Problem) { problems = append(problems, p) })
	if err != nil || !f.Expect {
		return problems, err
	}
	if len(problems) == 0 {
		return nil, Invalid(reason.Errorf("%s: no position to compare", InputName(file)))
	}
	for i, p := range problems {
		if p.Expected == nil {
			return nil, Invalid(reason.Errorf("%s: position %d has no expected value", file, i))
		}
	}
	return problems, nil
}

// EachProblem calls take with the positions of a file.
func EachProblem(ctx context.Context, env *Env, g *engine.Game, name string, take func(problem.Problem)) error {
	text, done, err := env.OpenText(ctx, name)
	if err != nil {
		return err
	}
	defer done()
	for p := range Sift(env, InputName(name), problem.Each(g, text), &err) {
		take(p)
	}
	return err
}

// PuzzleSource says which positions of a puzzle to solve.
type PuzzleSource struct {
	Source
	Goal string
}

// AddGoal adds the flag that chooses the goal of a puzzle.
func AddGoal(c *cobra.Command, goal *string) {
	c.Flags().StringVar(goal, "goal", "", "`goal` of a puzzle with several goals: for tiles last (1 2 … 0) or first (0 1 2 …); by default last, or first if only that can be reached")
}

// CompletePuzzle completes the first argument, the name of a puzzle.
var CompletePuzzle = CompleteFirst(shelf.Names)

// Puzzle returns the named puzzle, or the one in a file of Starlark. Its error suggests a name and
// has an exit code.
func Puzzle(env *Env, name string) (*puzzle.Puzzle, error) {
	if star.Is(name) {
		return inFile(env, name, (*star.File).Puzzle)
	}
	g, err := shelf.Find(name)
	if err == nil {
		return g, nil
	}
	if !IsPuzzle(name) {
		err = Meant(err, name, shelf.Names())
	}
	return nil, Invalid(err)
}

// PuzzleProblems returns the positions that the arguments and flags name. It reads and
// checks all of them before the first is searched.
func PuzzleProblems(ctx context.Context, env *Env, g *puzzle.Puzzle, args []string, f PuzzleSource) ([]puzzle.Problem, error) {
	g, err := g.Toward(f.Goal)
	if err != nil {
		return nil, Usage(reason.Errorf("--goal: %w", err))
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
		return nil, Invalid(err)
	}
	return []puzzle.Problem{{Position: p}}, nil
}

// readPuzzles reads a file of positions. If costs is set each must have an expected cost.
func readPuzzles(ctx context.Context, env *Env, g *puzzle.Puzzle, name string, costs bool) (problems []puzzle.Problem, err error) {
	in, done, err := env.OpenText(ctx, name)
	if err != nil {
		return nil, err
	}
	defer done()
	parse := func(line string) (puzzle.Problem, error) {
		p, err := g.ParseLine(line)
		if err == nil && costs && p.Expected == nil {
			err = reason.New("no expected cost")
		}
		return p, err
	}
	for p, err := range record.ReadLines(in, "#", parse) {
		if err != nil {
			return nil, Invalid(reason.Errorf("%s: %w", InputName(name), err))
		}
		index := len(problems)
		p.Index = &index
		problems = append(problems, p)
	}
	if costs && len(problems) == 0 {
		return nil, Invalid(reason.Errorf("%s: no position to compare", InputName(name)))
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
