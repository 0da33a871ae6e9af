package trace_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/textbook/pathbook"
	"github.com/plywood-go/plywood/trace"
)

// slide is the 8-puzzle as a problem of the textbook.
type slide struct{ *tiles.Puzzle }

func (slide) Cost(*tiles.Board, tiles.Move) int { return 1 }

// sought returns the events of a search for a path, and options to draw them:
// goals beyond the horizon of a fixed-depth search are drawn, too.
func sought(t testing.TB, position string, a pathbook.Algorithm, depth int) ([]event.Event, trace.BuildOptions) {
	t.Helper()
	rules, err := tiles.New(tiles.Square(3), tiles.First, tiles.Manhattan(tiles.Square(3)))
	if err != nil {
		t.Fatal(err)
	}
	p := slide{rules}
	start, err := p.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	var events event.Recorder
	pathbook.Run(context.Background(), a, pathbook.Problem[tiles.Board, tiles.Move](p), start, pathbook.Options{Depth: depth, Observer: &events})
	at := func(path []int) (b tiles.Board, last string) {
		b = start
		for _, i := range path {
			moves, _ := p.Moves(&b, nil)
			last = p.FormatMove(&b, moves[i])
			p.Play(&b, &b, moves[i])
		}
		return b, last
	}
	return events.Events, trace.BuildOptions{
		Letters: true,
		Move:    func(path []int) string { _, m := at(path); return m },
		Shape: func(path []int) (s trace.Shape) {
			b, _ := at(path)
			s.Max, s.Goal = true, p.Goal(&b)
			if moves, _ := p.Moves(&b, nil); len(path) == depth {
				for _, m := range moves {
					next := b
					if p.Play(&next, &b, m); p.Goal(&next) {
						s.Children = len(moves)
					}
				}
			}
			return s
		},
	}
}

// twoMoves is a position two moves from the goal.
const twoMoves = "1 4 2 3 0 5 6 7 8"

func TestGoldenPath(t *testing.T) {
	for _, c := range []struct {
		name      string
		algorithm pathbook.Algorithm
		depth     int
		step      int
	}{
		{"astar", pathbook.AStar, 0, -1},
		{"astar-step", pathbook.AStar, 0, 9},
		{"bfs", pathbook.BreadthFirst, 0, -1},
		{"horizon", pathbook.DepthFirst, 1, -1},
		{"ids", pathbook.IterativeDeepening, 0, -1},
	} {
		events, known := sought(t, twoMoves, c.algorithm, c.depth)
		r, err := trace.NewReplay(events, known)
		if err != nil {
			t.Fatal(err)
		}
		step := c.step
		if step < 0 {
			step = r.Len()
		}
		for _, f := range formats {
			golden.Check(t, "path-"+c.name+"."+strings.Replace(f.String(), "text", "txt", 1), render(t, r.At(step), trace.RenderOptions{Format: f}))
		}
	}
}

// TestPathTree checks the tree of a search by A*.
func TestPathTree(t *testing.T) {
	events, known := sought(t, twoMoves, pathbook.AStar, 0)
	tree := build(t, events, known)
	line := tree.PV()
	goal := &tree.Nodes[line[len(line)-1]]
	if len(line) != 3 || !goal.Goal || goal.G != 2 || goal.H != 0 || !goal.PV {
		t.Errorf("the way %v leads to %+v", line, goal)
	}
	s := tree.Stats
	if s.Open+s.Closed+s.Dropped != s.Nodes || s.Closed != 3 || s.Dropped != s.ByReason[event.KnownCut] {
		t.Errorf("counts %+v", s)
	}
	for i := range tree.Nodes {
		if n := &tree.Nodes[i]; (n.Drop == event.KnownCut) != (n.State == trace.Cut) || n.State == trace.Unseen {
			t.Errorf("node %d: %+v", i, n)
		}
	}
}

// TestBlind draws a goal just beyond the horizon, which is not searched.
func TestBlind(t *testing.T) {
	events, known := sought(t, twoMoves, pathbook.DepthFirst, 1)
	tree := build(t, events, known)
	found := slices.IndexFunc(tree.Nodes, func(n trace.Node) bool { return n.Goal })
	if found < 0 {
		t.Fatal("there is no goal in the tree")
	}
	goal := &tree.Nodes[found]
	if blind := &tree.Nodes[goal.Parent]; goal.Searched() || goal.State != trace.Unseen || goal.PV || blind.Drop != event.HorizonCut {
		t.Errorf("the goal is %+v behind %+v", goal, blind)
	}
	if tree.Nodes[0].PV || tree.Nodes[0].Limit != 1 {
		t.Errorf("the root is %+v", tree.Nodes[0])
	}
}

// TestPathFilm compares the pictures of all steps with those composed from
// changes.
func TestPathFilm(t *testing.T) {
	for _, a := range pathbook.Algorithms() {
		events, known := sought(t, twoMoves, a, 2)
		r, err := trace.NewReplay(events, known)
		if err != nil {
			t.Fatal(err)
		}
		checkFilm(t, r, trace.RenderOptions{})
	}
}

// TestPathDocument writes the events of a search for a path.
func TestPathDocument(t *testing.T) {
	events, _ := sought(t, twoMoves, pathbook.IDAStar, 0)
	checkEncoded(t, trace.Document{Algorithm: "idastar", Events: events})
}
