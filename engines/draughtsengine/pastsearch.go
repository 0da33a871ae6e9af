package draughtsengine

import (
	"context"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// searcher is a search with databases that settles the positions which they hold, in the
// game with its past.
type searcher struct {
	*search.Searcher[position, move, Fitted]
	Fitted
}

// newSearcher makes the engine of a game.
func newSearcher(f Fitted) func(o engine.Options) engine.Searcher[position, move] {
	return func(o engine.Options) engine.Searcher[position, move] {
		f := f.Equip(o)
		if f.tables != nil {
			f.fresh = &verdicts{}
		}
		return searcher{search.New(f, o.Options), f}
	}
}

// mostSettled is how many positions are searched, at most, to settle one: a second or so.
const mostSettled = 1 << 20

// Search settles pos where the databases hold it; anywhere else, and while it is watched,
// it searches.
func (s searcher) Search(ctx context.Context, pos *position, q search.Query, c search.Control, report func(search.Result[move])) search.Result[move] {
	if s.tables != nil && c.Observer == nil && !s.Status(pos).Over() {
		if r, ok := s.settle(ctx, pos, q, c); ok {
			if report != nil {
				report(r)
			}
			return r
		}
	}
	return s.Searcher.Search(ctx, pos, q, c, report)
}

// settle returns what the moves of pos are worth in the game with its past or, where that
// takes too long, in the position alone. ok is false if the databases do not hold them
// all.
func (s searcher) settle(ctx context.Context, pos *position, q search.Query, c search.Control) (r search.Result[move], ok bool) {
	started := time.Now()
	held, ok := s.tables.Value(pos)
	if !ok {
		return r, false
	}
	v, g := held.Score(), newPast(s.Rules, s.tables, pos, q.History)
	list, ok := g.options(pos, v)
	if !ok {
		return r, false
	}
	g.most = mostSettled
	if q.Nodes > 0 {
		g.most = int(min(q.Nodes, mostSettled))
	}
	var budget search.Budget
	defer budget.Begin(ctx, 0, c, 1, 1024, func() {})()
	meter := budget.Meter()
	g.halted = func(nodes int) bool {
		meter.Attend(uint64(nodes))
		return budget.Halted()
	}
	r.Lines, r.Past = g.lines(v, list, max(1, q.Lines))
	r.Proof = game.Exact
	if !r.Past && r.Score() != v {
		r.Proof = game.Lower
	}
	r.Depth, r.SelDepth, r.Threads = r.Lines[0].Depth, r.Lines[0].Depth, 1
	r.Nodes, r.Stopped, r.Elapsed = uint64(g.nodes+1), search.Solved, time.Since(started)
	if !r.Past && budget.Halted() {
		r.Stopped = budget.Stopped()
	}
	return r, true
}
