package textbook

import (
	"container/heap"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// open is the list OPEN of SSS* as a heap, and the tree of its states.
type open struct {
	tree   []branch // number 0 is the root
	states []state
}

// branch is a node of the tree, and a position of the board; its children have consecutive numbers.
type branch struct {
	visit
	up       int32
	jump     int32 // an ancestor further up; see left
	first    int32
	children int32
	visited  bool
	listed   bool       // a state of the branch has been in OPEN, the last
	merit    game.Score // with this merit
	purged   bool       // nothing below a node above is wanted any more
	best     game.Score
}

// list puts a state into OPEN.
func (o *open) list(t state) {
	o.tree[t.at].listed, o.tree[t.at].merit = true, t.merit
	heap.Push(o, t)
}

// visitBranch enters the node of a LIVE state.
func (s *searcher) visitBranch(t state) *branch {
	o := &s.open
	n := &o.tree[t.at]
	if t.at != 0 {
		s.board.play(int(t.at), int(n.up), n.index)
		n.parent, n.max = o.tree[n.up].number, s.max(int(t.at))
	}
	n.visited = true
	n.ends.Beta = event.Merit
	s.enter(&n.visit, game.Window{Alpha: -game.Infinity, Beta: t.merit})
	return n
}

// grow generates the children of the node with index at. It reports whether there are any.
func (s *searcher) grow(at int32) bool {
	o := &s.open
	n := &o.tree[at]
	moves, _ := s.moves(int(at))
	n.first, n.children = int32(len(o.tree)), int32(moves)
	below := branch{visit: visit{ply: n.ply + 1}, up: at, jump: at}
	if far := &o.tree[n.jump]; n.ply-far.ply == far.ply-o.tree[far.jump].ply {
		below.jump = far.jump
	}
	for below.index = range moves {
		o.tree = append(o.tree, below)
	}
	return moves > 0
}

// giveUp reports how a solved child of n settles the others: with bounds if they were
// visited, as pruned if not.
func (s *searcher) giveUp(n *branch, child int) {
	if s.observer != nil {
		for i := range n.children {
			s.promise(n.first + i)
		}
	}
	for i := child + 1; i < int(n.children); i++ {
		if !s.open.tree[int(n.first)+i].visited {
			s.cutoff(&n.visit, i-1, int(n.children), n.best)
			return
		}
	}
}

// promise returns the best merit of the strategies through the node with index at, and
// leaves the visited nodes below it. If that merit has sunk since a node was entered, it
// is an upper bound of the node's value.
func (s *searcher) promise(at int32) game.Score {
	n := &s.open.tree[at]
	if n.children == 0 || n.bound != game.NoBound { // the state of n itself is the last
		return n.merit
	}
	best := -game.Infinity
	for i := n.first; i < n.first+n.children && s.open.tree[i].listed; i++ {
		m := s.promise(i)
		if !n.max || m > best { // MIN has only one child in OPEN, the last
			best = m
		}
	}
	if best < n.window.Beta {
		s.leaveWith(&n.visit, best, game.Upper)
	}
	return best
}

// purge removes all states below n from OPEN: they are skipped when they come to the front. A node
// is purged once, so all purges together take time linear in the number of nodes.
func (o *open) purge(n *branch) {
	for i := n.first; i < n.first+n.children; i++ {
		if c := &o.tree[i]; !c.purged {
			c.purged = true
			o.purge(c)
		}
	}
}

// path sets the line of the root to the moves that lead to the node with index at.
func (s *searcher) path(at int32) {
	s.end(int(at))
	for n := &s.open.tree[at]; n.up >= 0; n = &s.open.tree[at] {
		s.lead(int(n.up), n.index, int(at))
		at = n.up
	}
}

// Less orders states by merit, and equal ones from left to right. With Len, Swap, Push
// and Pop it makes OPEN a heap.
func (o *open) Less(i, j int) bool {
	a, b := &o.states[i], &o.states[j]
	if a.merit != b.merit {
		return a.merit > b.merit
	}
	return o.left(a.at, b.at)
}

// left reports whether node a lies left of or above node b. It looks for the place where their
// paths part by jumps, not ply by ply (E. W. Myers, An applicative random-access stack, Information
// Processing Letters 17, 1983). That takes time logarithmic in the depth.
func (o *open) left(a, b int32) bool {
	higher := o.tree[a].ply <= o.tree[b].ply
	ply := min(o.tree[a].ply, o.tree[b].ply)
	a, b = o.above(a, ply), o.above(b, ply)
	if a == b {
		return higher
	}
	for o.tree[a].up != o.tree[b].up {
		if o.tree[a].jump != o.tree[b].jump {
			a, b = o.tree[a].jump, o.tree[b].jump
		} else {
			a, b = o.tree[a].up, o.tree[b].up
		}
	}
	return o.tree[a].index < o.tree[b].index
}

// above returns the ancestor of the node at that lies at ply.
func (o *open) above(at int32, ply int) int32 {
	for n := &o.tree[at]; n.ply > ply; n = &o.tree[at] {
		at = n.up
		if o.tree[n.jump].ply >= ply {
			at = n.jump
		}
	}
	return at
}

func (o *open) Len() int      { return len(o.states) }
func (o *open) Swap(i, j int) { o.states[i], o.states[j] = o.states[j], o.states[i] }
func (o *open) Push(t any)    { o.states = append(o.states, t.(state)) }

// Pop removes and returns the last state.
func (o *open) Pop() any {
	last := len(o.states) - 1
	t := o.states[last]
	o.states = o.states[:last]
	return t
}
