package pathbook

import (
	"context"

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
