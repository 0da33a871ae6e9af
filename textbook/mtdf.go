package textbook

import (
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// mtdf returns the value of n from MAX's view, by null-window searches that converge on
// it from a first guess g. With infinity as the guess it is AB-SSS*, which visits the
// leaves of SSS* in the same order (A. Plaat, J. Schaeffer, W. Pijls & A. de Bruin,
// Best-first fixed-depth minimax algorithms, Artificial Intelligence 87, 1996, figure 5).
func (s *searcher) mtdf(n *node, depth int, g game.Score) game.Score {
	root := unknown
	lower, upper := -game.Infinity, game.Infinity
	n.ends = event.Claims{Alpha: event.Guessed, Beta: event.Guessed}
	for lower < upper && !s.stopped {
		beta := g
		if g == lower {
			beta = g + 1
		}
		g = s.withMemory(n, &root, depth, game.Null(beta-1))
		if g < beta {
			upper = g
		} else {
			lower = g
		}
	}
	s.retrace(n, &root)
	return g
}

// memory holds the known bounds of a node's value, from MAX's view, for
// AlphaBetaWithMemory. It belongs to a node: a position reached in two ways has two.
type memory struct {
	lower, upper game.Score
	children     []memory // nil if not visited below
}

var unknown = memory{lower: -game.Infinity, upper: game.Infinity}

// withMemory is AlphaBetaWithMemory for a null window. A known bound either settles such
// a window or leaves it unchanged.
func (s *searcher) withMemory(n *node, known *memory, depth int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	switch {
	case known.lower >= w.Beta:
		return s.recall(&n.visit, known.lower)
	case known.upper <= w.Alpha:
		return s.recall(&n.visit, known.upper)
	case s.leaf(n, depth):
		v := s.static(n)
		known.lower, known.upper = v, v
		return v
	}
	if known.children == nil {
		known.children = slices.Repeat([]memory{unknown}, n.moves)
	}
	best := n.worst()
	for i := range n.moves {
		c := s.play(n, i)
		v := s.withMemory(c, &known.children[i], depth-1, w)
		if n.better(v, best) {
			best = v
			s.backup(&n.visit, i, v)
		}
		if n.max && v >= w.Beta || !n.max && v <= w.Alpha {
			s.cut(n, c, v)
			break
		}
	}
	if best <= w.Alpha {
		known.upper = best
	} else {
		known.lower = best
	}
	return s.leave(&n.visit, best)
}

// retrace reads the line of n from memory and returns its last move first. Where the
// bounds of a node have met at a value, so have the bounds of a child that explains it.
func (s *searcher) retrace(n *node, known *memory) {
	s.end(n.ply)
	if known.children == nil {
		return
	}
	i := slices.IndexFunc(known.children, func(c memory) bool {
		return c.lower == known.lower && c.upper == known.lower
	})
	n.moves, _ = s.moves(n.ply)
	if i < 0 || i >= n.moves { // rules with a budget may end the game early
		return
	}
	c := s.play(n, i)
	s.retrace(c, &known.children[i])
	s.lead(n.ply, i, c.ply)
}
