//go:build !purego

package network

// accumulate adds rows of weights to an accumulator and subtracts others. changed lists the
// indices in weights at which the rows begin: first the rows to add, as many as added says,
// then up to count the rows to subtract.
//
//go:noescape
func accumulate(accumulator, weights *int16, width int, changed *int32, added, count int)

// activate returns the sum of the squares of an accumulator's numbers, clipped to 0…One and
// each multiplied by its weight.
//
//go:noescape
func activate(accumulator, weights *int16, width int) int64

// The kernels replace these functions.
var _, _ = portableAccumulate, portableActivate
