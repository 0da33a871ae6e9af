package prover

import (
	"context"
	"flag"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

var measure = flag.Bool("measure", false, "measure what the constants cost")

// TestFarther measures the cost of proofs of the values of positions of 6×6 Othello by jobs of
// 1/50 of the nodes of one search.
func TestFarther(t *testing.T) {
	if !*measure {
		t.Skip("only with -measure")
	}
	g, err := catalog.Find("othello:6")
	if err != nil {
		t.Fatal(err)
	}
	random := seeded.Rand(t, 21)
	rules := g.Rules()
	e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 16 << 20}, Solve: true})
	sums := map[uint32]*Progress{}
	var alone uint64
	defer func(usual uint32) { farther = usual }(farther)
	for range 8 {
		pos := g.Start()
		for range 14 {
			moves := pos.Moves()
			if pos, err = pos.Play(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		e.Clear()
		a := e.Analyze(context.Background(), pos, search.Query{Exhaustive: true}, search.Control{}, nil)
		v := a.Lines[0].Score
		alone += a.Stats.Nodes
		mover := pos.ToMove()
		for _, farther = range []uint32{1, 3, 10, 30, 100} {
			if sums[farther] == nil {
				sums[farther] = new(Progress)
			}
			for _, c := range []proof.Claim{{Attacker: mover, AtLeast: v}, {Attacker: mover.Other(), AtLeast: -v}} {
				spec := job.For(job.Solve, g, "test")
				spec.Request.Nodes = a.Stats.Nodes / 50
				root := pos.State()
				p, err := New[engine.State, engine.Move](rules, &root, c, Jobs(g, spec, Local(&job.Doer{Find: catalog.Find, Engine: "test"})), Options[engine.State, engine.Move]{Order: Ordered(g, 4)})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := p.Prove(context.Background()); err != nil {
					t.Fatal(err)
				}
				r := p.Progress()
				sums[farther].Asked += r.Asked
				sums[farther].Unfinished += r.Unfinished
				sums[farther].Nodes += r.Nodes
			}
		}
	}
	for f, p := range sums {
		t.Logf("farther %d: %d jobs, %d split, %d k nodes; one search each takes %d k", f, p.Asked, p.Unfinished, p.Nodes/1000, alone/1000)
	}
}
