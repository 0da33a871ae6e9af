package search

import (
	"sync"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/search/brothers"
)

// Several workers search one tree together, in one of two ways. By young brothers wait, they share
// out the moves of a node; see package brothers. By lazy SMP, each searches the whole tree on its
// own and they share only the table. That visits more nodes, but no worker ever waits, and where
// histories prune, each sees other lines. It is for games that say what moves gain; see
// docs/measurements.md.

// splitNodes is the least number of nodes that a node's earlier moves must
// have taken before the rest are shared out. The busier of two threads visits
// 0.6 of one thread's nodes with 100, 0.7 with 1000 and 0.8 with 5000 (medians
// over the games in docs/measurements.md).
const splitNodes = 200

// siblings are the moves of a node that are being shared out. The first four fields do not change.
type siblings[S any, M comparable] struct {
	owner      *worker[S, M] // its frames 0 … ply hold the path to the node
	ply, depth int
	beta       game.Score

	tally   tally
	pathPly int
}

// tally is the state of a node, some of whose moves have been searched.
type tally struct {
	alpha     game.Score // of the window, raised by the best move
	best      game.Score
	bestIndex int
	bestProof game.Bound // game.Lower if the best value is proven from below
	allBelow  game.Bound // game.Upper while every move is proven to be at most best
}

// add records value v and its proof for move i.
func (t *tally) add(i int, v game.Score, proof game.Bound) {
	t.allBelow &= proof
	if v > t.best {
		t.best, t.bestProof, t.bestIndex = v, proof&game.Lower, i
	}
}

// splits reports whether to share out the remaining moves of a node: a worker
// must be idle, and the earlier moves must have taken enough nodes.
func (w *worker[S, M]) splits(n *visit) bool {
	return w.member.Free() && !w.stack[n.ply].excludes && w.stats.Nodes-n.before >= w.s.splitNodes
}

// share searches the moves of a node from i on together with idle workers. It reports false if
// the search was stopped.
func (w *worker[S, M]) share(n *visit, i int) bool {
	node := siblings[S, M]{owner: w, ply: n.ply, depth: n.depth, beta: n.beta, tally: n.tally, pathPly: w.pathPly}
	s := &brothers.Split[siblings[S, M]]{Node: node, Size: n.depth, Taken: i, Moves: len(w.stack[n.ply].moves)}
	w.member.Share(s, func(i int) bool { return w.searchShared(&s.Node, i) })
	w.pathPly, n.tally = s.Node.pathPly, s.Node.tally
	if w.stopped() {
		return false
	}
	if n.best >= n.beta {
		w.cut(n, n.bestIndex)
	}
	return true
}

// join takes part in another worker's split: it copies the path to the node
// and searches moves until none is left.
func (w *worker[S, M]) join(s *brothers.Split[siblings[S, M]]) {
	n := &s.Node
	w.maxPly, w.iteration = n.owner.maxPly, n.owner.iteration
	w.grow(len(n.owner.stack))
	for ply := range n.ply + 1 {
		to, from := &w.stack[ply], &n.owner.stack[ply]
		to.static, to.estimated, to.improving = from.static, from.estimated, from.improving
		if ply < n.ply { // the owner plays moves at n.ply
			to.playedKey = from.playedKey
		}
	}
	if w.caps.Repeater != nil {
		n.owner.line.CopyTo(&w.line, n.ply)
	}
	from, to := &n.owner.stack[n.ply], &w.stack[n.ply]
	to.state, to.nulled, to.failsHigh = from.state, from.nulled, from.failsHigh
	to.playedKey, to.excludes = -1, false
	path := w.pathPly
	w.member.Work(s, func(i int) bool { return w.searchShared(n, i) })
	w.pathPly = path
	w.publish()
}

// publish lets the leader know of w's work. The caller holds the crew's lock, unless nothing searches.
func (w *worker[S, M]) publish() { w.published, w.publishedDepth = w.stats, w.selDepth }

// beginApart lets all workers but the leader search the whole tree. dismiss ends them.
func (s *Searcher[S, M]) beginApart() (dismiss func()) {
	var helpers sync.WaitGroup
	for i, w := range s.workers[1:] {
		helpers.Go(func() { w.searchApart(1 + i%2) })
	}
	return func() {
		for _, w := range s.workers[1:] {
			w.member.Stop()
		}
		helpers.Wait()
	}
}

// searchApart searches the root to depth plies and deeper, until the search ends or nothing is left
// to learn.
func (w *worker[S, M]) searchApart(depth int) {
	defer w.s.crew.Locked(w.publish)
	last := w.lastDepth()
	for depth = min(max(depth, w.query.From), last); depth <= last; depth = w.nextDepth(depth, last) {
		w.iterate(depth)
		if w.stopped() {
			return
		}
		w.s.crew.Locked(w.publish)
		if r := w.result(depth); w.settled(&r) {
			return
		}
	}
}

// searchShared searches the i-th move of n, and reports whether it cuts. The
// caller holds the crew's lock, which searchShared releases during the search.
func (w *worker[S, M]) searchShared(n *siblings[S, M], i int) (cut bool) {
	node, next := &n.owner.stack[n.ply], &w.stack[n.ply+1]
	node.pick(i)
	m, alpha := node.moves[i], n.tally.alpha
	var v game.Score
	var proof game.Bound
	w.member.Apart(func() {
		w.pathPly = line.NoPly
		w.play(n.ply, m)
		v, proof = w.visitChild(n.ply, n.depth, i, alpha, n.beta)
	})
	if w.stopped() {
		return false
	}
	n.pathPly = min(n.pathPly, w.pathPly)
	n.tally.add(i, v, proof)
	if v > n.tally.alpha {
		n.tally.alpha = v
		node.pv = append(append(node.pv[:0], m), next.pv...)
	}
	if v >= n.beta {
		n.tally.allBelow = game.NoBound
		return true
	}
	return false
}
