package pathbook

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/plywood-go/plywood/game/event"
)

// search is one search: the problem and its observer.
type search[S, M comparable] struct {
	ctx      context.Context
	problem  Problem[S, M]
	informed bool // estimates are asked for
	observer event.Observer
	visits   int
	taken    int
}

// Reasons why a node is not expanded.
const (
	known   = event.KnownCut
	outside = event.BoundCut
	horizon = event.HorizonCut
)

// start returns the first node of a search or of an iteration.
func (s *search[S, M]) start(state S) *Node[S, M] {
	n := &Node[S, M]{State: state, H: s.estimate(&state), index: -1}
	s.reach(n)
	return n
}

func (s *search[S, M]) estimate(state *S) int {
	if !s.informed {
		return 0
	}
	return s.problem.Estimate(state)
}

// goal counts n and reports whether it is a goal.
func (s *search[S, M]) goal(n *Node[S, M]) bool {
	s.taken++
	if !s.problem.Goal(&n.State) {
		return false
	}
	s.tell(n, event.Event{Kind: event.Goal})
	return true
}

// children returns the nodes one move after n, in the order of the moves.
func (s *search[S, M]) children(n *Node[S, M]) (all []*Node[S, M]) {
	s.tell(n, event.Event{Kind: event.Expand})
	moves, _ := s.problem.Moves(&n.State, nil)
	for i, m := range moves {
		child := &Node[S, M]{Parent: n, Move: m, G: n.G + s.problem.Cost(&n.State, m), Ply: n.Ply + 1, index: i}
		s.problem.Play(&child.State, &n.State, m)
		child.H = s.estimate(&child.State)
		all = append(all, child)
	}
	return all
}

// reach emits that n has entered the open list, or has been reached.
func (s *search[S, M]) reach(n *Node[S, M]) {
	n.visit = s.visits
	s.visits++
	s.tell(n, event.Event{Kind: event.Reach, G: min(n.G, event.Far), H: min(n.H, event.Far)})
}

// limit emits the limit of an iteration, for its first node.
func (s *search[S, M]) limit(root *Node[S, M], most int) {
	s.tell(root, event.Event{Kind: event.Limit, G: min(most, event.Far)})
}

// drop emits that n is not expanded.
func (s *search[S, M]) drop(n *Node[S, M], why event.Reason) {
	s.tell(n, event.Event{Kind: event.Drop, Reason: why})
}

func (s *search[S, M]) tell(n *Node[S, M], e event.Event) {
	if s.observer == nil {
		return
	}
	e.Node, e.Parent, e.Index, e.Ply, e.Max = n.visit, -1, n.index, n.Ply, true
	if n.Parent != nil {
		e.Parent = n.Parent.visit
	}
	s.observer.Observe(e)
}

// bestFirst keeps an open list of nodes to expand and a closed list of expanded nodes. It
// takes the node with the least f from the open list, and among equals the first that
// arrived. A position that is reached more cheaply enters the open list again. bestFirst
// returns the goal that it takes from the list, or nil once the list is empty. With f = g
// it is uniform-cost search, with f = g + h A*.
func (s *search[S, M]) bestFirst(start S, f func(n *Node[S, M]) int) *Node[S, M] {
	open := []*Node[S, M]{s.start(start)}
	best := map[S]int{start: 0}
	for len(open) > 0 && s.ctx.Err() == nil {
		n := slices.MinFunc(open, func(a, b *Node[S, M]) int { return cmp.Compare(f(a), f(b)) })
		least := slices.Index(open, n)
		open = slices.Delete(open, least, least+1)
		if s.goal(n) {
			return n
		}
		for _, child := range s.children(n) {
			s.reach(child)
			if g, met := best[child.State]; met && g <= child.G {
				s.drop(child, known)
				continue
			}
			best[child.State] = child.G
			open = append(open, child)
		}
	}
	return nil
}

// fixedDepth searches depth moves ahead, or without limit if depth is 0.
func (s *search[S, M]) fixedDepth(start S, depth int) *Node[S, M] {
	root := s.start(start)
	if depth > 0 {
		s.limit(root, depth)
	} else {
		depth = math.MaxInt
	}
	goal, _ := s.depthLimited(root, depth)
	return goal
}

// iterativeDeepening searches one move deeper each time, until it finds a goal or nothing
// lies beyond the horizon.
func (s *search[S, M]) iterativeDeepening(start S) *Node[S, M] {
	for depth := 0; s.ctx.Err() == nil; depth++ {
		root := s.start(start)
		s.limit(root, depth)
		goal, more := s.depthLimited(root, depth)
		if goal != nil || !more {
			return goal
		}
	}
	return nil
}

// depthLimited returns the first goal at n or at most depth moves after it, and whether it left
// nodes unexpanded at its horizon. It does not see a goal one move beyond the horizon.
func (s *search[S, M]) depthLimited(n *Node[S, M], depth int) (goal *Node[S, M], more bool) {
	if s.goal(n) {
		return n, false
	}
	if depth == 0 {
		s.drop(n, horizon)
		return nil, true
	}
	if s.ctx.Err() != nil {
		return nil, true
	}
	for _, child := range s.children(n) {
		s.reach(child)
		if child.repeats() {
			s.drop(child, known)
			continue
		}
		goal, behind := s.depthLimited(child, depth-1)
		if goal != nil || s.ctx.Err() != nil {
			return goal, true
		}
		more = more || behind
	}
	return nil, more
}

// idaStar searches contours until one has a goal (Korf 1985). The bound of each is the
// least f beyond the bound before. The goal is the cheapest if estimates are admissible.
func (s *search[S, M]) idaStar(start S) *Node[S, M] {
	for bound := s.problem.Estimate(&start); bound < Infinite && s.ctx.Err() == nil; {
		root := s.start(start)
		s.limit(root, bound)
		goal, beyond := s.contour(root, bound)
		if goal != nil {
			return goal
		}
		bound = beyond
	}
	return nil
}

// contour searches depth first among the nodes with g + h up to bound. It
// returns a goal or, if there is none, the least g + h beyond the bound.
func (s *search[S, M]) contour(n *Node[S, M], bound int) (goal *Node[S, M], beyond int) {
	if f := n.G + n.H; f > bound {
		s.drop(n, outside)
		return nil, f
	}
	if s.goal(n) {
		return n, 0
	}
	if s.ctx.Err() != nil {
		return nil, Infinite
	}
	beyond = Infinite
	for _, child := range s.children(n) {
		s.reach(child)
		if child.repeats() {
			s.drop(child, known)
			continue
		}
		goal, b := s.contour(child, bound)
		if goal != nil || s.ctx.Err() != nil {
			return goal, Infinite
		}
		beyond = min(beyond, b)
	}
	return nil, beyond
}

// repeats reports whether the position of n already occurs on the path to it.
func (n *Node[S, M]) repeats() bool {
	for before := n.Parent; before != nil; before = before.Parent {
		if before.State == n.State {
			return true
		}
	}
	return false
}
