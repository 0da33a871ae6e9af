package textbook

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// minimax returns the value of n from the view of MAX: the static value of a leaf, the
// greatest value of the children where MAX is to move, the least where MIN is (Shannon
// 1950). It visits the whole tree, about b^depth nodes.
func (s *searcher) minimax(n *node, depth int) game.Score {
	s.enter(&n.visit, game.FullWindow())
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := n.worst()
	for i := range n.moves {
		c := s.play(n, i)
		v := s.minimax(c, depth-1)
		if n.better(v, best) {
			best = s.best(n, c, v)
		}
	}
	return s.leave(&n.visit, best)
}

// worst is worse for n's side than every value.
func (n *visit) worst() game.Score {
	if n.max {
		return nothing
	}
	return -nothing
}

// negaMax returns the value of n from the view of its side to move: the
// greatest of the negated values of its children (Knuth & Moore 1975,
// procedure F). One rule serves both sides; the nodes are those of minimax.
func (s *searcher) negaMax(n *node, depth int) game.Score {
	s.enter(&n.visit, game.FullWindow())
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := nothing
	for i := range n.moves {
		c := s.play(n, i)
		v := n.view(&c.visit, s.negaMax(c, depth-1))
		if v > best {
			best = s.best(n, c, v)
		}
	}
	return s.leave(&n.visit, best)
}

// branchBound returns a value v of n from the view of its side to move:
//
//	v >= bound   true value >= v
//	v < bound    true value == v
//
// It is procedure F1 of Knuth & Moore (1975), branch and bound: a node passes to its children only
// the bound that follows from its own best value. Alpha-beta also passes on what nodes higher up
// know, and so cuts off more, from depth 4 on: its deep cutoffs.
func (s *searcher) branchBound(n *node, depth int, bound game.Score) game.Score {
	w := game.Window{Alpha: -game.Infinity, Beta: bound}
	s.enter(&n.visit, w)
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := nothing
	for i := range n.moves {
		c := s.play(n, i)
		v := s.below(n, c, depth-1)
		if v > best {
			best = s.best(n, c, v)
		}
		if v >= bound {
			s.cut(n, c, v)
			break
		}
		w = s.raise(&n.visit, w, v)
	}
	return s.leave(&n.visit, best)
}

// below searches the child c of n, with n's best value as its bound, and returns its
// value from n's view. If the turn has not changed, the best value is no bound for c.
func (s *searcher) below(n, c *node, depth int) game.Score {
	c.ends = event.Claims{}
	bound := game.Infinity
	if n.flip != c.flip {
		bound, c.ends.Beta = -n.now.Alpha, n.ends.Alpha
	}
	return n.view(&c.visit, s.branchBound(c, depth, bound))
}
