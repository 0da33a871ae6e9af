//go:build (!amd64 && !arm64) || purego

package patterns

func eachSet(test func(set string)) { test("portable") }
