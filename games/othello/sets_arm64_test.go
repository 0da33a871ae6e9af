//go:build !purego

package othello

func EachSet(test func(set string)) { test("NEON") }
