package teaching

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/learn/sheet"
)

// sheetFlags are the flags of the sheet command.
type sheetFlags struct {
	setupFlags
	settings sheet.Settings
	Stages   string `flag:"stage" help:"{stages} of questions, separated by commas: values, windows, cuts, bounds, visits (default values,cuts); for pns proofs, visits, and for uct rates, visits, counts (default all)"`
	Integers string `flag:"integers" help:"{range} of the values of leaves (default -4..14; for pns and uct 0..1)"`
	Children string `flag:"children" help:"{range} of the number of children of a node"`
	Format   string `flag:"format" help:"{format}: html (default), latex, pdf, moodle, gift or json"`
	Variant  int    `flag:"variant" help:"write only the variant of this {number}"`
	Key      bool   `flag:"key" help:"write the answers instead; with --out, to one more file"`
	out      string
	Font     string `flag:"font" help:"{FILE} of a TrueType or OpenType font, for pdf"`
}

// extensions are those of files in the formats that are not named like them.
var extensions = map[string]string{"latex": "tex", "moodle": "xml"}

// Sheet returns the command sheet.
func Sheet(env *cli.Env) *cobra.Command {
	var f sheetFlags
	c := &cobra.Command{
		Use:   "sheet [FILE|EXPR|GAME|'GAME POSITION']...",
		Short: "Make problem sheets about search trees, with keys",
		Long: `Make a problem sheet about search trees: trees to solve, with room for answers. The
trees are random, or the given ones, as for ply quiz. --variants makes several
sheets with as many points, leaves and cutoffs, and --out writes a file for each and key.json, by which
ply grade marks the answers. The same settings give the same sheets.

--format html is a page to fill in and save, without a server. latex compiles with
pdflatex, xelatex and lualatex, and can be included in another document. moodle and
gift are questions for learning platforms. --key writes the answers, with the
searched trees and the reasons of the cutoffs; json always has them.`,
		Example: `  ply sheet --format pdf > sheet.pdf
  ply sheet --variants 30 --min-cuts 2 --integers 0..9 --unique-best --out exam
  ply sheet '((3 12 8)(2 4 6)(14 5 2))' --stage values,windows,cuts --format latex --key`,
		RunE: func(c *cobra.Command, args []string) error { return runSheet(c.Context(), env, args, &f) },
	}
	f.setupFlags.add(c)
	c.Flags().Lookup("seed").Usage = "seed of the random trees and of the shuffled order, a `number`"
	f.settings = sheet.Settings{Variants: 1, Problems: 3, Wish: lesson.Wish{Plies: 3, Nodes: 26, MinCuts: 1}}
	cli.Bind(c, &f.settings)
	cli.Bind(c, &f.settings.Wish)
	f.Children = "2..3"
	cli.Bind(c, &f)
	c.Flags().StringVarP(&f.out, "out", "o", "", "write a file for each variant, and key.json, to this `folder`")
	return c
}

func runSheet(ctx context.Context, env *cli.Env, args []string, f *sheetFlags) error {
	s, err := f.read(ctx, env, args)
	if err != nil {
		return err
	}
	made, err := sheet.New(ctx, s)
	if err != nil {
		return quizError(err)
	}
	if err := made.Uneven(); err != nil {
		cli.Note(env.Err, env.Lang, err)
	}
	if f.out != "" {
		return f.files(ctx, env, made)
	}
	if f.Variant != 0 {
		if made, err = made.Only(f.Variant); err != nil {
			return cli.Usage(reason.Errorf("--variant: %w", err))
		}
	}
	if f.Format == "html" && !f.Key && len(made.Variants) > 1 {
		return cli.Usage(reason.New("a page holds one variant; --out writes a page for each, and --variant chooses one"))
	}
	text, err := f.write(ctx, env, made, f.Key)
	if err == nil {
		_, err = env.Out.Write(text)
	}
	return err
}

// read reads the settings.
func (f *sheetFlags) read(ctx context.Context, env *cli.Env, args []string) (s sheet.Settings, err error) {
	if err := f.check(env); err != nil {
		return s, err
	}
	s = f.settings
	if s.Setup, err = f.setup(lesson.ParseTextbook); err != nil {
		return s, err
	}
	s.Seed, s.Lang, s.Title = f.Seed, env.Lang, plain.Line(s.Title)
	if f.Stages != "" {
		if s.Stages, err = parseStages(f.Stages, s.Setup); err != nil {
			return s, err
		}
	}
	if f.Integers != "" {
		if s.Wish.Low, s.Wish.High, err = parseRange(f.Integers); err != nil {
			return s, cli.Usage(reason.Errorf("--integers: %w", err))
		}
	}
	if s.Wish.Fewest, s.Wish.Most, err = parseRange(f.Children); err != nil {
		return s, cli.Usage(reason.Errorf("--children: %w", err))
	}
	depth := s.Setup.Depth
	for _, arg := range args {
		asked := lesson.Setup{Depth: depth}
		t, err := questioned(ctx, env, []string{arg}, &asked)
		if err != nil {
			return s, cli.Invalid(reason.Errorf("%s: %w", plain.Clip(arg, 40), err))
		}
		s.Setup.Depth = min(s.Setup.Depth, asked.Depth)
		s.Trees = append(s.Trees, t)
	}
	return s, nil
}

// check refuses wrong formats and numbers, and completes the format.
func (f *sheetFlags) check(env *cli.Env) (err error) {
	f.Format, err = cli.Format(f.Format, env.JSON, "html", "html", "latex", "pdf", "moodle", "gift", "json")
	switch {
	case err != nil:
		return err
	case f.Font != "" && f.Format != "pdf":
		return cli.Needs("--font", "--format pdf")
	case f.out != "" && f.Variant != 0:
		return cli.Rivals("--out", "--variant")
	case f.Key && (f.Format == "moodle" || f.Format == "gift"):
		return cli.Usage(reason.Errorf("--key: --format %s has the answers already", f.Format))
	case f.Format == "pdf" && f.out == "" && cli.IsTerminal(env.Out.Writer):
		return cli.Usage(reason.Errorf("--format %s: stdout is a terminal; send it to a file", f.Format))
	}
	s := &f.settings
	return cmp.Or(cli.AtLeast("--variants", s.Variants, 1), cli.AtLeast("--problems", s.Problems, 1),
		cli.AtLeast("--plies", s.Wish.Plies, 1), cli.AtLeast("--max-nodes", s.Wish.Nodes, 1))
}

// parseRange reads 0..9, or 3, which is 3..3.
func parseRange(text string) (low, high int, err error) {
	first, last, ok := strings.Cut(text, "..")
	if !ok {
		last = first
	}
	low, err1 := strconv.Atoi(first)
	high, err2 := strconv.Atoi(last)
	if err1 != nil || err2 != nil || low > high {
		return 0, 0, reason.Errorf("%q, want a range such as 0..9", text)
	}
	return low, high, nil
}

// write returns a sheet in the chosen format.
func (f *sheetFlags) write(ctx context.Context, env *cli.Env, s *sheet.Sheet, key bool) ([]byte, error) {
	var out bytes.Buffer
	var err error
	switch f.Format {
	case "html":
		err = s.HTML(&out, key)
	case "latex":
		err = s.LaTeX(&out, key)
	case "pdf":
		o, failed := fonts(ctx, env, f.Font)
		if failed != nil {
			return nil, failed
		}
		err = fontError(s.PDF(&out, key, o))
	case "moodle":
		err = s.Moodle(&out)
	case "gift":
		err = s.GIFT(&out)
	case "json":
		return cli.JSON(s.Describe())
	}
	return out.Bytes(), err
}

// files writes a file for each variant, and key.json.
func (f *sheetFlags) files(ctx context.Context, env *cli.Env, s *sheet.Sheet) error {
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return cli.Failure(err)
	}
	save := func(name string, data []byte, err error) error {
		if err != nil {
			return err
		}
		name = filepath.Join(f.out, name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return cli.Failure(err)
		}
		fmt.Fprintln(env.Out, name)
		return nil
	}
	extension := cmp.Or(extensions[f.Format], f.Format)
	for _, v := range s.Variants {
		one, err := s.Only(v.Number)
		if err != nil {
			return err
		}
		text, err := f.write(ctx, env, one, false)
		if err := save(fmt.Sprintf("variant-%d.%s", v.Number, extension), text, err); err != nil {
			return err
		}
	}
	if f.Key && f.Format != "json" {
		text, err := f.write(ctx, env, s, true)
		if err := save("key."+extension, text, err); err != nil {
			return err
		}
	}
	key, err := cli.JSON(s.Describe())
	return save("key.json", key, err)
}

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

KEY may also be a course, and ANSWERS the progress that students save on the page. A
question is worth a point if its first answer is right. The answers are marked anew;
marks in the file that differ from them are named.

--json writes one line for each student; csv writes a table of points, and
gradescope the results.json of an autograder, for one student.`,
		Example: "  ply grade exam/key.json answers/*.json\n  ply grade exam/key.json class.csv --format csv > marks.csv\n  ply grade course.json progress/*.json",
		Args:    cli.Counted(cobra.MinimumNArgs(2)),
		RunE: func(c *cobra.Command, args []string) error {
			return runGrade(c.Context(), env, args, format)
		},
	}
	c.Flags().StringVar(&format, "format", "", "`format` of the marks: text (default), json, csv or gradescope")
	env.Intake.Add(c)
	return c
}

func runGrade(ctx context.Context, env *cli.Env, args []string, format string) error {
	format, err := cli.Format(format, env.JSON, "text", "text", "json", "csv", "gradescope")
	if err != nil {
		return err
	}
	data, err := env.In.ReadAll(ctx, args[0], cli.MaxFile)
	if err != nil {
		return cli.Invalid(err)
	}
	key, err := readKey(ctx, env, data)
	if err != nil {
		return cli.Invalid(reason.Errorf("%s: %w", args[0], err))
	}
	g := &grader{Env: env, key: key, format: format, seen: map[string]bool{}}
	for _, name := range args[1:] {
		if err := g.file(ctx, name); err != nil {
			return err
		}
	}
	if g.Intake.Read == 0 {
		return cli.Invalid(reason.New("no answers could be marked"))
	}
	switch {
	case g.table != nil:
		g.table.Flush()
	case g.only != nil:
		return g.WriteJSON(g.only.Gradescope())
	}
	return nil
}

// A key marks answers: a sheet or a course.
type key interface {
	Grade(sheet.Answers) (*sheet.Report, error)
	IDs() []string // of the columns of a table
}

// readKey reads a key. It reports the entries of a course that cannot be used.
func readKey(ctx context.Context, env *cli.Env, data []byte) (key, error) {
	if !sheet.IsCourse(data) {
		s, err := sheet.Read(ctx, data)
		if err == nil {
			s.Lang = env.Lang
		}
		return s, err
	}
	c, err := sheet.ReadCourse(ctx, data)
	if err != nil {
		return nil, err
	}
	c.Lang = env.Lang
	for i, e := range c.Entries {
		if e.Err != nil {
			cli.Note(env.Err, env.Lang, reason.Errorf("entry %d: %w", i+1, e.Err))
		}
	}
	return c, nil
}

// grader marks files of answers and prints the marks.
type grader struct {
	*cli.Env
	key    key
	format string
	seen   map[string]bool // students
	// table is the output of --format csv, and columns its questions.
	table   *csv.Writer
	columns []string
	only    *sheet.Report // of --format gradescope
}

// file marks the answers in a file. It reports and leaves out the answers that cannot be marked.
func (g *grader) file(ctx context.Context, name string) error {
	data, err := g.In.ReadAll(ctx, name, cli.MaxFile)
	if err != nil {
		return cli.Invalid(err)
	}
	if data, err = g.Decode(data, cli.InputName(name)); err != nil {
		return err
	}
	all, err := sheet.ReadAnswers(data)
	if err != nil && (g.Intake.Strict || len(all) == 0) {
		err = cli.Invalid(reason.Errorf("%s: %w", cli.InputName(name), err))
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
			return cli.Interrupted
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
	report, err := g.key.Grade(a)
	if err != nil {
		if g.Intake.Strict {
			return cli.Invalid(reason.Errorf("%s: %w", cli.InputName(name), err))
		}
		g.Leave(cli.InputName(name), who, err)
		return nil
	}
	g.Intake.Read++
	if g.seen[a.Student] {
		cli.Note(g.Err, g.Lang, reason.Errorf("%s: a second set of answers of %q", cli.InputName(name), a.Student))
	}
	g.seen[a.Student] = true
	for _, id := range report.Foreign {
		g.Leave(cli.InputName(name), reason.Errorf("student %q: answer %q", a.Student, plain.Clip(plain.Line(id), 40)), reason.New("no such question on the sheet"))
	}
	for _, id := range report.Edited {
		g.Leave(cli.InputName(name), reason.Errorf("student %q: the file's mark of answer %q", a.Student, id), reason.New("the answer earns another; was the file edited?"))
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
			return cli.Usage(reason.New("--format gradescope: the answers of one student at a time"))
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
			by = append(by, text("convention."+string(c)))
		}
		fmt.Fprintln(g.Out, "  "+text("grade.by", "conventions", strings.Join(by, ", ")))
	}
	if len(r.Entries) > 0 {
		fmt.Fprintln(g.Out, "  "+text("grade.anew"))
	}
	for i := range r.Entries {
		fmt.Fprintf(g.Out, "  %2d  %s: %s\n", i+1, plain.Line(r.Entries[i].Title), g.said(&r.Entries[i]))
	}
	for _, m := range r.Marks {
		if m.Grade != string(lesson.RightAnswer) && (m.Tries > 0 || len(r.Entries) == 0) {
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

// said says in words what was done of an entry of a course.
func (g *grader) said(e *sheet.EntryReport) string {
	switch {
	case e.Of > 0:
		return g.Lang.Text("grade.tries", "right", e.Right, "of", e.Of, "later", e.Later)
	case e.Pages > 0:
		return g.Lang.Text("grade.pages", "read", e.Read, "of", e.Pages)
	case e.Opened:
		return g.Lang.Text("grade.opened")
	}
	return "–"
}

// points writes points to a hundredth.
func points(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
}

// row writes the points of a student as a row of a table.
func (g *grader) row(r *sheet.Report) error {
	if g.table == nil {
		g.table = csv.NewWriter(g.Out)
		g.columns = g.key.IDs()
		if err := g.table.Write(append([]string{"student", "variant", "points", "of"}, g.columns...)); err != nil {
			return err
		}
	}
	marks := map[string]string{}
	for _, m := range r.Marks {
		marks[m.ID] = points(m.Points)
	}
	for i, e := range r.Entries {
		if marks[g.columns[i]] = g.said(&e); e.Of > 0 {
			marks[g.columns[i]] = strconv.Itoa(e.Right)
		}
	}
	row := []string{r.Student, strconv.Itoa(r.Variant), points(r.Points), points(r.Of)}
	for _, id := range g.columns {
		row = append(row, marks[id])
	}
	return g.table.Write(row)
}
