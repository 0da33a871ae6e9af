package textbook

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/trace"
)

// passReduction is by how many plies the search after a null move is less deep, besides the ply of the
// null move.
const passReduction = 2

// nullMove is alphaBeta with null-move pruning: before its moves a side tries to
// pass. If it reaches beta even so, by a search less deep, then surely by a
// move: the node is cut off. That fails where every move does harm (zugzwang),
// so the value need not be that of minimax. C. Donninger (Null move and deep
// search, ICCA Journal 16(3), 1993) searches two plies less deep.
//
// No side passes twice in a row, at the last plies, or where game.Nuller
// refuses.
func (s *Searcher[S, M, R]) nullMove(n *node[S, M], depth int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	if s.leaf(n, depth) {
		return s.static(n)
	}
	if v, ok := s.passing(n, depth, w); ok && s.reaches(v, w.Beta) {
		s.selective(&n.visit, len(n.moves), v)
		return s.leave(&n.visit, v)
	}
	best := nothing
	for i := range n.moves {
		c := s.play(n, i)
		v := n.view(&c.visit, s.nullMove(c, depth-1, n.asks(&c.visit, w)))
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

// passing returns the value of n after a pass, by a search that only asks whether it reaches beta. ok is
// false if n's side does not try to pass.
func (s *Searcher[S, M, R]) passing(n *node[S, M], depth int, w game.Window) (v game.Score, ok bool) {
	if s.nuller == nil || n.pass || depth <= passReduction || w.Beta >= game.Infinity {
		return 0, false
	}
	c := n.below()
	if !s.nuller.Null(&c.state, &n.state) {
		return 0, false
	}
	s.reach(n, c, len(n.moves))
	c.pass = true
	test := game.Null(w.Beta - 1)
	if s.options.Cut == BeyondBound {
		test = game.Null(w.Beta)
	}
	asked := n.asks(&c.visit, test)
	c.ends = trace.Claims{Alpha: trace.Asked, Beta: trace.Asked}
	return n.view(&c.visit, s.nullMove(c, depth-1-passReduction, asked)), true
}

// selective records that v, the value of n after a pass, makes it skip all its moves.
func (a *account) selective(n *visit, moves int, v game.Score) {
	a.Cutoffs++
	a.tell(n, trace.Event{Kind: trace.Cutoff, Reason: trace.SelectiveCut, Child: moves, Value: v})
	for i := range moves {
		a.tell(n, trace.Event{Kind: trace.Pruned, Child: i})
	}
}
