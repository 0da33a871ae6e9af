// Package seeded gives tests reproducible random numbers.
package seeded

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Variable is the environment variable that overrides the seeds of all tests:
//
//	PLYWOOD_TEST_SEED=7 go test ./engine
const Variable = "PLYWOOD_TEST_SEED"

// Rand returns random numbers from the seed or, if Variable is set, from its value. It
// logs the seed if the test fails.
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
