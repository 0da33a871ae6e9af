package textbook

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// alphaBeta returns a fail-soft value v of n from the view of its side to move.
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

// passReduction is the depth, in plies, that the search after a null move loses besides
// the ply of the null move.
const passReduction = 2

// nullMove is alphaBeta with null-move pruning: before its moves a side tries to pass. If a
// shallower search finds that even the pass reaches beta, a move surely does, and the node is cut
// off. That fails where every move does harm (zugzwang), so the value may differ from minimax. C.
// Donninger (Null move and deep search, ICCA Journal 16(3), 1993) reduces the depth by two plies.
//
// There is no pass after a pass, in the last plies, or where game.Nuller refuses.
func (s *searcher) nullMove(n *node, depth int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	if s.leaf(n, depth) {
		return s.static(n)
	}
	if v, ok := s.passing(n, depth, w); ok && s.reaches(v, w.Beta) {
		s.cutsOff(&n.visit, event.SelectiveCut, n.moves, n.inOrder(), v)
		return s.leave(&n.visit, v)
	}
	return s.tryAll(n, w, nothing, n.inOrder(), func(c *node, w game.Window) game.Score {
		return s.nullMove(c, depth-1, w)
	})
}

// passing returns the value of n after a pass. Its search only asks whether the pass
// reaches beta. ok is false if n's side does not try to pass.
func (s *searcher) passing(n *node, depth int, w game.Window) (v game.Score, ok bool) {
	if n.pass || depth <= passReduction || w.Beta >= game.Infinity {
		return 0, false
	}
	if !s.null(n.ply+1, n.ply) {
		return 0, false
	}
	c := s.reach(n, n.moves)
	c.pass = true
	test := game.Null(w.Beta - 1)
	if s.options.Cut == BeyondBound {
		test = game.Null(w.Beta)
	}
	asked := n.asks(&c.visit, test)
	c.ends = event.Claims{Alpha: event.Asked, Beta: event.Asked}
	return n.view(&c.visit, s.nullMove(c, depth-1-passReduction, asked)), true
}

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

// quiet returns the value of n where only noisy moves count. The side to move need not play any of
// them: it may stand pat, which means to take the estimate of n. Without noisy moves n is a leaf.
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
