package prover

import (
	"context"
	"errors"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Do does a job, here or elsewhere. A farm does; so does Local.
type Do func(ctx context.Context, j job.Job) (job.Result, error)

// Local does jobs in this process, as many at once as there are doers.
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

// Archived does jobs that the archive has no result of, and keeps the results: what
// has been done once is not done again, whatever happens to this process.
func Archived(a *archive.Archive, do Do) Do {
	return func(ctx context.Context, j job.Job) (job.Result, error) {
		key := j.Key()
		if r, ok, err := Result(a, key); ok || err != nil {
			return r, err
		}
		r, err := do(ctx, j)
		if err != nil || r.Status == job.Failed {
			return r, err
		}
		return r, a.Update(func(tx *archive.Tx) error { return tx.Put(archive.Results, key[:], r.Record()) })
	}
}

// Result returns what an archive has of a job; ok is false if it has nothing.
func Result(a *archive.Archive, key job.Key) (r job.Result, ok bool, err error) {
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

// Named returns a check of the leaves of a proof: each must name the job of its own
// position, whose spec is the given one but for the window. With an archive the result
// of the job must imply the claim. Without one, a nil, the result is not checked: the
// proof is conditional on it.
func Named(g *engine.Game, spec job.Spec, a *archive.Archive) func(proof.Leaf) error {
	return func(l proof.Leaf) error {
		j, err := JobOf(g, spec, Question{l.Position, l.Claim.Window(l.Mover)})
		if err != nil {
			return err
		}
		key := j.Key()
		if key.String() != l.Job {
			return reason.Errorf("its position belongs to job %v", key)
		}
		if a == nil {
			return nil
		}
		r, ok, err := Result(a, key)
		switch {
		case err != nil:
			return err
		case !ok || r.Job != key:
			return reason.New("the archive has no result of it")
		case !l.Claim.Meets(l.Mover, r.Interval.Lower, r.Interval.Upper):
			return reason.Errorf("from its result, %v to %v, does not follow that %v", r.Interval.Lower, r.Interval.Upper, l.Claim)
		}
		return nil
	}
}

// Jobs asks questions about positions of a game as jobs, which have all of spec but
// the window.
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

// Ordered returns an Order of moves by what an engine thinks of them after depth
// plies: always the same, for the engine is emptied before.
func Ordered(g *engine.Game, depth int) func(s *engine.State, moves []engine.Move) {
	rules := g.ProofRules()
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

// ErrUnproven is wrapped by the error for a move that cannot be proven within its
// nodes.
var ErrUnproven = reason.New("no move is proven to suffice")

// Solver returns a Best by an engine of the game. The engine keeps its table from one
// position to the next and visits at most the given number of nodes for each.
func Solver(g *engine.Game, tableBytes int, nodes uint64) Best[engine.State, engine.Move] {
	rules := g.ProofRules()
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
			return m, reason.Errorf("%w: %v of %v after %d nodes", ErrUnproven, a.Lines[0].Score, c, a.Stats.Nodes)
		}
		return rules.ParseMove(s, a.Lines[0].Move)
	}
}
