// Package teaching holds the commands that explain search: ply tree, learn, quiz and experiment.
package teaching

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine/textbookengine"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
	"github.com/plywood-go/plywood/trace/raster"
)

// treeFlags are the flags of the tree command.
type treeFlags struct {
	setupFlags
	gameTreeFlags
	Format  string       `flag:"format" help:"{format} of the picture: text (default), outline, svg, png, pdf, dot, tikz or json"`
	Style   trace.Style  `flag:"style" help:"labels of nodes: values, alphabeta, windows, intervals or types"`
	Shapes  trace.Shapes `flag:"shapes" help:"shapes of MAX and MIN: squares or triangles"`
	Layout  trace.Layout `flag:"layout" help:"down (the root at the top), right (the root at the left, a line for each leaf) or icicle (a bar for each node)"`
	Width   int          `flag:"width" help:"greatest width of the picture in {pixels}, of --layout right its height: what does not fit is drawn below, with a number; for pdf what fits on A4"`
	Fold    string       `flag:"fold" help:"{when} to leave out what lies off the best lines: auto (pictures of more than 500 nodes, the default), always or never"`
	Ascii   bool         `flag:"ascii" help:"draw text with ASCII characters only"`
	Title   string       `flag:"title" help:"{title} of the picture"`
	Events  bool         `flag:"events" help:"write the events of the search as JSON instead of a picture"`
	Compare string       `flag:"compare" help:"compare {algorithms}, such as minimax,alphabeta,sss, or all"`
	Step    int          `flag:"step" help:"draw the tree as it was after this many {events}; negative counts from the end"`
	Explain bool         `flag:"explain" help:"explain the search in words: the step of --step, or all steps"`
	Walk    bool         `flag:"walk" help:"go through the search step by step"`
	Plain   bool         `flag:"plain" help:"with --walk: show text line by line instead of a full screen"`
	Font    string       `flag:"font" help:"{FILE} of a TrueType or OpenType font, for png and pdf"`

	Heuristic string `flag:"heuristic" help:"{name} of the lower bound of a puzzle; an unknown name lists them all"`
}

// setupFlags are the flags of a textbook search and of its language.
type setupFlags struct {
	lesson.Setup
	hard   bool
	chosen func() bool // reports whether --algo is given
}

func (f *setupFlags) add(c *cobra.Command) {
	f.Algorithm, f.Seed = "alphabeta", 1
	cli.Bind(c, &f.Setup)
	all := c.Flags()
	all.Lookup("algo").Usage += ": " + strings.Join(textbookengine.Names(), ", ") + "; with chance expectiminimax, star1, star2; of trees that grow pns, uct; refinements of alpha-beta deepening, quiescence, nullmove"
	f.chosen = func() bool { return all.Changed("algo") }
	all.BoolVar(&f.hard, "fail-hard", false, "the same as --fail hard")
}

// setup returns the setup that the flags describe; parse parses the name of the algorithm.
func (f *setupFlags) setup(parse func(name string) (lesson.Algorithm, error)) (s lesson.Setup, err error) {
	s = f.Setup
	s.Hard = s.Hard || lesson.Fail(f.hard)
	if s.Algorithm, err = parse(string(s.Algorithm)); err != nil {
		return s, cli.Usage(reason.Errorf("--algo: %w", err))
	}
	return s, cli.AtLeast("--depth", s.Depth, 0)
}

// Tree returns the command tree.
func Tree(env *cli.Env) *cobra.Command {
	var f treeFlags
	c := &cobra.Command{
		Use:   "tree [FILE|-|EXPR|GAME [POSITION]|PUZZLE [POSITION]]",
		Short: "Draw a search tree: values, windows, cutoffs and their reasons",
		Long: `Search a given tree with an algorithm of the textbook, and draw the search. Give
the tree as an argument, in a file or on standard input: as a nested list,
((1 4)(5 6)), with names, a(b=1 c=2), as relations, "a -> b, c; b = 1; c = 2", as a
list of Python, ['A', ('B', 5), ('C', 10)], as indented lines, or as JSON. MAX moves
at the root and turns alternate, unless a word says otherwise: min(max(3 5) 4).
Leaves are decimals, fractions, inf or -inf. The default is figure 15.2 of Bratko's
book.

A position of a game is searched to --depth plies. --algo search draws the search
of the engine, and --compare all compares it with the textbook.

For a puzzle the picture is of the search for a path, with f = g + h in the nodes:
boxes are on the closed list, ovals on the open list. --algo is dfs, bfs, ids, ucs,
greedy, astar (the default) or idastar; for dfs --depth limits the depth.

--algo pns and uct let a tree grow in memory: proof-number search proves or disproves
that MAX reaches the --goal, and UCT estimates moves by random playouts. The numbers
in the nodes are proof number | disproof number, or total / number of playouts.

--algo deepening searches to depth 1, 2, 3 … and remembers the best moves, quiescence
looks at noisy moves beyond --depth, and nullmove lets a side pass. In a tree that is
written down, b=3(4 5) gives b the estimate 3, ! marks a noisy move, and ~ before the
last child what a pass leads to.`,
		Example: `  ply tree '((1 4)(5 6))' --style windows
  ply tree --compare minimax,alphabeta,sss
  ply tree --walk
  ply tree tictactoe "X-X/O-O/--- X" --depth 2
  ply tree othello --depth 4 --compare all
  ply tree tiles:3 1 2 3 4 0 6 7 5 8 --algo astar
  ply tree '((1 0)(1 (0 1)))' --algo pns --explain
  ply tree tictactoe "XX-/OO-/--- X" --algo uct --rounds 30
  ply tree 'a(b=3(!c=1 d=5) e=2(f=4 g=2))' --algo quiescence --depth 1`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 && cli.IsPuzzle(args[0]) {
				if !c.Flags().Changed("algo") {
					f.Algorithm = "astar"
				}
				return treePuzzle(c.Context(), env, args, &f)
			}
			return runTree(c.Context(), env, args, &f)
		},
	}
	f.setupFlags.add(c)
	cli.Bind(c, &f.gameTreeFlags)
	f.Step = -1
	cli.Bind(c, &f)
	c.Flags().Lookup("goal").Usage += "; of a puzzle: for tiles last (1 2 … 0) or first (0 1 2 …)"
	return c
}

// runTree searches and shows the tree that the arguments name.
func runTree(ctx context.Context, env *cli.Env, args []string, f *treeFlags) error {
	d, err := newDrawing(env, f, lesson.ParseAlgorithm)
	if err != nil {
		return err
	}
	if err := d.setup.CheckGrowth(); err != nil {
		return cli.Usage(err)
	}
	if len(args) > 0 && isGame(args[0]) {
		return d.game(ctx, args)
	}
	if err := f.refuseGameFlags(); err != nil {
		return err
	}
	if len(args) > 1 {
		return cli.Usage(reason.New("one tree at a time; quote an expression with spaces"))
	}
	text, err := treeText(ctx, env, args)
	if lesson.Bounded(text) {
		return conclude(env, text, f.Format)
	}
	t, err := parsed(text, err)
	if err != nil {
		return cli.Invalid(err)
	}
	if t.Chancy() && !f.chosen() {
		d.setup.Algorithm = lesson.TextbookOf(t)[0]
	}
	if d.setup.Order == lesson.Shuffle {
		fmt.Fprintln(env.Err, env.Lang.Text("tree.shuffled", "seed", f.Seed))
	}
	if f.Compare != "" {
		return d.compare(ctx, lesson.TextbookOf(t), nil, func(all []lesson.Algorithm) (*lesson.Comparison, error) {
			return lesson.Compare(ctx, t, d.setup, all...)
		})
	}
	run, err := lesson.Search(ctx, t, d.setup)
	switch {
	case errors.Is(err, trace.ErrFormat):
		return cli.Invalid(reason.Errorf("the tree is deeper than the %d plies of a trace; ply solve tree solves it", event.MaxPly))
	case err != nil:
		return err
	}
	return d.show(ctx, run)
}

// drawing is a tree command with parsed flags.
type drawing struct {
	*cli.Env
	flags  *treeFlags
	setup  lesson.Setup
	render trace.RenderOptions
}

// newDrawing parses the flags; parse parses the name of the algorithm.
func newDrawing(env *cli.Env, f *treeFlags, parse func(name string) (lesson.Algorithm, error)) (*drawing, error) {
	d := &drawing{Env: env, flags: f}
	var err error
	if d.setup, err = f.setup(parse); err != nil {
		return nil, err
	}
	f.Format, err = cli.Format(f.Format, env.JSON, "text", "text", "outline", "svg", "png", "pdf", "dot", "tikz", "json")
	if err == nil {
		err = f.checkPicture(env)
	}
	if err != nil {
		return nil, err
	}
	d.render = trace.RenderOptions{
		Format: trace.SVG, Style: f.Style, Shapes: f.Shapes, ASCII: f.Ascii, Title: plain.Line(f.Title), Layout: f.Layout, Limit: float64(f.Width),
		Negamax: d.setup.Negamax(), OrAnd: bool(d.setup.OrAnd), Lang: d.Lang,
	}
	if f.Format == "pdf" {
		d.render.Limit = cmp.Or(d.render.Limit, raster.Limit(f.Layout))
	}
	if !d.binary() {
		d.render.Format, err = trace.ParseFormat(f.Format)
	}
	return d, err
}

// checkPicture refuses flags of pictures that do not fit the format.
func (f *treeFlags) checkPicture(env *cli.Env) error {
	picture := f.Format == "text" || f.Format == "outline"
	binary := f.Format == "png" || f.Format == "pdf"
	switch {
	case f.Ascii && !picture:
		return cli.Usage(reason.Errorf("--ascii: %s has characters of its own", f.Format))
	case f.Font != "" && !binary:
		return cli.Needs("--font", "--format png", "--format pdf")
	case binary && cli.IsTerminal(env.Out.Writer):
		return cli.Usage(reason.Errorf("--format %s: stdout is a terminal; send it to a file", f.Format))
	case f.Layout == trace.Icicle && slices.Contains([]string{"text", "outline", "dot"}, f.Format):
		return cli.Needs("--layout icicle", "--format svg", "--format png", "--format pdf", "--format tikz", "--format json")
	case f.Width > 0 && slices.Contains([]string{"text", "outline", "dot", "json"}, f.Format):
		return cli.Needs("--width", "--format svg", "--format png", "--format pdf", "--format tikz")
	case !slices.Contains([]string{"", "auto", "always", "never"}, f.Fold):
		return cli.NotAmong("--fold", f.Fold, "auto", "always", "never")
	}
	return cli.AtLeast("--width", f.Width, 0)
}

// binary reports whether the format is not text.
func (d *drawing) binary() bool { return d.flags.Format == "png" || d.flags.Format == "pdf" }

// show draws, explains or walks through a run.
func (d *drawing) show(ctx context.Context, run *lesson.Run) error {
	switch f := d.flags; {
	case f.Events:
		return trace.Encode(d.Out, run.Document)
	case f.Walk:
		return d.walk(ctx, run)
	case f.Explain:
		return d.explain(run)
	}
	step := d.flags.Step
	if step < 0 {
		step = max(0, run.Len()+1+step)
	}
	if step > run.Len() {
		return cli.Outside("--step", step, -run.Len(), run.Len())
	}
	t := run.Replay.At(step)
	if step == run.Len() && run.Seen > t.Stats.Visits {
		fmt.Fprintln(d.Err, d.Lang.Text("tree.sampled", "n", t.Stats.Visits, "all", run.Seen))
	}
	return d.picture(ctx, t)
}

// picture draws a tree in the chosen format.
func (d *drawing) picture(ctx context.Context, t *trace.Tree) error {
	var err error
	d.render.Fold = d.flags.Fold == "always" || d.flags.Fold != "never" && d.folds() && len(t.Nodes) > largePicture
	if d.binary() {
		err = d.write(ctx, t)
	} else {
		err = trace.Render(d.Out, t, d.render)
	}
	if errors.Is(err, trace.ErrTooLarge) {
		return cli.Failure(reason.Errorf("%w; --format outline fits", err))
	}
	return err
}

// parsed parses a text unless there is an error. An empty text is the default tree.
func parsed(text string, err error) (*lesson.Tree, error) {
	switch {
	case err != nil:
		return nil, err
	case text == "":
		return lesson.DefaultTree(), nil
	}
	return lesson.ParseTree(text)
}

// treeText returns the text of the tree that args name: a file, - for standard input, or an expression.
// Without args it is empty.
func treeText(ctx context.Context, env *cli.Env, args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	if strings.ContainsAny(args[0], "([{=>→") || strings.Contains(args[0], ": ") {
		return args[0], nil
	}
	text, err := env.ReadText(ctx, args[0], cli.MaxFile)
	if errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(args[0], " :,\n") {
		return args[0], nil
	}
	return cmp.Or(string(text), " "), err
}

// conclude prints what follows from a tree of which some leaves have only bounds.
func conclude(env *cli.Env, text, format string) error {
	c, err := lesson.Conclude(text)
	switch {
	case format != "text" && format != "json":
		return cli.Usage(reason.New("a tree with bounds of leaves is not drawn: want no --format but text and json"))
	case err != nil:
		return cli.Invalid(err)
	case format == "json":
		return env.WriteJSON(c)
	}
	key, best := "tree.unsettled", "tree.no-best"
	if c.Least == c.Most {
		key = "tree.settled"
	}
	if len(c.Best) > 0 {
		best = "tree.best"
	}
	number := strings.NewReplacer("inf", "∞", "-", "−").Replace
	fmt.Fprintln(env.Out, env.Lang.Text(key, "least", number(c.Least), "most", number(c.Most)))
	fmt.Fprintln(env.Out, env.Lang.Text(best, "moves", strings.Join(c.Best, ", ")))
	return nil
}

// largePicture is the number of nodes above which a picture is folded.
const largePicture = 500

// folds reports whether large pictures of the format are folded.
func (d *drawing) folds() bool {
	return d.flags.Format != "outline" && d.flags.Format != "json" && d.flags.Layout != trace.Icicle
}

// write draws a tree as PNG or PDF.
func (d *drawing) write(ctx context.Context, t *trace.Tree) error {
	o, err := fonts(ctx, d.Env, d.flags.Font)
	if err != nil {
		return err
	}
	if d.flags.Format == "pdf" {
		return fontError(raster.Pictures(d.Out, cmp.Or(d.render.Title, d.Lang.Text("tree.title")), string(d.Lang), trace.Pages(t, d.render), o))
	}
	scale, err := raster.PNG(d.Out, func(c trace.Canvas) error { return trace.Draw(c, t, d.render) }, o)
	if err == nil && scale < 1 {
		fmt.Fprintln(d.Err, d.Lang.Text("tree.scaled", "percent", math.Round(100*scale)))
	}
	return fontError(err)
}

// fonts returns the font of --font, or those of the system.
func fonts(ctx context.Context, env *cli.Env, name string) (o raster.Options, err error) {
	if name == "" {
		return raster.Options{Folders: fontFolders()}, nil
	}
	if o.Font, err = env.In.ReadAll(ctx, name, cli.MaxFile); err != nil {
		return o, cli.Invalid(reason.Errorf("--font: %w", err))
	}
	return o, nil
}

// fontError adds what the user can do about an error of package raster.
func fontError(err error) error {
	switch {
	case errors.Is(err, raster.ErrNoGlyph):
		return cli.Failure(reason.Errorf("%w; --font FILE names one that has it", err))
	case errors.Is(err, raster.ErrFont):
		return cli.Invalid(reason.Errorf("--font: %w", err))
	}
	return err
}

// fontFolders returns the folders of the fonts of the system and the user.
func fontFolders() []string {
	home, _ := os.UserHomeDir() // without a home only the system's fonts are found
	own := func(parts ...string) string { return filepath.Join(append([]string{home}, parts...)...) }
	switch runtime.GOOS {
	case "windows":
		windows := cmp.Or(os.Getenv("WINDIR"), `C:\Windows`)
		return []string{filepath.Join(windows, "Fonts"), own("AppData", "Local", "Microsoft", "Windows", "Fonts")}
	case "darwin":
		return []string{"/System/Library/Fonts", "/Library/Fonts", own("Library", "Fonts")}
	}
	data := cmp.Or(os.Getenv("XDG_DATA_HOME"), own(".local", "share"))
	return []string{filepath.Join(data, "fonts"), own(".fonts"), "/usr/local/share/fonts", "/usr/share/fonts"}
}

// compare compares the algorithms of --compare, which are among all and more, on one tree.
func (d *drawing) compare(ctx context.Context, all, more []lesson.Algorithm, on func([]lesson.Algorithm) (*lesson.Comparison, error)) error {
	algorithms, err := parseAlgorithms(d.flags.Compare, all, more)
	if err != nil {
		return cli.Usage(reason.Errorf("--compare: %w", err))
	}
	c, err := on(algorithms)
	if err != nil {
		return err
	}
	doc := c.Describe(d.Lang, d.setup)
	if d.JSON {
		return d.WriteJSON(doc)
	}
	text := d.Lang.Text
	rows := [][]string{{
		text("setting.algorithm"), text("compare.value"), text("compare.leaves"), text("compare.evaluations"),
		text("compare.nodes"), text("compare.visits"), text("compare.cutoffs"), text("compare.spared"), text("compare.ratio"),
	}}
	for _, r := range doc.Rows {
		rows = append(rows, append([]string{text("algorithm." + string(r.Algorithm))}, d.figures(&r)...))
	}
	d.Printer().Columns(rows, 1)
	fmt.Fprintf(d.Out, "\n%s\n%s\n", doc.Summary, d.settings())
	return nil
}

// figures returns the cells of a row, with dashes for unknown numbers.
func (d *drawing) figures(r *lesson.Row) []string {
	if r.Stopped {
		return slices.Repeat([]string{"–"}, 8)
	}
	pruned, ratio := "–", "–"
	if r.Pruned != nil {
		pruned = fmt.Sprint(*r.Pruned)
	}
	if r.Ratio > 0 {
		ratio = d.Lang.Number(fmt.Sprintf("%.2f", r.Ratio))
	}
	return []string{
		r.Value, fmt.Sprint(r.Leaves), fmt.Sprint(r.Evaluations), fmt.Sprint(r.Nodes), fmt.Sprint(r.Visits),
		fmt.Sprint(r.Cutoffs), pruned, ratio,
	}
}

// settings describes the settings of the comparison.
func (d *drawing) settings() string {
	s, text := &d.setup, d.Lang.Text
	order := text("order." + s.Order.String())
	if s.Order == lesson.Shuffle {
		order += fmt.Sprintf(" (%d)", s.Seed)
	}
	return text("setting.order") + ": " + order + " · " + s.Words(d.Lang)
}

// parseAlgorithms parses a list of names among all and more, or "all".
func parseAlgorithms(text string, all, more []lesson.Algorithm) ([]lesson.Algorithm, error) {
	if text == "all" {
		return all, nil
	}
	var some []lesson.Algorithm
	for name := range strings.SplitSeq(text, ",") {
		a, err := lesson.ParseAlgorithm(strings.TrimSpace(name))
		switch {
		case err == nil && a == lesson.Production && !slices.Contains(all, a):
			return nil, needsGame("--compare " + string(a))
		case err == nil && !slices.Contains(all, a) && !slices.Contains(more, a):
			return nil, reason.Errorf("%s does not search all of the tree: want one of those of --compare all", a)
		}
		if err != nil {
			return nil, err
		}
		some = append(some, a)
	}
	return some, nil
}

// explain explains one step, or all steps, in words.
func (d *drawing) explain(run *lesson.Run) error {
	first, last := 1, run.Len()
	if d.flags.Step >= 0 {
		first, last = d.flags.Step, d.flags.Step
	}
	if last > run.Len() {
		return cli.Outside("--step", last, 0, run.Len())
	}
	for step := first; step <= last; step++ {
		doc := run.DescribeStep(d.Lang, step)
		if !d.JSON {
			fmt.Fprintf(d.Out, "%*d  %s\n", len(fmt.Sprint(run.Len())), step, doc.Text)
		} else if err := d.WriteJSON(doc); err != nil {
			return err
		}
	}
	return nil
}
