package textbook

import "github.com/plywood-go/plywood/game"

// lectureAlphaBeta is AlphaBeta as the lecture prints it. It returns no move where all
// lose; see lectureMinimax. low becomes the best score of this node even if a higher low
// was known. So low may fall, which widens the window: nothing false is returned, but
// less is cut off than possible.
//
// The print stores [m, -low]. The wrong sign would spoil the next comparison, so here it
// is [m, low].
//
// The window contract is that of alphaBeta.
func (s *searcher) lectureAlphaBeta(n *node, ply int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	if s.leaf(n, ply) {
		return s.static(n)
	}
	best := null(&n.visit)
	low, high := w.Alpha, w.Beta
	for i := range n.moves {
		c := s.play(n, i)
		score := n.view(&c.visit, s.lectureAlphaBeta(c, ply-1, n.asks(&c.visit, game.Window{Alpha: low, Beta: high})))
		if score > best {
			low = score
			best = s.best(n, c, low)
			if low >= high {
				s.cut(n, c, best)
				break
			}
			s.narrow(&n.visit, game.Window{Alpha: low, Beta: high})
		}
	}
	return s.leave(&n.visit, best)
}
