package othelloengine

import (
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/brothers"
)

// Threads share a search by "young brothers wait"; see package brothers. Nodes
// split only while a thread is idle; nothing is split on one thread, and the
// search is then the same as without all this.

// split is a node some of whose moves have been searched, the others being left to
// whoever is free.
type split = brothers.Split[siblings]

// siblings are the moves of a node that are being shared out. All fields but the
// last two do not change.
type siblings struct {
	list     []child // the moves left
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
// end of the game. Exact searches of 17 to 19 empty squares take with two threads
// more nodes than with one, and the threads wait for a part of their time, in percent,
//
//	splitFrom     9    11    12    13    14    15    17
//	nodes       6.5   6.4   6.5   4.8   3.4   4.4   0.6
//	waiting      34    35    33    37    37    39    46
//
// where positions of 17 are not split for long. TestSplits measures them anew: go
// test ./engines/othelloengine -run TestSplits -measure -v.
const splitFrom = 13

// midWeight is what a ply over the evaluation, where branches are more and ends
// are far, adds to the depth for splitFrom. It is flat: with 0 and 2 two threads take
// 2 % more nodes, with 4 and 6 as many. TestSplits measures them anew.
var midWeight = 5

// shares reports whether a node of some depth is to be split.
func (w *worker) shares(depth int) bool { return depth >= w.splitFrom && w.member.Free() }

// halted reports whether the search, or the work for a split point, is over;
// values returned after that mean nothing.
func (w *worker) halted() bool { return w.member.Stopped() }

// assemble makes a crew of the threads of s.
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

// share searches the moves of list with all threads that are free, and returns
// the best value and move of these and those known. node lacks what the thread
// knows.
func (w *worker) share(node siblings, list []child) (best int, first othello.Move) {
	node.list, node.features, node.sure, node.probing = list, w.features[node.n], w.sure, w.probing
	s := &split{Node: node, Size: node.n, Moves: len(list)}
	w.member.Share(s, func(i int) bool { return w.searchShared(&s.Node, i) })
	return s.Node.best, s.Node.first
}

// join searches moves of another thread's split point.
func (w *worker) join(s *split) {
	sure, probing := w.sure, w.probing
	w.sure, w.probing, w.features[s.Node.n] = s.Node.sure, s.Node.probing, s.Node.features
	w.member.Work(s, func(i int) bool { return w.searchShared(&s.Node, i) })
	w.sure, w.probing = sure, probing
}

// searchShared searches the next best move of s, the i-th, and reports whether it
// cuts. It is called with the crew's lock, and gives it up during the search.
func (w *worker) searchShared(s *siblings, i int) (cut bool) {
	c, alpha, v := *next(s.list, i), s.alpha, 0
	w.member.Apart(func() {
		w.descend(&c, s.opp, s.n)
		v = -w.mid(c.Own, c.Opp, -alpha-1, s.depth-1, s.n-1, s.parity^quadrant[c.Move&63])
	})
	if w.halted() || v <= s.best {
		return false
	}
	s.best, s.first = v, c.Move
	return v > alpha
}
