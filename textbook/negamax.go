package textbook

import "github.com/plywood-go/plywood/game"

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
