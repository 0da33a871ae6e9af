package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/path"
	"github.com/plywood-go/plywood/puzzle"
	"github.com/plywood-go/plywood/puzzles/shelf"
	"github.com/plywood-go/plywood/search"
)

// pathFlags are the flags of the path command.
type pathFlags struct {
	sourceFlags
	expect    bool
	algorithm string
	heuristic string
	goal      string
	weight    float64
	width     int
	depth     int
	nodes     uint64
	time      time.Duration
	memory    string
	table     string
	cache     string
}

func (a *app) pathCommand() *cobra.Command {
	f := &pathFlags{}
	c := &cobra.Command{
		Use:   "path PUZZLE [POSITION]",
		Short: "Find a path to the goal of a puzzle, its cost and whether that is optimal",
		Long: `Find a path to the goal of a puzzle, its cost and whether that is optimal.

POSITION is in the text form of the puzzle; "-" reads one position a line from
standard input. Only the given limits and the memory limit end the search early.
The exit code is 4 if one of them did, and 3 if there is no solution.`,
		Example: `  ply path tiles:3 8 7 6 0 4 1 2 5 3
  ply path tiles:4 --heuristic pdb:5-5-5 --json
  ply path tiles:4 -f positions.txt --algo wastar --weight 2`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return exit.Usage(words.Tell("refused.which-puzzle", "names", strings.Join(shelf.Names(), ", ")))
			}
			return nil
		},
		ValidArgsFunction: completePuzzle,
		RunE:              func(c *cobra.Command, args []string) error { return a.path(c.Context(), args, f) },
	}
	f.sourceFlags.add(c)
	addLanguage(c)
	addGoal(c, &f.goal)
	flags := c.Flags()
	flags.StringVarP(&f.file, "file", "f", "", "read one position a line from `FILE`; - is standard input")
	flags.BoolVar(&f.expect, "expect", false, "compare with the expected costs in the file; exit code 5 if a cost differs")
	flags.StringVar(&f.algorithm, "algo", string(path.Auto), "`name` of the algorithm: "+strings.Join(pathAlgorithms(), ", "))
	flags.StringVar(&f.heuristic, "heuristic", "", "`name` of the lower bound; an unknown name lists them all")
	flags.Float64Var(&f.weight, "weight", 1.5, "`factor` by which wastar weights the heuristic")
	flags.IntVar(&f.width, "width", 1000, "`positions` that beam keeps at each ply")
	flags.IntVar(&f.depth, "depth", 0, "find solutions of at most this many `moves`")
	flags.Uint64Var(&f.nodes, "nodes", 0, "stop after this many `positions`")
	flags.DurationVar(&f.time, "time", 0, "stop after this `time`, such as 5s")
	flags.StringVar(&f.memory, "memory", "1GiB", "memory limit for positions, a `size`")
	flags.StringVar(&f.table, "tt", "", "`size` of the transposition table of idastar and ids; by default no table")
	flags.StringVar(&f.cache, "cache", "", "`folder` for tables of heuristics; by default in the user's cache")
	return c
}

// addGoal adds the flag that chooses the goal of a puzzle.
func addGoal(c *cobra.Command, goal *string) {
	c.Flags().StringVar(goal, "goal", "", "`goal` of a puzzle with several goals: for tiles last (1 2 … 0) or first (0 1 2 …); by default last, or first if only that can be reached")
}

// toward returns g with the named goal.
func toward(g *puzzle.Puzzle, goal string) (*puzzle.Puzzle, error) {
	p, err := g.Toward(goal)
	if err != nil {
		err = exit.Usage(fmt.Errorf("--goal: %w", err))
	}
	return p, err
}

func pathAlgorithms() (names []string) {
	for _, a := range path.Algorithms() {
		names = append(names, string(a))
	}
	return names
}

func completePuzzle(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return shelf.Names(), cobra.ShellCompDirectiveNoFileComp
}

// options returns the options of the solver that the flags set.
func (f *pathFlags) options() (o puzzle.Options, err error) {
	o.Heuristic = f.heuristic
	o.Algorithm, o.Weight, o.Width = path.Algorithm(f.algorithm), f.weight, f.width
	if o.TableBytes, err = flags.ParseSize(f.table); err != nil {
		return o, exit.Usage(fmt.Errorf("--tt: %w", err))
	}
	switch {
	case !slices.Contains(pathAlgorithms(), f.algorithm):
		err = flags.NotAmong("--algo", f.algorithm, pathAlgorithms()...)
	case f.weight < 1:
		err = flags.TooLittle("--weight", f.weight, 1)
	case f.width < 1:
		err = flags.TooLittle("--width", f.width, 1)
	}
	return o, err
}

// query returns the limits of a search that the flags set.
func (f *pathFlags) query() (q path.Query, err error) {
	q = path.Query{Depth: f.depth, Nodes: f.nodes}
	switch {
	case f.depth < 0:
		return q, flags.TooLittle("--depth", f.depth, 0)
	case f.time < 0:
		return q, flags.TooLittle("--time", f.time, 0)
	}
	if q.Bytes, err = flags.ParseSize(f.memory); err != nil {
		err = exit.Usage(fmt.Errorf("--memory: %w", err))
	}
	return q, err
}

// findPuzzle returns the named puzzle. Its error suggests a name and has an exit code.
func findPuzzle(name string) (*puzzle.Puzzle, error) {
	g, err := shelf.Find(name)
	if err == nil {
		return g, nil
	}
	if !isPuzzle(name) {
		names := shelf.Names()
		err = flags.Meant(noneOf("refused.puzzle", name, names, err), name, names)
	}
	return nil, exit.Invalid(err)
}

// path solves the positions that the command line names.
func (a *app) path(ctx context.Context, args []string, f *pathFlags) error {
	g, err := findPuzzle(args[0])
	if err != nil {
		return err
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	if names := g.About().Heuristics; f.heuristic != "" && !slices.Contains(names, f.heuristic) {
		return flags.NotAmong("--heuristic", f.heuristic, names...)
	}
	query, err := f.query()
	if err != nil {
		return err
	}
	problems, err := a.pathProblems(ctx, g, args[1:], f)
	if err != nil {
		return err
	}
	w := &walker{app: a, query: query, flags: f}
	code, err := w.ready(ctx, g, options)
	if err != nil {
		return err
	}
	for _, p := range problems {
		code = worse(code, w.attend(ctx, p))
		if ctx.Err() != nil || a.out.err != nil {
			break
		}
	}
	if w.unfinished+w.differ > 0 {
		fmt.Fprintln(a.err, "ply:", a.lang.Text("report.batch", "n", len(problems), "differ", w.differ, "unfinished", w.unfinished))
	}
	return exit.With(code)
}

// ready creates the solver of g within the time limit of one position. The code is
// CodeFailure if tables cannot be saved in the folder of --cache.
func (w *walker) ready(ctx context.Context, g *puzzle.Puzzle, o puzzle.Options) (code int, err error) {
	if w.flags.cache != "" {
		if err := os.MkdirAll(w.flags.cache, 0o777); err != nil {
			return 0, exit.Failure(fmt.Errorf("--cache: %w", err))
		}
	}
	within := ctx
	if w.flags.time > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, w.flags.time)
		defer cancel()
	}
	began := time.Now()
	solver, unsaved, err := w.pathSolver(within, g, o, w.flags.cache)
	w.solver, w.spent = solver, time.Since(began)
	if unsaved && w.flags.cache != "" {
		code = exit.CodeFailure
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		w.late = &puzzle.Result{Algorithm: o.Algorithm, Elapsed: w.spent, Stopped: search.TimeLimit}
		err = nil
	}
	return code, err
}

// pathSolver returns a solver of g, for which it may have to build tables. unsaved reports
// whether a table could not be saved.
func (a *app) pathSolver(ctx context.Context, g *puzzle.Puzzle, o puzzle.Options, folder string) (s *puzzle.Solver, unsaved bool, err error) {
	report, done := a.making()
	s, err = g.NewSolver(ctx, o, puzzle.Resources{Folder: tablesFolder(folder), Report: func(m puzzle.Making) {
		unsaved = unsaved || m.Unsaved != nil
		report(m)
	}})
	done()
	switch {
	case errors.Is(err, context.Canceled):
		err = exit.Interrupted
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		err = exit.Usage(err)
	}
	return s, unsaved, err
}

// tablesFolder returns the folder for tables: named or, if that is "", one in the user's
// cache.
func tablesFolder(named string) string {
	if named != "" {
		return named
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "plywood")
}

// making returns a function that shows the progress of building tables on a terminal,
// and a function to call when the tables are complete, which prints errors of saving.
func (a *app) making() (report func(puzzle.Making), done func()) {
	show, wipe := func(string) {}, func() {}
	if terminal.Is(a.err) {
		show, wipe = terminal.Status(a.err)
	}
	var notes []error
	unsaved := false
	report = func(m puzzle.Making) {
		show(a.printer().Table(m))
		notes = append(notes, m.Refused)
		if m.Unsaved != nil && !unsaved { // the next will not be saved either
			notes, unsaved = append(notes, m.Unsaved), true
		}
	}
	return report, func() {
		wipe()
		for _, note := range notes {
			if note != nil {
				exit.Note(a.err, a.lang, note)
			}
		}
	}
}

// walker solves the positions of one command.
type walker struct {
	*app
	solver *puzzle.Solver
	query  path.Query
	flags  *pathFlags
	spent  time.Duration  // on tables; counts toward the first position
	late   *puzzle.Result // result of all positions if building tables took too long

	differ, unfinished int // positions whose cost is not the one expected
}

// attend solves one position, prints the result and returns its exit code.
func (w *walker) attend(ctx context.Context, p puzzle.Problem) int {
	r := w.run(ctx, p.Position)
	switch {
	case w.json:
		doc := w.solver.Describe(p.Position, &r)
		doc.Index, doc.Expected = p.Index, p.Expected
		w.writeJSON(doc)
	case p.Index != nil:
		w.printer().PathRow(*p.Index, p.Position, &r)
	default:
		w.printer().Path(p.Position, w.solver.Heuristic(), &r)
	}
	code := w.judge(&r)
	if w.flags.expect {
		code = worse(code, w.compare(&p, &r))
	}
	return code
}

func (w *walker) run(ctx context.Context, p *puzzle.Position) puzzle.Result {
	if w.late != nil {
		return *w.late
	}
	limit := w.flags.time
	if limit > 0 {
		limit, w.spent = max(limit-w.spent, time.Millisecond), 0
	}
	var report func(puzzle.Result)
	if terminal.Is(w.err) {
		show, done := terminal.Status(w.err)
		defer done()
		report = func(r puzzle.Result) { show(w.printer().PathProgress(&r)) }
	}
	return w.solver.Solve(ctx, p, w.query, search.Control{Time: limit}, report)
}

// judge returns the exit code of a search.
func (w *walker) judge(r *puzzle.Result) int {
	switch {
	case r.Unsolvable():
		return exit.CodeInvalid
	case r.Stopped == search.Interrupted:
		return exit.CodeInterrupted
	case !r.Found:
		return exit.CodeLimit
	}
	return exit.CodeOK
}

// compare reports a position whose optimal cost is not the expected one and returns its
// exit code; see worker.compare.
func (w *walker) compare(p *puzzle.Problem, r *puzzle.Result) int {
	want := *p.Expected
	refuted := r.Lower > want || r.Found && r.Cost < want
	if !refuted && r.Found && r.Cost == want {
		return exit.CodeOK
	}
	message, code := w.lang.Text("report.differs", "n", *p.Index, "position", p.Position,
		"expected", want, "found", w.printer().Cost(r)), exit.CodeExpectation
	if refuted {
		w.differ++
	} else {
		w.unfinished++
		message, code = w.lang.Text("report.unfinished", "what", message), exit.CodeLimit
	}
	fmt.Fprintln(w.err, "ply:", plain.Line(message))
	return code
}

// pathProblems returns the positions that the arguments and flags name. It reads and
// checks all of them before the first is searched.
func (a *app) pathProblems(ctx context.Context, g *puzzle.Puzzle, args []string, f *pathFlags) ([]puzzle.Problem, error) {
	g, err := toward(g, f.goal)
	if err != nil {
		return nil, err
	}
	file := f.file
	if file == "" && slices.Equal(args, []string{"-"}) {
		file, args = "-", nil
	}
	switch {
	case file != "" && (len(args) > 0 || f.moves != ""):
		return nil, exit.Usage(words.Tell("refused.file-and-position"))
	case file != "":
		return a.readPuzzles(ctx, g, file, f.expect)
	case f.expect:
		return nil, exit.Usage(words.Tell("refused.expect-file"))
	}
	text := strings.Join(args, " ")
	if len(args) == 0 {
		text = "startpos"
	}
	p, err := g.Parse(text)
	if err == nil {
		p, err = p.PlayAll(f.moves)
	}
	if err != nil {
		return nil, exit.Invalid(err)
	}
	return []puzzle.Problem{{Position: p}}, nil
}

// readPuzzles reads a file of positions. If costs is set each must have an expected
// cost.
func (a *app) readPuzzles(ctx context.Context, g *puzzle.Puzzle, name string, costs bool) (problems []puzzle.Problem, err error) {
	in, err := a.in.Open(ctx, name)
	if err != nil {
		return nil, exit.Invalid(err)
	}
	defer in.Close()
	err = problem.Lines(in, func(line string, number int) error {
		p, err := g.ParseLine(line)
		if err == nil && costs && p.Expected == nil {
			err = words.Tell("refused.no-cost")
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		index := len(problems)
		p.Index = &index
		problems = append(problems, p)
		return nil
	})
	if err != nil {
		return nil, exit.Invalid(fmt.Errorf("%s: %w", input.Name(name), err))
	}
	if costs && len(problems) == 0 {
		return nil, exit.Invalid(words.Tell("refused.no-positions", "file", input.Name(name)))
	}
	return problems, nil
}
