package seeded

import (
	"strings"
	"testing"
)

// failing is a test that fails, with its log.
type failing struct {
	testing.TB
	after  []func()
	logged string
}

func (f *failing) Helper()                    {}
func (f *failing) Failed() bool               { return true }
func (f *failing) Cleanup(do func())          { f.after = append(f.after, do) }
func (f *failing) Logf(s string, args ...any) { f.logged += strings.TrimSpace(s) }

func TestRand(t *testing.T) {
	t.Setenv(Variable, "")
	usual := Rand(t, 5).Uint64()
	if again := Rand(t, 5).Uint64(); again != usual {
		t.Errorf("%d, then %d", usual, again)
	}
	t.Setenv(Variable, "6")
	f := &failing{TB: t}
	if given := Rand(f, 5).Uint64(); given == usual || given != Rand(t, 6).Uint64() {
		t.Errorf("by the environment %d, by itself %d", given, usual)
	}
	for _, do := range f.after {
		do()
	}
	if !strings.Contains(f.logged, "seed") {
		t.Errorf("a test that fails says %q of its seed", f.logged)
	}
}
