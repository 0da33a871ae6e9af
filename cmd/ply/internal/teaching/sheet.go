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
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/learn/sheet"
)

// sheetFlags are the flags of the sheet command.
type sheetFlags struct {
	setupFlags
	settings sheet.Settings
	stages   string
	integers string
	children string
	format   string
	variant  int
	key      bool
	out      string
	font     string
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
	all, s := c.Flags(), &f.settings
	all.StringVar(&f.format, "format", "", "`format`: html (default), latex, pdf, moodle, gift or json")
	all.StringVarP(&f.out, "out", "o", "", "write a file for each variant, and key.json, to this `folder`")
	all.BoolVar(&f.key, "key", false, "write the answers instead; with --out, to one more file")
	all.StringVar(&f.font, "font", "", "`FILE` of a TrueType or OpenType font, for pdf")
	all.StringVar(&s.Title, "title", "", "`title` of the sheet")
	all.StringVar(&f.stages, "stage", "", "`stages` of questions, separated by commas: values, windows, cuts, bounds, visits (default values,cuts); for pns proofs, visits, and for uct rates, visits, counts (default all)")
	all.IntVar(&s.Variants, "variants", 1, "the `number` of variants")
	all.IntVar(&f.variant, "variant", 0, "write only the variant of this `number`")
	all.IntVar(&s.Problems, "problems", 3, "the `number` of random trees in a variant")
	all.IntVar(&s.Wish.Plies, "plies", 3, "depth of the random trees in `plies`")
	all.StringVar(&f.children, "children", "2..3", "`range` of the number of children of a node")
	all.IntVar(&s.Wish.Nodes, "max-nodes", 26, "the most `nodes` of a random tree")
	all.StringVar(&f.integers, "integers", "", "`range` of the values of leaves (default -4..14; for pns and uct 0..1)")
	all.IntVar(&s.Wish.MinCuts, "min-cuts", 1, "the fewest `cutoffs` in a random tree")
	all.IntVar(&s.Wish.MaxCuts, "max-cuts", 0, "the most `cutoffs` in a random tree; 0 means any number")
	all.BoolVar(&s.Wish.Unique, "unique-best", false, "random trees with only one best move")
	all.BoolVar(&s.Wish.Distinct, "distinct", false, "random trees whose leaves all differ")
	all.BoolVar(&s.Wish.MinRoot, "min-root", false, "random trees with MIN to move at the root")
	all.BoolVar(&s.Wish.Chance, "chance", false, "random trees where chance chooses at every other ply")
	all.BoolVar(&s.Wish.Full, "full", false, "random trees with all leaves at the last ply")
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
	if f.variant != 0 {
		if made, err = made.Only(f.variant); err != nil {
			return exit.Usage(reason.Errorf("--variant: %w", err))
		}
	}
	if f.format == "html" && !f.key && len(made.Variants) > 1 {
		return exit.Usage(reason.New("a page holds one variant; --out writes a page for each, and --variant chooses one"))
	}
	text, err := f.write(ctx, env, made, f.key)
	if err == nil {
		_, err = env.Out.Write(text)
	}
	return err
}

// read reads the settings.
func (f *sheetFlags) read(ctx context.Context, env *cli.Env, args []string) (s sheet.Settings, err error) {
	s = f.settings
	if env.JSON {
		f.format = cmp.Or(f.format, "json")
	}
	f.format = cmp.Or(f.format, "html")
	var names []string
	for _, x := range sheetFormats {
		names = append(names, x.name)
	}
	switch {
	case !slices.Contains(names, f.format):
		return s, flags.NotAmong("--format", f.format, names...)
	case env.JSON && f.format != "json":
		return s, flags.Rivals("--json", "--format "+f.format)
	case f.font != "" && f.format != "pdf":
		return s, flags.Needs("--font", "--format pdf")
	case f.out != "" && f.variant != 0:
		return s, flags.Rivals("--out", "--variant")
	case f.key && (f.format == "moodle" || f.format == "gift"):
		return s, exit.Usage(reason.Errorf("--key: --format %s has the answers already", f.format))
	case f.format == "pdf" && f.out == "" && terminal.Is(env.Out.Writer):
		return s, exit.Usage(reason.New("--format pdf: stdout is a terminal; send it to a file"))
	}
	for _, x := range []struct {
		flag  string
		value int
	}{{"--variants", s.Variants}, {"--problems", s.Problems}, {"--plies", s.Wish.Plies}, {"--max-nodes", s.Wish.Nodes}} {
		if x.value < 1 {
			return s, exit.Usage(reason.Errorf("%s: %d, want 1 or more", x.flag, x.value))
		}
	}
	if s.Setup, err = f.setup(lesson.ParseTextbook); err != nil {
		return s, err
	}
	s.Seed, s.Lang, s.Title = f.seed, env.Lang, plain.Line(s.Title)
	if f.stages != "" {
		if s.Stages, err = parseStages(f.stages, s.Setup); err != nil {
			return s, err
		}
	}
	if f.integers != "" {
		if s.Wish.Low, s.Wish.High, err = parseRange(f.integers); err != nil {
			return s, exit.Usage(reason.Errorf("--integers: %w", err))
		}
	}
	if s.Wish.Fewest, s.Wish.Most, err = parseRange(f.children); err != nil {
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
	switch f.format {
	case "html":
		err = s.HTML(&out, key)
	case "latex":
		err = s.LaTeX(&out, key)
	case "pdf":
		o, failed := fonts(ctx, env, f.font)
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
	extension := sheetFormats[slices.IndexFunc(sheetFormats, func(x struct{ name, extension string }) bool { return x.name == f.format })].extension
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
	if f.key && f.format != "json" {
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
