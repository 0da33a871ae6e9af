//go:build !purego

package patterns

// eachSet calls test with each available instruction set and with portable
// code.
func eachSet(test func(set string)) {
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
