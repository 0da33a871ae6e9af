package textbook

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// SCOUT (J. Pearl, Asymptotic properties of minimax trees and game-searching procedures,
// Artificial Intelligence 14, 1980) consists of two procedures. EVAL finds the value of a
// position: it evaluates the first successor, then TEST checks whether each other
// successor is better, and EVAL evaluates those that are. TEST only decides whether a
// value is greater than v.
//
// It is not NegaScout. EVAL passes no bounds down, so SCOUT may visit leaves
// that alpha-beta cuts off; with the best moves first it visits as few.

// eval is EVAL: it returns the value of n from MAX's view.
func (s *searcher) eval(n *node, depth int) game.Score {
	n.ends = event.Claims{}
	s.enter(&n.visit, game.FullWindow())
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := n.worst()
	for i := range n.moves {
		c := s.play(n, i)
		c.ends = n.scouts()
		switch {
		case i == 0: // there is no best value yet
		case n.max && !s.test(c, depth-1, best):
			continue // V(c) <= best
		case !n.max && s.test(c, depth-1, best-1):
			continue // V(c) >= best
		}
		best = s.best(n, c, s.eval(c, depth-1))
	}
	return s.leave(&n.visit, best)
}

// test is TEST(n, v, >): it reports whether the value of n, from MAX's view, is greater
// than v. MAX needs one successor with a greater value, MIN one without. Pearl's TEST(n,
// v, >=) is the test with v-1, because values are integers. In a trace a test is a search
// with a null window.
func (s *searcher) test(n *node, depth int, v game.Score) bool {
	s.enter(&n.visit, game.Null(v))
	if s.leaf(n, depth) {
		return s.static(n) > v
	}
	for i := range n.moves {
		c := s.play(n, i)
		if s.test(c, depth-1, v) == n.max {
			s.best(n, c, c.answer)
			s.cut(n, c, c.answer)
			return s.says(n, n.max, v)
		}
	}
	return s.says(n, !n.max, v)
}

// says ends the test of n against v with the answer yes. In the trace it ends with the
// bound that the answer means.
func (s *searcher) says(n *node, yes bool, v game.Score) bool {
	if yes {
		s.leaveWith(&n.visit, v+1, game.Lower)
	} else {
		s.leaveWith(&n.visit, v, game.Upper)
	}
	return yes
}
