package arg

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/internal/charset"
)

// Source are the flags that select positions.
type Source struct {
	File  string
	Moves string
}

// Add adds the flag --moves to a command.
func (f *Source) Add(c *cobra.Command) {
	c.Flags().StringVar(&f.Moves, "moves", "", "first play these `moves` from the position")
}

// Position parses the arguments, joined by spaces, as a position and plays moves
// from it. Without arguments it starts from the initial position.
func Position(g *engine.Game, args []string, moves string) (*engine.Position, error) {
	text := strings.Join(args, " ")
	if len(args) == 0 {
		text = "startpos"
	}
	p, err := g.Parse(text)
	if err == nil && moves != "" {
		p, err = p.PlayAll(moves)
	}
	if err != nil {
		return nil, exit.Invalid(err)
	}
	return p, nil
}

// Problems reads a file of positions of g.
func Problems(ctx context.Context, env *cli.Env, g *engine.Game, name string) ([]problem.Problem, error) {
	in, err := env.In.Open(ctx, name)
	if err != nil {
		return nil, exit.Invalid(err)
	}
	defer in.Close()
	if err := env.Intake.Check(); err != nil {
		return nil, err
	}
	text := charset.NewReader(in, env.Intake.Encoding)
	defer func() { env.NoteEncoding(input.Name(name), text.Found()) }()
	return cli.Gather(env, input.Name(name), problem.Each(g, text))
}
