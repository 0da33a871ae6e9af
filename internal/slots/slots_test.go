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

// TestGrows fills a table. It must grow to its full size, a few buckets at a time, keep all
// entries but those replaced, and shrink when it is cleared.
func TestGrows(t *testing.T) {
	const keys = 200_000
	var table Table
	table.Allocate(2 * keys * Size)
	table.memory[leastBuckets*2][1] = Slot{3, 5} // of a search before the table was cleared
	now := func() layout { return layout(table.layout.Load()) }
	key := func(s Slot) uint64 { return s.Check ^ s.Data }
	replaced, growing, sizes := 0, 0, map[int]bool{}
	for k := uint64(1); k <= keys; k++ {
		b := table.Bucket(k)
		i := slices.IndexFunc(b[:], func(s Slot) bool { return s.Data == 0 })
		if i < 0 {
			i = int(k % 4)
			replaced++
		}
		full, before := b[i].Data != 0, now()
		b[i] = Slot{Check: k ^ ^k, Data: ^k}
		if full {
			table.Lost(key)
		}
		if l := now(); l.left() > 0 && before.left() > 0 && before.left()-l.left() > stride {
			t.Fatalf("%d buckets are spread at once", before.left()-l.left())
		}
		sizes[now().used()] = true
		if now().left() > 0 {
			growing++
		}
		if k%999 == 0 || k == keys {
			if n := table.find(k); n != int(k)-replaced {
				t.Fatalf("%d of %d entries found, %d replaced, by tables of %v, %d buckets left", n, k, replaced, sizes, now().left())
			}
		}
	}
	if n := len(table.memory); !sizes[leastBuckets] || !sizes[n] || len(sizes) != 5 || growing == 0 || now().left() > 0 {
		t.Errorf("tables of %v of %d buckets, %d still to be spread", sizes, n, now().left())
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
	if filled != keys-replaced {
		t.Errorf("%d slots are filled by %d entries", filled, keys-replaced)
	}
	table.Clear()
	if now().used() != leastBuckets || *table.Bucket(1) != (Bucket{}) {
		t.Errorf("cleared, %d buckets are in use", now().used())
	}
}

// find counts the entries with keys from 1 to n.
func (t *Table) find(n uint64) (found int) {
	for k := uint64(1); k <= n; k++ {
		for _, s := range t.Bucket(k) {
			if s.Data == ^k {
				found++
			}
		}
	}
	return found
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
