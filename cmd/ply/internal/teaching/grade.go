package teaching

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/learn/sheet"
)

// Grade returns the command grade.
func Grade(env *cli.Env) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "grade KEY ANSWERS...",
		Short: "Mark the answers to problem sheets",
		Long: `Mark the answers to the problem sheets of ply sheet. KEY is its key.json. ANSWERS are
files of one or more students: JSON, CSV, or a page that was filled in and saved.
Each student's answers are marked by the one convention that suits them best, each
mistake is named, and half-right answers get a part of the points.

--json writes one line for each student; csv writes a table of points, and
gradescope the results.json of an autograder, for one student.`,
		Example: "  ply grade exam/key.json answers/*.json\n  ply grade exam/key.json class.csv --format csv > marks.csv",
		Args:    arg.Counted(cobra.MinimumNArgs(2)),
		RunE: func(c *cobra.Command, args []string) error {
			return runGrade(c.Context(), env, args, format)
		},
	}
	c.Flags().StringVar(&format, "format", "", "`format` of the marks: text (default), json, csv or gradescope")
	env.Intake.Add(c)
	flags.AddLanguage(c)
	return c
}

func runGrade(ctx context.Context, env *cli.Env, args []string, format string) error {
	format, err := flags.Format(format, env.JSON, "text", "text", "json", "csv", "gradescope")
	if err != nil {
		return err
	}
	data, err := env.In.ReadAll(ctx, args[0], cli.MaxFile)
	if err != nil {
		return exit.Invalid(err)
	}
	s, err := sheet.Read(ctx, data)
	switch {
	case ctx.Err() != nil:
		return exit.Interrupted
	case err != nil:
		return exit.Invalid(reason.Errorf("%s: %w", args[0], err))
	}
	s.Lang = env.Lang
	g := &grader{Env: env, sheet: s, format: format, seen: map[string]bool{}}
	for _, name := range args[1:] {
		if err := g.file(ctx, name); err != nil {
			return err
		}
	}
	if g.Intake.Read == 0 {
		return exit.Invalid(reason.New("no answers could be marked"))
	}
	switch {
	case g.table != nil:
		g.table.Flush()
	case g.only != nil:
		return g.WriteJSON(g.only.Gradescope())
	}
	return nil
}

// grader marks files of answers and prints the marks.
type grader struct {
	*cli.Env
	sheet  *sheet.Sheet
	format string
	seen   map[string]bool // students
	// table is the output of --format csv, and columns its questions.
	table   *csv.Writer
	columns []string
	only    *sheet.Report // of --format gradescope
}

// file marks the answers in a file. It reports and leaves out the answers that cannot be
// marked.
func (g *grader) file(ctx context.Context, name string) error {
	data, err := g.In.ReadAll(ctx, name, cli.MaxFile)
	switch {
	case ctx.Err() != nil:
		return exit.Interrupted
	case err != nil:
		return exit.Invalid(err)
	}
	if data, err = g.Decode(data, cli.InputName(name)); err != nil {
		return err
	}
	all, err := sheet.ReadAnswers(data)
	if err != nil && (g.Intake.Strict || len(all) == 0) {
		err = exit.Invalid(reason.Errorf("%s: %w", cli.InputName(name), err))
		if g.Intake.Strict {
			return err
		}
		g.Leave(cli.InputName(name), reason.New("the file"), err)
		return nil
	}
	if err != nil {
		g.Leave(cli.InputName(name), reason.New("the rest"), err)
	}
	for _, a := range all {
		if ctx.Err() != nil {
			return exit.Interrupted
		}
		if err := g.student(name, a); err != nil {
			return err
		}
	}
	return g.Out.Err
}

// student marks the answers of one student.
func (g *grader) student(name string, a sheet.Answers) error {
	a.Student = plain.Line(strings.TrimSpace(a.Student))
	who := reason.Errorf("student %q", a.Student)
	if a.Student == "" {
		who = reason.New("a set of answers")
		a.Student = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	}
	report, err := g.sheet.Grade(a)
	if err != nil {
		if g.Intake.Strict {
			return exit.Invalid(reason.Errorf("%s: %w", cli.InputName(name), err))
		}
		g.Leave(cli.InputName(name), who, err)
		return nil
	}
	g.Intake.Read++
	if g.seen[a.Student] {
		exit.Note(g.Err, g.Lang, reason.Errorf("%s: a second set of answers of %q", cli.InputName(name), a.Student))
	}
	g.seen[a.Student] = true
	for _, id := range report.Foreign {
		g.Leave(cli.InputName(name), reason.Errorf("student %q: answer %q", a.Student, plain.Clip(plain.Line(id), 40)), reason.New("no such question on the sheet"))
	}
	for _, m := range report.Marks {
		if m.Grade == sheet.Doubled {
			g.Leave(cli.InputName(name), reason.Errorf("student %q: answer %q", a.Student, m.ID), reason.Errorf("two different answers: %s", plain.Clip(plain.Line(m.Answer), 80)))
		}
	}
	return g.print(report)
}

func (g *grader) print(r *sheet.Report) error {
	switch g.format {
	case "json":
		return g.WriteJSON(r)
	case "gradescope":
		if g.only != nil {
			return exit.Usage(reason.New("--format gradescope: the answers of one student at a time"))
		}
		g.only = r
		return nil
	case "csv":
		return g.row(r)
	}
	text := g.Lang.Text
	fmt.Fprintln(g.Out, g.Bold(text("sheet.result", "student", r.Student, "points", points(r.Points), "of", points(r.Of))))
	if len(r.Conventions) > 0 {
		var by []string
		for _, c := range r.Conventions {
			by = append(by, text("convention."+c))
		}
		fmt.Fprintln(g.Out, "  "+text("grade.by", "conventions", strings.Join(by, ", ")))
	}
	for _, m := range r.Marks {
		if m.Grade != string(lesson.RightAnswer) {
			answer := cmp.Or(plain.Clip(plain.Line(m.Answer), 40), "–") + "  "
			if m.Grade == string(lesson.Unreadable) {
				answer = "" // m.Text begins with it
			}
			what := strings.TrimSpace(text("stage."+m.Stage) + " " + m.Node)
			fmt.Fprintf(g.Out, "  %-6s %s/%s  %s: %s%s\n", m.ID, points(m.Points), points(m.Of), what, answer, m.Text)
		}
	}
	return nil
}

// points writes points to a hundredth.
func points(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
}

// row writes the points of a student as a row of a table.
func (g *grader) row(r *sheet.Report) error {
	if g.table == nil {
		g.table = csv.NewWriter(g.Out)
		g.columns = g.sheet.IDs()
		if err := g.table.Write(append([]string{"student", "variant", "points", "of"}, g.columns...)); err != nil {
			return err
		}
	}
	marks := map[string]string{}
	for _, m := range r.Marks {
		marks[m.ID] = points(m.Points)
	}
	row := []string{r.Student, strconv.Itoa(r.Variant), points(r.Points), points(r.Of)}
	for _, id := range g.columns {
		row = append(row, marks[id])
	}
	return g.table.Write(row)
}
