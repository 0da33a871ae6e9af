package textbook

import (
	"container/heap"

	"github.com/plywood-go/plywood/game"
)

// SSS* (G. C. Stockman, A minimax algorithm better than alpha-beta?, Artificial Intelligence 12,
// 1979) searches for the best strategy of MAX, most promising first. A state (n, s, h) represents
// the strategies that share the part of the tree solved so far: n is the node to continue from, s
// is LIVE or SOLVED, and the merit h is an upper bound of the value of the strategies. The operator
// Γ rewrites OPEN, the list of states, best first and leftmost first among equals, until the root
// is SOLVED.
//
// It evaluates no leaf that alpha-beta does not (Stockman; I. Roizen & J. Pearl, A
// minimax algorithm better than alpha-beta? Yes and no, Artificial Intelligence 21,
// 1983), but keeps every node it has generated. Its trace is not nested: when strategies
// are given up, a visited node is left with the best merit among them if that has sunk
// since the node was entered, and otherwise never.

// state is a state (n, s, h) of OPEN. leaf is the leaf that determined its merit.
type state struct {
	at, leaf int32
	live     bool
	merit    game.Score
}

// sss returns the value of n from MAX's view.
func (s *searcher) sss(n *node, depth int) game.Score {
	o := &s.open
	o.states = o.states[:0]
	o.tree = append(o.tree[:0], branch{visit: n.visit, up: -1})
	o.list(state{leaf: -1, live: true, merit: game.Infinity})
	for !s.stopped {
		t := heap.Pop(o).(state)
		switch {
		case o.tree[t.at].purged:
		case t.live:
			s.enlarge(t, depth)
		case t.at == 0:
			s.path(t.leaf)
			return t.merit
		default:
			s.ascend(t)
		}
	}
	return 0
}

// enlarge is Γ for a LIVE state: a leaf is solved; all children of a MAX node become LIVE, because
// MAX may choose; of a MIN node only the first child does, because all must be solved.
func (s *searcher) enlarge(t state, depth int) {
	o := &s.open
	n := s.visitBranch(t)
	if n.ply >= depth || !s.grow(t.at) {
		o.list(s.solveLeaf(t))
		return
	}
	n = &o.tree[t.at] // grow may have moved it
	for i := range n.children {
		if i == 0 || n.max {
			o.list(state{at: n.first + i, leaf: t.leaf, live: true, merit: t.merit})
		}
	}
}

// solveLeaf returns the SOLVED state of the leaf of t.
func (s *searcher) solveLeaf(t state) state {
	n := &s.open.tree[t.at]
	v := n.ofMover(s.value(int(t.at), s.status(int(t.at)), n.ply))
	s.account.static(&n.visit, v)
	t.live = false
	if v < t.merit || t.leaf < 0 {
		t.merit, t.leaf = v, t.at
	}
	return t
}

// ascend is Γ for a SOLVED state: a MAX parent is solved by its first solved
// child, and all other strategies below it are purged from OPEN; a MIN parent
// continues with the next child and is solved by the last.
func (s *searcher) ascend(t state) {
	o := &s.open
	c := &o.tree[t.at].visit
	n := &o.tree[o.tree[t.at].up]
	if c.index == 0 || n.max || t.merit < n.best {
		n.best = t.merit
		s.backup(&n.visit, c.index, t.merit)
	}
	if !n.max && c.index+1 < int(n.children) {
		o.list(state{at: t.at + 1, leaf: t.leaf, live: true, merit: t.merit})
		return
	}
	if n.max {
		s.giveUp(n, c.index)
		o.purge(n)
	}
	// The merit was limited before n was entered. If it has not sunk since, n may be worth more.
	bound := game.Exact
	if t.merit >= n.window.Beta && t.merit < game.Infinity {
		bound = game.Lower
	}
	s.leaveWith(&n.visit, t.merit, bound)
	t.at = o.tree[t.at].up
	o.list(t)
}
