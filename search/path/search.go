package path

import (
	"context"
	"slices"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search"
)

// Searcher solves a puzzle by one algorithm. It runs one search at a time and
// keeps nothing between them.
type Searcher[S, M comparable] struct {
	offers[S, M]
	options Options
}

// New returns a Searcher. It returns an error if the options are invalid; the
// error wraps [ErrUnfit] if they need capabilities that the puzzle lacks.
func New[S, M comparable](p Puzzle[S, M], o Options) (*Searcher[S, M], error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Searcher[S, M]{offers: offersOf(p), options: o}
	return s, s.fits(o.Algorithm)
}

// Search looks for a way from start to a goal. It ends when it finds one, at a limit of q
// or c, or when ctx is done; it ignores c.SoftTime and c.Observer. Reaching a limit is
// not an error: the result holds what is known by then.
//
// report, if not nil, is called on the goroutine of the search whenever there is progress.
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

// solve runs the chosen algorithm. Auto is A* until its memory is spent, then
// IDA*, unless the puzzle is an Expert or an Iterator.
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

// preferred returns the algorithm that Auto starts with.
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

// halted reports whether the search must end. It is called before a position is expanded.
func (r *run[S, M]) halted() bool {
	if r.Generated >= r.meter.Limit {
		r.meter.Attend(r.Generated)
	}
	if r.Generated-r.told >= newsNodes {
		r.tell()
	}
	return r.budget.Halted()
}

// tally returns the counter for an Iterator or an Expert.
func (r *run[S, M]) tally() *Tally {
	return &Tally{Expanded: r.Expanded, Generated: r.Generated, Limit: r.Generated, Attend: func(t *Tally) bool {
		r.Expanded, r.Generated = t.Expanded, t.Generated
		stop := r.halted()
		t.Limit = min(r.meter.Limit, t.Generated+pulseNodes)
		return stop
	}}
}

// tell reports the current state.
func (r *run[S, M]) tell() {
	r.told = r.Generated
	if r.report != nil {
		r.report(r.result())
	}
}

// result returns a copy of the current result.
func (r *run[S, M]) result() Result[M] {
	r.Elapsed = time.Since(r.began)
	res := r.Result
	res.Moves = slices.Clone(r.Moves)
	return res
}

// raise records a lower bound of the cost of every solution.
func (r *run[S, M]) raise(lower int) {
	r.Lower = max(r.Lower, min(lower, Infinite))
}

// exhausted records that there is no solution.
func (r *run[S, M]) exhausted() { r.Lower, r.Stopped = Infinite, search.Solved }

// errBroken is the panic for a puzzle or search whose solution is wrong.
var errBroken = reason.New("path: the moves found do not solve the puzzle")

// accept records a solution after playing it to find its cost.
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

// keep records the memory of the positions kept, and reports whether it exceeds the limit.
func (r *run[S, M]) keep(bytes int) (over bool) {
	r.Bytes = max(r.Bytes, bytes)
	if bytes > r.query.bytes() {
		r.Stopped = search.MemoryLimit
		return true
	}
	return false
}
