//go:build !purego

package othelloengine

// eachSet calls test with each set of instructions that the processor has in use, and
// with none.
func eachSet(test func(set string)) {
	defer func(w bool) { wide = w }(wide)
	if wide {
		test("AVX-512")
	}
	wide = false
	test("portable")
}
