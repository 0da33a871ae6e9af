//go:build purego || (!amd64 && !arm64)

package network

func accumulate(accumulator, weights *int16, width int, changed *int32, added, count int) {
	portableAccumulate(accumulator, weights, width, changed, added, count)
}

func activate(accumulator, weights *int16, width int) int64 {
	return portableActivate(accumulator, weights, width)
}
