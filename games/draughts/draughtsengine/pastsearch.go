package draughtsengine

import (
	"cmp"
	"context"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/search"
)

// searcher is generic search that answers from the databases where they hold
// the position, taking the game's history into account.
type searcher struct {
	*search.Searcher[position, move]
	Fitted
}

// newSearcher returns the engine of r.
func newSearcher(r draughts.Rules, o engine.Options) engine.Searcher[position, move] {
	f, inner := equipped(r, o)
	if f.tables != nil {
		f.fresh = &verdicts{}
	}
	return searcher{search.New(f, inner), f}
}

// NewSearcher returns generic search over r with the databases of o and the network of o,
// or the built-in evaluation. Unlike the engine of the game, it does not settle positions
// by their history.
func NewSearcher(r draughts.Rules, o engine.Options) engine.Searcher[position, move] {
	f, inner := equipped(r, o)
	return Generic(f, inner)
}

// Generic returns generic search over rules. It is not inlined because other packages
// would then compile the search again.
//
//go:noinline
func Generic(rules game.Rules[position, move], o search.Options) engine.Searcher[position, move] {
	return search.New(rules, o)
}

// equipped returns r with the databases of o, and the options of its search: with the
// built-in network unless o has another.
func equipped(r draughts.Rules, o engine.Options) (Fitted, search.Options) {
	f := Fitted{Rules: r}.Equip(o)
	o.Network = cmp.Or(o.Network, f.Network())
	return f, o.Options
}

// mostSettled is the most positions searched to settle one: about a second.
const mostSettled = 1 << 20

// Search settles pos if the databases hold it. If they do not, or if there is an observer or q
// asks about some moves only, it searches.
func (s searcher) Search(ctx context.Context, pos *position, q search.Query, c search.Control, report func(search.Result[move])) search.Result[move] {
	if s.tables != nil && c.Observer == nil && len(q.Only) == 0 && !s.Status(pos).Over() {
		if r, ok := s.settle(ctx, pos, q, c); ok {
			if report != nil {
				report(r)
			}
			return r
		}
	}
	return s.Searcher.Search(ctx, pos, q, c, report)
}

// settle returns the values of pos's moves in the game with its history, or, if
// that takes too long, by the databases alone. ok is false if the databases do
// not hold all of them.
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
