package trace_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// place is a node of a sample as a position of a game.
type place struct {
	node *sample
	ply  int
}

// sampleRules are the rules of a game whose tree is a sample: the leaves are
// margins for MAX, who moves first.
type sampleRules struct{}

func (sampleRules) Moves(s *place, buf []int) ([]int, game.Status) {
	for i := range s.node.children {
		buf = append(buf, i)
	}
	switch {
	case len(s.node.children) > 0:
		return buf, game.Ongoing
	case s.ply%2 == 0:
		return buf, game.Final(int(s.node.value))
	}
	return buf, game.Final(-int(s.node.value))
}

func (sampleRules) Play(dst, src *place, m int) { *dst = place{src.node.children[m], src.ply + 1} }

func (sampleRules) ToMove(s *place) game.Player { return game.Player(s.ply % 2) }

func (sampleRules) Hash(*place) uint64 { return 0 }

// run returns the events and the counts of a search of s.
func run(t *testing.T, algorithm textbook.Algorithm, s *sample) ([]event.Event, textbook.Counts) {
	var rec event.Recorder
	result := textbook.Run(t.Context(), algorithm, sampleRules{}, &place{node: s}, 100,
		textbook.Options{Observer: &rec, Scoring: textbook.Points})
	return rec.Events, result.Counts
}

// TestTextbook checks that the stream of each textbook algorithm builds a tree
// with the algorithm's value, line and counts.
func TestTextbook(t *testing.T) {
	r := seeded.Rand(t, 17)
	for range 12 {
		s := randomTree(r, 80)
		want := build(t, minimax(s), s.options()).Nodes[0].Value
		for _, algorithm := range textbook.Algorithms() {
			events, counts := run(t, algorithm, s)
			tree := build(t, events, s.options())
			root, stats := &tree.Nodes[0], &tree.Stats
			if root.Value != want || root.Bound != game.Exact {
				t.Errorf("%s: got %v (%v), want %v", algorithm, root.Value, root.Bound, want)
			}
			if stats.Visits != counts.Nodes || stats.Evaluations != counts.Leaves {
				t.Errorf("%s: got %+v, want the counts %+v", algorithm, stats, counts)
			}
			if len(tree.Nodes) != s.size() {
				t.Errorf("%s: got %d nodes, want the whole tree of %d", algorithm, len(tree.Nodes), s.size())
			}
			pv := tree.PV()
			if last := &tree.Nodes[pv[len(pv)-1]]; !last.Leaf || last.Value != want {
				t.Errorf("%s: the principal variation ends in %+v, want a leaf of %v", algorithm, last, want)
			}
			checkEncoded(t, trace.Document{Events: events})
			for _, format := range formats {
				if err := harmless(format, render(t, tree, trace.RenderOptions{Format: format})); err != nil {
					t.Errorf("%s: %v: %v", algorithm, format, err)
				}
			}
		}
	}
}
