// Package tiny is changed by the test of the mutants.
package tiny

const unit = 2 * 3

// Limit has one mutant that lives: at equality both ways give the same.
func Limit(a, most int) int {
	if a > most {
		return most
	}
	return a
}

// Both needs two truths, of which the tests give it no other than all or none.
func Both(a, b bool) bool { return a && b }

// Count ends, unless it counts the wrong way.
func Count(n int) int {
	c := 0
	for c != n {
		c++
	}
	return c * unit / unit
}

// Less is called by no test.
func Less() bool { return true }
