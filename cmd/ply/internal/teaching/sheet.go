package teaching

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
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

// sheetFormats are the formats of --format with the extensions of their files.
var sheetFormats = []struct{ name, extension string }{
	{"html", "html"}, {"latex", "tex"}, {"pdf", "pdf"}, {"moodle", "xml"}, {"gift", "gift"}, {"json", "json"},
}

// Sheet returns the command sheet.
func Sheet(env *cli.Env) *cobra.Command {
	var f sheetFlags
	c := &cobra.Command{
		Use:   "sheet [FILE|EXPR]...",
		Short: "Make problem sheets about search trees, with keys",
		Long: `Make a problem sheet about search trees: trees to solve, with room for answers. The
trees are random, or the given ones, as for ply tree. --variants makes several
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
	flags.Bind(c, &f.settings)
	flags.Bind(c, &f.settings.Wish)
	f.Children = "2..3"
	flags.Bind(c, &f)
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
		return quizError(ctx, err)
	}
	if err := made.Uneven(); err != nil {
		exit.Note(env.Err, env.Lang, err)
	}
	if f.out != "" {
		return f.files(ctx, env, made)
	}
	if f.Variant != 0 {
		if made, err = made.Only(f.Variant); err != nil {
			return exit.Usage(reason.Errorf("--variant: %w", err))
		}
	}
	if f.Format == "html" && !f.Key && len(made.Variants) > 1 {
		return exit.Usage(reason.New("a page holds one variant; --out writes a page for each, and --variant chooses one"))
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
			return s, exit.Usage(reason.Errorf("--integers: %w", err))
		}
	}
	if s.Wish.Fewest, s.Wish.Most, err = parseRange(f.Children); err != nil {
		return s, exit.Usage(reason.Errorf("--children: %w", err))
	}
	for _, arg := range args {
		t, err := readTree(ctx, env, []string{arg})
		if err != nil {
			return s, exit.Invalid(reason.Errorf("%s: %w", plain.Clip(arg, 40), err))
		}
		s.Trees = append(s.Trees, t)
	}
	return s, nil
}

// check refuses wrong formats and numbers, and completes the format.
func (f *sheetFlags) check(env *cli.Env) (err error) {
	var names []string
	for _, x := range sheetFormats {
		names = append(names, x.name)
	}
	f.Format, err = flags.Format(f.Format, env.JSON, "html", names...)
	switch {
	case err != nil:
		return err
	case f.Font != "" && f.Format != "pdf":
		return flags.Needs("--font", "--format pdf")
	case f.out != "" && f.Variant != 0:
		return flags.Rivals("--out", "--variant")
	case f.Key && (f.Format == "moodle" || f.Format == "gift"):
		return exit.Usage(reason.Errorf("--key: --format %s has the answers already", f.Format))
	case f.Format == "pdf" && f.out == "" && cli.IsTerminal(env.Out.Writer):
		return exit.Usage(reason.New("--format pdf: stdout is a terminal; send it to a file"))
	}
	s := &f.settings
	return cmp.Or(flags.AtLeast("--variants", s.Variants, 1), flags.AtLeast("--problems", s.Problems, 1),
		flags.AtLeast("--plies", s.Wish.Plies, 1), flags.AtLeast("--max-nodes", s.Wish.Nodes, 1))
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
		err = fontError(s.PDF(&out, key, sheet.Fonts{Font: o.Font, Folders: o.Folders}))
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
		return exit.Failure(err)
	}
	save := func(name string, data []byte) error {
		name = filepath.Join(f.out, name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return exit.Failure(err)
		}
		fmt.Fprintln(env.Out, name)
		return nil
	}
	extension := sheetFormats[slices.IndexFunc(sheetFormats, func(x struct{ name, extension string }) bool { return x.name == f.Format })].extension
	for _, v := range s.Variants {
		one, err := s.Only(v.Number)
		if err != nil {
			return err
		}
		text, err := f.write(ctx, env, one, false)
		if err == nil {
			err = save(fmt.Sprintf("variant-%d.%s", v.Number, extension), text)
		}
		if err != nil {
			return err
		}
	}
	if f.Key && f.Format != "json" {
		text, err := f.write(ctx, env, s, true)
		if err == nil {
			err = save("key."+extension, text)
		}
		if err != nil {
			return err
		}
	}
	key, err := cli.JSON(s.Describe())
	if err != nil {
		return err
	}
	return save("key.json", key)
}
