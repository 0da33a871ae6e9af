package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
)

// difference says how an analysis differs from what was expected.
func difference(p *problem.Problem, r *engine.Analysis) string {
	by := ""
	if len(p.Expected.Best) > 0 {
		by = " by " + strings.Join(p.Expected.Best, " or ")
	}
	l := r.Lines[0]
	return fmt.Sprintf("position %d (%s): expected %+g%s, got %s by %s",
		*p.Index, p.Position, p.Expected.Value, by, report.Amount(l.Value), l.Move)
}

// sourceFlags are the flags that say which positions to work on.
type sourceFlags struct {
	file  string
	moves string
}

func (f *sourceFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.moves, "moves", "", "`moves` to play from the position first")
}

// problems returns what the arguments and flags name. Nothing is worked on
// before all of it is found valid.
func (a *app) problems(ctx context.Context, g engine.Game, args []string, f *workFlags) ([]problem.Problem, error) {
	file := f.file
	if file == "" && len(args) == 1 && args[0] == "-" {
		file, args = "-", nil
	}
	if file == "" {
		if f.expect {
			return nil, exit.Usage(fmt.Errorf("--expect needs a file of positions: -f FILE or -"))
		}
		p, err := parsePosition(g, args, f.moves)
		return []problem.Problem{{Position: p}}, err
	}
	if len(args) > 0 || f.moves != "" {
		return nil, exit.Usage(fmt.Errorf("a file of positions excludes POSITION and --moves"))
	}
	problems, err := a.readFile(ctx, g, file)
	if err != nil || !f.expect {
		return problems, err
	}
	return problems, checkExpectations(file, problems)
}

func checkExpectations(file string, problems []problem.Problem) error {
	for i, p := range problems {
		if p.Expected == nil {
			return exit.Invalid(fmt.Errorf("%s: position %d has no expected value", file, i))
		}
	}
	return nil
}

// parsePosition reads a position given as arguments, which are joined by
// spaces, and plays moves from it.
func parsePosition(g engine.Game, args []string, moves string) (engine.Position, error) {
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

func (a *app) readFile(ctx context.Context, g engine.Game, name string) ([]problem.Problem, error) {
	in, err := a.in.Open(ctx, name)
	if err != nil {
		return nil, exit.Invalid(err)
	}
	defer in.Close()
	problems, err := problem.Read(g, in)
	if err != nil {
		return nil, exit.Invalid(fmt.Errorf("%s: %w", input.Name(name), err))
	}
	return problems, nil
}
