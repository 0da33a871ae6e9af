package search_test

import (
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/trace"
)

// observed searches p and returns the result and the observed tree.
func observed[S any, M comparable, R game.Rules[S, M]](t *testing.T, rules R, p *S, depth int, o search.Options) (search.Result[M], *trace.Tree) {
	t.Helper()
	var events event.Recorder
	o.TableBytes = 1 << 20
	unseen := search.New(rules, o).Search(t.Context(), p, search.Query{Depth: depth}, search.Control{}, nil)
	result := search.New(rules, o).Search(t.Context(), p, search.Query{Depth: depth}, search.Control{Observer: &events}, nil)
	if result.Score() != unseen.Score() || result.Nodes != unseen.Nodes {
		t.Errorf("watched %v in %d nodes, else %v in %d", result.Score(), result.Nodes, unseen.Score(), unseen.Nodes)
	}
	drawn, err := trace.Build(events.Events, trace.BuildOptions{Deepening: true})
	if err != nil {
		t.Fatal(err)
	}
	return result, drawn
}

// TestObserver checks that an observed search returns the same result as an
// unobserved one, and that its tree is consistent: each node has the value of
// its best child, and the tree has the root's value and line.
func TestObserver(t *testing.T) {
	for _, without := range []search.Feature{0, search.Table, ^search.Feature(0), search.PVS | search.LastPly} {
		for seed := range uint64(5) {
			u := tree.Uniform{Branching: 4, Depth: 5, Seed: seed}
			root := u.Start()
			result, drawn := observed(t, u, &root, 5, search.Options{Without: without})
			checkObserved(t, fmt.Sprintf("%v without %v", u, without), result.Score(), drawn)
		}
		rules := mnk.Must(mnk.New(mnk.TicTacToe()))
		start := rules.Start()
		result, drawn := observed(t, rules, &start, 6, search.Options{Without: without})
		checkObserved(t, fmt.Sprintf("tictactoe without %v", without), result.Score(), drawn)
	}
}

func checkObserved(t *testing.T, where string, want game.Score, drawn *trace.Tree) {
	t.Helper()
	root := &drawn.Nodes[0]
	if root.Value != want || root.Bound != game.Exact {
		t.Errorf("%s: root %v %v, want %v", where, root.Value, root.Bound, want)
	}
	for i := range drawn.Nodes {
		n := &drawn.Nodes[i]
		if n.Best >= 0 && n.Working != n.Value {
			t.Errorf("%s: node %v of value %v has a best child of %v", where, drawn.Path(i), n.Value, n.Working)
		}
		if n.State == trace.Open {
			t.Errorf("%s: node %v was never left", where, drawn.Path(i))
		}
	}
}
