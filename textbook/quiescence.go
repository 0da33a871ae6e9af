package textbook

import (
	"slices"

	"github.com/plywood-go/plywood/game"
)

// quiescence is alphaBeta whose horizon is not the same everywhere: it takes no
// estimate where noisy moves, such as captures, are left, but looks on; see
// quiet. A. M. Turing (Digital computers applied to games, 1953) has his paper
// machine continue until a position is dead.
func (s *Searcher[S, M, R]) quiescence(n *node[S, M], depth int, w game.Window) game.Score {
	if depth <= 0 {
		return s.quiet(n, w)
	}
	s.enter(&n.visit, w)
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := nothing
	for i := range n.moves {
		c := s.play(n, i)
		v := n.view(&c.visit, s.quiescence(c, depth-1, n.asks(&c.visit, w)))
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

// quiet returns the value of n where only noisy moves count. The side to move
// need not play any of them: without one it has the estimate of n, which is
// called standing pat. Without noisy moves n is a leaf.
func (s *Searcher[S, M, R]) quiet(n *node[S, M], w game.Window) game.Score {
	s.enter(&n.visit, w)
	noisy := s.noisyMoves(n)
	if len(noisy) == 0 {
		return s.static(n)
	}
	best := n.ofMover(s.estimate(&n.state))
	s.backup(&n.visit, -1, best)
	if s.reaches(best, w.Beta) {
		s.leaveOut(&n.visit, -1, noisy, best)
		return s.leave(&n.visit, best)
	}
	w = s.raise(&n.visit, w, best)
	for k, i := range noisy {
		c := s.play(n, i)
		v := n.view(&c.visit, s.quiet(c, n.asks(&c.visit, w)))
		if v > best {
			best = s.best(n, c, v)
		}
		if s.reaches(v, w.Beta) {
			s.leaveOut(&n.visit, i, noisy[k+1:], v)
			break
		}
		w = s.raise(&n.visit, w, v)
	}
	return s.leave(&n.visit, best)
}

// noisyMoves generates the moves of n and returns the indices of the noisy ones. It returns none if
// the game is over, or the search stopped.
func (s *Searcher[S, M, R]) noisyMoves(n *node[S, M]) []int {
	n.line = n.line[:0]
	n.moves, n.status = s.rules.Moves(&n.state, n.moves[:0])
	if n.status.Over() || s.stopped || s.noisy == nil {
		return nil
	}
	var noisy []int
	for _, m := range s.noisy.NoisyMoves(&n.state, nil) {
		noisy = append(noisy, slices.Index(n.moves, m))
	}
	return noisy
}
