//go:build !linux

package search

func allocateBuckets(n int) ([]bucket, func()) { return make([]bucket, n), func() {} }

func (t *TranspositionTable) freeWhenUnused() {}
