package teaching

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

// quizFlags are the flags of the quiz command.
type quizFlags struct {
	setupFlags
	Stages string `flag:"stage" help:"{stages} of questions, separated by commas; by default values,windows,cuts,bounds, and for pns and uct all"`
	Random bool   `flag:"random" help:"ask about a random tree"`
}

// Quiz returns the command quiz.
func Quiz(env *cli.Env) *cobra.Command {
	var f quizFlags
	c := &cobra.Command{
		Use:   "quiz [FILE|-|EXPR|GAME [POSITION]]",
		Short: "Answer questions about a search tree",
		Long: `Answer questions about a search tree: the minimax values, the windows of
alpha-beta, the branches that it cuts off and the values that it finds. An answer
that follows any convention used in books is right, and the program names the
convention. After two wrong answers it gives the right one. At the end it draws the
tree and explains the cutoffs; "again" repeats the quiz, "next" takes a random tree.

Give the tree as for ply tree. A position of a game is unfolded to --depth plies (default 3),
with the game's evaluation at the leaves. With --order reversed or shuffle the picture stays as
the tree is written, and the search goes from right to left or in the order that is named. The default is figure 15.2 of Bratko's book, or with
--random the tree of --seed. --json writes the questions with their answers.`,
		Example: "  ply quiz\n  ply quiz '((3 12 8)(2 4 6)(14 5 2))' --stage cuts\n  ply quiz --order reversed --stage cuts\n  ply quiz tictactoe \"X-X/O-O/--- X\" --depth 2\n  ply quiz --random --seed 7",
		RunE: func(c *cobra.Command, args []string) error {
			return runQuiz(c.Context(), env, args, &f)
		},
	}
	f.add(c)
	c.Flags().Lookup("seed").Usage = "seed of the random tree and of the shuffled order, a `number`"
	cli.Bind(c, &f)
	return c
}

func runQuiz(ctx context.Context, env *cli.Env, args []string, f *quizFlags) error {
	setup, err := f.setup(lesson.ParseTextbook)
	if err != nil {
		return err
	}
	asked, err := parseStages(f.Stages, setup)
	switch {
	case err != nil:
		return err
	case f.Random && len(args) > 0:
		return cli.Usage(reason.New("--random: a tree is given"))
	case len(args) == 1 && args[0] == "-" && !env.JSON:
		return cli.Usage(reason.New("-: standard input is for the answers"))
	}
	e := &examiner{Env: env, setup: setup, chosen: f.chosen, stages: asked, seed: f.Seed}
	if f.Random {
		err = e.draw(ctx)
	} else {
		err = e.read(ctx, args)
	}
	switch {
	case err != nil:
		return err
	case env.JSON:
		return env.WriteJSON(e.quiz.Describe(env.Lang, asked))
	}
	e.lines = cli.Lines(ctx, env.In.Reader)
	return e.run(ctx)
}

// parseStages reads stages of a quiz about a setup's algorithm. "" means all stages, but without
// the last, the visits, if the algorithm has cutoffs.
func parseStages(text string, setup lesson.Setup) ([]lesson.Stage, error) {
	all := setup.Stages()
	if text == "" {
		if last := len(all) - 1; slices.Contains(all, lesson.Cuts) {
			all = all[:last]
		}
		return all, nil
	}
	all, err := setup.ParseStages(strings.Split(text, ","))
	if err != nil {
		return nil, cli.Usage(reason.Errorf("--stage: %w", err))
	}
	return all, nil
}

// examiner asks the questions of a quiz, line by line.
type examiner struct {
	*cli.Env
	setup      lesson.Setup
	chosen     func() bool // reports whether --algo is given
	stages     []lesson.Stage
	seed       uint64 // of the next random tree
	quiz       *lesson.Quiz
	lines      <-chan string
	right, all int // questions answered at the first try, and questions
}

// read prepares a quiz about the tree that the arguments name.
func (e *examiner) read(ctx context.Context, args []string) error {
	t, err := questioned(ctx, e.Env, args, &e.setup)
	if err != nil {
		return err
	}
	return e.prepare(ctx, t)
}

// draw prepares a quiz about the next random tree and prints its seed.
func (e *examiner) draw(ctx context.Context) error {
	t, err := lesson.Random(ctx, e.seed, e.setup)
	if err != nil {
		return cli.Interrupted
	}
	fmt.Fprintln(e.Err, e.Lang.Text("quiz.random", "seed", e.seed))
	e.seed++
	return e.prepare(ctx, t)
}

func (e *examiner) prepare(ctx context.Context, t *lesson.Tree) (err error) {
	setup := e.setup
	if !e.chosen() {
		setup = setup.For(t)
	}
	if e.quiz, err = lesson.NewQuiz(ctx, t, setup); err != nil {
		return quizError(err)
	}
	return nil
}

// quizError returns the error of the command for an error of making a quiz.
func quizError(err error) error {
	if errors.Is(err, lesson.ErrNoQuiz) {
		return cli.Usage(reason.Errorf("--algo: %w", err))
	}
	return cli.Invalid(err)
}

// errDone is the error of a quiz that the user has left.
var errDone = errors.New("done")

// run runs one quiz after another until the user leaves.
func (e *examiner) run(ctx context.Context) error {
	fmt.Fprintf(e.Out, "%s\n", e.Lang.Text("quiz.help"))
	var err error
	for err == nil && e.Out.Err == nil {
		e.right, e.all = 0, 0
		err = e.ask(ctx)
		if ctx.Err() == nil && (err == nil || errors.Is(err, errDone)) {
			fmt.Fprintf(e.Out, "\n%s\n", e.Lang.Text("quiz.score", "right", e.right, "all", e.all))
		}
		if err == nil {
			err = e.explain()
		}
		if err == nil {
			err = e.choose(ctx)
		}
	}
	switch {
	case ctx.Err() != nil:
		return cli.With(cli.CodeInterrupted)
	case errors.Is(err, errDone):
		return nil
	}
	return err
}

// ask asks all questions.
func (e *examiner) ask(ctx context.Context) error {
	for _, s := range e.stages {
		if len(e.quiz.Questions(s)) == 0 {
			continue
		}
		if err := e.stage(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// explain draws the tree with its cutoffs and explains them.
func (e *examiner) explain() error {
	run := e.quiz.Run(lesson.Cuts)
	grown := run.Replay.Tree().Growth != trace.NoGrowth
	title := "quiz.end"
	if grown {
		title = "quiz.grown-end"
	}
	fmt.Fprintf(e.Out, "\n%s\n\n", e.Bold(e.Lang.Text(title)))
	if err := e.Printer().Step(run, run.Len(), run.Render(e.Lang)); err != nil {
		return err
	}
	for i := range run.Len() {
		if run.Replay.Event(i).Kind == event.Cutoff || grown && i == run.Len()-1 {
			fmt.Fprintln(e.Out, e.Printer().Fold(run.Explain(e.Lang, i+1)))
		}
	}
	return nil
}

// choose lets the user repeat the quiz or go on to the next tree.
func (e *examiner) choose(ctx context.Context) error {
	for {
		fmt.Fprintf(e.Out, "\n%s\n> ", e.Lang.Text("quiz.more"))
		line, err := e.line(ctx)
		switch {
		case err != nil:
			fmt.Fprintln(e.Out)
			return err
		case line == "again":
			return nil
		case line == "next":
			return e.draw(ctx)
		}
	}
}

// line waits for a line of input. It fails with errDone if the user leaves.
func (e *examiner) line(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, open := <-e.lines:
		if line = strings.TrimSpace(line); !open || line == "q" {
			return "", errDone
		}
		return line, nil
	}
}

func (e *examiner) stage(ctx context.Context, s lesson.Stage) error {
	run, step := e.quiz.Start(s)
	fmt.Fprintf(e.Out, "\n%s\n%s\n\n", e.Bold(e.Lang.Text("stage."+s.String())), e.quiz.Introduction(e.Lang, s))
	if err := e.Printer().Step(run, step, run.Render(e.Lang)); err != nil {
		return err
	}
	for _, x := range e.quiz.Questions(s) {
		if err := e.question(ctx, x); err != nil {
			return err
		}
	}
	return nil
}

// tries is the number of answers allowed to a question.
const tries = 2

func (e *examiner) question(ctx context.Context, x lesson.Question) error {
	for try := 1; try <= tries; {
		fmt.Fprintf(e.Out, "%s ", e.quiz.Ask(e.Lang, x))
		answer, err := e.line(ctx)
		if err != nil {
			return err
		}
		if answer == "?" {
			break
		}
		v := e.quiz.Check(x, answer)
		fmt.Fprintln(e.Out, v.Text(e.Lang, try == tries))
		if v.Right {
			e.count(try == 1)
			return nil
		}
		if !v.Malformed {
			try++
		}
	}
	e.count(false)
	why := e.quiz.Run(x.Stage).Explain(e.Lang, e.quiz.Check(x, "").Step)
	fmt.Fprintln(e.Out, e.quiz.Key(e.Lang, 0, x)+"  "+why)
	return nil
}

// count adds a question to the score.
func (e *examiner) count(right bool) {
	e.all++
	if right {
		e.right++
	}
}
