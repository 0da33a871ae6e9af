package memory

import "testing"

// TestAdviseHuge advises tables of all sizes around those of pages; their
// contents must not change.
func TestAdviseHuge(t *testing.T) {
	AdviseHuge([]uint64(nil))
	for _, size := range []int{1, 1 << 10, 1 << 18, 1<<18 + 1, 1 << 20} {
		table := make([]uint64, size)
		for i := range table {
			table[i] = uint64(i)
		}
		AdviseHuge(table)
		for i, v := range table {
			if v != uint64(i) {
				t.Fatalf("a table of %d words: word %d is %d", size, i, v)
			}
		}
	}
}

// TestClear fills tables smaller and larger than huge pages, and clears a
// part.
func TestClear(t *testing.T) {
	for _, size := range []int{0, 1, 1000, 1 << 18, 1<<20 + 77} {
		table := make([]uint64, size+2)
		for i := range table {
			table[i] = ^uint64(i)
		}
		Clear(table[1 : size+1])
		for i, v := range table {
			if outside := i == 0 || i == size+1; outside && v != ^uint64(i) || !outside && v != 0 {
				t.Fatalf("%d words: word %d is %x", size, i, v)
			}
		}
	}
}
