// Package pathbook is the search for a path to a goal as the books print it: each
// procedure by itself, with no more to it than correctness asks. It judges the
// searches of package path.
//
// A search tells an observer what it does, in the events of package trace, so that
// it can be drawn and followed like the search of a game.
//
// Sources: Russell and Norvig, Artificial Intelligence, 3; Hart, Nilsson and Raphael
// (1968); Korf (1985); Naumov 2021 on the depth that is fixed.
package pathbook

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/trace"
)

// Problem is a game of one player with a goal, costs and estimates of what is left
// to pay: the h of the books. A problem without estimates returns 0.
type Problem[S, M comparable] interface {
	game.Rules[S, M]
	Goal(s *S) bool
	Cost(s *S, m M) int
	Estimate(s *S) int
}

// Algorithm names a procedure, as package path does the fast one beside it.
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

// ParseAlgorithm reads the name of one.
func ParseAlgorithm(name string) (Algorithm, error) {
	if a := Algorithm(name); slices.Contains(algorithms, a) {
		return a, nil
	}
	names := make([]string, len(algorithms))
	for i, a := range algorithms {
		names[i] = string(a)
	}
	return "", fmt.Errorf("no search for a path %q, want one of %s", name, strings.Join(names, ", "))
}

// Informed reports whether a looks at estimates.
func (a Algorithm) Informed() bool { return a == Greedy || a == AStar || a == IDAStar }

// Lists reports whether a keeps an open and a closed list. The others go depth first
// and know no more than the line at hand.
func (a Algorithm) Lists() bool {
	return a != DepthFirst && a != IterativeDeepening && a != IDAStar
}

// Node is a position with the way to it.
type Node[S, M comparable] struct {
	State  S
	Parent *Node[S, M] // nil at the start
	Move   M           // from the parent
	G      int         // what the way costs
	H      int         // what is left to pay, by the estimate; 0 where nobody asks
	Ply    int         // moves of the way

	visit, index int // as the observer knows it
}

// Moves returns the way to n.
func (n *Node[S, M]) Moves() (moves []M) {
	for ; n.Parent != nil; n = n.Parent {
		moves = append(moves, n.Move)
	}
	slices.Reverse(moves)
	return moves
}

// Options are what a search may be told.
type Options struct {
	// Depth is the most moves that DepthFirst looks ahead. Zero means no limit.
	Depth int
	// Observer is told what happens. Zero means nobody.
	Observer trace.Observer
}

// Result is what a search found.
type Result[S, M comparable] struct {
	Goal    *Node[S, M] // nil if there is none, or none was seen
	Taken   int         // nodes that were asked whether they are goals
	Stopped bool        // by the context
}

// Infinite is the cost of what cannot be reached.
const Infinite = math.MaxInt

// Run looks for a way from start to a goal. It panics if a is none of [Algorithms].
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
