//go:build !purego

package othelloengine

// eachSet calls test with each set of instructions that the processor has in use, and
// with none.
func eachSet(test func(set string)) {
	defer func(w, g bool) { wide, gather = w, g }(wide, gather)
	if wide {
		test("AVX-512")
	}
	if wide = false; gather {
		test("BMI2")
	}
	gather = false
	test("portable")
}
