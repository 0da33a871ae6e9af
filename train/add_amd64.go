//go:build !purego

package train

import "github.com/plywood-go/plywood/internal/vectors"

// vectored reports whether the kernel uses AVX2.
var vectored bool

func init() { vectors.Follow(func(s vectors.Set) { vectored = s.Narrow }) }

// add adds y to x.
func add(x, y []float32) {
	n := 0
	if vectored {
		if n = len(y) &^ (lanes - 1); n > 0 {
			addVectors(&x[:n][0], &y[0], n)
		}
	}
	portableAdd(x[n:len(y)], y[n:])
}

// lanes is the number of values that addVectors adds at once.
const lanes = 32

// addVectors adds n values, a multiple of lanes.
//
//go:noescape
func addVectors(x, y *float32, n int)
