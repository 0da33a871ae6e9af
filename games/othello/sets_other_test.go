//go:build (!amd64 && !arm64) || purego

package othello

func EachSet(test func(set string)) { test("portable") }
