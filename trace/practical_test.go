package trace_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/games/tree"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// paper are the rules of a tree with its noisy moves and passes.
type paper struct{ tree.Rules }

func (paper) NoisyMoves(p *tree.Position, buf []tree.Move) []tree.Move {
	for m, child := range p.Node.Moves() {
		if child.Noisy {
			buf = append(buf, tree.Move(m))
		}
	}
	return buf
}

func (paper) Null(dst, src *tree.Position) (ok bool) {
	*dst = tree.Position{Tree: src.Tree, Node: src.Node.After()}
	return dst.Node != nil
}

// TestPractical draws, films and reads again the searches of trees with estimates, noisy moves and
// passes.
func TestPractical(t *testing.T) {
	paperTree, err := tree.Parse("a(b=4(d=6(!h=1 i=7) e=3(j=5 k=2) ~p=5) c=2(f=8(!l=9 m=3) g=5(n=4 o=6) ~q=1))")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range textbook.PracticalAlgorithms() {
		for _, depth := range []int{1, 2, 9} {
			root := paperTree.Root()
			var rec event.Recorder
			textbook.Run(t.Context(), a, paper{}, &root, depth, textbook.Options{Observer: &rec, Scoring: textbook.Written})
			checkEncoded(t, trace.Document{Events: rec.Events})
			r, err := trace.NewReplay(rec.Events, trace.BuildOptions{
				Label: paperTree.Label, Value: paperTree.Text, Deepening: a == textbook.Deepening,
				Shape: func(path []int) trace.Shape {
					n := paperTree.At(path)
					return trace.Shape{
						Children: len(n.Children), Turn: event.Turn{Max: n.Turn == tree.Max}, Static: len(n.Children) > 0 && n.Number() != "", Value: n.Score(),
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(r.Tree().Nodes); n != paperTree.Len() {
				t.Errorf("%s to depth %d: %d nodes, want %d", a, depth, n, paperTree.Len())
			}
			checkFilm(t, r, trace.RenderOptions{})
			checkFilm(t, r, trace.RenderOptions{Style: trace.Intervals, Negamax: true})
			text := string(render(t, r.Tree(), trace.RenderOptions{Format: trace.Text, ASCII: true}))
			if !strings.Contains(text, "~4") || !strings.Contains(text, "~8") {
				t.Errorf("%s to depth %d: no estimates in\n%s", a, depth, text)
			}
		}
	}
}

// TestNullMove draws a cutoff by a null move: the pass is no critical node, and its siblings are cut off.
func TestNullMove(t *testing.T) {
	var events []event.Event
	add := func(e event.Event) { events = append(events, e) }
	w := game.FullWindow()
	add(event.Event{Kind: event.Enter, Turn: event.Turn{Max: true}, Parent: -1, Index: -1, Window: w})
	add(event.Event{Kind: event.Enter, Node: 1, Index: 2, Ply: 1, Turn: event.Turn{Pass: true}, Window: w})
	add(event.Event{Kind: event.Static, Node: 1, Index: 2, Ply: 1, Turn: event.Turn{Pass: true}, Value: 5, Bound: game.Exact})
	add(event.Event{Kind: event.Leave, Node: 1, Index: 2, Ply: 1, Turn: event.Turn{Pass: true}, Value: 5, Bound: game.Exact})
	add(event.Event{Kind: event.Cutoff, Turn: event.Turn{Max: true}, Parent: -1, Index: -1, Child: 2, Reason: event.SelectiveCut, Value: 5})
	add(event.Event{Kind: event.Pruned, Turn: event.Turn{Max: true}, Parent: -1, Index: -1, Child: 0})
	add(event.Event{Kind: event.Pruned, Turn: event.Turn{Max: true}, Parent: -1, Index: -1, Child: 1})
	add(event.Event{Kind: event.Leave, Turn: event.Turn{Max: true}, Parent: -1, Index: -1, Value: 5, Bound: game.Lower})
	checkEncoded(t, trace.Document{Events: events})
	nodes := build(t, events, trace.BuildOptions{}).Nodes
	if n := &nodes[0]; n.Cutoff != event.SelectiveCut || n.CutBy != 3 || n.Bound != game.Lower {
		t.Errorf("root %+v", n)
	}
	if nodes[1].State != trace.Cut || nodes[2].State != trace.Cut || nodes[3].State != trace.Done {
		t.Errorf("states %v, %v, %v", nodes[1].State, nodes[2].State, nodes[3].State)
	}
	if !nodes[3].Pass || nodes[3].Type != 0 || nodes[1].Type != 1 {
		t.Errorf("pass %+v", nodes[3])
	}
}
