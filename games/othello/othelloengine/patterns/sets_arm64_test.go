//go:build !purego

package patterns

func eachSet(test func(set string)) { test("NEON") }
