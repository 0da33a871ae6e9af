package data

import (
	"iter"
	"slices"
	"sync/atomic"
	"testing"
)

// TestAhead reads sequences of several lengths to their ends, and stops at each of several
// elements: the sequence read ahead has then ended too.
func TestAhead(t *testing.T) {
	for _, length := range []int{0, 1, 63, 64, 65, 1000} {
		var running atomic.Bool
		numbers := iter.Seq[int](func(yield func(int) bool) {
			running.Store(true)
			defer running.Store(false)
			for i := range length {
				if !yield(i) {
					return
				}
			}
		})
		if got, want := slices.Collect(ahead(numbers)), slices.Collect(numbers); !slices.Equal(got, want) {
			t.Errorf("%d elements: got %v", length, got)
		}
		for _, last := range []int{0, 63, 64, 500} {
			for i := range ahead(numbers) {
				if i == last {
					break
				}
			}
			if running.Load() {
				t.Fatalf("%d elements, stopped at %d: the sequence goes on", length, last)
			}
		}
	}
}
