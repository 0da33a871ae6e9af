package path

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/plywood-go/plywood/search"
)

// Searcher solves a puzzle by one algorithm. It runs one search at a time and
// keeps nothing between them.
type Searcher[S, M comparable] struct {
	offers[S, M]
	options Options
}

// New returns a Searcher, or an error if the options are senseless or, then it
// wraps [ErrUnfit], ask for what the puzzle lacks.
func New[S, M comparable](p Puzzle[S, M], o Options) (*Searcher[S, M], error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Searcher[S, M]{offers: offersOf(p), options: o}
	return s, s.fits(o.Algorithm)
}

// Search looks for a way from start to a goal until it has one, q or c ends it,
// or ctx is done; c.SoftTime and c.Observer are ignored. Running out is no error:
// the result says what is known by then.
//
// report is called on the goroutine of the search whenever there is news. It may
// be nil.
func (s *Searcher[S, M]) Search(
	ctx context.Context, start *S, q Query, c search.Control, report func(Result[M]),
) Result[M] {
	r := &run[S, M]{
		offers: s.offers, options: s.options, query: q, start: *start, report: report, began: time.Now(), control: c,
	}
	r.Algorithm = s.options.Algorithm
	if reason := r.reason(start); reason != nil {
		r.Reason, r.Lower, r.Stopped = reason, Infinite, search.Solved
		return r.result()
	}
	defer r.budget.Begin(ctx, q.Nodes, c, 1, pulseNodes, nil)()
	r.meter = r.budget.Meter()
	if r.raise(r.estimate(start)); r.Lower < Infinite {
		r.solve()
	} else {
		r.exhausted()
	}
	if r.Stopped == search.Running {
		r.Stopped = r.budget.Stopped()
	}
	return r.result()
}

const (
	pulseNodes = 1 << 12 // between two pulses
	newsNodes  = 1 << 20 // between two reports, at most
)

// run is one search.
type run[S, M comparable] struct {
	offers[S, M]
	Result[M]
	options Options
	query   Query
	control search.Control
	start   S
	budget  search.Budget
	meter   search.Meter
	report  func(Result[M])
	told    uint64 // Generated at the last report
	began   time.Time
	moves   []M // scratch for the moves of a position
}

// solve runs the algorithm asked for. Auto is A* until its memory is spent, and
// IDA* from there, unless the puzzle has a way or a loop of its own.
func (r *run[S, M]) solve() {
	switch r.Algorithm {
	case Auto:
		r.Algorithm = r.preferred()
		r.solve()
		if r.Stopped == search.MemoryLimit {
			r.Stopped, r.Algorithm = search.Running, IDAStar
			r.solve()
		}
	case DepthFirst, Deepening, IDAStar:
		newDeepener(r).solve()
	case Bidirectional:
		r.meet()
	case Beam:
		r.widen()
	case Frontier:
		r.frontier()
	case Own:
		r.own()
	default:
		newOpenSearch(r).solve()
	}
}

// preferred returns the algorithm with which Auto begins.
func (r *run[S, M]) preferred() Algorithm {
	switch {
	case r.expert != nil:
		return Own
	case r.iterator != nil:
		return IDAStar
	}
	return AStar
}

// own lets the puzzle solve itself.
func (r *run[S, M]) own() {
	r.Generated++
	t := r.tally()
	moves, found := r.expert.Solve(&r.start, r.query.Depth, t)
	r.Expanded, r.Generated = t.Expanded, t.Generated
	switch {
	case found:
		r.accept(moves)
	case !r.budget.Halted():
		r.Stopped = search.DepthLimit
	}
}

// halted reports whether the search is to end. It is asked before a position is
// expanded.
func (r *run[S, M]) halted() bool {
	if r.Generated >= r.meter.Limit {
		r.meter.Attend(r.Generated)
	}
	if r.Generated-r.told >= newsNodes {
		r.tell()
	}
	return r.budget.Halted()
}

// tally returns what an Iterator or an Expert counts on from here.
func (r *run[S, M]) tally() *Tally {
	return &Tally{Expanded: r.Expanded, Generated: r.Generated, Limit: r.Generated, Attend: func(t *Tally) bool {
		r.Expanded, r.Generated = t.Expanded, t.Generated
		stop := r.halted()
		t.Limit = min(r.meter.Limit, t.Generated+pulseNodes)
		return stop
	}}
}

// tell reports what is known.
func (r *run[S, M]) tell() {
	r.told = r.Generated
	if r.report != nil {
		r.report(r.result())
	}
}

// result returns a copy of what is known.
func (r *run[S, M]) result() Result[M] {
	r.Elapsed = time.Since(r.began)
	res := r.Result
	res.Moves = slices.Clone(r.Moves)
	return res
}

// raise notes that every solution costs so much at least.
func (r *run[S, M]) raise(lower int) {
	r.Lower = max(r.Lower, min(lower, Infinite))
}

// exhausted notes that there is no solution.
func (r *run[S, M]) exhausted() { r.Lower, r.Stopped = Infinite, search.Solved }

// errBroken is the panic for a puzzle, or a search, that breaks its laws.
var errBroken = errors.New("path: the moves found do not solve the puzzle")

// accept takes a solution, which it plays through: its cost is what that costs.
func (r *run[S, M]) accept(moves []M) {
	s, cost := r.start, 0
	for _, m := range moves {
		cost += r.cost(&s, m)
		r.Play(&s, &s, m)
	}
	if !r.Goal(&s) {
		panic(errBroken)
	}
	r.Found, r.Moves, r.Cost, r.Stopped = true, moves, cost, search.Solved
}

// keep notes how many bytes the positions kept take, and reports whether that is
// more than there may be.
func (r *run[S, M]) keep(bytes int) (over bool) {
	r.Bytes = max(r.Bytes, bytes)
	if bytes > r.query.bytes() {
		r.Stopped = search.MemoryLimit
		return true
	}
	return false
}
