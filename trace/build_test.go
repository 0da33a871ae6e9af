package trace_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/trace"
)

// names returns the labels of the nodes selected by want.
func names(t *trace.Tree, want func(n *trace.Node) bool) string {
	var labels []string
	for i := range t.Nodes {
		if want(&t.Nodes[i]) {
			labels = append(labels, t.Nodes[i].Label)
		}
	}
	slices.Sort(labels)
	return strings.Join(labels, " ")
}

func line(t *trace.Tree) string {
	var labels []string
	for _, i := range t.PV() {
		labels = append(labels, t.Nodes[i].Label)
	}
	return strings.Join(labels, " ")
}

func TestBratko(t *testing.T) {
	figure := parse(bratko)
	tree := build(t, alphaBeta(figure), figure.options())
	for _, c := range []struct {
		what, got, want string
	}{
		{"principal variation", line(tree), "a b d i"},
		{"approximate", names(tree, (*trace.Node).Approximate), "c e f"},
		{"cut", names(tree, func(n *trace.Node) bool { return n.State == trace.Cut }), "g k n o"},
		{"pruned", names(tree, func(n *trace.Node) bool { return n.Pruned > 0 }), "g k"},
		{"evaluated", names(tree, func(n *trace.Node) bool { return n.Leaf && n.Searched() }), "h i j l m"},
		{"MAX", names(tree, func(n *trace.Node) bool { return n.Max }), "a d e f g"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.what, c.got, c.want)
		}
	}
	want := trace.Stats{
		Visits: 11, Nodes: 11, Evaluations: 5, Leaves: 5, Cutoffs: 2,
		Pruned: 2, Unsearched: 4, Approximate: 3, MaxPly: 3,
	}
	want.ByReason[event.AlphaCut], want.ByReason[event.BetaCut] = 1, 1
	if tree.Stats != want {
		t.Errorf("got %+v, want %+v", tree.Stats, want)
	}
	full := build(t, minimax(figure), figure.options())
	if s := full.Stats; s.Evaluations != 8 || s.Unsearched != 0 || s.Approximate != 0 {
		t.Errorf("minimax: got %+v, want 8 evaluations and nothing left out", s)
	}
}

func TestNodeOfACutoff(t *testing.T) {
	figure := parse(bratko)
	tree := build(t, alphaBeta(figure), figure.options())
	e := tree.Nodes[slices.IndexFunc(tree.Nodes, func(n trace.Node) bool { return n.Label == "e" })]
	window := game.Window{Alpha: -game.Infinity, Beta: 4}
	if e.Value != 5 || e.Bound != game.Lower || e.Lower != 5 || e.Upper != game.Infinity {
		t.Errorf("got value %v (%v) in [%v, %v], want 5 (lower) in [5, inf]", e.Value, e.Bound, e.Lower, e.Upper)
	}
	if e.Entry != window || e.Window != window {
		t.Errorf("got windows %v and %v, want %v", e.Entry, e.Window, window)
	}
	if e.Cutoff != event.BetaCut || tree.Nodes[e.CutBy].Label != "j" || e.CutAt != 5 {
		t.Errorf("got cutoff %v by node %d at %v, want beta by j at 5", e.Cutoff, e.CutBy, e.CutAt)
	}
	if got := tree.Path(e.CutBy); !slices.Equal(got, []int{0, 1, 0}) {
		t.Errorf("path of j: got %v, want [0 1 0]", got)
	}
}

// TestResearch checks that the visits of MTD(f), each of which proves only one
// bound, combine to the value and a line with it.
func TestResearch(t *testing.T) {
	r := seeded.Rand(t, 1)
	for range 200 {
		s := randomTree(r, 60)
		want := build(t, minimax(s), s.options())
		got := build(t, mtdf(s, game.Score(r.IntN(100)-50)), s.options())
		root := &got.Nodes[0]
		if root.Value != want.Nodes[0].Value || root.Bound != game.Exact {
			t.Fatalf("got %v (%v), want %v", root.Value, root.Bound, want.Nodes[0].Value)
		}
		if got.Stats.Revisits() != got.Stats.Visits-got.Stats.Nodes || root.Visits < 2 {
			t.Fatalf("got %+v after %d visits of the root", got.Stats, root.Visits)
		}
		for _, tree := range []*trace.Tree{got, want} {
			pv := tree.PV()
			if last := tree.Nodes[pv[len(pv)-1]]; !last.Leaf || last.Value != root.Value {
				t.Fatalf("the principal variation ends in %+v, want a leaf of %v", last, root.Value)
			}
		}
	}
}

func TestReplayAgreesWithPrefix(t *testing.T) {
	s := randomTree(seeded.Rand(t, 3), 80)
	events := mtdf(s, 0)
	replay, err := trace.NewReplay(events, trace.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; k <= replay.Len(); k++ {
		got, want := replay.At(k), build(t, events[:k], trace.BuildOptions{})
		if gotStats, wantStats := got.Stats, want.Stats; gotStats.Visits != wantStats.Visits ||
			gotStats.Nodes != wantStats.Nodes || gotStats.Pruned != wantStats.Pruned {
			t.Fatalf("step %d: got %+v, want %+v", k, gotStats, wantStats)
		}
		paths := map[string]*trace.Node{}
		for i := range got.Nodes {
			paths[key(got, i)] = &got.Nodes[i]
		}
		for i := range want.Nodes {
			a, b := paths[key(want, i)], &want.Nodes[i]
			if a.State != b.State || a.Value != b.Value || a.Bound != b.Bound || a.Window != b.Window || a.PV != b.PV {
				t.Fatalf("step %d: got %+v, want %+v", k, a, b)
			}
		}
	}
}

func key(t *trace.Tree, i int) string {
	var b strings.Builder
	for _, index := range t.Path(i) {
		b.WriteByte('.')
		b.WriteRune(rune('0' + index))
	}
	return b.String()
}

func TestReplayIsImmutable(t *testing.T) {
	figure := parse(bratko)
	events := alphaBeta(figure)
	replay, err := trace.NewReplay(events, figure.options())
	if err != nil {
		t.Fatal(err)
	}
	want := replay.At(20).Nodes
	clear(events)
	replay.At(20).Nodes[0].Value = 99
	done := make(chan []trace.Node)
	for range 4 {
		go func() {
			for k := range replay.Len() {
				replay.At(k)
			}
			done <- replay.At(20).Nodes
		}()
	}
	for range 4 {
		if got := <-done; !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if got := replay.At(0); got.Current != -1 || got.Nodes[0].State != trace.Unseen {
		t.Errorf("at step 0: got node %d, %v", got.Current, got.Nodes[0].State)
	}
	if got := replay.At(1000); !got.Complete() || got.Step != replay.Len() {
		t.Errorf("beyond the end: got step %d of %d", got.Step, got.Steps)
	}
}

func TestDeepeningForgets(t *testing.T) {
	events := []event.Event{
		{Kind: event.Enter, Node: 0, Parent: -1, Index: -1, Turn: event.Turn{Max: true}, Window: game.FullWindow()},
		{Kind: event.Leave, Node: 0, Parent: -1, Index: -1, Turn: event.Turn{Max: true}, Value: 3, Bound: game.Exact},
		{Kind: event.Enter, Node: 1, Parent: -1, Index: -1, Turn: event.Turn{Max: true}, Window: game.Null(0)},
		{Kind: event.Leave, Node: 1, Parent: -1, Index: -1, Turn: event.Turn{Max: true}, Value: 1, Bound: game.Lower},
	}
	if root := build(t, events, trace.BuildOptions{}).Nodes[0]; root.Value != 3 || root.Bound != game.Exact {
		t.Errorf("one depth: got %v (%v), want 3 (exact)", root.Value, root.Bound)
	}
	if root := build(t, events, trace.BuildOptions{Deepening: true}).Nodes[0]; root.Value != 1 || root.Bound != game.Lower {
		t.Errorf("deepening: got %v (%v), want 1 (lower)", root.Value, root.Bound)
	}
}

func TestFolded(t *testing.T) {
	figure := parse(bratko)
	opt := figure.options()
	opt.MaxNodes = 14
	tree := build(t, alphaBeta(figure), opt)
	if got := names(tree, func(n *trace.Node) bool { return n.Folded }); got != "g" || len(tree.Nodes) != 13 {
		t.Errorf("got %d nodes with %q folded, want 13 with g", len(tree.Nodes), got)
	}
	opt.MaxNodes = 12
	if _, err := trace.Build(alphaBeta(figure), opt); !errors.Is(err, trace.ErrFormat) {
		t.Errorf("13 nodes of at most 12: got error %v", err)
	}
}

func TestBuildRefuses(t *testing.T) {
	root := event.Event{Kind: event.Enter, Parent: -1, Index: -1, Turn: event.Turn{Max: true}}
	child := event.Event{Kind: event.Enter, Node: 1, Parent: 0, Index: 0, Ply: 1}
	with := func(e event.Event, change func(e *event.Event)) event.Event {
		change(&e)
		return e
	}
	for _, c := range []struct {
		name   string
		events []event.Event
	}{
		{"nothing", nil},
		{"no such kind", []event.Event{root, with(root, func(e *event.Event) { e.Kind = event.Goal + 1 })}},
		{"leave before enter", []event.Event{with(root, func(e *event.Event) { e.Kind = event.Leave })}},
		{"child before parent", []event.Event{child}},
		{"visit twice", []event.Event{root, root}},
		{"ply skipped", []event.Event{root, with(child, func(e *event.Event) { e.Ply = 2 })}},
		{"parent and ply", []event.Event{root, with(child, func(e *event.Event) { e.Parent = -1 })}},
		{"negative index", []event.Event{root, with(child, func(e *event.Event) { e.Index = -1 })}},
		{"negative child", []event.Event{root, with(root, func(e *event.Event) { e.Kind, e.Child = event.Pruned, -1 })}},
		{"cutoff by child -2", []event.Event{root, with(root, func(e *event.Event) {
			e.Kind, e.Child, e.Reason = event.Cutoff, -2, event.BetaCut
		})}},
		{"no such reason", []event.Event{root, with(root, func(e *event.Event) { e.Kind, e.Reason = event.Cutoff, 77 })}},
		{"no such bound", []event.Event{root, with(root, func(e *event.Event) { e.Kind, e.Bound = event.Leave, 77 })}},
		{"side changes", []event.Event{root, with(root, func(e *event.Event) { e.Node, e.Max = 1, false })}},
	} {
		if tree, err := trace.Build(c.events, trace.BuildOptions{}); !errors.Is(err, trace.ErrFormat) {
			t.Errorf("%s: got %v, %v, want an error of format", c.name, tree, err)
		}
	}
}

func TestTableCutHasNoChild(t *testing.T) {
	root := event.Event{Parent: -1, Index: -1, Turn: event.Turn{Max: true}}
	cutoff, leave := root, root
	cutoff.Kind, cutoff.Reason, cutoff.Child, cutoff.Value = event.Cutoff, event.TableCut, -1, 7
	leave.Kind, leave.Value, leave.Bound = event.Leave, 7, game.Lower
	tree := build(t, []event.Event{root, cutoff, leave}, trace.BuildOptions{})
	if n := tree.Nodes[0]; n.Cutoff != event.TableCut || n.CutBy != -1 || n.Value != 7 {
		t.Errorf("got %+v, want a table cutoff by no child at 7", n)
	}
}

// BenchmarkAt steps through a trace of 5 000 nodes.
func BenchmarkAt(b *testing.B) {
	s := randomTree(rand.New(rand.NewPCG(5, 6)), 5000)
	replay, err := trace.NewReplay(minimax(s), s.options())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if tree := replay.At(replay.Len() - 1); tree.Stats.Nodes < 5000 {
			b.Fatalf("got %d nodes", tree.Stats.Nodes)
		}
	}
}
