//go:build purego || !amd64

package network

func eachSet(test func(set string)) { test("kernel") }
