package lesson

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

func puzzled(t testing.TB, name, position string) *puzzle.Position {
	t.Helper()
	g, err := shelf.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = g.Toward("first"); err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func sought(t testing.TB, position string, s Setup) *Run {
	t.Helper()
	r, err := SearchPuzzle(context.Background(), puzzled(t, "tiles:3", position), s, Limit{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// twoMoves is an arrangement two moves from the goal.
const twoMoves = "1 4 2 3 0 5 6 7 8"

// TestExplainPath prints every step of path searches.
func TestExplainPath(t *testing.T) {
	for _, tt := range []struct {
		name  string
		setup Setup
		langs []words.Lang
	}{
		{"path-astar", Setup{}, words.Langs()},
		{"path-horizon", Setup{Algorithm: Algorithm(pathbook.DepthFirst), Depth: 1}, words.Langs()},
		{"path-ids", Setup{Algorithm: Algorithm(pathbook.IterativeDeepening)}, words.Langs()[:1]},
		{"path-idastar", Setup{Algorithm: Algorithm(pathbook.IDAStar), Heuristic: "blind"}, words.Langs()[:1]},
		{"path-bfs", Setup{Algorithm: Algorithm(pathbook.BreadthFirst)}, words.Langs()[:1]},
		{"path-ucs", Setup{Algorithm: Algorithm(pathbook.UniformCost)}, words.Langs()[:1]},
		{"path-greedy", Setup{Algorithm: Algorithm(pathbook.Greedy)}, words.Langs()[:1]},
	} {
		r := sought(t, twoMoves, tt.setup)
		for _, l := range tt.langs {
			var out strings.Builder
			for step := 0; step <= r.Len(); step++ {
				fmt.Fprintf(&out, "%d %s\n", step, r.Explain(l, step))
			}
			golden.Check(t, tt.name+"."+string(l)+".txt", []byte(out.String()))
		}
	}
}

// TestSearchPuzzle compares the paths of the textbook with those of package path.
func TestSearchPuzzle(t *testing.T) {
	for _, position := range []string{twoMoves, "1 2 5 3 4 8 6 7 0", "3 1 2 4 7 5 0 6 8"} {
		p := puzzled(t, "tiles:3", position)
		solver, err := p.Puzzle().NewSolver(t.Context(), puzzle.Options{Options: path.Options{Algorithm: path.AStar}}, puzzle.Resources{})
		if err != nil {
			t.Fatal(err)
		}
		best := solver.Solve(t.Context(), p, path.Query{}, search.Control{}, nil)
		for _, a := range []pathbook.Algorithm{pathbook.BreadthFirst, pathbook.IterativeDeepening, pathbook.UniformCost, pathbook.AStar, pathbook.IDAStar} {
			tree := sought(t, position, Setup{Algorithm: Algorithm(a)}).Replay.Tree()
			line := tree.PV()
			goal := tree.Nodes[line[len(line)-1]]
			if !goal.Goal || goal.G != best.Cost {
				t.Errorf("%s %s: the path costs %d, want %d", a, position, goal.G, best.Cost)
			}
		}
	}
}

func TestSearchPuzzleRefuses(t *testing.T) {
	far := puzzled(t, "tiles:3", "8 7 6 0 4 1 2 5 3")
	if _, err := SearchPuzzle(t.Context(), far, Setup{Algorithm: Algorithm(pathbook.BreadthFirst)}, Limit{Visits: 10, Positions: 500}); err == nil || !strings.Contains(err.Error(), "500 positions") {
		t.Errorf("a search beyond the limit: %v", err)
	}
	if _, err := SearchPuzzle(t.Context(), far, Setup{Heuristic: "luck"}, Limit{}); !errors.Is(err, puzzle.ErrHeuristic) {
		t.Errorf("a heuristic that there is none of: %v", err)
	}
	odd := puzzled(t, "tiles:3", "1 0 2 3 4 5 6 8 7")
	if _, err := SearchPuzzle(t.Context(), odd, Setup{}, Limit{}); err == nil {
		t.Error("a position that cannot be solved is searched")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := SearchPuzzle(ctx, far, Setup{}, Limit{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search: %v", err)
	}
}

// TestSampledPath shows the beginning of a search, and must not say that the search found
// nothing.
func TestSampledPath(t *testing.T) {
	r, err := SearchPuzzle(t.Context(), puzzled(t, "tiles:3", "1 2 5 3 4 8 6 7 0"), Setup{}, Limit{Visits: 4})
	if err != nil {
		t.Fatal(err)
	}
	if visits := r.Replay.Tree().Stats.Visits; visits != 4 || r.Seen <= visits {
		t.Errorf("%d of %d visits", visits, r.Seen)
	}
	if told := r.Explain(words.English, r.Len()); strings.Contains(told, "found no goal") {
		t.Error(told)
	}
}

// TestPast skips the nodes below a node.
func TestPast(t *testing.T) {
	r := sought(t, twoMoves, Setup{Algorithm: Algorithm(pathbook.DepthFirst), Depth: 2})
	first := 3 + slices.IndexFunc(r.Document.Events[2:], func(e event.Event) bool { return e.Kind == event.Reach })
	if over := r.Over(first); r.Replay.Tree().Nodes[r.Replay.Node(over-1)].Ply > 1 && over < r.Len() {
		t.Errorf("from step %d to %d, which is below it", first, over)
	}
	if got := r.Over(1); got != r.Len() {
		t.Errorf("over the root: step %d, want %d", got, r.Len())
	}
}
