package textbook

import "github.com/plywood-go/plywood/game"

// quiescence is alphaBeta with a flexible horizon: where noisy moves, such as captures,
// remain, it takes no estimate but searches on; see quiet. The paper machine of A. M.
// Turing (Digital computers applied to games, 1953) continues until a position is dead.
func (s *searcher) quiescence(n *node, depth int, w game.Window) game.Score {
	if depth <= 0 {
		return s.quiet(n, w)
	}
	s.enter(&n.visit, w)
	if s.leaf(n, depth) {
		return s.static(n)
	}
	return s.tryAll(n, w, nothing, n.inOrder(), func(c *node, w game.Window) game.Score {
		return s.quiescence(c, depth-1, w)
	})
}

// quiet returns the value of n where only noisy moves count. The side to move need not play any
// of them: it may stand pat, which means to take the estimate of n. Without noisy moves n is a
// leaf.
func (s *searcher) quiet(n *node, w game.Window) game.Score {
	s.enter(&n.visit, w)
	noisy := s.noisyMoves(n)
	if len(noisy) == 0 {
		return s.static(n)
	}
	best := n.ofMover(s.estimate(n.ply))
	s.backup(&n.visit, -1, best)
	if s.reaches(best, w.Beta) {
		s.leaveOut(&n.visit, -1, noisy, best)
		return s.leave(&n.visit, best)
	}
	return s.tryAll(n, s.raise(&n.visit, w, best), best, noisy, s.quiet)
}

// noisyMoves generates the moves of n and returns the indices of the noisy ones. It
// returns nil if the game is over or the search has stopped.
func (s *searcher) noisyMoves(n *node) []int {
	s.end(n.ply)
	n.moves, n.status = s.moves(n.ply)
	if n.status.Over() || s.stopped {
		return nil
	}
	return s.noisy(n.ply)
}
