package textbook

import "github.com/plywood-go/plywood/game"

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
