package prover_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/farm/prover"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search/prove"
)

// TestRemote proves 4×4 Othello by a farm with two workers, and verifies the proof
// against the archive of the farm.
func TestRemote(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	dir := t.TempDir()
	server, err := queue.Serve(queue.ServerConfig{Dir: dir, Host: "127.0.0.1", Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	kept, err := archive.Open(filepath.Join(dir, "archive"))
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	l, err := ledger.Open(ledger.Config{Archive: kept, Find: catalog.Find})
	if err != nil {
		t.Fatal(err)
	}
	dial := func() *queue.Queue {
		q, err := queue.Dial(queue.Config{URL: server.ClientURL()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(q.Close)
		return q
	}
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	ready := make(chan struct{})
	coordinator := &farm.Coordinator{Queue: dial(), Ledger: l, Version: "test", Log: quiet}
	all.Go(func() {
		if err := coordinator.Run(ctx, func() { close(ready) }); err != nil {
			t.Error(err)
		}
	})
	<-ready
	for _, name := range []string{"one", "two"} {
		w := &farm.Worker{Queue: dial(), Name: name, Version: "test", Find: catalog.Find, Log: quiet}
		all.Go(func() {
			if err := w.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}

	g, err := catalog.Find("othello:4")
	if err != nil {
		t.Fatal(err)
	}
	spec := job.For(job.Solve, g, "test")
	spec.Request.Nodes = 40
	root, rules := g.Start().State(), g.ProofRules()
	claim := proof.Claim{Attacker: game.Second, AtLeast: game.Margin(10)}
	do := prover.Remote(&farm.Client{Queue: dial()}, 1)
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
	report, err := proof.Verify[engine.State, engine.Move](rules, r, &root, proof.Options{Job: prover.Named(g, spec, kept)})
	if err != nil || report.Rests == 0 {
		t.Errorf("%+v, %v", report, err)
	}
	if status := coordinator.Status(); status.Counters.Results == 0 {
		t.Errorf("the farm has done nothing: %+v", status.Counters)
	}
}
