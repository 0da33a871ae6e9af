package pathbook_test

import (
	"context"
	"slices"
	"testing"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// eight is the 8-puzzle as a problem.
type eight struct{ *tiles.Puzzle }

func (eight) Cost(*tiles.Board, tiles.Move) int { return 1 }

// problem returns the 8-puzzle with Manhattan distance, and a position of it.
func problem(t *testing.T, position string) (eight, tiles.Board) {
	t.Helper()
	p, err := tiles.New(tiles.Square(3), tiles.First, tiles.Manhattan(tiles.Square(3)))
	if err != nil {
		t.Fatal(err)
	}
	start, err := p.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	return eight{p}, start
}

// run searches for a path and returns the result and its events.
func run(p eight, start tiles.Board, a pathbook.Algorithm, depth int) (pathbook.Result[tiles.Board, tiles.Move], []event.Event) {
	var events event.Recorder
	r := pathbook.Run(context.Background(), a, pathbook.Problem[tiles.Board, tiles.Move](p), start, pathbook.Options{Depth: depth, Observer: &events})
	return r, events.Events
}

const fourMoves = "1 2 5 3 4 8 6 7 0"

// TestFourMoves solves a position four moves from the goal by every procedure.
// A search of depth 3 does not see the goal.
func TestFourMoves(t *testing.T) {
	p, start := problem(t, fourMoves)
	taken := map[pathbook.Algorithm]int{}
	for _, a := range pathbook.Algorithms() {
		depth := 0
		if a == pathbook.DepthFirst {
			depth = 4
		}
		r, _ := run(p, start, a, depth)
		if r.Goal == nil || len(r.Goal.Moves()) != 4 || r.Goal.G != 4 || !p.Goal(&r.Goal.State) {
			t.Errorf("%s: %+v", a, r)
		}
		taken[a] = r.Taken
	}
	if some, all := taken[pathbook.AStar], taken[pathbook.UniformCost]; some != 5 || all <= some {
		t.Errorf("A* takes %d nodes, want the 5 on the way; uniform cost %d", some, all)
	}
	if r, _ := run(p, start, pathbook.DepthFirst, 3); r.Goal != nil {
		t.Errorf("depth 3 finds %v", r.Goal.Moves())
	}
}

// TestLists checks that the open and closed lists of the events are those of
// A*: it expands an open node with the least f, and never a position that was
// expanded.
func TestLists(t *testing.T) {
	p, start := problem(t, "1 4 2 6 5 8 7 3 0")
	_, events := run(p, start, pathbook.AStar, 0)
	f, expanded := map[int]int{}, 0
	for i, e := range events {
		switch e.Kind {
		case event.Reach:
			f[e.Node] = e.G + e.H
		case event.Drop:
			if delete(f, e.Node); e.Reason != event.KnownCut {
				t.Errorf("event %d: dropped for %v", i, e.Reason)
			}
		case event.Expand, event.Goal:
			for _, other := range f {
				if other < f[e.Node] {
					t.Fatalf("event %d: f = %d is expanded, %d is open", i, f[e.Node], other)
				}
			}
			if _, open := f[e.Node]; !open {
				t.Fatalf("event %d: node %d is not on the open list", i, e.Node)
			}
			delete(f, e.Node)
			expanded++
		}
	}
	if last := events[len(events)-1]; last.Kind != event.Goal || expanded < 10 {
		t.Errorf("the last event is %+v, %d nodes were expanded", last, expanded)
	}
}

// TestLimits checks the limits that iterations report.
func TestLimits(t *testing.T) {
	p, start := problem(t, fourMoves)
	for a, want := range map[pathbook.Algorithm][]int{
		pathbook.IterativeDeepening: {0, 1, 2, 3, 4}, pathbook.IDAStar: {4}, pathbook.AStar: nil,
	} {
		_, events := run(p, start, a, 0)
		var limits []int
		for _, e := range events {
			if e.Kind == event.Limit {
				limits = append(limits, e.G)
			}
		}
		if !slices.Equal(limits, want) {
			t.Errorf("%s: limits %v, want %v", a, limits, want)
		}
	}
}

// TestStopped cancels every procedure before it begins.
func TestStopped(t *testing.T) {
	p, start := problem(t, "8 7 6 0 4 1 2 5 3")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, a := range pathbook.Algorithms() {
		r := pathbook.Run(ctx, a, pathbook.Problem[tiles.Board, tiles.Move](p), start, pathbook.Options{Depth: 12})
		if !r.Stopped || r.Goal != nil || r.Taken > 13 {
			t.Errorf("%s: %+v", a, r)
		}
	}
}

// endless is a problem without a goal, on one line.
type endless struct{ testgames.Endless }

func (endless) Estimate(*int) int { return 0 }

// teller passes events to a function.
type teller func(event.Event)

func (t teller) Observe(e event.Event) { t(e) }

// TestStoppedAmid cancels every procedure on its way along an endless line.
func TestStoppedAmid(t *testing.T) {
	const soon, late = 100, 1000
	for _, a := range pathbook.Algorithms() {
		ctx, cancel := context.WithCancel(t.Context())
		nodes := 0
		r := pathbook.Run(ctx, a, pathbook.Problem[int, int](endless{}), 0, pathbook.Options{Observer: teller(func(e event.Event) {
			if !e.Kind.Begins() {
				return
			}
			switch nodes++; nodes {
			case soon:
				cancel()
			case late:
				t.Fatalf("%s: goes on", a)
			}
		})})
		if !r.Stopped || r.Goal != nil {
			t.Errorf("%s: %+v", a, r)
		}
	}
}
