// Package tiny is the input of the mutants test.
package tiny

const unit = 2 * 3

// Limit has one surviving mutant: at equality both branches return the same.
func Limit(a, most int) int {
	if a > most {
		return most
	}
	return a
}

// Both is tested only with equal arguments.
func Both(a, b bool) bool { return a && b }

// Count does not terminate if it counts in the wrong direction.
func Count(n int) int {
	c := 0
	for c != n {
		c++
	}
	return c * unit / unit
}

// Less is not called by any test.
func Less() bool { return true }
