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

// outlook collects the values of all moves of a position while the solver works on them
// in turn. Estimates by generic search come first; the solver's results replace them. A
// deeper estimate starts whenever its cost is small next to the solver's. Estimates run
// on a solver thread, so on one thread nothing depends on time.
type outlook struct {
	*searcher
	ctx     context.Context
	pos     *connect4.State
	query   search.Query
	control search.Control
	report  func(search.Result[connect4.Move]) // may be nil
	began   time.Time
	spare   uint64 // nodes left for estimates

	solving atomic.Uint64 // nodes of the solver
	due     atomic.Uint64 // nodes of the solver at which the next estimate starts
	mu      sync.Mutex    // guards the fields below
	spent   uint64        // nodes spent on estimates
	guess   search.Result[connect4.Move]
	solved  []search.Line[connect4.Move]
}

// The schedule of estimates. The first starts late enough not to slow down
// positions that are solved at once. TestTuning measures their cost.
var (
	firstOutlook  uint64 = 1 << 15 // solver nodes before the first estimate, 7 ms
	outlookDepth         = 6       // depth of the first estimate, in plies
	outlookStride        = 2       // additional plies of each further estimate
	outlookGrowth uint64 = 4       // approximate ratio of an estimate's nodes to the previous one's
	// outlookShare is the number of solver nodes per node of estimates. Four
	// nodes of estimates take the time of one solver node.
	outlookShare uint64 = 12
)

// newOutlook returns the outlook on q. solver is the solver's node limit; 0 means no limit.
func (s *searcher) newOutlook(ctx context.Context, pos *connect4.State, q search.Query, c search.Control, report func(search.Result[connect4.Move]), solver uint64) *outlook {
	o := &outlook{searcher: s, ctx: ctx, pos: pos, query: q, control: c, report: report, began: time.Now(), spare: q.Nodes - solver}
	if q.Nodes == 0 {
		o.spare = math.MaxUint64
	}
	o.due.Store(firstOutlook)
	return o
}

// pulse is the solver's pulse function.
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

// deepen runs the next estimate. It gives the estimate up when that would take more nodes
// than the solver has used or leaves over.
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

// conclude estimates the moves that the solver has not solved. It returns the stop reason.
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

// learn records the solver's values of moves.
func (o *outlook) learn(r search.Result[connect4.Move]) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.solved = r.Lines
	o.tell()
}

// tell reports the current values once every move has one.
func (o *outlook) tell() {
	if moves, _ := o.rules.Moves(o.pos, nil); o.report == nil || len(o.guess.Lines) == 0 && len(o.solved) < len(moves) {
		return
	}
	r := o.over(o.guess)
	r.Stopped = search.Running
	o.report(r)
}

// over returns the estimate r with the solver's nodes added, and with solved values in
// place of lines that are not exact.
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

// Scores solves positions in order, as many at a time as the solver has threads. It keeps
// the table between positions, so that similar ones cost less. It calls found with the
// index of each position and its score in stones left, one call at a time. If ctx ends
// early, Scores returns the cause; scores already found remain valid.
func (s *Solver) Scores(ctx context.Context, positions []connect4.State, found func(i, score int)) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	a, end := s.begin(ctx, search.Query{}, search.Control{})
	defer end()
	s.workers[0].table.whole()
	var next atomic.Int64
	var tell sync.Mutex
	var all sync.WaitGroup
	for _, w := range a.workers {
		one := &asking{s, []*worker{w}}
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(positions) {
					return
				}
				f := one.evaluate(positions[i], strong)
				if !f.solved() {
					return
				}
				tell.Lock()
				found(i, f.lower)
				tell.Unlock()
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
