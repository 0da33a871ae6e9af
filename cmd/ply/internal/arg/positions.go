package arg

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
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
		err = exit.Usage(reason.New("a file of positions excludes POSITION and --moves"))
	case file == "" && f.Expect:
		err = exit.Usage(reason.New("--expect needs a file of positions: -f FILE or -"))
	}
	return file, args, err
}

// joined returns the text of a position from its parts. Without parts it is the initial
// position.
func joined(args []string) string {
	if len(args) == 0 {
		return "startpos"
	}
	return strings.Join(args, " ")
}

// Position parses args as a position and plays moves from it. It reports on stderr the
// parts of the text that it ignores.
func Position(env *cli.Env, g *engine.Game, args []string, moves string) (*engine.Position, error) {
	p, err := g.Parse(joined(args))
	if err == nil {
		env.NoteMended(p)
	}
	if err == nil && moves != "" {
		p, err = p.PlayAll(moves)
	}
	if err != nil {
		return nil, exit.Invalid(err)
	}
	return p, nil
}

// Problems returns the positions that the arguments and flags name. It reads and checks
// all of them before the first is searched.
func Problems(ctx context.Context, env *cli.Env, g *engine.Game, args []string, f *Source) ([]problem.Problem, error) {
	file, args, err := f.from(args)
	if err != nil {
		return nil, err
	}
	if file == "" {
		p, err := Position(env, g, args, f.Moves)
		return []problem.Problem{{Position: p}}, err
	}
	problems, err := ReadProblems(ctx, env, g, file)
	if err != nil || !f.Expect {
		return problems, err
	}
	if len(problems) == 0 {
		return nil, exit.Invalid(reason.Errorf("%s: no position to compare", input.Name(file)))
	}
	for i, p := range problems {
		if p.Expected == nil {
			return nil, exit.Invalid(reason.Errorf("%s: position %d has no expected value", file, i))
		}
	}
	return problems, nil
}

// ReadProblems reads a file of positions of g.
func ReadProblems(ctx context.Context, env *cli.Env, g *engine.Game, name string) ([]problem.Problem, error) {
	text, done, err := env.OpenText(ctx, name)
	if err != nil {
		return nil, err
	}
	defer done()
	return cli.Gather(env, input.Name(name), problem.Each(g, text))
}
