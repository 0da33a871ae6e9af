//go:build !purego

package othello

// EachSet calls test with each set of instructions that the processor has in use, and
// with none.
func EachSet(test func(set string)) {
	defer func(w, n bool) { wide, narrow = w, n }(wide, narrow)
	if wide {
		test("AVX-512")
	}
	if wide = false; narrow {
		test("AVX2")
	}
	narrow = false
	test("portable")
}
