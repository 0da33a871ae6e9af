package prover

import (
	"context"
	"errors"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
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
		var r job.Result
		known := false
		err := a.View(func(tx *archive.Tx) error {
			data, err := tx.Get(archive.Results, key[:])
			if known = data != nil; known && err == nil {
				r, err = job.ReadRecord(key, data)
			}
			return err
		})
		if known || err != nil {
			return r, err
		}
		r, err = do(ctx, j)
		if err != nil || r.Status == job.Failed {
			return r, err
		}
		return r, a.Update(func(tx *archive.Tx) error { return tx.Put(archive.Results, key[:], r.Record()) })
	}
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
			if i := slices.Index(moves[at:], m); err == nil && i >= 0 {
				copy(moves[at+1:], moves[at:at+i])
				moves[at] = m
				at++
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

// side is a side for which a node can be settled. It is also the kind of a node, determined by
// the side to move: the attacker needs one child of its own nodes, and the defender one child
// of the defender's.
type side uint8

const (
	attacker side = iota
	defender
)

func (s side) other() side { return s ^ 1 }

// open is the largest number of an unsettled node.
const open = prove.Infinity - 1

// node is a position and its images.
type node[S any] struct {
	state S // the image that was found first
	kind  side
	// numbers are the numbers of answers that each side still needs. If the node is settled,
	// one is 0 and the other prove.Infinity.
	numbers  [2]uint32
	parents  []*node[S]
	children []*node[S]         // without duplicates, the most promising first; nil at the rim
	job      string             // the job whose result settled it, or ""
	flight   context.CancelFunc // cancels the job in flight, or nil
	before   [2]uint32          // the numbers before the job in flight
	recalled bool               // the job in flight was cancelled as useless
	seen     uint64             // the last walk that visited it
}

// settled reports whether the claim is known to be true or false at n.
func (n *node[S]) settled() bool { return n.numbers[attacker] == 0 || n.numbers[defender] == 0 }

// goesTo reports whether n is settled for a side.
func (n *node[S]) goesTo(s side) bool { return n.numbers[s] == 0 }

// settle settles n for a side.
func (n *node[S]) settle(s side) { n.numbers[s], n.numbers[s.other()] = 0, prove.Infinity }

// count computes the numbers of n from those of its children.
func (n *node[S]) count() (numbers [2]uint32) {
	mine, theirs := n.kind, n.kind.other()
	least, most, unsettled := uint32(prove.Infinity), uint32(0), uint32(0)
	for _, child := range n.children {
		least = min(least, child.numbers[mine])
		if child.numbers[theirs] > 0 {
			unsettled++
			most = max(most, child.numbers[theirs])
		}
	}
	switch {
	case least == 0:
		numbers[mine], numbers[theirs] = 0, prove.Infinity
	case unsettled == 0:
		numbers[mine], numbers[theirs] = prove.Infinity, 0
	default:
		numbers[mine], numbers[theirs] = least, min(most+unsettled-1, open)
	}
	return numbers
}

// propagate updates all nodes above n.
func propagate[S any](n *node[S]) {
	for work := slices.Clone(n.parents); len(work) > 0; {
		up := work[len(work)-1]
		work = work[:len(work)-1]
		if up.settled() {
			continue
		}
		if numbers := up.count(); numbers != up.numbers {
			up.numbers = numbers
			work = append(work, up.parents...)
		}
	}
}

// walk begins a walk that visits each node once.
func (p *Prover[S, M, R]) walk() uint64 {
	p.walks++
	return p.walks
}

// rim returns the next position to ask about below n, or nil if all are in flight.
func (p *Prover[S, M, R]) rim(n *node[S], walk uint64) *node[S] {
	if n.seen == walk || n.settled() {
		return nil
	}
	n.seen = walk
	if n.children == nil {
		if n.flight != nil {
			return nil
		}
		return n
	}
	for {
		var best *node[S]
		for _, child := range n.children {
			if child.seen != walk && !child.settled() && (best == nil || child.numbers[n.kind] < best.numbers[n.kind]) {
				best = child
			}
		}
		if best == nil {
			return nil
		}
		if found := p.rim(best, walk); found != nil {
			return found
		}
	}
}

// matters reports whether an unsettled path leads from the root to n.
func (p *Prover[S, M, R]) matters(n *node[S], walk uint64) bool {
	if n == p.root {
		return true
	}
	if n.seen == walk {
		return false // already visited
	}
	n.seen = walk
	return slices.ContainsFunc(n.parents, func(up *node[S]) bool { return !up.settled() && p.matters(up, walk) })
}

// meet returns the node of a state. It creates the node if needed.
func (p *Prover[S, M, R]) meet(s *S) *node[S] {
	key := p.canon.Key(s)
	if n := p.nodes[key]; n != nil {
		return n
	}
	n := &node[S]{state: *s, numbers: [2]uint32{1, 1}}
	mover := p.rules.ToMove(s)
	if mover != p.claim.Attacker {
		n.kind = defender
	}
	p.nodes[key] = n
	if _, status := p.rules.Moves(s, nil); status.Over() {
		n.settle(p.winner(mover, status.Score()))
	}
	return n
}

// winner returns the side for which the end of a game settles its position.
func (p *Prover[S, M, R]) winner(mover game.Player, v game.Score) side {
	if p.claim.Holds(mover, v) {
		return attacker
	}
	return defender
}

// farther is the penalty per earlier sibling in the initial number of a position at the rim,
// for the side that chooses. Numbers count answers, so a wrong choice costs one answer of many.
// When a position is split, several answers are needed at once, and its siblings must not seem
// closer for that reason alone. From 30 on a move is never abandoned before it is answered, and
// a proof may never end. docs/farm.md has measurements of 1 to 100.
var farther uint32 = 10

// expand creates the children of n.
func (p *Prover[S, M, R]) expand(n *node[S]) {
	moves, _ := p.rules.Moves(&n.state, nil)
	if p.Order != nil {
		p.Order(&n.state, moves)
	}
	for _, m := range moves {
		var next S
		p.rules.Play(&next, &n.state, m)
		known := len(p.nodes)
		child := p.meet(&next)
		if slices.Contains(n.children, child) {
			continue
		}
		if len(p.nodes) > known && !child.settled() {
			child.numbers[n.kind] += farther * uint32(len(n.children))
		}
		n.children = append(n.children, child)
		child.parents = append(child.parents, n)
	}
	n.numbers = n.count()
	propagate(n)
}
