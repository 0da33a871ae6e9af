//go:build !amd64

package connect4

func prefetch(*entry) {}
