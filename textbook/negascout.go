package textbook

import "github.com/plywood-go/plywood/game"

// negaScout is the simple form of NegaScout: it scouts each move after the first
// with a null window, which can only tell whether the move is better than the
// best so far, and searches again those that are. It visits no leaf that
// alpha-beta does not, though some twice (A. Reinefeld, An improvement to the
// Scout tree search algorithm, ICCA Journal 6(4), 1983).
//
// A second search is asked from one below what the scout found, where
// Reinefeld's is asked from that value itself: so the line behind a value that
// is just what the scout said is proven as well.
//
// The window contract is that of alphaBeta.
func (s *Searcher[S, M, R]) negaScout(n *node[S, M], depth int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := nothing
	scout := w // as wide as the window for the first move
	for i := range n.moves {
		c := s.play(n, i)
		v := n.view(&c.visit, s.negaScout(c, depth-1, n.asks(&c.visit, scout)))
		if scout != w && w.Contains(v) {
			again := game.Window{Alpha: v - 1, Beta: w.Beta}
			v = n.view(&c.visit, s.negaScout(c, depth-1, n.asks(&c.visit, again)))
		}
		if v > best {
			best = s.best(n, c, v)
		}
		if v >= w.Beta {
			s.cut(n, c, v)
			break
		}
		w = s.raise(&n.visit, w, v)
		scout = game.Null(w.Alpha)
	}
	return s.leave(&n.visit, best)
}
