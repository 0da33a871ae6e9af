package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/proof"
	"github.com/plywood-go/plywood/farm/prover"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// TestForgedProof writes a proof with a valid header, a false claim and the name of the
// job that would prove it, and checks that the verdict is conditional.
func TestForgedProof(t *testing.T) {
	g := catalogtest.Find(t, "tictactoe")
	spec := job.For(job.Solve, g, remote.Version())
	claim := proof.Claim{Attacker: game.Second, AtLeast: proof.AWin}
	start := g.Start()
	j, err := prover.JobOf(g, spec, prover.Question{Position: start.String(), Window: claim.Window(start.ToMove())})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "forged.proof")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	h := proof.Header{Game: "tictactoe", Position: start.String(), Claims: []proof.Claim{claim}}
	if h.Jobs, err = json.Marshal(spec); err != nil {
		t.Fatal(err)
	}
	w, err := proof.NewWriter(file, h)
	if err != nil {
		t.Fatal(err)
	}
	w.Rests(j.Key().String())
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{
		"en": "conditional on 1 unchecked result: O wins",
		"ru": "если верны непроверенные результаты (1): ",
		"zh": "以 1 项未经检验的结果为条件：",
	} {
		code, out, stderr := runs(t.Context(), nil, "farm", "verify", path, "--lang", lang)
		if code != 4 || !strings.Contains(out, want) || strings.Contains(out, "proven:") {
			t.Errorf("code %d: %s%s, want code 4 and %q", code, out, stderr, want)
		}
	}
}
