package textbook

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// passReduction is the depth, in plies, that the search after a null move loses besides
// the ply of the null move.
const passReduction = 2

// nullMove is alphaBeta with null-move pruning: before its moves a side tries to pass. If
// a shallower search finds that even the pass reaches beta, a move surely does, and the
// node is cut off. That fails where every move does harm (zugzwang), so the value may
// differ from minimax. C. Donninger (Null move and deep search, ICCA Journal 16(3), 1993)
// reduces the depth by two plies.
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
