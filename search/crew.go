package search

import (
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/game"
)

// Several workers search one tree together: young brothers wait (Feldmann,
// Monien, Mysliwietz and Vornberger 1989). Once the first move of a node has
// been searched and has not cut, the rest are likely to be needed all, and the
// worker whose node it is offers them to those that have nothing to do. All
// then share the node's window: what raises alpha for one raises it for all,
// and a cut calls back everyone below.
//
// A worker that runs out of moves while others still search its own waits for
// them, and helps them meanwhile: it may only take moves below its own node, or
// it could come back too late.

// splitDepth is the least depth in plies at which a node's moves are shared
// out. Handing a move over costs microseconds.
const splitDepth = 5

// split is a node whose moves are being shared out. Its fields are guarded by
// the crew's mutex but for the first four, which do not change, and cut.
type split[S any, M comparable, R game.Rules[S, M]] struct {
	owner      *worker[S, M, R] // its frames 0 … ply hold the path to the node
	above      *split[S, M, R]  // the split that the owner works in; nil at none
	ply, depth int
	beta       game.Score

	cut     atomic.Bool // a move failed high: the others do not matter
	next    int         // place of the first move that nobody has taken
	active  int         // workers searching a move of it
	tally   tally
	pathPly int
}

// tally is what is known of a node, some of whose moves are searched.
type tally struct {
	alpha     game.Score // of the window, raised by the best move
	best      game.Score
	bestIndex int
	bestProof game.Bound // game.Lower if the best is proven from below
	allBelow  game.Bound // game.Upper while every move is proven to be at most best
}

// dead reports whether a cut made the work in s, or in a split above it,
// useless.
func (s *split[S, M, R]) dead() bool {
	for ; s != nil; s = s.above {
		if s.cut.Load() {
			return true
		}
	}
	return false
}

// below reports whether s lies in the tree below t, which may be nil: the root.
func (s *split[S, M, R]) below(t *split[S, M, R]) bool {
	for ; s != nil; s = s.above {
		if s == t {
			return true
		}
	}
	return t == nil
}

// crew is the meeting place of the workers of one search.
type crew[S any, M comparable, R game.Rules[S, M]] struct {
	idle  atomic.Int32 // workers without work
	mu    sync.Mutex
	news  sync.Cond // a split was opened or left, or the search is over
	open  []*split[S, M, R]
	ended bool
}

func newCrew[S any, M comparable, R game.Rules[S, M]]() *crew[S, M, R] {
	c := &crew[S, M, R]{}
	c.news.L = &c.mu
	return c
}

// begin readies the crew for a search.
func (c *crew[S, M, R]) begin() { c.ended, c.open = false, c.open[:0] }

// end sends the helpers home.
func (c *crew[S, M, R]) end() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.news.Broadcast()
}

// find returns an open split with moves left, below the given one; nil if there
// is none. The one nearest to the root has the most work.
func (c *crew[S, M, R]) find(below *split[S, M, R]) *split[S, M, R] {
	var best *split[S, M, R]
	for _, s := range c.open {
		if s.next < len(s.owner.stack[s.ply].moves) && s.below(below) && !s.dead() && (best == nil || s.depth > best.depth) {
			best = s
		}
	}
	return best
}

// help works for others until the search is over.
func (w *worker[S, M, R]) help() {
	w.crew.mu.Lock()
	defer w.crew.mu.Unlock()
	w.serve(nil, func() bool { return w.crew.ended })
}

// serve joins splits below the given one until done, which is asked whenever
// there is news. The crew's mutex must be held.
func (w *worker[S, M, R]) serve(below *split[S, M, R], done func() bool) {
	c := w.crew
	c.idle.Add(1)
	defer c.idle.Add(-1)
	for !done() {
		s := c.find(below)
		if s == nil {
			c.news.Wait()
			continue
		}
		c.idle.Add(-1)
		w.join(s)
		c.idle.Add(1)
	}
}

// join takes a part in another worker's split: it copies the path to the node
// and searches moves until there are none left.
func (w *worker[S, M, R]) join(s *split[S, M, R]) {
	w.maxPly = s.owner.maxPly
	w.grow(len(s.owner.stack))
	for ply := range s.ply {
		from, to := &s.owner.stack[ply], &w.stack[ply]
		to.hash, to.playedKey = from.hash, from.playedKey
	}
	from, to := &s.owner.stack[s.ply], &w.stack[s.ply]
	to.state, to.hash, to.nulled = from.state, from.hash, from.nulled
	to.playedKey = -1
	outerSplit, outerPath := w.split, w.pathPly
	w.work(s)
	w.split, w.pathPly = outerSplit, outerPath
}

// work searches moves of s until none is left or a cut makes them useless. The
// crew's mutex must be held; it is given up during each search.
func (w *worker[S, M, R]) work(s *split[S, M, R]) {
	c, node := w.crew, &s.owner.stack[s.ply]
	f, next := &w.stack[s.ply], &w.stack[s.ply+1]
	w.split = s
	s.active++
	for s.next < len(node.moves) && !w.stopped() {
		i, alpha := s.next, s.tally.alpha
		s.next++
		node.pick(i)
		m := node.moves[i]
		c.mu.Unlock()
		w.pathPly = noPath
		w.play(f, next, m)
		v, proof := w.visitChild(s.ply, s.depth, i, alpha, s.beta)
		c.mu.Lock()
		if w.stopped() {
			break
		}
		s.pathPly = min(s.pathPly, w.pathPly)
		s.tally.add(i, v, proof)
		if v > s.tally.alpha {
			s.tally.alpha = v
			node.pv = append(append(node.pv[:0], m), next.pv...)
		}
		if v >= s.beta {
			s.tally.allBelow = game.NoBound
			s.cut.Store(true)
		}
	}
	s.active--
	c.news.Broadcast()
}

// add counts in move i, of value v with its proof.
func (t *tally) add(i int, v game.Score, proof game.Bound) {
	t.allBelow &= proof
	if v > t.best {
		t.best, t.bestProof, t.bestIndex = v, proof&game.Lower, i
	}
}

// splits reports whether the later moves of a node at depth are shared out.
func (w *worker[S, M, R]) splits(depth int) bool {
	return w.crew != nil && depth >= splitDepth && w.crew.idle.Load() > 0
}

// share searches the moves of the node at ply from i on together with whoever
// is idle, and returns the tally of the whole node.
func (w *worker[S, M, R]) share(ply, depth, i int, t tally, beta game.Score) tally {
	c := w.crew
	s := &split[S, M, R]{owner: w, above: w.split, ply: ply, depth: depth, beta: beta, next: i, tally: t, pathPly: w.pathPly}
	c.mu.Lock()
	c.open = append(c.open, s)
	c.news.Broadcast()
	w.work(s)
	w.serve(s, func() bool { return s.active == 0 })
	c.close(s)
	c.mu.Unlock()
	w.split, w.pathPly = s.above, s.pathPly
	return s.tally
}

// close takes s off the list of open splits.
func (c *crew[S, M, R]) close(s *split[S, M, R]) {
	for i, o := range c.open {
		if o == s {
			c.open = append(c.open[:i], c.open[i+1:]...)
			return
		}
	}
}
