//go:build !linux

package main

// memoryBytes returns 0: the machine does not tell the size of its memory.
func memoryBytes() uint64 { return 0 }
