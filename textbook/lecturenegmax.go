package textbook

import "github.com/plywood-go/plywood/game"

// lectureNegMax is NegMax as the lecture prints it: one rule for both sides, and
// no move where all lose; see lectureMinimax.
func (s *searcher) lectureNegMax(n *node, ply int) game.Score {
	s.enter(&n.visit, game.FullWindow())
	if s.leaf(n, ply) {
		return s.static(n)
	}
	best := null(&n.visit)
	for i := range n.moves {
		c := s.play(n, i)
		score := n.view(&c.visit, s.lectureNegMax(c, ply-1))
		if score > best {
			best = s.best(n, c, score)
		}
	}
	return s.leave(&n.visit, best)
}
