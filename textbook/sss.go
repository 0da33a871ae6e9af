package textbook

import (
	"container/heap"

	"github.com/plywood-go/plywood/game"
)

// SSS* (G. C. Stockman, A minimax algorithm better than alpha-beta?, Artificial
// Intelligence 12, 1979) searches for the best strategy of MAX, most promising
// first. A state (n, s, h) stands for the strategies that share the part of the
// tree solved so far: n is the node to go on from, s says whether it is LIVE or
// SOLVED, and the merit h is an upper bound on what the strategies are worth.
// The list OPEN of states, best first and leftmost first among equals, is
// rewritten by the operator Γ until the root is SOLVED.
//
// It evaluates no leaf that alpha-beta does not (Stockman; Roizen & Pearl
// 1983), but keeps every node it has generated. Its trace is not nested: where
// a strategy is given up its nodes are never left.

// open is the list OPEN, with the tree that its states live in.
type open[S any, M comparable] struct {
	tree   []branch[S, M]
	states []openState
	moves  []M
}

// branch is a node of the tree; its children are numbered in a row.
type branch[S any, M comparable] struct {
	node
	state    S // known from the visit on
	move     M // that leads here
	up       int32
	first    int32
	children int32
	visited  bool
	solved   bool // what is left of its strategies is given up
	best     game.Score
}

// openState is a state (n, s, h). leaf is where its merit comes from.
type openState struct {
	at, leaf int32
	live     bool
	merit    game.Score
}

// walks is the number of steps between two looks at the context. Each may walk
// from a leaf to the root, and some ten times so: in a tree of thousands of plies
// that is milliseconds.
const walks = 1 << 6

// sss returns the value of f as MAX sees it.
func (s *Searcher[S, M, R]) sss(f *frame[S, M], depth int) game.Score {
	o := &s.open
	o.tree = append(o.tree[:0], branch[S, M]{node: f.node, state: f.own, up: -1})
	o.states = o.states[:0]
	o.push(openState{leaf: -1, live: true, merit: game.Infinity})
	for step := 0; !s.stopped; step++ {
		if step%walks == 0 {
			s.stopped = s.ctx.Err() != nil
		}
		t := o.pop()
		switch {
		case o.givenUp(t.at):
		case t.live:
			s.visit(t, depth)
		case t.at == 0:
			f.line.moves = o.path(t.leaf, f.line.moves[:0])
			return t.merit
		default:
			s.ascend(t)
		}
	}
	return 0
}

// visit is Γ for a LIVE state: a leaf is solved; all children of a MAX node
// come to life, for it may choose, and the first child of a MIN node, all of
// which must be solved.
func (s *Searcher[S, M, R]) visit(t openState, depth int) {
	o := &s.open
	n := &o.tree[t.at]
	if t.at != 0 {
		s.rules.Play(&n.state, &o.tree[n.up].state, n.move)
		n.max = s.max(&n.state)
	}
	n.visited = true
	s.enter(&n.node, game.Window{Alpha: -game.Infinity, Beta: t.merit})
	if n.ply == depth || !s.grow(t.at) {
		o.push(s.solveLeaf(t))
		return
	}
	for i := range s.branches(t.at) {
		o.push(openState{at: o.tree[t.at].first + i, leaf: t.leaf, live: true, merit: t.merit})
	}
}

// solveLeaf returns the state SOLVED of the leaf of t.
func (s *Searcher[S, M, R]) solveLeaf(t openState) openState {
	n := &s.open.tree[t.at]
	v := n.ofMover(s.value(&n.state, s.statuser.Status(&n.state), n.ply))
	s.static(&n.node, v)
	t.live = false
	if v < t.merit || t.leaf < 0 {
		t.merit, t.leaf = v, t.at
	}
	return t
}

// grow gives node at its children and reports whether it has any.
func (s *Searcher[S, M, R]) grow(at int32) bool {
	o := &s.open
	o.moves, _ = s.rules.Moves(&o.tree[at].state, o.moves[:0])
	first := len(o.tree)
	for i, m := range o.moves {
		c := branch[S, M]{move: m, up: at}
		c.below(&o.tree[at].node, i)
		o.tree = append(o.tree, c)
	}
	o.tree[at].first, o.tree[at].children = int32(first), int32(len(o.moves))
	return len(o.moves) > 0
}

// branches returns how many children of node at come to life together.
func (s *Searcher[S, M, R]) branches(at int32) int32 {
	if n := &s.open.tree[at]; n.max {
		return n.children
	}
	return 1
}

// ascend is Γ for a SOLVED state: a MAX parent is solved by its first solved
// child, and all other strategies below it are given up; a MIN parent goes on
// to the next child and is solved by the last.
func (s *Searcher[S, M, R]) ascend(t openState) {
	o := &s.open
	c := &o.tree[t.at].node
	n := &o.tree[o.tree[t.at].up]
	if c.index == 0 || n.max || t.merit < n.best {
		n.best = t.merit
		s.backup(&n.node, c.index, t.merit)
	}
	if !n.max && c.index+1 < int(n.children) {
		o.push(openState{at: t.at + 1, leaf: t.leaf, live: true, merit: t.merit})
		return
	}
	if n.max {
		n.solved = true
		s.giveUp(n, c.index)
	}
	s.leave(&n.node, t.merit)
	t.at = o.tree[t.at].up
	o.push(t)
}

// giveUp reports the children of n that its solved child leaves unvisited.
func (s *Searcher[S, M, R]) giveUp(n *branch[S, M], child int) {
	for i := child + 1; i < int(n.children); i++ {
		if !s.open.tree[int(n.first)+i].visited {
			s.cutoff(&n.node, i-1, int(n.children), n.best)
			return
		}
	}
}

// givenUp reports whether a node above at has been solved without it.
func (o *open[S, M]) givenUp(at int32) bool {
	for up := o.tree[at].up; up >= 0; up = o.tree[up].up {
		if o.tree[up].solved {
			return true
		}
	}
	return false
}

// path appends the moves that lead from the root to the node at, last first.
func (o *open[S, M]) path(at int32, line []M) []M {
	for ; o.tree[at].up >= 0; at = o.tree[at].up {
		line = append(line, o.tree[at].move)
	}
	return line
}

// push adds t without the boxing of heap.Push.
func (o *open[S, M]) push(t openState) {
	o.states = append(o.states, t)
	heap.Fix(o, len(o.states)-1)
}

// pop removes and returns the best state.
func (o *open[S, M]) pop() openState {
	t := o.states[0]
	last := len(o.states) - 1
	o.states[0] = o.states[last]
	o.states = o.states[:last]
	if last > 0 {
		heap.Fix(o, 0)
	}
	return t
}

// Len, Less, Swap, Push and Pop make OPEN a heap.
func (o *open[S, M]) Len() int { return len(o.states) }

// Less orders by merit, equals from left to right.
func (o *open[S, M]) Less(i, j int) bool {
	a, b := &o.states[i], &o.states[j]
	if a.merit != b.merit {
		return a.merit > b.merit
	}
	return o.left(a.at, b.at)
}

// left reports whether node a lies left of or above node b.
func (o *open[S, M]) left(a, b int32) bool {
	higher := o.tree[a].ply <= o.tree[b].ply
	for o.tree[a].ply > o.tree[b].ply {
		a = o.tree[a].up
	}
	for o.tree[b].ply > o.tree[a].ply {
		b = o.tree[b].up
	}
	if a == b {
		return higher
	}
	for o.tree[a].up != o.tree[b].up {
		a, b = o.tree[a].up, o.tree[b].up
	}
	return o.tree[a].index < o.tree[b].index
}

func (o *open[S, M]) Swap(i, j int) { o.states[i], o.states[j] = o.states[j], o.states[i] }
func (o *open[S, M]) Push(t any)    { o.states = append(o.states, t.(openState)) }
func (o *open[S, M]) Pop() any      { return o.pop() }
