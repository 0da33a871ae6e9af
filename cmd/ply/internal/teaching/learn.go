package teaching

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/games/star"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Learn returns the command learn.
func Learn(env *cli.Env) *cobra.Command {
	seed := uint64(1)
	c := &cobra.Command{
		Use:   "learn [LESSON]",
		Short: "Go through a lesson on game-tree search, step by step",
		Long: `Go through a lesson on game-tree search, step by step. Without LESSON the command
lists the lessons in their recommended order.

An empty line shows the next step, b the previous one, a number that step; q quits. After the
last step come three fresh problems, each harder than the one before, and a question to answer in
your own words, with a model answer on the next page.`,
		Example:           "  ply learn minimax\n  ply learn alphabeta --lang ru",
		Args:              cli.Counted(cobra.MaximumNArgs(1)),
		ValidArgsFunction: cli.CompleteFirst(lesson.Courses),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listCourses(c.Context(), env)
			}
			return runLearn(c.Context(), env, args[0], seed)
		},
	}
	c.Flags().Uint64Var(&seed, "seed", seed, "seed of the fresh problems, a `number`")
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
		if err := env.Say(c.Describe(l, nil), fmt.Sprintf("%-12s%s", name, c.Title)); err != nil {
			return err
		}
	}
	return nil
}

func runLearn(ctx context.Context, env *cli.Env, name string, seed uint64) error {
	l := env.Lang
	var exercises []lesson.Exercise
	c, err := lesson.ReadCourse(ctx, name, l)
	if err == nil {
		exercises, err = c.Exercises(ctx, seed)
	}
	switch {
	case err != nil:
		return cli.Invalid(err)
	case env.JSON:
		return env.WriteJSON(c.Describe(l, exercises))
	}
	s := deck{In: env.In.Reader, Out: env.Out, Lang: l, Last: len(c.Steps) + 2, Show: func(i int) error {
		switch i - len(c.Steps) {
		case 1:
			showExercises(env, c, exercises, seed)
		case 2:
			fmt.Fprintf(env.Out, "%s\n\n%s\n\n", env.Bold(l.Text("lesson.answer")), env.Printer().Prose(c.Answer))
		default:
			return cmp.Or(showStep(env, c, i), env.Out.Err)
		}
		return env.Out.Err
	}}
	return s.run(ctx)
}

// showExercises prints the commands of the exercises of a seed, and the question.
func showExercises(env *cli.Env, c *lesson.Course, exercises []lesson.Exercise, seed uint64) {
	l := env.Lang
	fmt.Fprintf(env.Out, "%s\n\n", env.Bold(l.Text("lesson.problems", "seed", seed)))
	for _, x := range exercises {
		if x.Position != "" {
			fmt.Fprintf(env.Out, "    %s\n", l.Text("lesson.position", "position", x.Position))
		}
		fmt.Fprintf(env.Out, "    ply quiz '%s' %s\n", x.Tree, strings.Join(x.Flags(), " "))
	}
	fmt.Fprintf(env.Out, "\n%s\n\n%s\n\n", env.Bold(l.Text("lesson.question")), env.Printer().Prose(c.Question))
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
	return env.Printer().Step(step.Run, step.At, o)
}

// checkFlags are the flags of the check command.
type checkFlags struct {
	Template string `flag:"template" help:"print the game with this {name} to begin with: breakthrough, domineering, kalah, nim, pig, sliding or torus"`
	Games    int    `flag:"games" help:"number of {games} played at random"`
	Seed     uint64 `flag:"seed" help:"seed of the random games"`
}

// checkJSON is the document of a check.
type checkJSON struct {
	Schema    string   `json:"schema"` // "ply.check/1"
	File      string   `json:"file"`
	Games     int      `json:"games"`           // played at random
	Positions int      `json:"positions"`       // checked
	Seed      uint64   `json:"seed"`            // of the games
	Notes     []string `json:"notes,omitempty"` // possible mistakes
	Error     string   `json:"error,omitempty"` // the law that does not hold
}

// Check returns the command check.
func Check(env *cli.Env) *cobra.Command {
	f := checkFlags{Games: 100, Seed: 1}
	c := &cobra.Command{
		Use:   "check FILE.star",
		Short: "Check the laws of a game or puzzle written in Starlark",
		Long: `Check a game or a puzzle in a file of Starlark, a small dialect of Python: play games at
random and say at which line a law does not hold. Commands such as analyze, play and tree
take the file as GAME or PUZZLE; docs/teaching.md shows how to write one.`,
		Example: "  ply check --template nim > nim.star\n  ply check nim.star",
		Args:    cli.Counted(cobra.MaximumNArgs(1)),
		RunE:    func(c *cobra.Command, args []string) error { return runCheck(env, args, &f) },
	}
	cli.Bind(c, &f)
	return c
}

func runCheck(env *cli.Env, args []string, f *checkFlags) error {
	if f.Template != "" {
		text := star.Template(f.Template)
		if text == nil {
			return cli.NotAmong("--template", f.Template, star.Templates()...)
		}
		_, err := env.Out.Write(text)
		return err
	}
	if len(args) == 0 || !star.Is(args[0]) {
		return cli.Usage(reason.New("which file? It ends in .star; 'ply check --template nim' prints one to begin with"))
	}
	if err := cli.AtLeast("--games", f.Games, 1); err != nil {
		return err
	}
	file, err := star.Open(args[0], func(text string) { fmt.Fprintln(env.Err, text) }, func() {})
	if err != nil {
		return cli.Invalid(err)
	}
	r := file.Check(f.Games, 0, rand.New(rand.NewPCG(f.Seed, 0)))
	doc := checkJSON{Schema: "ply.check/1", File: args[0], Games: r.Games, Positions: r.Positions, Seed: f.Seed}
	var text strings.Builder
	for _, n := range r.Notes {
		doc.Notes = append(doc.Notes, n.Error())
		fmt.Fprintln(&text, env.Lang.Text("check.note", "text", env.Lang.Error(n)))
	}
	if r.Broken != nil {
		doc.Error = r.Broken.Error()
		if env.JSON {
			err = env.WriteJSON(&doc)
		}
		return errors.Join(err, &cli.Error{Code: cli.CodeExpectation, Err: r.Broken})
	}
	text.WriteString(env.Lang.Text("check.holds", "file", args[0], "games", r.Games, "positions", r.Positions, "seed", f.Seed))
	return env.Say(&doc, text.String())
}

// deck is a sequence of texts that the user pages through by lines of input: an empty line shows the
// next slide, b the previous one, a number that slide, and q leaves. At the end of the
// input the remaining slides are shown.
type deck struct {
	In   io.Reader  // the user's lines
	Out  io.Writer  // where the slides are shown
	Lang words.Lang // of the prompt
	Last int        // number of the last slide; the first is 0
	// Show writes a slide to Out. An error ends run.
	Show func(i int) error
	// Jump returns the slide that a word leads to from slide i, if any. Nil means that
	// no word does.
	Jump func(i int, word string) (to int, ok bool)
}

// run shows the slides until the user leaves or the input ends. If ctx is done first,
// its error has the exit code of an interruption.
func (s *deck) run(ctx context.Context) error {
	lines := cli.Lines(ctx, s.In)
	prompted := cli.ReadsTerminal(s.In)
	if prompted {
		fmt.Fprintf(s.Out, "%s\n\n", s.Lang.Text("lesson.prompt"))
	}
	for i := 0; ; {
		if err := s.Show(i); err != nil {
			return err
		}
		if prompted {
			fmt.Fprintf(s.Out, "%s> ", s.Lang.Text("lesson.step", "step", i, "steps", s.Last))
		}
		select {
		case <-ctx.Done():
			fmt.Fprintln(s.Out)
			return cli.With(cli.CodeInterrupted)
		case line, open := <-lines:
			if !open && ctx.Err() != nil {
				return cli.With(cli.CodeInterrupted)
			}
			to, leave := s.obey(i, strings.TrimSpace(line))
			if leave || to > s.Last {
				return nil
			}
			i = to
		}
	}
}

// obey returns the slide that a line leads to, and whether it ends the show.
func (s *deck) obey(i int, line string) (to int, leave bool) {
	switch line {
	case "":
		return i + 1, false
	case "b":
		return max(0, i-1), false
	case "q":
		return i, true
	}
	if n, err := strconv.Atoi(line); err == nil && n >= 0 && n <= s.Last {
		return n, false
	}
	if s.Jump != nil {
		if to, ok := s.Jump(i, line); ok {
			return to, false
		}
	}
	fmt.Fprintf(s.Out, "%s\n", s.Lang.Text("lesson.prompt"))
	return i, false
}
