package othelloengine

import (
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search/brothers"
)

// Threads share a search by "young brothers wait"; see package brothers. A node
// is split only while a thread is idle, so a search on one thread never splits.

// split is a node with some moves searched and the others offered to idle
// threads.
type split = brothers.Split[siblings]

// siblings describes the moves of a split node. Only best and first change.
type siblings struct {
	list     []child // the remaining moves
	opp      uint64
	features patterns.Features
	alpha    int
	depth, n int
	parity   uint8
	sure     uint8
	probing  int

	best  int
	first othello.Move
}

// splitFrom is the least depth, in plies, of split points in searches to the
// end of the game. On two threads, exact searches of 17 to 19 empty squares
// take 4.8 % more nodes and wait 37 % of the time. docs/othello.md has the
// table (go test ./games/othello/othelloengine -run TestSplits -measure -v).
const splitFrom = 13

// midWeight is added to the depth of a midgame search before it is compared
// with splitFrom, because midgame trees are wider and their ends farther away.
// Measured: with 0 and 2 two threads take 2 % more nodes, with 4 and 6 equally
// many (TestSplits).
var midWeight = 5

// shares reports whether to split a node of this depth.
func (w *worker) shares(depth int) bool { return depth >= w.splitFrom && w.member.Free() }

// halted reports whether the search, or the work for a split point, has ended.
// Values returned after that are meaningless.
func (w *worker) halted() bool { return w.member.Stopped() }

// assemble returns a crew of the solver's threads.
func (s *Solver) assemble() *brothers.Crew[siblings] {
	var members []*brothers.Member[siblings]
	for _, w := range s.workers {
		members = append(members, &w.member)
	}
	return brothers.Assemble(members, s.budget.Halted, func(i int, t *split) { s.workers[i].join(t) })
}

// stopAll makes all threads unwind.
func (s *Solver) stopAll() {
	for _, w := range s.workers {
		w.member.Stop()
	}
}

// share searches the moves of list on all idle threads. It returns the best
// value and move, including those already in node. It fills in the fields of
// node that depend on the worker.
func (w *worker) share(node siblings, list []child) (best int, first othello.Move) {
	node.list, node.features, node.sure, node.probing = list, w.features[node.n], w.sure, w.probing
	s := &split{Node: node, Size: node.n, Moves: len(list)}
	w.member.Share(s, func(i int) bool { return w.searchShared(&s.Node, i) })
	return s.Node.best, s.Node.first
}

// join works on another thread's split point.
func (w *worker) join(s *split) {
	sure, probing := w.sure, w.probing
	w.sure, w.probing, w.features[s.Node.n] = s.Node.sure, s.Node.probing, s.Node.features
	w.member.Work(s, func(i int) bool { return w.searchShared(&s.Node, i) })
	w.sure, w.probing = sure, probing
}

// searchShared searches the i-th move of s and reports whether it causes a
// cutoff. The caller holds the crew's lock; searchShared releases it during the
// search.
func (w *worker) searchShared(s *siblings, i int) (cut bool) {
	c, alpha, v := *next(s.list, i), s.alpha, 0
	w.member.Apart(func() {
		w.descend(&c, s.opp, s.n, featuresFrom)
		v = -w.mid(c.Own, c.Opp, -alpha-1, s.depth-1, s.n-1, s.parity^quadrant[c.Move&63])
	})
	if w.halted() || v <= s.best {
		return false
	}
	s.best, s.first = v, c.Move
	return v > alpha
}
