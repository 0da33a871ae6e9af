//go:build !purego

package network

// accumulate adds rows of weights to an accumulator and subtracts others. The
// rows start at the weights with the numbers in changed, added of them to add
// and the rest, up to count, to subtract.
//
//go:noescape
func accumulate(accumulator, weights *int16, width int, changed *int32, added, count int)

// activate returns the sum of the squares of an accumulator's numbers, clipped
// to 0…One, times weights.
//
//go:noescape
func activate(accumulator, weights *int16, width int) int64

// The kernels replace these functions.
var _, _ = portableAccumulate, portableActivate
