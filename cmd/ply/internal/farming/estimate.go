package farming

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// estimateFlags are the flags of ply farm estimate.
type estimateFlags struct {
	From      int     `flag:"from" help:"{plies} from the start to the easiest positions"`
	To        int     `flag:"to" help:"{plies} from the start to the hardest positions"`
	Step      int     `flag:"step" help:"{plies} between them"`
	At        int     `flag:"at" help:"{plies} from the start to the position out of reach"`
	Samples   int     `flag:"samples" help:"number of {lines} to take positions from"`
	Random    int     `flag:"random" help:"start each line with this many random {moves}"`
	Splitting float64 `flag:"splitting" help:"{factor} by which split jobs visit more positions than one search"`
	cores     []int
	Table     string `flag:"tt" help:"{size} of the table of a search"`
	Seed      uint64 `flag:"seed" help:"seed of the lines, a {number}"`
}

func estimateCommand(env *cli.Env) *cobra.Command {
	f := new(estimateFlags)
	c := &cobra.Command{
		Use:   "estimate GAME",
		Short: "Estimate the cost of solving a position that is out of reach",
		Long: `Solve positions some plies from the start of a game, on lines that begin with random
moves and continue with the engine's, and extrapolate the growth of the cost to a
position nearer to the start. The result is an estimate, not a proof, and the less
reliable the farther it reaches.`,
		Example:           "  ply farm estimate othello --from 46 --to 38 --at 10 --splitting 3.5 --cores 2,100,10000",
		Args:              cobra.MatchAll(cli.AtLeastGame, cli.Counted(cobra.MaximumNArgs(1))),
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runEstimate(c.Context(), env, args[0], f) },
	}
	f.Step, f.Samples, f.Random, f.Splitting, f.Table, f.Seed = 2, 6, 10, 1, "64MiB", 1
	cli.Bind(c, f)
	flags := c.Flags()
	flags.IntSliceVar(&f.cores, "cores", []int{1, 100, 10000}, "print the days on this many `cores`; repeatable")
	return c
}

func (f *estimateFlags) check() error {
	switch {
	case f.To < 1 || f.From <= f.To || f.Step < 1 || (f.From-f.To)%f.Step != 0:
		return cli.Usage(reason.Errorf("--from, --to, --step: from %d to %d by %d, want fewer plies by whole steps", f.From, f.To, f.Step))
	case f.At < 0 || f.At > f.To:
		return cli.Outside("--at", f.At, 0, f.To)
	case f.Samples < 1 || f.Random < 0 || !(f.Splitting >= 1):
		return cli.Usage(reason.New("--samples, --random, --splitting: want 1, 0 and 1 at least"))
	}
	for _, n := range f.cores {
		if err := cli.AtLeast("--cores", n, 1); err != nil {
			return err
		}
	}
	return nil
}

// estimateJSON is the document "ply.estimate/1". The three extrapolations, by the best
// fit of the growth and by two standard errors less and more, show the uncertainty.
type estimateJSON struct {
	Schema    string        `json:"schema"`
	Game      string        `json:"game"`
	Seed      uint64        `json:"seed"`
	Solved    []solvedJSON  `json:"solved"` // the easiest first
	NPS       float64       `json:"nps"`    // positions a second on one core
	At        int           `json:"at"`
	Splitting float64       `json:"splitting"`
	Estimates []carriedJSON `json:"estimates"`

	points [][2]float64 // ply and logarithm of the nodes of each position
}

// solvedJSON is the cost of solving positions at one ply.
type solvedJSON struct {
	Ply       int     `json:"ply"`
	Positions int     `json:"positions"`
	Nodes     float64 `json:"nodes"` // the mean
}

// carriedJSON is an extrapolation.
type carriedJSON struct {
	Growth  float64   `json:"growth"` // factor a ply
	Nodes   float64   `json:"nodes"`
	Seconds float64   `json:"core_seconds"`
	Cores   []int     `json:"cores"`
	Days    []float64 `json:"days"` // on each number of cores
}

func runEstimate(ctx context.Context, env *cli.Env, name string, f *estimateFlags) error {
	g, err := cli.Game(name)
	if err != nil {
		return err
	}
	bytes, err := cli.Size("--tt", f.Table)
	if err := cmp.Or(err, f.check()); err != nil {
		return err
	}
	doc := estimateJSON{Schema: "ply.estimate/1", Game: g.About().Name, Seed: f.Seed, At: f.At, Splitting: f.Splitting}
	if err := measureSolving(ctx, env, g, f, bytes, &doc); err != nil {
		return err
	}
	doc.carry(f.cores)
	if env.JSON {
		return env.WriteJSON(doc)
	}
	writeEstimate(env, &doc)
	return env.Out.Err
}

// measureSolving solves the positions of all lines.
func measureSolving(ctx context.Context, env *cli.Env, g *engine.Game, f *estimateFlags, bytes int, doc *estimateJSON) error {
	show, done := env.Status()
	defer done()
	solver := g.NewEngine(engine.Options{Options: search.Options{TableBytes: bytes}, Solve: true})
	for ply := f.From; ply >= f.To; ply -= f.Step {
		doc.Solved = append(doc.Solved, solvedJSON{Ply: ply})
	}
	var visited uint64
	var used time.Duration
	for line := range f.Samples {
		positions := f.line(ctx, g, line)
		for i := range doc.Solved {
			s := &doc.Solved[i]
			p := positions[s.Ply]
			if p == nil {
				continue // the game had ended
			}
			show(env.Lang.Text("farm.estimating", "line", line+1, "lines", f.Samples, "ply", s.Ply))
			solver.Clear()
			before := cputime.Used()
			found := solver.Analyze(ctx, p, search.Query{Exhaustive: true}, search.Control{}, nil)
			used += cputime.Used() - before
			if ctx.Err() != nil {
				return cli.Interrupted
			}
			visited += found.Stats.Nodes
			s.Positions++
			doc.points = append(doc.points, [2]float64{float64(s.Ply), math.Log(max(1, float64(found.Stats.Nodes)))})
			s.Nodes += (float64(found.Stats.Nodes) - s.Nodes) / float64(s.Positions)
		}
	}
	for _, s := range doc.Solved {
		if s.Positions == 0 {
			return cli.Invalid(reason.Errorf("no game has lasted %d plies", s.Ply))
		}
	}
	doc.NPS = float64(visited) / max(used.Seconds(), 1e-6)
	return nil
}

// lineDepth is the depth of the engine's searches for the moves of a line, in plies.
const lineDepth = 4

// line plays random moves, then moves of the engine, and returns the positions by ply.
// Positions after the end of the game are nil.
func (f *estimateFlags) line(ctx context.Context, g *engine.Game, n int) []*engine.Position {
	rng := rand.New(rand.NewPCG(f.Seed, uint64(n)))
	e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 20}})
	positions := make([]*engine.Position, f.From+1)
	p := g.Start()
	for ply := range positions {
		positions[ply] = p
		moves := p.Moves()
		if p.Status().Over() || len(moves) == 0 {
			positions[ply] = nil
			break
		}
		m := moves[rng.IntN(len(moves))]
		if ply >= f.Random {
			a := e.Analyze(ctx, p, search.Query{Depth: lineDepth}, search.Control{}, nil)
			if len(a.Lines) == 0 { // ctx is done
				break
			}
			m = cmp.Or(a.Lines[0].Move, m)
		}
		next, err := p.Play(m)
		if err != nil {
			break // unreachable: m is legal
		}
		p = next
	}
	return positions
}

// fit fits a line to points by least squares, and returns its slope, the standard error
// of the slope, and its height at x.
func fit(points [][2]float64, x float64) (slope, deviation, height float64) {
	n, mx, my := float64(len(points)), 0.0, 0.0
	for _, p := range points {
		mx, my = mx+p[0]/n, my+p[1]/n
	}
	var xx, xy, rest float64
	for _, p := range points {
		xx += (p[0] - mx) * (p[0] - mx)
		xy += (p[0] - mx) * (p[1] - my)
	}
	slope = xy / xx
	for _, p := range points {
		off := p[1] - my - slope*(p[0]-mx)
		rest += off * off
	}
	return slope, math.Sqrt(rest / max(n-2, 1) / xx), my + slope*(x-mx)
}

// carry appends the extrapolations.
func (d *estimateJSON) carry(cores []int) {
	const day = 24 * 60 * 60
	last := float64(d.Solved[len(d.Solved)-1].Ply)
	slope, deviation, height := fit(d.points, last)
	for _, off := range []float64{0, -2, 2} {
		growth := math.Exp(-slope + off*deviation)
		nodes := d.Splitting * math.Exp(height) * math.Pow(growth, last-float64(d.At))
		e := carriedJSON{Growth: growth, Nodes: nodes, Seconds: nodes / d.NPS, Cores: cores, Days: []float64{}}
		for _, n := range cores {
			e.Days = append(e.Days, e.Seconds/float64(n)/day)
		}
		d.Estimates = append(d.Estimates, e)
	}
}

func writeEstimate(env *cli.Env, d *estimateJSON) {
	l := env.Lang
	about := func(x float64) string { return l.Number(fmt.Sprintf("%.3g", x)) }
	rows := [][]string{{l.Text("farm.ply"), l.Text("farm.positions"), l.Text("farm.visited")}}
	for _, s := range d.Solved {
		rows = append(rows, []string{fmt.Sprint(s.Ply), fmt.Sprint(s.Positions), report.Thousands(uint64(s.Nodes))})
	}
	env.Printer().Columns(rows, 0)
	last := d.Solved[len(d.Solved)-1].Ply
	fmt.Fprintf(env.Out, "\n%s\n", l.Text("farm.carried", "from", last, "over", d.Solved[0].Ply-last, "at", d.At, "factor", about(d.Splitting), "nps", report.Thousands(uint64(d.NPS))))
	for _, e := range d.Estimates {
		fmt.Fprintln(env.Out, l.Text("farm.growth", "growth", about(e.Growth), "nodes", about(e.Nodes), "seconds", about(e.Seconds)))
		for i, n := range e.Cores {
			fmt.Fprintln(env.Out, "  "+l.Text("farm.days", "cores", n, "days", about(e.Days[i])))
		}
	}
}
