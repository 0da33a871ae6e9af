package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// TestIllegalRow puts a result with an illegal line into the archive, and checks that
// the other rows are printed.
func TestIllegalRow(t *testing.T) {
	dir := t.TempDir()
	kept, err := archive.Open(filepath.Join(dir, remote.ArchiveFile))
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(ledger.Config{Archive: kept, Find: catalog.Find})
	if err != nil {
		t.Fatal(err)
	}
	g := catalogtest.Find(t, "tictactoe")
	spec := job.For(job.Solve, g, remote.Version())
	lines := []string{"X2/3/3 O", "3/3/3 X"}
	batch, err := l.Submit(job.Batch{Spec: spec, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	d := &job.Doer{Find: catalog.Find, Worker: "w", Engine: remote.Version()}
	for n, line := range lines {
		p, err := g.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Do(t.Context(), spec.At(p))
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			r.PV = []string{"z9"}
		}
		if err := kept.Update(func(tx *archive.Tx) error { return tx.Put(archive.Results, r.Job[:], r.Record()) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, remote.AddressFile), []byte("nats://127.0.0.1:1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	code, out, stderr := runs(t.Context(), nil, "farm", "results", batch, "--dir", dir, "--json")
	if code != 1 || strings.Count(out, "\n") != 1 || !strings.Contains(out, `"index":1`) || !strings.Contains(stderr, "z9") {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
}
