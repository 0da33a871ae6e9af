package textbook

import (
	"slices"

	"github.com/plywood-go/plywood/game"
)

// memory is what AlphaBetaWithMemory knows of the tree, node by node; number 0
// is the root. It grows by some 12 bytes for each child of a visited node.
type memory []bounds

// bounds enclose the value of a node, as MAX sees it.
type bounds struct {
	lower, upper game.Score
	children     int32 // the number of the first child; 0 if not expanded
}

var noBounds = bounds{lower: -game.Infinity, upper: game.Infinity}

// expand makes room for the children of node at and returns the number of the
// first.
func (m *memory) expand(at, children int) int {
	if first := (*m)[at].children; first != 0 {
		return int(first)
	}
	first := len(*m)
	for range children {
		*m = append(*m, noBounds)
	}
	(*m)[at].children = int32(first)
	return first
}

// mtdf returns the value of f as MAX sees it, by null-window searches that
// close in on it from a first guess (Plaat, Schaeffer, Pijls & de Bruin,
// Best-first fixed-depth minimax algorithms, Artificial Intelligence 87,
// 1996).
func (s *Searcher[S, M, R]) mtdf(f *frame[S, M], depth int) game.Score {
	s.memory = append(s.memory[:0], noBounds)
	g := s.options.Guess
	lower, upper := -game.Infinity, game.Infinity
	for lower < upper && !s.stopped {
		beta := g
		if g == lower {
			beta = g + 1
		}
		g = s.withMemory(f, 0, depth, game.Null(beta-1))
		if g < beta {
			upper = g
		} else {
			lower = g
		}
	}
	s.retrace(f)
	return g
}

// withMemory is AlphaBetaWithMemory for a null window, which a stored bound
// either settles or leaves as it is.
func (s *Searcher[S, M, R]) withMemory(f *frame[S, M], at, depth int, w game.Window) game.Score {
	s.enter(&f.node, w)
	f.line.moves = f.line.moves[:0]
	switch known := s.memory[at]; {
	case known.lower >= w.Beta:
		return s.recall(&f.node, known.lower)
	case known.upper <= w.Alpha:
		return s.recall(&f.node, known.upper)
	}
	if depth == 0 || s.stopped || !s.generate(f) {
		v := s.horizon(f)
		s.memory[at] = bounds{lower: v, upper: v}
		return v
	}
	v := s.bestWithMemory(f, s.memory.expand(at, len(f.moves)), depth, w)
	if v <= w.Alpha {
		s.memory[at].upper = v
	} else {
		s.memory[at].lower = v
	}
	return s.leave(&f.node, v)
}

// bestWithMemory returns the value of the best move of f, whose children are
// numbered from first.
func (s *Searcher[S, M, R]) bestWithMemory(f *frame[S, M], first, depth int, w game.Window) game.Score {
	var best game.Score
	for i, m := range f.moves {
		c := s.play(f, i, m)
		v := s.withMemory(c, first+i, depth-1, w)
		s.undo(f, m)
		if i == 0 || f.better(v, best) {
			best = v
			s.keep(f, i, m, v)
		}
		if f.max && v >= w.Beta || !f.max && v <= w.Alpha {
			s.cut(f, i, v)
			break
		}
	}
	return best
}

// retrace reads the line of the root f from memory: where a node's bounds have
// met at a value, so have those of a child that explains it.
func (s *Searcher[S, M, R]) retrace(f *frame[S, M]) {
	line := f.line.moves[:0]
	at, p := 0, f
	for s.memory[at].children != 0 && s.generate(p) {
		i := s.provenChild(at, len(p.moves))
		if i < 0 {
			break
		}
		line = append(line, p.moves[i])
		at, p = int(s.memory[at].children)+i, s.play(p, i, p.moves[i])
	}
	slices.Reverse(line)
	f.line.moves = line
}

// provenChild returns the index of the first child of node at that is proven
// to have the same value, or -1.
func (s *Searcher[S, M, R]) provenChild(at, children int) int {
	v := s.memory[at].lower
	first := int(s.memory[at].children)
	for i, c := range s.memory[first : first+children] {
		if c.lower == v && c.upper == v {
			return i
		}
	}
	return -1
}
