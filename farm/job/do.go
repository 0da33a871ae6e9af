package job

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Weights identifies the trained weights of a game's engine; "" if it names none.
func Weights(g *engine.Game) string {
	if weights, ok := engine.Offered[workshop.Weights](g); ok {
		return weights()
	}
	return ""
}

// For returns the spec of a kind of work with a game, for the given version of the program.
func For(kind Kind, g *engine.Game, version string) Spec {
	about := g.About()
	return Spec{Kind: kind, Game: about.Name, Rules: about.Rules, Engine: version, Weights: Weights(g)}
}

// ErrForeign is wrapped by the errors for jobs that this worker cannot do: they are meant for
// another version of the program, the rules or the weights, or need a file or a program that it
// lacks.
var ErrForeign = reason.New("not for this worker")

// Work does a job that is not about one position. It returns Result.Data and the number of
// nodes. Equal jobs must give equal data on every worker.
type Work func(ctx context.Context, g *engine.Game, j *Job) (data string, nodes uint64, err error)

// maxData is the largest length of Result.Data in bytes, since results travel in messages.
const maxData = 12 << 20

// Doer does jobs one at a time on one thread. It reuses an engine for the next job and clears
// it first, so that the nodes of a job do not depend on earlier jobs.
type Doer struct {
	// Find returns the named game.
	Find func(name string) (*engine.Game, error)
	// Worker and Engine are recorded in results: the name of the worker, and the version of the
	// program.
	Worker, Engine string
	// Work does the jobs that are not about one position, by kind. Nil means that such jobs fail.
	Work map[Kind]Work
	// Now returns the time. Nil means time.Now.
	Now func() time.Time

	names   Namer
	game    *engine.Game // of the last job
	engine  engine.Engine
	setting setting // of engine
}

// setting is everything that two engines must share to be interchangeable.
type setting struct {
	game    string
	solve   bool
	options Options
}

// Do does a job. The error is that of ctx or wraps [ErrForeign]; there is no result then. A job
// that cannot be done has a result with Status Failed.
func (d *Doer) Do(ctx context.Context, j Job) (Result, error) {
	now := d.Now
	if now == nil {
		now = time.Now
	}
	empty := Result{Job: d.names.Key(&j), Interval: Anything(), Timed: j.Timed, Worker: d.Worker, Engine: d.Engine}
	r := empty
	started := now()
	err := d.do(ctx, &j, &r)
	if ctx.Err() != nil {
		return Result{}, context.Cause(ctx)
	}
	if errors.Is(err, ErrForeign) {
		return Result{}, err
	}
	if err != nil { // nothing else of r counts
		r = empty
		r.Status, r.Error = Failed, err.Error()
	}
	r.Micros = now().Sub(started).Microseconds()
	return r, nil
}

// do does a job and fills in r, except for the fields that Do sets. A panic fails the job.
func (d *Doer) do(ctx context.Context, j *Job, r *Result) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			d.engine, err = nil, reason.Errorf("panic: %v", fault)
		}
	}()
	if err := j.Check(); err != nil {
		return err
	}
	g, err := d.find(j)
	if err != nil {
		return err
	}
	defer func() {
		if fault := g.Fault(); fault != nil { // the game is of no more use
			d.game, d.engine, err = nil, nil, fault
		}
	}()
	if !j.Kind.Positional() {
		return d.work(ctx, g, j, r)
	}
	p, err := g.Parse(j.Position)
	if err != nil {
		return err
	}
	if j.Kind == Perft {
		perft(ctx, p, j, r)
		return nil
	}
	return d.analyze(ctx, p, j, r)
}

// find returns the game of a job, or an error if the job is meant for another program.
func (d *Doer) find(j *Job) (*engine.Game, error) {
	if d.game == nil || d.game.About().Name != j.Game {
		g, err := d.Find(j.Game)
		if err != nil {
			return nil, err
		}
		d.game = g
	}
	switch here := For(j.Kind, d.game, d.Engine); {
	case j.Engine != here.Engine:
		return nil, reason.Errorf("%w: program %s, this is %s", ErrForeign, j.Engine, here.Engine)
	case j.Rules != here.Rules || j.Weights != here.Weights:
		return nil, reason.Errorf("%w: %s with rules %d and weights %q, here %d and %q", ErrForeign, j.Game, j.Rules, j.Weights, here.Rules, here.Weights)
	}
	return d.game, nil
}

// work does a job that is not about one position.
func (d *Doer) work(ctx context.Context, g *engine.Game, j *Job, r *Result) (err error) {
	do := d.Work[j.Kind]
	if do == nil {
		return reason.Errorf("kind %s: nobody here does such work", j.Kind)
	}
	r.Data, r.Nodes, err = do(ctx, g, j)
	if err == nil && len(r.Data) > maxData {
		r.Data, err = "", reason.Errorf("it comes to %d bytes, want at most %d", len(r.Data), maxData)
	}
	r.Status = Solved
	return err
}

// perft counts paths to increasing depths. It stops if the next depth would exceed the job's
// nodes, assuming that nodes grow by the same factor as at the last depth.
func perft(ctx context.Context, p *engine.Position, j *Job, r *Result) {
	depth := j.Request.Depth
	if j.Request.Nodes > 0 {
		last, spent := uint64(1), uint64(1)
		for d := 1; d < depth; d++ {
			c := p.Perft(ctx, d)
			growth := float64(c.Nodes) / float64(last)
			last, spent = c.Nodes, spent+c.Nodes
			if float64(spent)+float64(c.Nodes)*growth > float64(j.Request.Nodes) {
				r.Status, r.Depth, r.Nodes, r.Stopped = Unfinished, d, spent, search.NodeLimit.String()
				return
			}
		}
	}
	c := p.Perft(ctx, depth)
	r.Status, r.Depth, r.Nodes = Solved, depth, c.Nodes
	r.Counts = &c
}

// analyze solves or labels a position.
func (d *Doer) analyze(ctx context.Context, p *engine.Position, j *Job, r *Result) error {
	e, err := d.open(p.Game(), j)
	if err != nil {
		return err
	}
	q, c := j.Request.At(p, 0)
	if j.Window != nil {
		q.Window = j.Asked()
	}
	q.Exhaustive = j.Kind == Solve
	a := e.Analyze(ctx, p, q, c, nil)
	r.take(&a)
	r.Status = Unfinished
	if r.Interval.Answers(j.Asked()) || j.Kind == Label && (a.Stopped == search.Solved || a.Stopped == search.DepthLimit) {
		r.Status = Solved
	}
	return nil
}

// take copies the findings of an engine into r.
func (r *Result) take(a *engine.Analysis) {
	best := a.Lines[0]
	r.Value, r.PV = best.Score, best.PV
	r.Depth, r.SelDepth, r.Confidence = a.Depth, a.SelDepth, a.Confidence
	r.Nodes, r.Stopped = a.Stats.Nodes, a.Stopped.String()
	if a.Proof&game.Lower != 0 {
		r.Interval.Lower = best.Score
	}
	if a.Proof&game.Upper != 0 {
		r.Interval.Upper = best.Score
	}
}

// open returns a cleared engine for a job.
func (d *Doer) open(g *engine.Game, j *Job) (engine.Engine, error) {
	s := setting{game: j.Game, solve: j.Kind == Solve, options: j.Options}
	if d.engine != nil && d.setting == s {
		d.engine.Clear()
		return d.engine, nil
	}
	o := engine.Options{Solve: s.solve, Outcome: j.Options.Outcome, Prove: j.Options.Prove}
	o.Threads, o.TableBytes = 1, j.Options.TableBytes
	o.TableBytes = cmp.Or(o.TableBytes, defaultTable)
	var err error
	if o.Without, err = search.ParseFeatures(j.Options.Without); err != nil {
		return nil, err
	}
	d.engine, d.setting = g.NewEngine(o), s
	return d.engine, nil
}
