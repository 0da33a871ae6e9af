package othelloengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/internal/stability"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/brothers"
)

// child is a move with the position after it. expand fills in its replies.
// Children with higher scores are searched first.
type child = othello.Child

// geometry describes a board of one size.
type geometry struct {
	board, corners uint64
	squares        int
}

func geometryOf(r othello.Rules) geometry {
	g := geometry{board: r.Board(), squares: r.Size() * r.Size()}
	low, high := uint(8-r.Size())/2, uint(8+r.Size())/2-1
	for _, y := range [2]uint{low, high} {
		g.corners |= 1<<(8*y+low) | 1<<(8*y+high)
	}
	return g
}

// worker is the state of one thread of search.
type worker struct {
	geometry
	stability stability.Board
	without   Devices
	nodes     uint64
	meter     search.Meter
	member    brothers.Member[siblings]
	splitFrom int // least depth of split points, in plies
	table     *table
	near      table
	eval      *patterns.Evaluation        // nil means ordering by mobility alone
	sure      uint8                       // confidence of the search, an index into ladder
	probing   int                         // nesting depth of ProbCut searches
	lists     [64][othello.MaxMoves]child // by number of empty squares
	features  [65]patterns.Features       // by number of empty squares
	ahead     [65]patterns.Features       // by number of empty squares, for the children of the positions in features
}

// stopped reports whether the search must unwind. Values returned after that are meaningless.
func (w *worker) stopped() bool {
	if w.nodes >= w.meter.Limit && !w.halted() {
		w.meter.Attend(w.nodes)
	}
	return w.halted()
}

// children lists the moves of a position with n empty squares, unordered.
func (w *worker) children(own, opp, moves uint64, n int) []child {
	list := &w.lists[n&63]
	i := 0
	for moves != 0 {
		sq := bits.TrailingZeros64(moves)
		moves &^= 1 << (sq & 63)
		turned := othello.Flips(sq, own, opp)
		c := &list[i&(othello.MaxMoves-1)]
		c.Own, c.Opp, c.Move, c.Score = opp&^turned, own|turned|1<<(sq&63), othello.Move(sq), 0
		i++
	}
	return list[:i]
}

// expand lists the moves of a position with n empty squares, unordered, with the replies to each.
func (w *worker) expand(own, opp, moves uint64, n int) []child {
	list := &w.lists[n&63]
	return list[:othello.Expand(list, own, opp, moves, w.board)]
}

// next moves the highest-scored child of list[i:], the first among equals, to
// list[i]. It avoids branches, which would be hard to predict: it compares
// words with the score in the high bits and 63−index in the low bits.
func next(list []child, i int) *child {
	best := int64(list[i].Score)<<6 | int64(63-i)
	for j := i + 1; j < len(list); j++ {
		more := int64(list[j].Score)<<6 | int64(63-j)
		more -= best
		best += more &^ (more >> 63)
	}
	at := 63 - best&63
	list[i], list[at] = list[at], list[i]
	return &list[i]
}

// Threads share a search by "young brothers wait"; see package brothers. A node
// is split only while a thread is idle, so a search on one thread never splits.

// split is a node with some moves searched and the others offered to idle threads.
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

// midWeight is added to the depth of a midgame search before it is compared with splitFrom, because
// midgame trees are wider and their ends farther away. Measured: with 0 and 2 two threads take 2 %
// more nodes, with 4 and 6 equally many (TestSplits).
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

// share searches the moves of list on all idle threads. It returns the best value and move,
// including those already in node. It fills in the fields of node that depend on the worker.
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

// searchShared searches the i-th move of s and reports whether it causes a cutoff. The caller holds
// the crew's lock; searchShared releases it during the search.
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
