package prover

import (
	"context"
	"errors"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Do does a job, in this process or elsewhere: by a farm, or by Local.
type Do func(ctx context.Context, j job.Job) (job.Result, error)

// Local returns a Do that does jobs in this process, as many at once as there are doers.
func Local(doers ...*job.Doer) Do {
	idle := make(chan *job.Doer, len(doers))
	for _, d := range doers {
		idle <- d
	}
	return func(ctx context.Context, j job.Job) (job.Result, error) {
		select {
		case <-ctx.Done():
			return job.Result{}, context.Cause(ctx)
		case d := <-idle:
			defer func() { idle <- d }()
			return d.Do(ctx, j)
		}
	}
}

// Archived returns a Do that stores results in an archive and does only jobs without a result
// there. Finished work thus survives this process.
func Archived(a *archive.Archive, do Do) Do {
	return func(ctx context.Context, j job.Job) (job.Result, error) {
		key := j.Key()
		if r, ok, err := stored(a, key); ok || err != nil {
			return r, err
		}
		r, err := do(ctx, j)
		if err != nil || r.Status == job.Failed {
			return r, err
		}
		return r, a.Update(func(tx *archive.Tx) error { return tx.Put(archive.Results, key[:], r.Record()) })
	}
}

// stored returns the result of a job. ok is false if the archive does not have it.
func stored(a *archive.Archive, key job.Key) (r job.Result, ok bool, err error) {
	err = a.View(func(tx *archive.Tx) error {
		data, err := tx.Get(archive.Results, key[:])
		if data == nil || err != nil {
			return err
		}
		ok = true
		r, err = job.ReadRecord(key, data)
		return err
	})
	return r, ok && err == nil, err
}

// Named returns a check of the leaves of a proof. Each leaf must name the job about its
// position, with the given spec except for the window. The job's result must imply the claim. If
// result is nil, results are not checked, and the proof depends on them.
func Named(g *engine.Game, spec job.Spec, result func(*job.Job) (*job.Result, error)) func(proof.Leaf) error {
	return func(l proof.Leaf) error {
		j, err := JobOf(g, spec, Question{l.Position, l.Claim.Window(l.Mover)})
		if err != nil {
			return err
		}
		key := j.Key()
		if key.String() != l.Job {
			return reason.Errorf("its position belongs to job %v", key)
		}
		if result == nil {
			return nil
		}
		r, err := result(&j)
		switch {
		case err != nil:
			return err
		case !l.Claim.Meets(l.Mover, r.Interval.Lower, r.Interval.Upper):
			return reason.Errorf("from its result, %v to %v, does not follow that %v", r.Interval.Lower, r.Interval.Upper, l.Claim)
		}
		return nil
	}
}

// Jobs returns an Ask that asks questions about positions of a game as jobs. The jobs have the
// given spec except for the window.
func Jobs(g *engine.Game, spec job.Spec, do Do) Ask {
	return func(ctx context.Context, q Question) (Answer, error) {
		j, err := JobOf(g, spec, q)
		if err != nil {
			return Answer{}, err
		}
		r, err := do(ctx, j)
		if err != nil {
			return Answer{}, err
		}
		if r.Status == job.Failed {
			return Answer{}, errors.New(r.Error)
		}
		return Answer{r.Interval, j.Key().String(), r.Nodes}, nil
	}
}

// JobOf returns the job of a question.
func JobOf(g *engine.Game, spec job.Spec, q Question) (job.Job, error) {
	pos, err := g.Parse(q.Position)
	if err != nil {
		return job.Job{}, err
	}
	window := job.Window(q.Window)
	spec.Kind, spec.Window = job.Solve, &window
	return spec.At(pos), nil
}

// Ordered returns an Order that sorts moves by an engine's evaluation after depth plies. The
// order is reproducible, because the engine is cleared before each position.
func Ordered(g *engine.Game, depth int) func(s *engine.State, moves []engine.Move) {
	rules := g.Rules()
	e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 1 << 20}})
	return func(s *engine.State, moves []engine.Move) {
		pos, err := g.Parse(rules.FormatPosition(s))
		if err != nil || len(moves) < 2 {
			return
		}
		e.Clear()
		a := e.Analyze(context.Background(), pos, search.Query{Depth: depth, Lines: len(moves)}, search.Control{}, nil)
		at := 0
		for _, l := range a.Lines {
			m, err := rules.ParseMove(s, l.Move)
			for i := at; i < len(moves) && err == nil; i++ {
				if moves[i] == m {
					copy(moves[at+1:i+1], moves[at:i])
					moves[at] = m
					at++
					break
				}
			}
		}
	}
}

// errUnproven is wrapped by the error of a Solver that cannot prove a move within its nodes.
var errUnproven = reason.New("no move is proven to suffice")

// Solver returns a Best that uses an engine of the game. The engine keeps its table from
// position to position and visits at most the given number of nodes for each.
func Solver(g *engine.Game, tableBytes int, nodes uint64) Best[engine.State, engine.Move] {
	rules := g.Rules()
	e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: tableBytes}, Solve: true})
	return func(ctx context.Context, s *engine.State, c proof.Claim) (m engine.Move, err error) {
		pos, err := g.Parse(rules.FormatPosition(s))
		if err != nil {
			return m, err
		}
		mover := rules.ToMove(s)
		a := e.Analyze(ctx, pos, search.Query{Window: c.Window(mover), Nodes: nodes, Exhaustive: true}, search.Control{}, nil)
		if ctx.Err() != nil {
			return m, context.Cause(ctx)
		}
		if a.Proof&game.Lower == 0 || !c.Meets(mover, a.Lines[0].Score, game.Infinity) {
			return m, reason.Errorf("%w: %v of %v after %d nodes", errUnproven, a.Lines[0].Score, c, a.Stats.Nodes)
		}
		return rules.ParseMove(s, a.Lines[0].Move)
	}
}

// Remote returns a Do that sends each job to a farm as a batch. The farm answers jobs that
// it has done before, for any client, from its archive.
func Remote(c *farm.Client, priority int) Do {
	return func(ctx context.Context, j job.Job) (r job.Result, err error) {
		b := job.Batch{Spec: j.Spec, Priority: priority, Lines: []string{j.Position}}
		err = c.Do(ctx, b, func(_ *job.Row, found *job.Result) error {
			r = *found
			return nil
		})
		if err == nil && r.Job != j.Key() {
			err = reason.Errorf("the result is of job %v", r.Job)
		}
		return r, err
	}
}
