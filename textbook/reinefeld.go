package textbook

import "github.com/plywood-go/plywood/game"

// reinefeld is NegaScout as printed on page 7 of A. Reinefeld, An improvement
// to the Scout tree search algorithm, ICCA Journal 6(4), 1983; n is the upper
// end of a move's window. It differs from the simple form of negaScout:
//
//   - The last two plies are not searched again. There a fail-soft scout has found the
//     value itself, because it cut nothing off. This holds only if the turn changes,
//     which is checked, too.
//   - A second search begins at the value t that the scout found. If t was right, the
//     search fails low and does not prove the line after the move, so we end the line
//     there.
//
// The page does not compare t with beta, as Reinefeld's later prints do. We do: otherwise
// it may search an empty window, which returns a false bound.
//
// The window contract is that of alphaBeta.
func (s *searcher) reinefeld(p *node, depth int, w game.Window) game.Score {
	s.enter(&p.visit, w)
	if s.leaf(p, depth) {
		return s.static(p)
	}
	m, n := nothing, w.Beta
	for i := range p.moves {
		c := s.play(p, i)
		t := p.view(&c.visit, s.reinefeld(c, depth-1, p.asks(&c.visit, game.Window{Alpha: w.Alpha, Beta: n})))
		if t > m {
			if n != w.Beta && t < w.Beta && (depth > 2 || c.max == p.max) {
				low := t
				t = p.view(&c.visit, s.reinefeld(c, depth-1, p.asks(&c.visit, game.Window{Alpha: low, Beta: w.Beta})))
				if t <= low {
					s.end(c.ply)
				}
			}
			m = s.best(p, c, t)
		}
		if m >= w.Beta {
			s.cut(p, c, m)
			break
		}
		w = s.raise(&p.visit, w, m)
		n = w.Alpha + 1
	}
	return s.leave(&p.visit, m)
}
