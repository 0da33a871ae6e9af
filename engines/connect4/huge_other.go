//go:build !linux

package connect4

func adviseHuge([]entry) {}
