package search

import (
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/game"
)

// Several workers search one tree together: young brothers wait (Feldmann,
// Monien, Mysliwietz and Vornberger 1989). Once the first move of a node has
// been searched and has not cut, all the others are likely to be needed, and
// the worker whose node it is offers them to those that have nothing to do. All
// then share the node's window: what raises alpha for one raises it for all,
// and a cut calls back everyone below.
//
// A worker that runs out of moves while others still search its own helps them
// meanwhile. It may only take moves below its own node, or it could come back
// too late.
//
// The other way would be to let every worker search the whole tree and meet the
// rest in the table (lazy SMP). We had both and counted the nodes that two
// threads visit over those of one, on eight openings of each game:
//
//	                                 lazy         young brothers wait
//	Connect Four, 16 plies, sound    1.03–1.24    1.06–1.07
//	Connect Four, 18 plies           1.10–1.27    1.07–1.08
//	Othello, 13 plies                1.45–1.50    1.15–1.17
//	gomoku 15×15, 4 plies, sound     1.13–1.18    0.99–1.00
//	ultimate tic-tac-toe, 10 plies   1.23–1.42    1.17–1.19
//
// Twice the inverse is the speed-up on two idle cores, but for waiting.

// splitNodes is the least number of nodes that the moves before must have taken
// for the rest of a node's moves to be shared out. The busier of two threads
// visits 0.6 of one's nodes with 100, 0.7 with 1000, 0.8 with 5000 (the medians
// of the games above).
const splitNodes = 200

// split is a node whose moves are being shared out. Its fields are guarded by
// the crew's mutex but for the first five, which do not change.
type split[S any, M comparable, R game.Rules[S, M]] struct {
	owner      *worker[S, M, R] // its frames 0 … ply hold the path to the node
	above      *split[S, M, R]  // the split that the owner works in; nil at none
	ply, depth int
	beta       game.Score

	cut     bool // a move failed high: the others do not matter
	next    int  // place of the first move that nobody has taken
	active  int  // workers searching a move of it
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
		if s.cut {
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
	members []*worker[S, M, R]
	least   uint64       // nodes; see splitNodes
	idle    atomic.Int32 // workers without work

	mu    sync.Mutex // guards the rest, the splits, and the split field of every worker
	news  sync.Cond  // a split was opened or left, or the search is over
	open  []*split[S, M, R]
	ended bool
}

func newCrew[S any, M comparable, R game.Rules[S, M]](members []*worker[S, M, R]) *crew[S, M, R] {
	c := &crew[S, M, R]{members: members, least: splitNodes}
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
		if s == nil || w.stopped() {
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
	above, path := w.split, w.pathPly
	w.work(s)
	w.pathPly = path
	w.resume(above)
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
			c.callBack(s)
		}
	}
	s.active--
	c.news.Broadcast()
}

// callBack cuts s and stops everyone who works in it or below.
func (c *crew[S, M, R]) callBack(s *split[S, M, R]) {
	s.cut = true
	for _, w := range c.members {
		if w.split.below(s) {
			w.stop.Store(true)
		}
	}
}

// resume takes the worker back to the split that it was in before. What stopped
// it below does not stop it there. The order matters: a search that is halted
// meanwhile stops the worker after that.
func (w *worker[S, M, R]) resume(above *split[S, M, R]) {
	w.split = above
	w.stop.Store(false)
	if w.s.budget.Halted() || above.dead() {
		w.stop.Store(true)
	}
}

// add counts in move i, of value v with its proof.
func (t *tally) add(i int, v game.Score, proof game.Bound) {
	t.allBelow &= proof
	if v > t.best {
		t.best, t.bestProof, t.bestIndex = v, proof&game.Lower, i
	}
}

// splits reports whether the moves left of a node are shared out: whether
// there is somebody idle, and the moves before them took enough nodes.
func (w *worker[S, M, R]) splits(before uint64) bool {
	return w.crew.idle.Load() > 0 && w.stats.Nodes-before >= w.crew.least
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
	w.pathPly = s.pathPly
	w.resume(s.above)
	c.mu.Unlock()
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
