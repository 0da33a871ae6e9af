package pathbook_test

import (
	"testing"

	"github.com/plywood-go/plywood/puzzles/tiles"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// eight is the 8-puzzle as a problem.
type eight struct{ *tiles.Puzzle }

func (eight) Cost(*tiles.Board, tiles.Move) int { return 1 }

// TestFourMoves solves an arrangement four moves from the goal by every procedure,
// and does not see the goal from a move before.
func TestFourMoves(t *testing.T) {
	p, err := tiles.New(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := p.ParsePosition("1 2 5 3 4 8 6 7 0")
	if err != nil {
		t.Fatal(err)
	}
	problem := eight{p}
	type node = pathbook.Node[tiles.Board, tiles.Move]
	begin := node{State: start}
	check := func(name string, n node, ok bool) {
		t.Helper()
		if !ok || len(n.Moves) != 4 || n.G != 4 || !p.Goal(&n.State) {
			t.Errorf("%s: %+v, %v", name, n, ok)
		}
	}
	uniform, all, ok := pathbook.UniformCost[tiles.Board, tiles.Move](problem, start)
	check("uniform cost", uniform, ok)
	star, some, ok := pathbook.AStar[tiles.Board, tiles.Move](problem, start)
	check("A*", star, ok)
	if some != 5 || all <= some {
		t.Errorf("A* takes %d nodes, want the 5 on the way; uniform cost %d", some, all)
	}
	breadth, _, ok := pathbook.BreadthFirst[tiles.Board, tiles.Move](problem, start)
	check("breadth first", breadth, ok)
	ida, ok := pathbook.IDAStar[tiles.Board, tiles.Move](problem, start)
	check("IDA*", ida, ok)
	deep, ok := pathbook.DepthLimited[tiles.Board, tiles.Move](problem, begin, 4)
	check("depth 4", deep, ok)
	if n, ok := pathbook.DepthLimited[tiles.Board, tiles.Move](problem, begin, 3); ok {
		t.Errorf("depth 3 finds %v", n.Moves)
	}
}
