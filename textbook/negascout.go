package textbook

import "github.com/plywood-go/plywood/game"

// negaScout is the simple form of NegaScout: it searches each move after the first with a
// null window, which shows only whether the move is better than the best so far, and
// searches the better ones again. It visits only leaves that alpha-beta visits, though
// some twice (A. Reinefeld, An improvement to the Scout tree search algorithm, ICCA
// Journal 6(4), 1983).
//
// Reinefeld's second search uses a window that starts at the scout's value. Ours starts
// one below, so the line is also proven if the value is exactly the scout's.
//
// The window contract is that of alphaBeta.
func (s *searcher) negaScout(n *node, depth int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := nothing
	scout := w // the full window for the first move
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
