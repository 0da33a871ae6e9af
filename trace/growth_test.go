package trace_test

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// sampleGamble is a sample as the searches that let a tree grow see it.
type sampleGamble struct{}

func (sampleGamble) Next(p *place, buf []place) []place {
	for _, c := range p.node.children {
		buf = append(buf, place{c, p.ply + 1})
	}
	return buf
}

func (sampleGamble) MaxToMove(p *place) bool  { return p.ply%2 == 0 }
func (sampleGamble) Shares(*place) []*big.Rat { return nil }

func (sampleGamble) Leaf(p *place, _ int) *big.Rat {
	if len(p.node.children) > 0 {
		return nil
	}
	return big.NewRat(int64(p.node.value), 1)
}

// proofs returns the events of a proof-number search of s.
func proofs(t *testing.T, s *sample, goal int64) []event.Event {
	var rec event.Recorder
	textbook.Prove(t.Context(), sampleGamble{}, place{node: s}, textbook.ProofOptions{Goal: big.NewRat(goal, 1), Observer: &rec})
	return rec.Events
}

// playouts returns the events of UCT on s.
func playouts(t *testing.T, s *sample, rounds int, seed uint64) (events []event.Event) {
	textbook.Sample(t.Context(), sampleGamble{}, place{node: s}, textbook.PlayoutOptions{
		Playouts: rounds, Most: big.NewRat(10, 1), Seed: seed, Observer: func(e textbook.ExactEvent) {
			if e.Number != nil {
				e.Value = game.Score(e.Number.Num().Int64())
			}
			events = append(events, e.Event)
		},
	})
	return events
}

// TestGrowthGolden draws trees that grow, in the middle and at the end.
func TestGrowthGolden(t *testing.T) {
	figure := parse(bratko)
	replay := func(events []event.Event) *trace.Replay {
		r, err := trace.NewReplay(events, figure.options())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	proven, open := replay(proofs(t, figure, 4)), replay(playouts(t, figure, 12, 1))
	for name, tree := range map[string]*trace.Tree{
		"growth-proof": proven.Tree(), "growth-proof-step": proven.At(12), "growth-disproof": replay(proofs(t, figure, 5)).Tree(),
		"growth-playouts": open.Tree(), "growth-playouts-step": open.At(28),
	} {
		for _, f := range formats {
			golden.Check(t, name+"."+strings.Replace(f.String(), "text", "txt", 1), render(t, tree, trace.RenderOptions{Format: f}))
		}
	}
}

// TestGrowth checks films, documents and lines of random trees that grow.
func TestGrowth(t *testing.T) {
	rng := seeded.Rand(t, 1)
	for range 6 {
		s := randomTree(rng, 30)
		for _, events := range [][]event.Event{proofs(t, s, int64(rng.IntN(10))), playouts(t, s, 20, rng.Uint64())} {
			r, err := trace.NewReplay(events, s.options())
			if err != nil {
				t.Fatal(err)
			}
			checkEncoded(t, trace.Document{Events: events})
			checkFilm(t, r, trace.RenderOptions{Shapes: trace.Shapes(rng.IntN(2))})
			checkSolution(t, s, r.Tree())
			for _, format := range formats {
				if err := harmless(format, render(t, r.At(rng.IntN(r.Len())), trace.RenderOptions{Format: format})); err != nil {
					t.Errorf("%v: %v", format, err)
				}
			}
		}
	}
}

// checkSolution checks that the bold part of a proof proves: it has one move of the side that
// succeeds, all of the other, and leaves of one kind.
func checkSolution(t *testing.T, s *sample, tree *trace.Tree) {
	t.Helper()
	if tree.Growth != trace.Proofs {
		return
	}
	proven := tree.Nodes[0].G == 0
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if !n.PV {
			continue
		}
		bold := 0
		for _, c := range n.Children {
			if tree.Nodes[c].PV {
				bold++
			}
		}
		want := len(s.at(tree.Path(i)).children)
		if want > 0 && n.Max == proven {
			want = 1
		}
		if bold != want || proven && n.G != 0 || !proven && n.H != 0 {
			t.Errorf("node %d of the proof has %d of its children in it, want %d", i, bold, want)
		}
	}
}

// TestGrowthSampled checks that a part of a tree that grows is a tree.
func TestGrowthSampled(t *testing.T) {
	s := randomTree(rand.New(rand.NewPCG(3, 0)), 60)
	for _, events := range [][]event.Event{proofs(t, s, 5), playouts(t, s, 40, 1)} {
		for visits := 1; visits < 12; visits++ {
			var rec event.Recorder
			sampler := trace.NewSampler(&rec, visits, 3)
			for _, e := range events {
				sampler.Observe(e)
			}
			tree := build(t, rec.Events, s.options())
			if tree.Stats.Nodes > visits || tree.Stats.Nodes == 0 {
				t.Errorf("%d nodes of at most %d", tree.Stats.Nodes, visits)
			}
		}
	}
}
