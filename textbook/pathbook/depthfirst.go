package pathbook

import "math"

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

// depthLimited returns the first goal at n or at most depth moves after it,
// and whether it left nodes unexpanded at its horizon. It does not see a goal
// one move beyond the horizon.
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
