//go:build !amd64 || purego

package othelloengine

func eachSet(test func(set string)) { test("portable") }
