package textbook

import "github.com/plywood-go/plywood/game"

// lectureMinimax is minimax as the lecture prints it (D. A. Naumov, Поиск путей по дереву
// игры, 2021, after G. T. Heineman, G. Pollice & S. Selkow, Algorithms in a Nutshell,
// chapter 7, 2008): the best begins as [null, null], and only a better score replaces it.
// null must be -∞ for the player and +∞ for the opponent. So by Infinite scoring a player
// whose moves all lose has no move.
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
