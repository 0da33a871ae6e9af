package main

import (
	"context"
	"path/filepath"
	"testing"
	"time"
)

// TestTiny checks the verdicts on a small package, and that a second run has nothing left to
// judge.
func TestTiny(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	o := options{results: filepath.Join(t.TempDir(), "results"), slow: time.Minute, extra: time.Second}
	mutants, found, err := o.run(context.Background(), []string{"testdata/tiny"})
	if err != nil {
		t.Fatal(err)
	}
	type change struct{ text, from, to string }
	want := map[change]verdict{
		{"if a > most {", ">", ">="}:                                lived,
		{"if a > most {", ">", "<="}:                                killed,
		{"func Both(a, b bool) bool { return a && b }", "&&", "||"}: lived,
		{"for c != n {", "!=", "=="}:                                killed,
		{"c++", "++", "--"}:                                         timedOut,
		{"return c * unit / unit", "*", "/"}:                        killed,
		{"return c * unit / unit", "/", "*"}:                        killed,
		{"func Less() bool { return true }", "true", "!true"}:       unreached,
	}
	if len(mutants) != len(want) {
		t.Errorf("got %d mutants, want %d", len(mutants), len(want))
	}
	for _, m := range mutants {
		c := change{m.Text, m.From, m.To}
		if got := found[m.key()].Verdict; got != want[c] {
			t.Errorf("%v: got %q, want %q", c, got, want[c])
		}
	}
	kept, err := read(o.results)
	if err != nil || len(kept) != len(want) {
		t.Errorf("got %d results in the file (%v), want %d", len(kept), err, len(want))
	}
}

// TestOtherModule changes a package with imports that this module lacks.
func TestOtherModule(t *testing.T) {
	dir, err := filepath.Abs("../../search")
	if err != nil {
		t.Fatal(err)
	}
	if mutants, _, err := mutate(dir, t.TempDir(), []string{"quiet.go"}); err != nil || len(mutants) == 0 {
		t.Errorf("%d mutants, error %v", len(mutants), err)
	}
}
