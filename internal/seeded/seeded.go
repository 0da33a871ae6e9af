// Package seeded gives tests random numbers that can be had again, and others.
package seeded

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Variable of the environment names a seed for all tests in place of their own:
//
//	PLYWOOD_TEST_SEED=7 go test ./engine
const Variable = "PLYWOOD_TEST_SEED"

// Rand returns random numbers by a seed, or by the one that Variable gives. If
// the test fails it says which that was.
func Rand(t testing.TB, seed uint64) *rand.Rand {
	t.Helper()
	if text := os.Getenv(Variable); text != "" {
		given, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %q, want a number", Variable, text)
		}
		seed = given
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d; %s=%d repeats it", seed, Variable, seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}
