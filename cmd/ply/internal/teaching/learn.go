package teaching

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Learn returns the command learn.
func Learn(env *cli.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "learn [LESSON]",
		Short: "Go through a lesson on game-tree search, step by step",
		Long: `Go through a lesson on game-tree search, step by step. Without LESSON the command
lists the lessons in their recommended order.

An empty line shows the next step, b the previous one, a number that step; q quits.`,
		Example:           "  ply learn minimax\n  ply learn alphabeta --lang ru",
		Args:              arg.Counted(cobra.MaximumNArgs(1)),
		ValidArgsFunction: arg.CompleteFirst(lesson.Courses),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listCourses(c.Context(), env)
			}
			return runLearn(c.Context(), env, args[0])
		},
	}
	flags.AddLanguage(c)
	return c
}

func listCourses(ctx context.Context, env *cli.Env) error {
	l := env.Lang
	if !env.JSON {
		fmt.Fprintf(env.Out, "%s\n\n", env.Bold(l.Text("lesson.list")))
	}
	for _, name := range lesson.Courses() {
		c, err := lesson.ReadCourse(ctx, name, l)
		if err != nil {
			return err
		}
		if env.JSON {
			if err := env.WriteJSON(c.Describe(l)); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(env.Out, "%-12s%s\n", name, c.Title)
	}
	return nil
}

func runLearn(ctx context.Context, env *cli.Env, name string) error {
	l := env.Lang
	c, err := lesson.ReadCourse(ctx, name, l)
	switch {
	case ctx.Err() != nil:
		return exit.Interrupted
	case err != nil:
		return exit.Invalid(err)
	case env.JSON:
		return env.WriteJSON(c.Describe(l))
	}
	s := deck{In: env.In.Reader, Out: env.Out, Lang: l, Last: len(c.Steps), Show: func(i int) error { return cmp.Or(showStep(env, c, i), env.Out.Err) }}
	return s.run(ctx)
}

// showStep prints step i; step 0 is the introduction.
func showStep(env *cli.Env, c *lesson.Course, i int) error {
	l := env.Lang
	if i == 0 {
		fmt.Fprintf(env.Out, "%s\n\n%s\n\n%s\n\n", env.Bold(c.Title), env.Printer().Prose(c.Introduction),
			env.Printer().Fold(l.Text("lesson.source", "source", c.Source)))
		return nil
	}
	step := &c.Steps[i-1]
	fmt.Fprintf(env.Out, "%s\n\n%s\n\n", env.Bold(fmt.Sprintf("%d. %s", i, step.Title)), env.Printer().Prose(step.Text))
	o := step.Run.Render(l)
	o.Style = step.Style
	if err := env.Printer().Step(step.Run, step.At, o); err != nil || i < len(c.Steps) {
		return err
	}
	for k, x := range c.Exercises() {
		if k == 0 {
			fmt.Fprintf(env.Out, "%s\n\n", env.Bold(l.Text("lesson.exercises")))
		}
		fmt.Fprintf(env.Out, "    ply quiz '%s' %s\n", x.Tree, strings.Join(x.Flags(), " "))
	}
	return nil
}
