//go:build !amd64 || purego

package othello

func EachSet(test func(set string)) { test("portable") }
