//go:build !purego

package network

import "github.com/plywood-go/plywood/internal/vectors"

// wide reports whether the kernels use AVX-512, narrow whether they use AVX2.
var wide, narrow bool

func init() { vectors.Follow(func(s vectors.Set) { wide, narrow = s.Wide, s.Narrow }) }

// accumulate adds rows of weights to an accumulator and subtracts others. changed lists
// the indices in weights at which the rows begin: first the rows to add, as many as added
// says, then up to count the rows to subtract.
func accumulate(accumulator, weights *int16, width int, changed *int32, added, count int) {
	switch {
	case wide:
		wideAccumulate(accumulator, weights, width, changed, added, count)
	case narrow:
		narrowAccumulate(accumulator, weights, width, changed, added, count)
	default:
		portableAccumulate(accumulator, weights, width, changed, added, count)
	}
}

// activate returns the sum of the squares of an accumulator's numbers, clipped to 0…One
// and each multiplied by its weight.
func activate(accumulator, weights *int16, width int) int64 {
	switch {
	case wide:
		return wideActivate(accumulator, weights, width)
	case narrow:
		return narrowActivate(accumulator, weights, width)
	}
	return portableActivate(accumulator, weights, width)
}

//go:noescape
func wideAccumulate(accumulator, weights *int16, width int, changed *int32, added, count int)

//go:noescape
func wideActivate(accumulator, weights *int16, width int) int64

//go:noescape
func narrowAccumulate(accumulator, weights *int16, width int, changed *int32, added, count int)

//go:noescape
func narrowActivate(accumulator, weights *int16, width int) int64
