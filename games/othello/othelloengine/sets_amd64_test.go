//go:build !purego

package othelloengine

// eachSet calls test with each available instruction set and with portable
// code.
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
