package network

import "unsafe"

// # Kernels
//
// accumulate and activate do most of the work of an evaluation. On amd64 they
// use AVX-512 (F, BW) or AVX2, on arm64 NEON, and portable code elsewhere and
// with the build tag purego.

// portableAccumulate is the portable version of accumulate.
func portableAccumulate(accumulator, weights *int16, width int, changed *int32, added, count int) {
	sums := unsafe.Slice(accumulator, width)
	for i, at := range unsafe.Slice(changed, count) {
		row := unsafe.Slice((*int16)(unsafe.Add(unsafe.Pointer(weights), 2*int(at))), width)
		if i < added {
			for k, w := range row {
				sums[k] += w
			}
		} else {
			for k, w := range row {
				sums[k] -= w
			}
		}
	}
}

// portableActivate is the portable version of activate.
func portableActivate(accumulator, weights *int16, width int) (sum int64) {
	row := unsafe.Slice(weights, width)
	for k, v := range unsafe.Slice(accumulator, width) {
		v := int64(min(max(v, 0), One))
		sum += v * v * int64(row[k])
	}
	return sum
}
