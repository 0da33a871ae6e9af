package textbook

import "github.com/plywood-go/plywood/game"

// lectureMinimax is minimax as the lecture prints it (D. A. Naumov, Поиск путей по дереву игры,
// 2021, after G. T. Heineman, G. Pollice & S. Selkow, Algorithms in a Nutshell, chapter 7, 2008):
// the best begins as [null, null], and only a better score replaces it. null must be -∞ for the
// player and +∞ for the opponent. So by Infinite scoring a player whose moves all lose has no move.
func (s *searcher) lectureMinimax(n *node, ply int) game.Score {
	s.enter(&n.visit, game.FullWindow())
	if s.leaf(n, ply) {
		return s.static(n)
	}
	best := null(&n.visit)
	for i := range n.moves {
		c := s.play(n, i)
		score := s.lectureMinimax(c, ply-1)
		if n.max {
			if score > best {
				best = s.best(n, c, score)
			}
		} else if score < best {
			best = s.best(n, c, score)
		}
	}
	return s.leave(&n.visit, best)
}

// null is the score of [null, null] from n's view.
func null(n *visit) game.Score {
	if n.max || n.flip {
		return -game.Infinity
	}
	return game.Infinity
}

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

// lectureAlphaBeta is AlphaBeta as the lecture prints it. It returns no move where all lose; see
// lectureMinimax. low becomes the best score of this node even if a higher low was known. So low
// may fall, which widens the window: nothing false is returned, but less is cut off than possible.
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
