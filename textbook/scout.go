package textbook

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// SCOUT (J. Pearl, Asymptotic properties of minimax trees and game-searching procedures, Artificial
// Intelligence 14, 1980) consists of two procedures. EVAL finds the value of a position: it
// evaluates the first successor, then TEST checks whether each other successor is better, and EVAL
// evaluates those that are. TEST only decides whether a value is greater than v.
//
// It is not NegaScout. EVAL passes no bounds down, so SCOUT may visit leaves
// that alpha-beta cuts off; with the best moves first it visits as few.

// eval is EVAL: it returns the value of n from MAX's view.
func (s *searcher) eval(n *node, depth int) game.Score {
	n.ends = event.Claims{}
	s.enter(&n.visit, game.FullWindow())
	if s.leaf(n, depth) {
		return s.static(n)
	}
	best := n.worst()
	for i := range n.moves {
		c := s.play(n, i)
		c.ends = n.scouts()
		switch {
		case i == 0: // there is no best value yet
		case n.max && !s.test(c, depth-1, best):
			continue // V(c) <= best
		case !n.max && s.test(c, depth-1, best-1):
			continue // V(c) >= best
		}
		best = s.best(n, c, s.eval(c, depth-1))
	}
	return s.leave(&n.visit, best)
}

// test is TEST(n, v, >): it reports whether the value of n, from MAX's view, is greater than v. MAX
// needs one successor with a greater value, MIN one without. Pearl's TEST(n, v, >=) is the test
// with v-1, because values are integers. In a trace a test is a search with a null window.
func (s *searcher) test(n *node, depth int, v game.Score) bool {
	s.enter(&n.visit, game.Null(v))
	if s.leaf(n, depth) {
		return s.static(n) > v
	}
	for i := range n.moves {
		c := s.play(n, i)
		if s.test(c, depth-1, v) == n.max {
			s.best(n, c, c.answer)
			s.cut(n, c, c.answer)
			return s.says(n, n.max, v)
		}
	}
	return s.says(n, !n.max, v)
}

// says ends the test of n against v with the answer yes. In the trace it ends with the
// bound that the answer means.
func (s *searcher) says(n *node, yes bool, v game.Score) bool {
	if yes {
		s.leaveWith(&n.visit, v+1, game.Lower)
	} else {
		s.leaveWith(&n.visit, v, game.Upper)
	}
	return yes
}

// negaScout is the simple form of NegaScout: it searches each move after the first with a null
// window, which shows only whether the move is better than the best so far, and searches the better
// ones again. It visits only leaves that alpha-beta visits, though some twice (A. Reinefeld, An
// improvement to the Scout tree search algorithm, ICCA Journal 6(4), 1983).
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
