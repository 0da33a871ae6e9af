package connect4engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// outlook is what is known of all moves of a position while the solver works on
// one after the other: its values, and before these estimates of the generic
// search, which goes a step deeper whenever that is little beside the work of
// the solver. It is made amid that work, by a thread of it, so that on one
// thread nothing depends on the time.
type outlook struct {
	*searcher
	ctx     context.Context
	pos     *connect4.State
	query   search.Query
	control search.Control
	report  func(search.Result[connect4.Move]) // may be nil
	began   time.Time
	spare   uint64 // nodes that the solver leaves to estimates

	solving atomic.Uint64 // nodes of the solver
	due     atomic.Uint64 // … at which the next estimate is to be made
	mu      sync.Mutex    // guards the rest
	spent   uint64        // nodes on estimates
	guess   search.Result[connect4.Move]
	solved  []search.Line[connect4.Move]
}

// How estimates are made. The first is so much later than the solver that
// positions which that solves at once are none the slower. TestTuning tells what
// they cost.
var (
	firstOutlook  uint64 = 1 << 15 // nodes of the solver before the first estimate, 7 ms
	outlookDepth         = 6       // of the first, in plies
	outlookStride        = 2       // plies by which each goes deeper than the last
	outlookGrowth uint64 = 4       // nodes of the next estimate over those of the last, about
	// outlookShare is how many nodes of the solver each node of the estimates has
	// to be paid with. Four of these take the time of one of the solver's.
	outlookShare uint64 = 12
)

// newOutlook returns the outlook on q, of whose nodes the solver visits at most so many;
// 0 means any number.
func (s *searcher) newOutlook(ctx context.Context, pos *connect4.State, q search.Query, c search.Control, report func(search.Result[connect4.Move]), solver uint64) *outlook {
	o := &outlook{searcher: s, ctx: ctx, pos: pos, query: q, control: c, report: report, began: time.Now(), spare: q.Nodes - solver}
	if q.Nodes == 0 {
		o.spare = math.MaxUint64
	}
	o.due.Store(firstOutlook)
	return o
}

// pulse is that of the solver.
func (o *outlook) pulse(nodes uint64) {
	if o.control.Pulse != nil {
		o.control.Pulse(nodes)
	}
	if o.solving.Add(nodes) >= o.due.Load() && o.mu.TryLock() {
		defer o.mu.Unlock()
		if o.solving.Load() >= o.due.Load() { // no other thread was faster
			o.deepen()
		}
	}
}

// deepen makes the next estimate. One that takes more nodes than the solver has
// visited, or leaves to it, is given up.
func (o *outlook) deepen() {
	if o.spent >= o.spare {
		o.due.Store(math.MaxUint64)
		return
	}
	moves, _ := o.rules.Moves(o.pos, nil)
	q := search.Query{
		Depth: max(outlookDepth, o.guess.Depth+outlookStride), Lines: len(moves),
		Window: o.query.Window, Nodes: min(o.solving.Load(), o.spare-o.spent),
	}
	c := o.solver.budget.Rest(o.control)
	r := o.estimate(o.ctx, o.pos, q, search.Control{Time: c.Time, Ponder: c.Ponder, Pulse: c.Pulse}, nil)
	o.spent += r.Nodes
	o.due.Store(max(o.solving.Load()+firstOutlook, (o.spent+outlookGrowth*r.Nodes)*outlookShare))
	switch r.Stopped {
	case search.Solved:
		o.due.Store(math.MaxUint64)
	case search.DepthLimit:
	default:
		return
	}
	o.guess = r
	o.tell()
}

// conclude estimates what the solver has left, and returns what stopped it.
func (o *outlook) conclude(q search.Query, c search.Control) search.Stop {
	moves, _ := o.rules.Moves(o.pos, nil)
	q.Lines = len(moves)
	before := o.spent
	see := func(r search.Result[connect4.Move]) {
		o.guess, o.spent = r, before+r.Nodes
		o.tell()
	}
	see(o.estimate(o.ctx, o.pos, q, c, see))
	return o.guess.Stopped
}

// learn takes in what the solver found out about moves.
func (o *outlook) learn(r search.Result[connect4.Move]) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.solved = r.Lines
	o.tell()
}

// tell reports what is known, if there is something to say of every move.
func (o *outlook) tell() {
	if moves, _ := o.rules.Moves(o.pos, nil); o.report == nil || len(o.guess.Lines) == 0 && len(o.solved) < len(moves) {
		return
	}
	r := o.over(o.guess)
	r.Stopped = search.Running
	o.report(r)
}

// over returns r, estimates made while the solver works or after it, with what
// that knows in place of what is not exact in them and its work added.
func (o *outlook) over(r search.Result[connect4.Move]) search.Result[connect4.Move] {
	if len(r.Lines) == 0 {
		r.Lines = o.solved
	}
	r.Lines = slices.Clone(r.Lines)
	before := r.Score()
	for i := range r.Lines {
		for _, l := range o.solved {
			if known := &r.Lines[i]; l.PV[0] == known.PV[0] && known.Proof != game.Exact {
				*known = l
			}
		}
	}
	slices.SortStableFunc(r.Lines, func(a, b search.Line[connect4.Move]) int { return cmp.Compare(b.Score, a.Score) })
	r.Lines = r.Lines[:min(len(r.Lines), o.query.Lines)]
	if r.Score() != before {
		r.Proof = game.NoBound // it was one of that value
	}
	if r.Proof != game.Exact {
		r.Proof = (r.Proof | r.Lines[0].Proof) & game.Lower
	}
	r.Nodes, r.Elapsed = o.solving.Load()+o.spent, time.Since(o.began)
	return r
}
