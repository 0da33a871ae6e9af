// Package analysis holds the commands that search positions: ply analyze, solve, path, perft,
// review and bench.
package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/search"
)

// defaultTime is the time limit of an analysis without other limits.
const defaultTime = 5 * time.Second

// workFlags are the flags of analyze and solve.
type workFlags struct {
	cli.Limits
	cli.Source
	outcome bool
	book    string
	solve   bool // the command is solve, not analyze
}

// workCommand completes the command analyze or solve.
func workCommand(env *cli.Env, f *workFlags, c *cobra.Command) *cobra.Command {
	c.Args = cli.AtLeastGame
	c.ValidArgsFunction = cli.CompleteGame
	c.RunE = func(c *cobra.Command, args []string) error { return work(c.Context(), env, args, f) }
	f.Limits.Add(c)
	f.Source.Add(c)
	f.AddFile(c, "value")
	env.Intake.Add(c)
	return c
}

// work analyses or solves the positions that the command line names.
func work(ctx context.Context, env *cli.Env, args []string, f *workFlags) error {
	g, err := cli.AnyGame(env, args[0])
	if err != nil {
		return err
	}
	w, err := newWorker(env, f)
	if err != nil {
		return err
	}
	if f.book != "" && cli.IsTextbook(f.Algorithm) {
		return cli.Needs("--book", "--algo "+cli.Search)
	}
	problems, err := cli.Problems(ctx, env, g, args[1:], &f.Source)
	if err != nil {
		return err
	}
	release, err := w.ready(ctx, g, problems)
	if err != nil {
		return err
	}
	defer release()
	return attendAll(ctx, env, problems, w.attend, &w.tally, cli.CodeOK)
}

// attendAll attends to problems until the user interrupts, and returns the worst exit code. It prints
// the counts of t if searches were unfinished.
func attendAll[P any](ctx context.Context, env *cli.Env, problems []P, attend func(context.Context, P) int, t *tally, code int) error {
	for _, p := range problems {
		code = cli.Worse(code, attend(ctx, p))
		if ctx.Err() != nil || env.Out.Err != nil {
			break
		}
	}
	if t.unfinished > 0 {
		fmt.Fprintln(env.Err, "ply:", env.Lang.Text("report.batch", "n", len(problems), "met", t.met, "differ", t.differ, "unfinished", t.unfinished))
	}
	return cli.With(code)
}

// worker analyses the positions of one command.
type worker struct {
	*cli.Env
	engine  engine.Engine
	options engine.Options
	query   search.Query
	control search.Control
	flags   *workFlags
	tally
}

// newWorker returns a worker without an engine.
func newWorker(env *cli.Env, f *workFlags) (*worker, error) {
	options, q, c, err := f.Search(defaultTime)
	if err != nil {
		return nil, err
	}
	if f.solve {
		if !f.Bounded() {
			c.Time = 0
		}
		q.Exhaustive = true
		options.Solve, options.Outcome = true, f.outcome
	}
	if f.Algorithm == cli.Proof {
		options.Prove, f.outcome = true, true
	} else if f.outcome && f.Algorithm != cli.Search {
		return nil, cli.Needs("--outcome", "--algo "+cli.Search, "--algo "+cli.Proof)
	}
	if err := f.CheckAlgorithm(); err != nil {
		return nil, err
	}
	return &worker{Env: env, options: options, query: q, control: c, flags: f}, nil
}

// ready opens the worker's engine, with the endgame databases and the book it uses. The
// databases are not built if every problem is a finished game. The caller must call release.
func (w *worker) ready(ctx context.Context, g *engine.Game, problems []problem.Problem) (release func(), err error) {
	searched := slices.ContainsFunc(problems, func(p problem.Problem) bool { return !p.Position.Status().Over() })
	if searched && !cli.IsTextbook(w.flags.Algorithm) {
		if err := cli.PrepareEndgames(ctx, w.Env, g, w.options.Endgames); err != nil {
			return nil, err
		}
	}
	if err := w.flags.LoadNetwork(g, &w.options); err != nil {
		return nil, err
	}
	e, err := w.flags.Engine(g, w.options)
	if err != nil {
		return nil, err
	}
	w.engine, release, err = cli.OpenBook(g, e, w.flags.book)
	return release, err
}

// attend analyses one position, prints the result and returns its exit code.
func (w *worker) attend(ctx context.Context, p problem.Problem) int {
	r := w.run(ctx, p.Position)
	w.print(&r, p)
	code := w.judge(&r)
	switch {
	case !w.flags.Expect:
	case p.Expected.Met(&r):
		w.met++
	default:
		code = cli.Worse(code, w.differs(w.Env, w.difference(&p, &r), w.finished(&r) || p.Expected.Refuted(&r)))
	}
	return code
}

// tally counts positions by whether their results are the expected ones.
type tally struct{ met, differ, unfinished int }

// differs counts and reports a result that is not the expected one, and returns its exit code. An
// unfinished search counts as a difference only if its proven bounds exclude the expected result.
func (t *tally) differs(env *cli.Env, message string, settled bool) (code int) {
	code = cli.CodeExpectation
	if settled {
		t.differ++
	} else {
		t.unfinished++
		message, code = env.Lang.Text("report.unfinished", "what", message), cli.CodeLimit
	}
	fmt.Fprintln(env.Err, "ply:", plain.Line(message))
	return code
}

// finished reports whether a search has completed what was asked: a proof, or the given depth.
func (w *worker) finished(r *engine.Analysis) bool {
	settled := r.Exact() || w.flags.outcome && r.Outcome() != ""
	return settled || r.Book || r.Stopped == search.Solved || !w.flags.solve && r.Stopped == search.DepthLimit
}

func (w *worker) run(ctx context.Context, p *engine.Position) engine.Analysis {
	var progress func(engine.Analysis)
	if cli.IsTerminal(w.Err) {
		show, done := cli.ShowStatus(w.Err)
		defer done()
		progress = func(r engine.Analysis) { show(w.progressLine(p, &r)) }
	}
	q := w.query
	if w.flags.Level > 0 {
		q = p.AtLevel(w.flags.Level, q)
	}
	return w.engine.Analyze(ctx, p, q, w.control, progress)
}

// progressLine describes the progress of a search.
func (w *worker) progressLine(p *engine.Position, r *engine.Analysis) string {
	depth := w.Lang.Text("play.depth", "depth", r.Depth, "nodes", report.Thousands(r.Stats.Nodes))
	return depth + "  " + wording.Opinion(w.Lang, r, 0) + w.outlook(p, r) + "  " + strings.Join(r.Lines[0].PV, " ")
}

// outlook says how long a position usually takes to solve, once the speed of the search is known.
func (w *worker) outlook(p *engine.Position, r *engine.Analysis) string {
	const known, spread, day = time.Second, 3, 24 * time.Hour
	work := p.WorkToSolve()
	if !w.flags.solve || w.flags.outcome || w.flags.Algorithm != cli.Search || work == 0 || r.Elapsed < known {
		return ""
	}
	all := work / float64(r.Stats.Nodes) * float64(r.Elapsed)
	round := func(d float64) string {
		if d > float64(2*day) {
			return w.Lang.Text("time.days", "n", report.Thousands(uint64(d/float64(day))))
		}
		return report.Duration(w.Lang, time.Duration(d).Round(time.Second))
	}
	return "  " + w.Lang.Text("report.outlook", "least", round(all/spread), "most", round(all*spread))
}

// judge returns the exit code of an analysis, CodeLimit if a limit ended it before it
// reached a solution or the given depth.
func (w *worker) judge(r *engine.Analysis) int {
	switch {
	case r.Book:
		return cli.CodeOK
	case r.Stopped == search.Interrupted:
		return cli.CodeInterrupted
	case r.Stopped == search.Solved:
		return cli.CodeOK
	case w.flags.solve && !w.finished(r):
		return cli.CodeLimit
	case (w.query.Depth > 0 || w.flags.Level > 0) && r.Stopped != search.DepthLimit:
		return cli.CodeLimit
	}
	return cli.CodeOK
}

func (w *worker) print(r *engine.Analysis, p problem.Problem) {
	switch {
	case w.JSON:
		doc := r.Describe(w.flags.Algorithm)
		doc.Index, doc.Comment, doc.Expected = p.Index, p.Comment, p.Expected.Describe(r)
		w.WriteJSON(doc)
	case p.Index != nil:
		w.Printer().Row(*p.Index, r)
	default:
		w.Printer().Analysis(r)
	}
}

// difference describes how an analysis differs from the expectation.
func (w *worker) difference(p *problem.Problem, r *engine.Analysis) string {
	l := r.Lines[0]
	found := w.Lang.Text("report.by", "value", wording.Amount(w.Lang, l.Value), "move", l.Move)
	return w.Lang.Text("report.differs", "n", *p.Index, "position", p.Position, "expected", w.expected(p.Expected), "found", found)
}

// expected writes what a file says about a position: its value, moves or mate.
func (w *worker) expected(e *problem.Expectation) string {
	or := w.Lang.Text("report.or")
	text := strings.Join(e.Best, or)
	if !e.Unvalued {
		value := w.Lang.Number(fmt.Sprintf("%+g", e.Value))
		if text == "" {
			return value
		}
		return w.Lang.Text("report.by", "value", value, "move", text)
	}
	parts := []string{}
	if text != "" {
		parts = append(parts, text)
	}
	if len(e.Avoid) > 0 {
		parts = append(parts, w.Lang.Text("report.not", "moves", strings.Join(e.Avoid, or)))
	}
	if e.WinIn > 0 {
		parts = append(parts, w.Lang.Text("report.win-in", "n", e.WinIn))
	}
	return strings.Join(parts, ", ")
}

// Analyze returns the command analyze.
func Analyze(env *cli.Env) *cobra.Command {
	f := &workFlags{}
	c := workCommand(env, f, &cobra.Command{
		Use:   "analyze GAME [POSITION]",
		Short: "Find the best moves of a position, their values and lines",
		Long: `Find the best moves of a position, their values and the lines behind them.

Without a limit the search ends after 5 s or when the position is solved,
whichever comes first. POSITION is in the text form of the game; without it the
initial position is searched. "-" reads one position a line from standard input.`,
		Example: `  ply analyze connect4 44435 --depth 20
  ply analyze othello --moves "f5 d6 c3" --multipv 3
  ply analyze othello --level 21`,
	})
	f.AddStrength(c)
	cli.AddBook(c, &f.book)
	return c
}

// Solve returns the command solve.
func Solve(env *cli.Env) *cobra.Command {
	f := &workFlags{solve: true}
	c := workCommand(env, f, &cobra.Command{
		Use:   "solve GAME [POSITION]",
		Short: "Find the exact value of a position, with a best move and line",
		Long: `Find the exact value of a position, with a best move and the line behind it.

Only the given limits end the search early; the exit code is 4 if one of them
ended it before the position was solved.`,
		Example: `  ply solve tictactoe
  ply solve tree '((1 4)(5 6))'
  ply solve othello -f problems.obf --expect`,
	})
	c.Flags().BoolVar(&f.outcome, "outcome", false, "ask for win, draw or loss only")
	return c
}
