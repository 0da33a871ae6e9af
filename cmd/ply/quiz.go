package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/textbook"
)

// quizJSON is the document "ply.quiz/1".
type quizJSON struct {
	Schema    string         `json:"schema"`
	Tree      string         `json:"tree"`
	Algorithm string         `json:"algorithm"`
	Questions []questionJSON `json:"questions"`
}

type questionJSON struct {
	Stage   string       `json:"stage"`
	Node    string       `json:"node"`
	Text    string       `json:"text"`
	Answers []answerJSON `json:"answers"`
}

type answerJSON struct {
	Text        string   `json:"text"`
	Conventions []string `json:"conventions"`
}

func (a *app) quizCommand() *cobra.Command {
	var f setupFlags
	var stages string
	c := &cobra.Command{
		Use:   "quiz [FILE|-|EXPR]",
		Short: "Answer questions about a search tree",
		Long: `Answer questions about a search tree: the minimax values, the windows of
alpha-beta, the branches that it cuts off and the values that it finds. An answer
is right by any convention that books use; it is said by which. After two wrong
answers the right one is told.

The tree is given as for ply tree; without one it is figure 15.2 of Bratko's
book. With --json the questions are written with their answers.`,
		Example: "  ply quiz\n  ply quiz '((3 12 8)(2 4 6)(14 5 2))' --stage cuts",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.quiz(c.Context(), args, &f, stages)
		},
	}
	f.add(c)
	c.Flags().StringVar(&stages, "stage", "values,windows,cuts,bounds", "what is asked: `stages`, separated by commas")
	return c
}

func (a *app) quiz(ctx context.Context, args []string, f *setupFlags, stages string) error {
	asked, err := parseStages(stages)
	if err != nil {
		return exit.Usage(fmt.Errorf("--stage: %w", err))
	}
	setup, err := f.setup(textbook.ParseAlgorithm)
	if err != nil {
		return err
	}
	if len(args) == 1 && args[0] == "-" && !a.json {
		return exit.Usage(errors.New("-: standard input is for the answers"))
	}
	t, err := a.readTree(ctx, args)
	if err != nil {
		return exit.Invalid(lesson.Refusal(a.lang, err))
	}
	q, err := lesson.NewQuiz(ctx, t, setup)
	switch {
	case ctx.Err() != nil:
		return exit.Interrupted
	case errors.Is(err, lesson.ErrNoQuiz):
		return exit.Usage(fmt.Errorf("--algo: %w", err))
	case err != nil:
		return exit.Invalid(err)
	case a.json:
		return a.writeJSON(describeQuiz(q, asked, a.lang))
	}
	return (&examiner{app: a, quiz: q}).run(ctx, asked)
}

func parseStages(text string) ([]lesson.Stage, error) {
	var all []lesson.Stage
	for name := range strings.SplitSeq(text, ",") {
		s, err := lesson.ParseStage(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// examiner asks the questions of a quiz, line by line.
type examiner struct {
	*app
	quiz       *lesson.Quiz
	lines      <-chan string
	right, all int
}

// errDone ends a quiz early: the user has left it.
var errDone = errors.New("done")

func (e *examiner) run(ctx context.Context, stages []lesson.Stage) error {
	e.lines = input.Lines(ctx, e.in.Reader)
	fmt.Fprintf(e.out, "%s\n", e.lang.Text("quiz.help"))
	var err error
	for _, s := range stages {
		if err = e.stage(ctx, s); err != nil {
			break
		}
	}
	if ctx.Err() != nil {
		return exit.With(exit.CodeInterrupted)
	}
	if err != nil && !errors.Is(err, errDone) {
		return err
	}
	fmt.Fprintf(e.out, "\n%s\n", e.lang.Text("quiz.score", "right", e.right, "all", e.all))
	return nil
}

func (e *examiner) stage(ctx context.Context, s lesson.Stage) error {
	run := e.quiz.Run(s)
	fmt.Fprintf(e.out, "\n%s\n%s\n\n", e.bold(e.lang.Text("stage."+s.String())), e.quiz.Introduction(e.lang, s))
	if err := e.printer().Step(run, 0, run.Render(e.lang)); err != nil {
		return err
	}
	for _, x := range e.quiz.Questions(s) {
		if err := e.question(ctx, x); err != nil {
			return err
		}
	}
	return nil
}

// tries is how many answers a question may be given.
const tries = 2

func (e *examiner) question(ctx context.Context, x lesson.Question) error {
	e.all++
	for try := 1; try <= tries; {
		fmt.Fprintf(e.out, "%s ", e.quiz.Ask(e.lang, x))
		var line string
		var open bool
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, open = <-e.lines:
		}
		answer := strings.TrimSpace(line)
		switch {
		case !open || answer == "q":
			e.all--
			return errDone
		case answer == "?":
			fmt.Fprintln(e.out, e.reveal(x))
			return nil
		}
		v := e.quiz.Check(x, answer)
		fmt.Fprintln(e.out, v.Text(e.lang, try == tries))
		if v.Right {
			e.right++
			return nil
		}
		if !v.Malformed {
			try++
		}
	}
	fmt.Fprintln(e.out, e.reveal(x))
	return nil
}

// reveal tells the answer with the step that shows it.
func (e *examiner) reveal(x lesson.Question) string {
	answer := e.quiz.Answers(x)[0].Text
	if answer == "" {
		answer = e.lang.Text("quiz.none")
	}
	v := e.quiz.Check(x, answer)
	return answer + "  " + e.quiz.Run(x.Stage).Explain(e.lang, v.Step)
}

func describeQuiz(q *lesson.Quiz, stages []lesson.Stage, l words.Lang) quizJSON {
	doc := quizJSON{
		Schema: "ply.quiz/1", Tree: q.Run(lesson.Cuts).Document.Position,
		Algorithm: q.Run(lesson.Cuts).Document.Algorithm, Questions: []questionJSON{},
	}
	for _, s := range stages {
		for _, x := range q.Questions(s) {
			j := questionJSON{Stage: s.String(), Text: q.Ask(l, x), Answers: []answerJSON{}}
			if x.Node >= 0 {
				j.Node = q.Run(s).Replay.Tree().Nodes[x.Node].Label
			}
			for _, a := range q.Answers(x) {
				j.Answers = append(j.Answers, answerJSON{a.Text, conventionNames(a.Conventions)})
			}
			doc.Questions = append(doc.Questions, j)
		}
	}
	return doc
}

func conventionNames(all []lesson.Convention) []string {
	names := []string{}
	for _, c := range all {
		names = append(names, string(c))
	}
	return names
}
