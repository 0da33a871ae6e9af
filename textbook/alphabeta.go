package textbook

import "github.com/plywood-go/plywood/game"

// alphaBeta returns a fail-soft value v of n from the view of its side to
// move.
//
//	v <= w.Alpha              true value <= v
//	v >= w.Beta               true value >= v
//	w.Alpha < v < w.Beta      true value == v
//
// It stops searching n's moves as soon as one reaches beta: the other side has a better
// choice above. It is procedure F2 of Knuth & Moore (1975) with Fishburn's change (1983):
// F2 begins with alpha as the best value, alphaBeta below every value, so that values
// beyond the window are still bounds. With the best moves first it visits
// b^⌈d/2⌉+b^⌊d/2⌋−1 leaves of a uniform tree, at worst all b^d.
func (s *searcher) alphaBeta(n *node, depth int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := nothing
	for i := range n.moves {
		c := s.play(n, i)
		v := n.view(&c.visit, s.alphaBeta(c, depth-1, n.asks(&c.visit, w)))
		if v > best {
			best = s.best(n, c, v)
		}
		if s.reaches(v, w.Beta) {
			s.cut(n, c, v)
			break
		}
		w = s.raise(&n.visit, w, v)
	}
	return s.leave(&n.visit, best)
}
