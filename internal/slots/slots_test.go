package slots

import (
	"runtime"
	"slices"
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
		buckets := min(table.Bytes()/int(unsafe.Sizeof(Bucket{})), leastBuckets)
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

// TestFull fills a table bucket by bucket.
func TestFull(t *testing.T) {
	var table Table
	table.Allocate(1 << 10)
	if got := table.Full(); got != 0 {
		t.Errorf("%d thousandths of an empty table are in use", got)
	}
	for i := range table.memory {
		for j := range 2 {
			table.memory[i][j].Data = 1
		}
	}
	if got := table.Full(); got != 1000*2/len(Bucket{}) {
		t.Errorf("%d thousandths, want two entries of each %d", got, len(Bucket{}))
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

// TestGrows fills a table. It must grow to its full size, keep all entries but those replaced, and
// shrink when it is cleared.
func TestGrows(t *testing.T) {
	const keys = 200_000
	var table Table
	table.Allocate(2 * keys * Size)
	table.memory[leastBuckets*2][1] = Slot{3, 5} // of a search before the table was cleared
	key := func(s Slot) uint64 { return s.Check ^ s.Data }
	replaced, sizes := 0, map[int]bool{}
	for k := uint64(1); k <= keys; k++ {
		b := table.Bucket(k)
		i := slices.IndexFunc(b[:], func(s Slot) bool { return s.Data == 0 })
		if i < 0 {
			i = int(k % 4)
			replaced++
		}
		full := b[i].Data != 0
		b[i] = Slot{Check: k ^ ^k, Data: ^k}
		if full {
			table.Lost(key)
		}
		sizes[table.used()] = true
	}
	found := 0
	for k := uint64(1); k <= keys; k++ {
		for _, s := range table.Bucket(k) {
			if s.Data == ^k {
				found++
			}
		}
	}
	if n := len(table.memory); found != keys-replaced || !sizes[leastBuckets] || !sizes[n] || len(sizes) != 3 {
		t.Errorf("%d of %d entries found, %d replaced, by tables of %v of %d buckets", found, keys, replaced, sizes, n)
	}
	if replaced > keys/8 {
		t.Errorf("%d of %d entries replaced", replaced, keys)
	}
	filled := 0
	for _, b := range table.memory {
		for _, s := range b {
			if s.Data != 0 {
				filled++
			}
		}
	}
	if filled != found {
		t.Errorf("%d slots are filled, but %d entries found", filled, found)
	}
	table.Clear()
	if table.used() != leastBuckets || *table.Bucket(1) != (Bucket{}) {
		t.Errorf("cleared, %d buckets are in use", table.used())
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
