// Package pathbook holds searches for a path to a goal as the books print them: each
// procedure alone, reduced to what correctness needs. They are the reference for the
// searches of package path.
//
// A search reports its steps to an observer as events of package trace, so it can be
// drawn and followed like the search of a game.
//
// Sources: Russell and Norvig, Artificial Intelligence, 3; Hart, Nilsson and
// Raphael (1968); Korf (1985); Naumov (2021) on fixed depth.
package pathbook

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/reason"
)

// Problem is a one-player game with a goal, costs and estimates h of the cost
// to a goal. A problem without estimates returns 0.
type Problem[S, M comparable] interface {
	game.Rules[S, M]
	Goal(s *S) bool
	Cost(s *S, m M) int
	Estimate(s *S) int
}

// Algorithm names a procedure; package path uses the same names.
type Algorithm string

// The procedures.
const (
	DepthFirst         Algorithm = "dfs"    // to a fixed depth
	BreadthFirst       Algorithm = "bfs"    // by the number of moves
	IterativeDeepening Algorithm = "ids"    // depth first, to depth 0, 1, 2, …
	UniformCost        Algorithm = "ucs"    // by g (Dijkstra 1959)
	Greedy             Algorithm = "greedy" // by h
	AStar              Algorithm = "astar"  // by g + h (Hart, Nilsson and Raphael 1968)
	IDAStar            Algorithm = "idastar"
)

var algorithms = []Algorithm{DepthFirst, BreadthFirst, IterativeDeepening, UniformCost, Greedy, AStar, IDAStar}

// Algorithms returns all procedures.
func Algorithms() []Algorithm { return slices.Clone(algorithms) }

// ParseAlgorithm reads the name of a procedure.
func ParseAlgorithm(name string) (Algorithm, error) {
	if a := Algorithm(name); slices.Contains(algorithms, a) {
		return a, nil
	}
	names := make([]string, len(algorithms))
	for i, a := range algorithms {
		names[i] = string(a)
	}
	return "", reason.Errorf("no search for a path %q, want one of %s", name, strings.Join(names, ", "))
}

// Informed reports whether a uses estimates.
func (a Algorithm) Informed() bool { return a == Greedy || a == AStar || a == IDAStar }

// Lists reports whether a keeps an open and a closed list. The other algorithms search
// depth first and keep only the current line.
func (a Algorithm) Lists() bool {
	return a != DepthFirst && a != IterativeDeepening && a != IDAStar
}

// Node is a position with the path to it.
type Node[S, M comparable] struct {
	State  S
	Parent *Node[S, M] // nil at the start
	Move   M           // from the parent
	G      int         // cost of the path
	H      int         // estimated cost to a goal; 0 for uninformed searches
	Ply    int         // moves of the path

	visit, index int // for the observer
}

// Moves returns the path to n.
func (n *Node[S, M]) Moves() (moves []M) {
	for ; n.Parent != nil; n = n.Parent {
		moves = append(moves, n.Move)
	}
	slices.Reverse(moves)
	return moves
}

// Options configure a search.
type Options struct {
	// Depth is the most moves that DepthFirst looks ahead. Zero means no limit.
	Depth int
	// Observer receives the events of the search. Zero means none.
	Observer event.Observer
}

// Result is the outcome of a search.
type Result[S, M comparable] struct {
	Goal    *Node[S, M] // nil if none was found
	Taken   int         // nodes tested for being a goal
	Stopped bool        // by the context
}

// Infinite is the cost of an unreachable goal.
const Infinite = math.MaxInt

// Run searches for a path from start to a goal. It panics if a is not one of [Algorithms].
func Run[S, M comparable](ctx context.Context, a Algorithm, p Problem[S, M], start S, o Options) Result[S, M] {
	s := &search[S, M]{ctx: ctx, problem: p, observer: o.Observer, informed: a.Informed()}
	goal := s.run(a, start, o.Depth)
	return Result[S, M]{goal, s.taken, ctx.Err() != nil}
}

func (s *search[S, M]) run(a Algorithm, start S, depth int) *Node[S, M] {
	switch a {
	case DepthFirst:
		return s.fixedDepth(start, depth)
	case IterativeDeepening:
		return s.iterativeDeepening(start)
	case IDAStar:
		return s.idaStar(start)
	case BreadthFirst:
		return s.bestFirst(start, func(n *Node[S, M]) int { return n.Ply })
	case UniformCost:
		return s.bestFirst(start, func(n *Node[S, M]) int { return n.G })
	case Greedy:
		return s.bestFirst(start, func(n *Node[S, M]) int { return n.H })
	case AStar:
		return s.bestFirst(start, func(n *Node[S, M]) int { return n.G + n.H })
	}
	panic("pathbook: no algorithm " + string(a))
}
