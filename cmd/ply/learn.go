package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/slides"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/trace"
)

// courseJSON is the document "ply.lesson/1".
type courseJSON struct {
	Schema       string           `json:"schema"`
	Name         string           `json:"name"`
	Lang         string           `json:"lang"`
	Title        string           `json:"title"`
	Source       string           `json:"source"`
	Introduction string           `json:"introduction"`
	Steps        []courseStepJSON `json:"steps"`
}

type courseStepJSON struct {
	Title     string `json:"title"`
	Text      string `json:"text"`
	Game      string `json:"game"`
	Position  string `json:"position"`
	Algorithm string `json:"algorithm"`
	Step      int    `json:"step"`
	Steps     int    `json:"steps"`
	Value     string `json:"value"` // of the root at this step
}

func (a *app) learnCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "learn [LESSON]",
		Short: "Go through a lesson on game-tree search, step by step",
		Long: `Go through a lesson on game-tree search, step by step. Without LESSON the command
lists the lessons in their recommended order.

An empty line shows the next step, b the previous one, a number that step; q quits.`,
		Example:           "  ply learn minimax\n  ply learn alphabeta --lang ru",
		Args:              counted(cobra.MaximumNArgs(1)),
		ValidArgsFunction: completeLesson,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listCourses(c.Context())
			}
			return a.learn(c.Context(), args[0])
		},
	}
	addLanguage(c)
	return c
}

func completeLesson(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return lesson.Courses(), cobra.ShellCompDirectiveNoFileComp
}

func (a *app) listCourses(ctx context.Context) error {
	l := a.lang
	if !a.json {
		fmt.Fprintf(a.out, "%s\n\n", a.bold(l.Text("lesson.list")))
	}
	for _, name := range lesson.Courses() {
		c, err := lesson.ReadCourse(ctx, name, l)
		if err != nil {
			return err
		}
		if a.json {
			if err := a.writeJSON(describeCourse(c, l)); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(a.out, "%-12s%s\n", name, c.Title)
	}
	return nil
}

func (a *app) learn(ctx context.Context, name string) error {
	l := a.lang
	c, err := lesson.ReadCourse(ctx, name, l)
	switch {
	case ctx.Err() != nil:
		return exit.Interrupted
	case err != nil:
		return exit.Invalid(err)
	case a.json:
		return a.writeJSON(describeCourse(c, l))
	}
	s := slides.Deck{In: a.in.Reader, Out: a.out, Lang: l, Last: len(c.Steps), Show: func(i int) error { return cmp.Or(a.showStep(c, i), a.out.err) }}
	return s.Run(ctx)
}

// showStep prints step i; step 0 is the introduction.
func (a *app) showStep(c *lesson.Course, i int) error {
	l := a.lang
	if i == 0 {
		fmt.Fprintf(a.out, "%s\n\n%s\n\n%s\n\n", a.bold(c.Title), a.printer().Prose(c.Introduction),
			a.printer().Fold(l.Text("lesson.source", "source", c.Source)))
		return nil
	}
	step := &c.Steps[i-1]
	fmt.Fprintf(a.out, "%s\n\n%s\n\n", a.bold(fmt.Sprintf("%d. %s", i, step.Title)), a.printer().Prose(step.Text))
	o := step.Run.Render(l)
	o.Style = step.Style
	return a.printer().Step(step.Run, step.At, o)
}

func describeCourse(c *lesson.Course, l words.Lang) courseJSON {
	doc := courseJSON{
		Schema: "ply.lesson/1", Name: c.Name, Lang: string(l), Title: c.Title, Source: c.Source,
		Introduction: c.Introduction, Steps: []courseStepJSON{},
	}
	for i := range c.Steps {
		s := &c.Steps[i]
		d := &s.Run.Document
		value := s.Run.Replay.At(s.At).Scribe(trace.RenderOptions{}).Value(0)
		doc.Steps = append(doc.Steps, courseStepJSON{
			s.Title, s.Text, d.Game, d.Position, d.Algorithm, s.At, s.Run.Len(), value,
		})
	}
	return doc
}
