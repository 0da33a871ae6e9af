// Package pathbook is the search for a path to a goal as the books print it: each
// procedure by itself, with no more to it than correctness asks. It judges the
// searches of package path.
//
// Sources: Russell and Norvig, Artificial Intelligence, 3; Hart, Nilsson and Raphael
// (1968); Korf (1985); Naumov 2021 on the depth that is fixed.
package pathbook

import (
	"math"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// Problem is a game of one player with a goal, costs and estimates of what is left
// to pay: the h of the books. A problem without estimates returns 0.
type Problem[S, M comparable] interface {
	game.Rules[S, M]
	Goal(s *S) bool
	Cost(s *S, m M) int
	Estimate(s *S) int
}

// Node is a position with the way to it: g is what that costs.
type Node[S, M comparable] struct {
	State S
	Moves []M
	G     int
}

// Infinite is the cost of what cannot be reached.
const Infinite = math.MaxInt

// children returns what lies a move behind n.
func children[S, M comparable](p Problem[S, M], n Node[S, M]) (all []Node[S, M]) {
	moves, _ := p.Moves(&n.State, nil)
	for _, m := range moves {
		child := Node[S, M]{Moves: append(slices.Clip(n.Moves), m), G: n.G + p.Cost(&n.State, m)}
		p.Play(&child.State, &n.State, m)
		all = append(all, child)
	}
	return all
}

// BestFirst keeps an open list of nodes to look at and a closed list of those that
// were looked at, and takes from the open list the node of least f, of equals the
// first that came. A position that is reached more cheaply comes to the open list
// again. It returns the goal that it takes from there, and how many nodes it took;
// ok is false if the open list becomes empty. With f = g it is uniform-cost search,
// with f = g + h A*.
func BestFirst[S, M comparable](p Problem[S, M], start S, f func(n *Node[S, M]) int) (goal Node[S, M], taken int, ok bool) {
	open := []Node[S, M]{{State: start}}
	best := map[S]int{start: 0}
	for len(open) > 0 {
		least := 0
		for i := range open {
			if f(&open[i]) < f(&open[least]) {
				least = i
			}
		}
		n := open[least]
		open = slices.Delete(open, least, least+1)
		taken++
		if p.Goal(&n.State) {
			return n, taken, true
		}
		for _, child := range children(p, n) {
			if g, met := best[child.State]; met && g <= child.G {
				continue
			}
			best[child.State] = child.G
			open = append(open, child)
		}
	}
	return goal, taken, false
}

// UniformCost returns the cheapest way to a goal (Dijkstra 1959).
func UniformCost[S, M comparable](p Problem[S, M], start S) (goal Node[S, M], taken int, ok bool) {
	return BestFirst(p, start, func(n *Node[S, M]) int { return n.G })
}

// AStar returns the cheapest way to a goal if no estimate is more than what is left
// to pay (Hart, Nilsson and Raphael 1968).
func AStar[S, M comparable](p Problem[S, M], start S) (goal Node[S, M], taken int, ok bool) {
	return BestFirst(p, start, func(n *Node[S, M]) int { return n.G + p.Estimate(&n.State) })
}

// BreadthFirst returns a way to a goal of the fewest moves.
func BreadthFirst[S, M comparable](p Problem[S, M], start S) (goal Node[S, M], taken int, ok bool) {
	return BestFirst(p, start, func(n *Node[S, M]) int { return len(n.Moves) })
}

// DepthLimited returns the first way to a goal that has at most so many moves: it
// does not see a goal one move behind that, its horizon.
func DepthLimited[S, M comparable](p Problem[S, M], n Node[S, M], depth int) (goal Node[S, M], ok bool) {
	if p.Goal(&n.State) {
		return n, true
	}
	if depth == 0 {
		return goal, false
	}
	for _, child := range children(p, n) {
		if goal, ok = DepthLimited(p, child, depth-1); ok {
			return goal, true
		}
	}
	return goal, false
}

// Contour searches depth first among the nodes of g + h up to bound, an iteration
// of IDA* (Korf 1985). It returns a goal or, if ok is false, the least g + h beyond.
func Contour[S, M comparable](p Problem[S, M], n Node[S, M], bound int) (goal Node[S, M], beyond int, ok bool) {
	if f := n.G + p.Estimate(&n.State); f > bound {
		return goal, f, false
	}
	if p.Goal(&n.State) {
		return n, 0, true
	}
	beyond = Infinite
	for _, child := range children(p, n) {
		goal, b, ok := Contour(p, child, bound)
		if ok {
			return goal, 0, true
		}
		beyond = min(beyond, b)
	}
	return goal, beyond, false
}

// IDAStar returns the cheapest way to a goal, by contours each of which is the least
// beyond the last. Moves must cost something. Where there is no goal it ends only if
// no position comes back.
func IDAStar[S, M comparable](p Problem[S, M], start S) (goal Node[S, M], ok bool) {
	n := Node[S, M]{State: start}
	for bound := p.Estimate(&start); bound < Infinite; {
		goal, beyond, ok := Contour(p, n, bound)
		if ok {
			return goal, true
		}
		bound = beyond
	}
	return goal, false
}
