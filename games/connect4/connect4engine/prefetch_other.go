//go:build !amd64

package connect4engine

func prefetch(*entry) {}
