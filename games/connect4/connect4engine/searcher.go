package connect4engine

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// searcher is the Connect Four engine. Generic search over open lines handles depth limits,
// disabled features, and positions that the solver cannot solve within the limits.
type searcher struct {
	rules   connect4.Rules
	options engine.Options
	solver  *Solver
	generic engine.Searcher[connect4.State, connect4.Move]
}

// Clear forgets the results of earlier searches. The solver keeps none.
func (s *searcher) Clear() {
	if s.generic != nil {
		s.generic.Clear()
	}
}

// solverShare is the part of a limit, in quarters, that the solver may use; generic
// search estimates the rest. It is not tuned: an exact value is worth more than an
// estimate one ply deeper.
const solverShare = 3

// clockShare replaces solverShare on a game clock, where the rest must suffice for a good
// move: most positions are solved either at once or not for a long time. It is not tuned.
const clockShare = 1

// Search implements engine.Searcher.
func (s *searcher) Search(ctx context.Context, pos *connect4.State, q search.Query, c search.Control, report func(search.Result[connect4.Move])) search.Result[connect4.Move] {
	moves, status := s.rules.Moves(pos, nil)
	left := s.rules.Width()*s.rules.Height() - pos.Plies()
	hurried := c.SoftTime > 0 && len(moves) == 1 // on a clock, play a forced move at once
	if status.Over() || hurried || s.options.Without != 0 || c.Observer != nil || (q.Depth > 0 && q.Depth < left) {
		return s.estimate(ctx, pos, q, c, report)
	}
	if s.solver == nil {
		s.solver = NewSolver(s.rules, Options{TableBytes: int64(s.options.TableBytes), Threads: s.options.Threads, Openings: true})
	}
	if q.Lines = min(q.Lines, len(moves)); q.Lines > 1 && !s.options.Solve {
		return s.compare(ctx, pos, q, c, report)
	}
	sq, sc := s.share(q, c)
	solved := s.solver.Search(ctx, pos, sq, sc, nil)
	if s.options.Solve || solved.Stopped == search.Solved || ctx.Err() != nil {
		return solved
	}
	r := s.estimate(ctx, pos, rest(q, &solved), s.solver.budget.Rest(c), report)
	r.Nodes += solved.Nodes
	r.Elapsed += solved.Elapsed
	return r
}

// share returns the solver's limits. On a clock they are a part of the soft limit,
// because nothing can hurry the solver once it has started.
func (s *searcher) share(q search.Query, c search.Control) (search.Query, search.Control) {
	if s.options.Solve {
		return q, c
	}
	share := time.Duration(solverShare)
	if c.SoftTime > 0 {
		share, c.Time = clockShare, min(cmp.Or(c.Time, c.SoftTime), c.SoftTime)
	}
	c.Time = min(c.Time, max(c.Time*share/4, 1))
	q.Nodes = min(q.Nodes, max(q.Nodes*solverShare/4, 1))
	return q, c
}

// rest returns q with the nodes left after solved.
func rest(q search.Query, solved *search.Result[connect4.Move]) search.Query {
	if q.Nodes > 0 {
		q.Nodes -= min(solved.Nodes, q.Nodes-1)
	}
	return q
}

// compare solves all moves and estimates the unsolved ones.
func (s *searcher) compare(ctx context.Context, pos *connect4.State, q search.Query, c search.Control, report func(search.Result[connect4.Move])) search.Result[connect4.Move] {
	sq, sc := s.share(q, c)
	o := s.newOutlook(ctx, pos, q, c, report, sq.Nodes)
	sc.Pulse = o.pulse
	solved := s.solver.Search(ctx, pos, sq, sc, o.learn)
	work := solved.Nodes
	solved.Nodes += o.spent
	switch {
	case ctx.Err() == nil && solved.Stopped != search.Solved:
		solved.Stopped = o.conclude(rest(q, &solved), s.solver.budget.Rest(c))
	case solved.Stopped == search.Solved, len(o.guess.Lines) == 0:
		return solved
	}
	r := o.over(o.guess)
	r.Nodes, r.Stopped = work+o.spent, solved.Stopped
	return r
}

func (s *searcher) estimate(ctx context.Context, pos *connect4.State, q search.Query, c search.Control, report func(search.Result[connect4.Move])) search.Result[connect4.Move] {
	if s.generic == nil {
		s.generic = Generic(NewLines(s.rules), s.options.Options)
	}
	return s.generic.Search(ctx, pos, q, c, report)
}

// Several workers answer the same question about the same position with a shared table, so that
// each uses the results of the others. To keep them apart, each marks the position that it is about
// to search. Others defer the marked children of a node to the end. This is ABDADA (Weill 1996) in
// Kerrigan's simple form: the marks are kept beside the table, and only for large subtrees. On the
// position 44 two threads visit 4 to 10 % more nodes than one.

// shareLeft is the least number of empty cells at which workers defer marked
// positions. Smaller subtrees take less than a millisecond.
var shareLeft = 22

// crew is the shared state of the workers on one question.
type crew struct {
	done atomic.Bool
	busy [1 << 12]atomic.Uint64 // hashes of positions being searched
}

// shares reports whether workers coordinate at nodes with this many empty cells.
func (c *crew) shares(left int) bool { return c != nil && left >= shareLeft }

// finished reports whether a worker of the crew has found the answer.
func (c *crew) finished() bool { return c != nil && c.done.Load() }

func (c *crew) note(hash uint64) *atomic.Uint64 { return &c.busy[hash>>(64-12)] }

// share is descend for a crew: it defers children that another worker is searching, but
// never the first child.
func (w *worker) share(f *frame, n int, c *child, depth, beta int) (best, column int) {
	best = -unbounded
	for n > 0 {
		later := 0
		for i, r := range f.order[:n] {
			k := f.at(r)
			note := w.crew.note(k.hash)
			if i > 0 && note.Load() == k.hash {
				f.order[later] = r
				later++
				continue
			}
			note.Store(k.hash)
			v := w.value(k, depth, beta)
			note.CompareAndSwap(k.hash, 0)
			if v > best {
				best, column = v, k.column
			}
			if w.stop || best >= beta {
				return best, column
			}
			if v, ok := w.table.probe(c.hash).answers(beta); ok {
				return v, column // another worker was faster
			}
		}
		n = later
	}
	return best, column
}

// ask lets all workers answer the same question and returns the first answer. ok is false
// if they were stopped.
func ask(workers []*worker, root node, discs, beta int) (v int, ok bool) {
	crew := &crew{}
	var all sync.WaitGroup
	var first sync.Once
	for _, w := range workers {
		w.crew, w.stop = crew, false
		all.Go(func() {
			got := w.test(root, discs, beta)
			if w.stop {
				return
			}
			first.Do(func() { v, ok = got, true })
			crew.done.Store(true)
		})
	}
	all.Wait()
	return v, ok
}
