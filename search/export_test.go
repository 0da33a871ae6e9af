package search

import (
	"unsafe"

	"github.com/plywood-go/plywood/game"
)

// TableMemory returns n buckets, of any type of their size, in the memory that
// transposition tables lie in: huge pages, where the system gives them.
func TableMemory[B any](n int) []B {
	buckets, _ := allocateBuckets(n)
	return unsafe.Slice((*B)(unsafe.Pointer(&buckets[0])), n)
}

// ThreadNodes returns the nodes that each thread visited in the last search.
func (s *Searcher[S, M, R]) ThreadNodes() (n []uint64) {
	for _, w := range s.workers {
		n = append(n, w.stats.Nodes)
	}
	return n
}

// SplitAlways makes the threads share out every node, however small.
func (s *Searcher[S, M, R]) SplitAlways() { s.splitNodes = 0 }

// Widen returns v+by, or the limit, as a driver widens its window.
func Widen(inMargins bool, v, by, limit game.Score) game.Score {
	c := capabilities[int, int]{inMargins: inMargins}
	return c.widen(v, by, limit)
}
