package textbook

import "github.com/plywood-go/plywood/game"

// scout is NegaScout: it scouts each move after the first with a null window,
// which can only tell whether the move is better than the best so far, and
// searches again those that are (Pearl 1980; Reinefeld 1983). It visits no
// leaf that alpha-beta does not, though some twice.
//
// A second search is asked from one below what the scout found, where
// Reinefeld's is asked from that value itself: so the line behind a value that
// is just what the scout said is proven as well.
//
// The window contract is that of alphaBeta.
func (s *Searcher[S, M, R]) scout(f *frame[S, M], depth int, w game.Window) game.Score {
	s.enter(&f.node, w)
	if depth == 0 || s.stopped {
		return s.horizon(f)
	}
	if !s.generate(f) {
		return s.leaf(f)
	}
	var best game.Score
	alpha := w.Alpha
	for i, m := range f.moves {
		c := s.play(f, i, m)
		v := s.scoutMove(f, c, i, depth, game.Window{Alpha: alpha, Beta: w.Beta})
		s.undo(f, m)
		if i == 0 || v > best {
			best = v
			s.keep(f, i, m, v)
		}
		if v >= w.Beta {
			s.cut(f, i, v)
			break
		}
		if v > alpha {
			alpha = v
			s.narrow(&f.node, game.Window{Alpha: alpha, Beta: w.Beta})
		}
	}
	return s.leave(&f.node, best)
}

// scoutMove returns the value of c, the i-th child of f, as f sees it, obeying the
// contract of w.
func (s *Searcher[S, M, R]) scoutMove(f, c *frame[S, M], i, depth int, w game.Window) game.Score {
	if i == 0 {
		return f.view(&c.node, s.scout(c, depth-1, f.asks(&c.node, w)))
	}
	v := f.view(&c.node, s.scout(c, depth-1, f.asks(&c.node, game.Null(w.Alpha))))
	if !w.Contains(v) {
		return v
	}
	w.Alpha = v - 1
	return f.view(&c.node, s.scout(c, depth-1, f.asks(&c.node, w)))
}
