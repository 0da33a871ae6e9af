package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
)

// TestSignature compares the node counts of searches of a few games with
// recorded ones: a change that steers the search without changing a value
// shows only there. Run it with -update after an intended change.
func TestSignature(t *testing.T) {
	var b strings.Builder
	b.WriteString("each line: options, depth, result, then the counts of nodes to each depth\n")
	boards := testgames.Domineering{Size: 5}
	k := testgames.Kalah{Houses: 4, Seeds: 3}
	start := k.Start()
	lines := connect4engine.Lines{}
	opening := lines.Start()
	for _, o := range signatureOptions {
		sign(&b, "domineering 5", boards, &testgames.Dominoes{}, o.options, search.Query{Depth: 8}, o.name)
		sign(&b, "kalah 4,3", k, &start, o.options, search.Query{Depth: 9}, o.name)
		sign(&b, "connect4", lines, &opening, o.options, search.Query{Depth: 9}, o.name)
	}
	sign(&b, "domineering 5", boards, &testgames.Dominoes{}, search.Options{TableBytes: 1 << 14}, search.Query{Exhaustive: true}, "exhaustive")
	sign(&b, "kalah 4,3", k, &start, search.Options{TableBytes: 1 << 16}, search.Query{Depth: 7, Lines: 3}, "three lines")
	sign(&b, "kalah 4,3", k, &start, search.Options{TableBytes: 1 << 16}, search.Query{Depth: 20, Nodes: 5000}, "5000 nodes")
	golden.Check(t, "signature.txt", []byte(b.String()))
}

var signatureOptions = []struct {
	name    string
	options search.Options
}{
	{"usual", search.Options{TableBytes: 1 << 16}},
	{"sound", search.Options{TableBytes: 1 << 12, Without: search.Selective}},
	{"alpha-beta", search.Options{Without: ^search.Order}},
	{"selective", search.Options{
		TableBytes: 1 << 16, FutilityMargin: 1,
		ProbCut: []search.Prediction{{Depth: 5, Shallow: 2, Slope: 1, Sigma: 1, Confidence: 1}},
	}},
}

// sign writes the result and the counts of a search on one thread.
func sign[S any, M comparable, R game.Rules[S, M]](b *strings.Builder, name string, rules R, pos *S, o search.Options, l search.Query, how string) {
	o.Threads = 1
	var nodes []uint64
	r := search.New[S, M](rules, o).Search(background, pos, l, search.Control{}, func(r search.Result[M]) { nodes = append(nodes, r.Stats.Nodes) })
	fmt.Fprintf(b, "%s, %s: depth %d, %v, %v, branching %.3f, %v, selective depth %d, %+v %v\n",
		name, how, r.Depth, r.Score(), r.Stopped, r.Branching, r.Lines[0].PV, r.SelDepth, r.Stats, nodes)
}
