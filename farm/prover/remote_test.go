package prover_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/farm/prover"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/search/prove"
)

// TestRemote proves 4×4 Othello by a farm with two workers, and verifies the proof
// against the archive of the farm.
func TestRemote(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	f := farmtest.Start(t, farmtest.Config{Find: catalog.Find, Workers: 2})
	g, err := catalog.Find("othello:4")
	if err != nil {
		t.Fatal(err)
	}
	spec := job.For(job.Solve, g, farmtest.Version)
	spec.Request.Nodes = 40
	root, rules := g.Start().State(), g.Rules()
	claim := proof.Claim{Attacker: game.Second, AtLeast: game.Margin(10)}
	do := prover.Remote(&f.Client, 1)
	p, err := prover.New[engine.State, engine.Move](rules, &root, claim, prover.Jobs(g, spec, do), prover.Options[engine.State, engine.Move]{Parallel: 6})
	if err != nil {
		t.Fatal(err)
	}
	verdict, err := p.Prove(ctx)
	if verdict != prove.Proven || err != nil {
		t.Fatalf("%v, %v", verdict, err)
	}
	var file bytes.Buffer
	w, err := proof.NewWriter(&file, proof.Header{Game: g.About().Name, Position: g.Start().String(), Claims: []proof.Claim{claim}})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(ctx, w, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := proof.Open(&file)
	if err != nil {
		t.Fatal(err)
	}
	report, err := proof.Verify[engine.State, engine.Move](rules, r, &root, proof.Options{Job: prover.Named(g, spec, f.Coordinator.Ledger.Result)})
	if err != nil || report.Rests == 0 {
		t.Errorf("%+v, %v", report, err)
	}
	if status := f.Coordinator.Status(); status.Counters.Results == 0 {
		t.Errorf("the farm has done nothing: %+v", status.Counters)
	}
}
