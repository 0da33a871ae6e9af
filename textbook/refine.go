package textbook

import "github.com/plywood-go/plywood/game"

// tryAll is the loop of alphaBeta for its refinements. It searches the moves of n with
// the indices in order. The function below returns the value of a child for the child's
// side to move. The value of n is at least best.
func (s *searcher) tryAll(
	n *node, w game.Window, best game.Score, order []int, below func(c *node, w game.Window) game.Score,
) game.Score {
	for k, i := range order {
		c := s.play(n, i)
		v := n.view(&c.visit, below(c, n.asks(&c.visit, w)))
		if v > best {
			best = s.best(n, c, v)
		}
		if s.reaches(v, w.Beta) {
			s.leaveOut(&n.visit, i, order[k+1:], v)
			break
		}
		w = s.raise(&n.visit, w, v)
	}
	return s.leave(&n.visit, best)
}

// inOrder returns the indices of the moves of n.
func (n *node) inOrder() []int {
	order := make([]int, n.moves)
	for i := range order {
		order[i] = i
	}
	return order
}
