package textbook

import "github.com/plywood-go/plywood/game"

// The three procedures of D. A. Naumov's lecture of 2021 on paths in game
// trees, after Heineman, Pollice and Selkow, Algorithms in a Nutshell, chapter
// 7: they play a move, search, and take the move back.

// minimax returns the value of f as the side to move at the root, the
// lecture's original player, sees it: O(b^depth).
func (s *Searcher[S, M, R]) minimax(f *frame[S, M], depth int) game.Score {
	if depth <= s.tail {
		return s.begunTail(f, depth)
	}
	s.enter(&f.node, game.FullWindow)
	if depth == 0 || s.stopped {
		return s.horizon(f)
	}
	if !s.generate(f) {
		return s.leaf(f)
	}
	var best game.Score
	for i, m := range f.moves {
		c := s.play(f, i, m)
		v := s.minimax(c, depth-1)
		s.undo(f, m)
		if i == 0 || f.better(v, best) {
			best = v
			s.keep(f, i, m, v)
		}
	}
	return s.leave(&f.node, best)
}

// negaMax returns the value of f as its side to move sees it: the greatest of
// the negated values of its children. O(b^depth).
func (s *Searcher[S, M, R]) negaMax(f *frame[S, M], depth int) game.Score {
	if depth <= s.tail {
		return s.begunTail(f, depth)
	}
	s.enter(&f.node, game.FullWindow)
	if depth == 0 || s.stopped {
		return s.horizon(f)
	}
	if !s.generate(f) {
		return s.leaf(f)
	}
	var best game.Score
	for i, m := range f.moves {
		c := s.play(f, i, m)
		v := f.view(&c.node, s.negaMax(c, depth-1))
		s.undo(f, m)
		if i == 0 || v > best {
			best = v
			s.keep(f, i, m, v)
		}
	}
	return s.leave(&f.node, best)
}

// alphaBeta returns a fail-soft value v of f as its side to move sees it.
//
//	v <= w.Alpha              true value <= v
//	v >= w.Beta               true value >= v
//	w.Alpha < v < w.Beta      true value == v
//
// It stops looking at f's moves as soon as one reaches high. O(b^(depth/2)) if
// good moves come first, O(b^depth) at worst.
func (s *Searcher[S, M, R]) alphaBeta(f *frame[S, M], depth int, w game.Window) game.Score {
	s.enter(&f.node, w)
	if depth == 0 || s.stopped {
		return s.horizon(f)
	}
	if !s.generate(f) {
		return s.leaf(f)
	}
	var best game.Score
	low, high := w.Alpha, w.Beta
	for i, m := range f.moves {
		c := s.play(f, i, m)
		v := f.view(&c.node, s.alphaBeta(c, depth-1, f.asks(&c.node, game.Window{Alpha: low, Beta: high})))
		s.undo(f, m)
		if i == 0 || v > best {
			best = v
			s.keep(f, i, m, v)
		}
		if v >= high+s.slack {
			s.cut(f, i, v)
			break
		}
		if v > low {
			low = v
			s.narrow(&f.node, game.Window{Alpha: low, Beta: high})
		}
	}
	return s.answer(f, w, best)
}
