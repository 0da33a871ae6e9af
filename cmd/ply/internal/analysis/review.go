package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

// reviewFlags are the flags of the review command.
type reviewFlags struct {
	cli.RecordFlags
	cli.Limits
}

// Review returns the command review.
func Review(env *cli.Env) *cobra.Command {
	var f reviewFlags
	c := &cobra.Command{
		Use:   "review [FILE]",
		Short: "Annotate records of games with the loss of each move",
		Long: `Annotate records of games: the value of each move, the best move, the loss, and the
turning points. Moves are marked by the chance of winning that they cost.

Without FILE, or with -, the command reads standard input. It detects the notation
and the game unless flags name them. Unless flags set limits it searches each move
for 1 s; Connect Four and tic-tac-toe it solves.`,
		Example: "  ply review game.ggf\n  ply review --game othello --moves f5d6c3d3c4 --depth 8",
		Args:    cli.Counted(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			f.Typed = c.Flags().Changed("moves")
			return runReview(c.Context(), env, args, &f)
		},
	}
	f.RecordFlags.Add(env, c)
	f.AddStrength(c)
	f.Limits.Add(c)
	for _, name := range []string{"multipv", "algo"} { // a review sets these itself
		c.Flags().Lookup(name).Hidden = true
	}
	c.Flags().StringVar(&f.Moves, "moves", "", "review these `moves` instead of a file")
	return c
}

func runReview(ctx context.Context, env *cli.Env, args []string, f *reviewFlags) error {
	options, limits, err := f.check(args)
	if err != nil {
		return err
	}
	records, err := cli.ReadRecords(ctx, env, args, &f.RecordFlags)
	if err != nil {
		return err
	}
	g := records[0].Start.Game()
	if err := f.LoadNetwork(g, &options); err != nil {
		return err
	}
	e, limits := g.NewEngine(options), limits.Or(g)
	for i := range records {
		r, err := reviewOne(ctx, env, e, records, i, limits)
		if err != nil {
			return cli.Invalid(reason.Errorf("game %d: %w", i+1, err))
		}
		if env.JSON {
			doc := r.Describe()
			if len(records) > 1 {
				doc.Index = &i
			}
			env.WriteJSON(doc)
		} else {
			if i > 0 {
				fmt.Fprintln(env.Out)
			}
			env.Printer().Review(r)
		}
		if !r.Complete {
			return cli.With(cli.CodeInterrupted)
		}
	}
	return nil
}

// check returns the options and limits that the flags set.
func (f *reviewFlags) check(args []string) (options engine.Options, limits review.Limits, err error) {
	limits.Level = f.Level
	options, limits.Query, limits.Control, err = f.Search(0)
	switch {
	case err != nil:
	case f.Algorithm != cli.Search:
		err = cli.Usage(reason.Errorf("--algo: %s needs %s", "review", cli.Search))
	case f.MultiPV != 1:
		err = cli.Usage(reason.New("--multipv: review compares the best move with the one played"))
	case f.Typed && len(args) > 0:
		err = cli.Usage(reason.New("--moves excludes FILE"))
	}
	return options, limits, err
}

// reviewOne reviews the i-th of records and shows its progress.
func reviewOne(ctx context.Context, env *cli.Env, e engine.Engine, records []engine.Record, i int, limits review.Limits) (*review.Review, error) {
	show, done := env.Status()
	defer done()
	return review.Game(ctx, e, &records[i], limits, func(r *review.Review, move int) {
		show(env.Lang.Text("report.reviewed", "game", i+1, "games", len(records), "done", len(r.Moves)-move, "moves", len(r.Moves)))
	})
}

// perftFlags are the flags of the perft command.
type perftFlags struct {
	cli.Source
	Divide bool `flag:"divide" help:"print the counts of each move separately"`
	Paths  bool `flag:"paths" help:"count the ways to play a move separately"`
}

// Perft returns the command perft.
func Perft(env *cli.Env) *cobra.Command {
	var f perftFlags
	c := &cobra.Command{
		Use:   "perft GAME DEPTH [POSITION]",
		Short: "Count the paths of DEPTH plies, to check a move generator",
		Long: `Count the paths of DEPTH plies from a position.

"leaves" are paths of exactly DEPTH plies, "ended" are games that ended earlier. A
pass is a ply. Published Othello counts are the sum of the two.

In draughts, captures of the same pieces that end on the same square are one move.
--paths counts them separately.`,
		Example:           "  ply perft othello 8\n  ply perft connect4 4 --divide\n  ply perft checkers 8 --paths",
		Args:              cli.Want(cobra.MinimumNArgs(2), reason.New("want GAME DEPTH [POSITION]")),
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runPerft(c.Context(), env, args, &f) },
	}
	f.Source.Add(c)
	cli.Bind(c, &f)
	return c
}

// maxPerft is the largest depth of a perft in plies: longer than any game here, and
// small enough for the stack.
const maxPerft = 1000

func runPerft(ctx context.Context, env *cli.Env, args []string, f *perftFlags) error {
	g, err := cli.AnyGame(env, args[0])
	if err != nil {
		return err
	}
	depth, err := strconv.Atoi(args[1])
	if err != nil || depth < 0 || depth > maxPerft {
		return cli.Outside("DEPTH", strconv.Quote(args[1]), 0, maxPerft)
	}
	p, err := cli.Position(env, g, args[2:], f.Moves)
	if err != nil {
		return err
	}
	started := time.Now()
	var shares []engine.Share
	if f.Divide {
		shares = p.Divide(ctx, depth)
	}
	var total game.Counts
	switch {
	case len(shares) > 0:
		total = sum(shares)
	case f.Paths:
		total = p.PerftWays(ctx, depth)
	default:
		total = p.Perft(ctx, depth)
	}
	c := p.Census(depth, total, time.Since(started))
	c.Divide = shares
	if ctx.Err() != nil {
		c.Stopped = "signal"
	}
	if env.JSON {
		env.WriteJSON(c)
	} else {
		env.Printer().Census(&c)
	}
	if c.Stopped != "" {
		return cli.Interrupted
	}
	return nil
}

// sum adds the shares of all moves and the position they start from.
func sum(shares []engine.Share) game.Counts {
	total := game.Counts{Nodes: 1}
	for _, s := range shares {
		total.Leaves += s.Leaves
		total.Ended += s.Ended
		total.Nodes += s.Nodes
	}
	return total
}

// pathFlags are the flags of the path command.
type pathFlags struct {
	cli.PuzzleSource
	Algorithm string        `flag:"algo" help:"{name} of the algorithm"`
	Heuristic string        `flag:"heuristic" help:"{name} of the lower bound; an unknown name lists them all"`
	Weight    float64       `flag:"weight" help:"{factor} by which wastar weights the heuristic"`
	Width     int           `flag:"width" help:"{positions} that beam keeps at each ply"`
	Depth     int           `flag:"depth" help:"find solutions of at most this many {moves}"`
	Nodes     uint64        `flag:"nodes" help:"stop after this many {positions}"`
	Time      time.Duration `flag:"time" help:"stop after this {time}, such as 5s"`
	Memory    string        `flag:"memory" help:"memory limit for positions, a {size}"`
	Table     string        `flag:"tt" help:"{size} of the transposition table of idastar and ids; by default no table"`
	Cache     string        `flag:"cache" help:"{folder} for tables of heuristics; by default in the user's cache"`
}

// Path returns the command path.
func Path(env *cli.Env) *cobra.Command {
	f := &pathFlags{Algorithm: string(path.Auto), Weight: 1.5, Width: 1000, Memory: "1GiB"}
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
		Args:              cli.Want(cobra.MinimumNArgs(1), reason.Errorf("want PUZZLE [POSITION]; puzzles are %s", strings.Join(shelf.Names(), ", "))),
		ValidArgsFunction: cli.CompletePuzzle,
		RunE:              func(c *cobra.Command, args []string) error { return runPath(c.Context(), env, args, f) },
	}
	f.Source.Add(c)
	f.AddFile(c, "cost")
	cli.AddGoal(c, &f.Goal)
	cli.Bind(c, f)
	c.Flags().Lookup("algo").Usage += ": " + strings.Join(pathAlgorithms(), ", ")
	return c
}

func pathAlgorithms() (names []string) {
	for _, a := range path.Algorithms() {
		names = append(names, string(a))
	}
	return names
}

// options returns the options of the solver that the flags set.
func (f *pathFlags) options() (o puzzle.Options, err error) {
	o.Heuristic = f.Heuristic
	o.Algorithm, o.Weight, o.Width = path.Algorithm(f.Algorithm), f.Weight, f.Width
	if o.TableBytes, err = cli.Size("--tt", f.Table); err != nil {
		return o, err
	}
	if !slices.Contains(pathAlgorithms(), f.Algorithm) {
		return o, cli.NotAmong("--algo", f.Algorithm, pathAlgorithms()...)
	}
	return o, cmp.Or(cli.AtLeast("--weight", f.Weight, 1), cli.AtLeast("--width", f.Width, 1))
}

// query returns the limits of a search that the flags set.
func (f *pathFlags) query() (q path.Query, err error) {
	q = path.Query{Depth: f.Depth, Nodes: f.Nodes}
	q.Bytes, err = cli.Size("--memory", f.Memory)
	return q, cmp.Or(cli.AtLeast("--depth", f.Depth, 0), cli.AtLeast("--time", f.Time, 0), err)
}

// runPath solves the positions that the command line names.
func runPath(ctx context.Context, env *cli.Env, args []string, f *pathFlags) error {
	g, err := cli.Puzzle(env, args[0])
	if err != nil {
		return err
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	if names := g.About().Heuristics; f.Heuristic != "" && !slices.Contains(names, f.Heuristic) {
		return cli.NotAmong("--heuristic", f.Heuristic, names...)
	}
	query, err := f.query()
	if err != nil {
		return err
	}
	problems, err := cli.PuzzleProblems(ctx, env, g, args[1:], f.PuzzleSource)
	if err != nil {
		return err
	}
	w := &walker{Env: env, query: query, flags: f}
	code, err := w.ready(ctx, g, options)
	if err != nil {
		return err
	}
	return attendAll(ctx, env, problems, w.attend, &w.tally, code)
}

// ready creates the solver of g within the time limit of one position. The code is
// CodeFailure if tables cannot be saved in the folder of --cache.
func (w *walker) ready(ctx context.Context, g *puzzle.Puzzle, o puzzle.Options) (code int, err error) {
	if w.flags.Cache != "" {
		if err := os.MkdirAll(w.flags.Cache, 0o777); err != nil {
			return 0, cli.Failure(reason.Errorf("--cache: %w", err))
		}
	}
	within := ctx
	if w.flags.Time > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, w.flags.Time)
		defer cancel()
	}
	began := time.Now()
	solver, unsaved, err := cli.Solver(within, w.Env, g, o, w.flags.Cache)
	w.solver, w.spent = solver, time.Since(began)
	if unsaved && w.flags.Cache != "" {
		code = cli.CodeFailure
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		w.late = &puzzle.Result{Algorithm: o.Algorithm, Elapsed: w.spent, Stopped: search.TimeLimit}
		err = nil
	}
	return code, err
}

// walker solves the positions of one command.
type walker struct {
	*cli.Env
	solver *puzzle.Solver
	query  path.Query
	flags  *pathFlags
	spent  time.Duration  // on tables; counts toward the first position
	late   *puzzle.Result // result of all positions if building tables took too long
	tally
}

// attend solves one position, prints the result and returns its exit code.
func (w *walker) attend(ctx context.Context, p puzzle.Problem) int {
	r := w.run(ctx, p.Position)
	switch {
	case w.JSON:
		doc := w.solver.Describe(p.Position, &r)
		doc.Index, doc.Expected = p.Index, p.Expected
		w.WriteJSON(doc)
	case p.Index != nil:
		w.Printer().PathRow(*p.Index, p.Position, &r)
	default:
		w.Printer().Path(p.Position, w.solver.Heuristic(), &r)
	}
	code := w.judge(&r)
	if w.flags.Expect {
		code = cli.Worse(code, w.compare(&p, &r))
	}
	return code
}

func (w *walker) run(ctx context.Context, p *puzzle.Position) puzzle.Result {
	if w.late != nil {
		return *w.late
	}
	limit := w.flags.Time
	if limit > 0 {
		limit, w.spent = max(limit-w.spent, time.Millisecond), 0
	}
	var report func(puzzle.Result)
	if cli.IsTerminal(w.Err) {
		show, done := cli.ShowStatus(w.Err)
		defer done()
		report = func(r puzzle.Result) { show(w.Printer().PathProgress(&r)) }
	}
	return w.solver.Solve(ctx, p, w.query, search.Control{Time: limit}, report)
}

// judge returns the exit code of a search.
func (w *walker) judge(r *puzzle.Result) int {
	switch {
	case r.Unsolvable():
		return cli.CodeInvalid
	case r.Stopped == search.Interrupted:
		return cli.CodeInterrupted
	case !r.Found:
		return cli.CodeLimit
	}
	return cli.CodeOK
}

// compare compares the cost with the expected one and returns the exit code.
func (w *walker) compare(p *puzzle.Problem, r *puzzle.Result) int {
	want := *p.Expected
	refuted := r.Lower > want || r.Found && r.Cost < want
	if !refuted && r.Found && r.Cost == want {
		w.met++
		return cli.CodeOK
	}
	return w.differs(w.Env, w.Lang.Text("report.differs", "n", *p.Index, "position", p.Position,
		"expected", want, "found", w.Printer().Cost(r)), refuted)
}
