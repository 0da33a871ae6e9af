package textbook

import (
	"slices"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
)

// tableKey identifies a position and the depth to which it was searched.
type tableKey struct {
	hash  uint64
	depth int
}

// tableEntry is the result of such a search.
type tableEntry struct {
	value  game.Score // relative to the position, for its side to move
	bound  game.Bound
	beyond bool // the search met its horizon
}

// deepening returns the value of n, like alphaBeta, by searches to depth 1, 2, …, depth.
// It ends earlier if a search neither meets its horizon nor uses a result that depended
// on one. A transposition table serves these searches in two ways:
//
//   - A position searched before to the same depth is not searched again if the
//     known bound settles the question. Programs also use the results of deeper
//     searches; their values then belong to no single depth.
//   - The move found best in the last visit of a position, mostly in the search
//     before, is tried first. If it is still the best, alpha-beta cuts off most.
//     That is why searching all depths often takes less time than the last
//     depth alone.
//
// R. D. Greenblatt, D. E. Eastlake & S. D. Crocker (The Greenblatt chess
// program, 1967) kept such a table, and D. J. Slate & L. R. Atkin (CHESS 4.5,
// 1977) deepened in this way. Positions of equal Hash are taken as equal.
func (s *searcher) deepening(n *node, depth int, w game.Window) (v game.Score) {
	s.table, s.bestMoves = map[tableKey]tableEntry{}, map[uint64]int{}
	ends := n.ends
	for d := min(1, depth); ; d++ {
		n.ends, s.beyond = ends, false
		v = s.withTable(n, d, w)
		if d == depth || !s.beyond || s.stopped {
			return v
		}
	}
}

// withTable is alphaBeta with the table.
func (s *searcher) withTable(n *node, depth int, w game.Window) game.Score {
	s.enter(&n.visit, w)
	key := tableKey{s.hash(n.ply), depth}
	if known, ok := s.table[key]; ok && depth > 0 {
		if v := known.value.Later(n.ply); s.settles(v, known.bound, w) {
			s.end(n.ply)
			s.beyond = s.beyond || known.beyond
			return s.recall(&n.visit, v)
		}
	}
	if s.leaf(n, depth) {
		return s.static(n)
	}
	before := s.beyond
	s.beyond = false
	v := s.tryAll(n, w, nothing, s.bestFirst(n, key.hash), func(c *node, w game.Window) game.Score {
		return s.withTable(c, depth-1, w)
	})
	s.table[key] = tableEntry{v.Sooner(n.ply), n.bound, s.beyond}
	s.beyond = s.beyond || before
	s.bestMoves[key.hash] = n.choice
	return v
}

// settles reports whether v, which bounds the value of a position, answers a search with the window w.
func (s *searcher) settles(v game.Score, bound game.Bound, w game.Window) bool {
	switch bound {
	case game.Lower:
		return s.reaches(v, w.Beta)
	case game.Upper:
		return s.reaches(-v, -w.Alpha)
	}
	return bound == game.Exact
}

// bestFirst returns the indices of the moves of n in the order to try them: first the
// best move that the table knows, then the others.
func (s *searcher) bestFirst(n *node, hash uint64) []int {
	order := n.inOrder()
	if best, ok := s.bestMoves[hash]; ok && best < n.moves {
		copy(order[1:best+1], order[:best])
		order[0] = best
	}
	return order
}

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
