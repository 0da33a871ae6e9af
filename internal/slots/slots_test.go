package slots

import (
	"runtime"
	"testing"
	"unsafe"
)

// TestAllocate allocates tables of many sizes, on the heap and outside it, and
// uses every bucket.
func TestAllocate(t *testing.T) {
	for _, bytes := range []int{-1, 0, 1, 64, 65, 127, 128, 1 << 12, 1 << 20, 3 << 20} {
		var table Table
		table.Allocate(bytes)
		if size := table.Bytes(); size > max(bytes, 64) || 2*size <= bytes {
			t.Errorf("a table of %d bytes takes %d", bytes, size)
		}
		seen := map[*Bucket]bool{}
		buckets := table.Bytes() / int(unsafe.Sizeof(Bucket{}))
		for key := range uint64(64 * buckets) {
			b := table.Bucket(key)
			seen[b] = true
			b[3].Data = key
		}
		if len(seen) != buckets {
			t.Errorf("%d bytes: %d of %d buckets are used", bytes, len(seen), buckets)
		}
		if table.Clear(); *table.Bucket(1) != (Bucket{}) {
			t.Errorf("%d bytes: something is left in a table cleared", bytes)
		}
	}
}

// TestFree allocates more memory than most machines have, one table after
// another, each as a part of a larger value.
func TestFree(t *testing.T) {
	for range 16 {
		var owner struct {
			other [3]int
			Table
		}
		owner.Allocate(256 << 20)
		owner.Bucket(1)[0].Data = uint64(owner.other[0])
		runtime.GC()
	}
}

func TestAges(t *testing.T) {
	var table Table
	for i := range 3 * Ages {
		if want := uint64(i) % Ages; table.Age != want {
			t.Fatalf("age %d, want %d", table.Age, want)
		}
		table.NextAge()
	}
}
