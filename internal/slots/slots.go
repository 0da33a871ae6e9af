// Package slots is the memory of tables that store results of searches by position:
// buckets of one cache line, in huge pages if the system provides them. The users of a
// table decide what a slot contains and when it is replaced.
package slots

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/plywood-go/plywood/internal/memory"
)

// DefaultBytes is the default size of a table.
const DefaultBytes = 64 << 20

// Size is the size of a slot in bytes.
const Size = 16

// Slot is one entry. It is empty if Data is 0.
type Slot struct{ Check, Data uint64 }

// Bucket holds the slots that a key may lie in.
type Bucket [4]Slot

// Table is a table of buckets with an age for new entries. It uses only the memory that
// its entries need: a search of a few thousand positions touches a small part of 64 MiB.
type Table struct {
	// Age is the number of the current search, below Ages.
	Age uint64

	memory  []Bucket
	layout  atomic.Uint64 // a layout
	lost    atomic.Int64  // entries replaced since the table grew
	growing sync.Mutex
}

// Ages is the number of distinct ages.
const Ages = 16

// golden is 2^64 divided by the golden ratio, for Fibonacci hashing, because games may
// hash positions to small numbers.
const golden = 0x9E3779B97F4A7C15

const (
	leastBuckets = 1 << 12 // 256 KiB
	// stride is the number of buckets that a growing table spreads at a time. Spreading all of
	// them at once takes up to a tenth of a second, too long for a search of 10 ms.
	stride = 32
)

// layout says which bucket a key selects. The low byte is 64 minus the logarithm of the number of
// buckets in use. Above it is the number of buckets, of half as many, that are still to be spread
// over two each.
type layout uint64

func (l layout) used() int { return 1 << (64 - l&127) }
func (l layout) left() int { return int(l >> 8) }

func (l layout) bucket(key uint64) uint64 {
	i := key * golden >> (l & 127)
	if half := i >> 1; half < uint64(l>>8) {
		return half
	}
	return i
}

// Allocate gives t, which must be new, the largest power of two of buckets that fits into
// the given bytes, at least one bucket. They are freed with t.
func (t *Table) Allocate(bytes int) {
	n := max(1, bytes/(len(Bucket{})*Size))
	n = 1 << (bits.Len(uint(n)) - 1)
	var release func()
	t.memory, release = allocate(n)
	runtime.AddCleanup(t, func(release func()) { release() }, release)
	t.use(leastBuckets, 0)
}

// use makes the table use the given number of buckets, a power of two, or all if it has fewer; left
// of half as many are still to be spread.
func (t *Table) use(buckets, left int) {
	t.layout.Store(uint64(left<<8 | 64 - bits.TrailingZeros(uint(min(buckets, len(t.memory))))))
	t.lost.Store(0)
}

// Bytes returns the size of all of the table's memory.
func (t *Table) Bytes() int { return len(t.memory) * len(Bucket{}) * Size }

// Clear forgets everything. It must not run during a search.
func (t *Table) Clear() {
	t.use(leastBuckets, 0)
	clear(t.memory[:min(leastBuckets, len(t.memory))])
	t.Age = 0
}

// Full returns the share of the table's memory that holds entries, in thousandths,
// estimated from a sample.
func (t *Table) Full() int {
	l := layout(t.layout.Load())
	used := l.used()
	if l.left() > 0 {
		used /= 2
	}
	sample, n := t.memory[:min(used, 256)], 0
	for i := range sample {
		for j := range sample[i] {
			if memory.LoadWord(&sample[i][j].Data) != 0 {
				n++
			}
		}
	}
	return n * 1000 / (len(sample) * len(Bucket{})) * used / len(t.memory)
}

// NextAge marks the beginning of a new search.
func (t *Table) NextAge() { t.Age = (t.Age + 1) % Ages }

// Bucket returns the bucket of key. A table that grows moves its entries to other buckets.
func (t *Table) Bucket(key uint64) *Bucket {
	return &t.memory[layout(t.layout.Load()).bucket(key)]
}

// Prefetch starts loading the bucket of key into the cache.
func (t *Table) Prefetch(key uint64) { prefetch(unsafe.Pointer(t.Bucket(key))) }

// Lost records that an entry was replaced by one of another key. After many losses the
// table grows, a little at each loss, unless it uses all of its memory; key returns the key of an
// entry. Several goroutines may call Lost at once; entries that others store meanwhile can be lost.
func (t *Table) Lost(key func(Slot) uint64) {
	l := layout(t.layout.Load())
	used, left := l.used(), l.left()
	if left == 0 && (used == len(t.memory) || t.lost.Add(1) <= int64(used)/8) || !t.growing.TryLock() {
		return
	}
	defer t.growing.Unlock()
	switch {
	case uint64(l) != t.layout.Load(): // another goroutine has been faster
	case left > 0:
		t.spread(l, key)
	default:
		t.use(2*used, used)
	}
}

// spread spreads each of the last buckets left over two, and moves an entry to the one that its key
// now selects. It works from the last bucket down, so that it overwrites no bucket before it has
// read it.
func (t *Table) spread(l layout, key func(Slot) uint64) {
	left := l.left()
	for range min(stride, left) {
		left--
		var spread [2]Bucket
		for k := range t.memory[left] {
			if s := t.memory[left][k].load(); s.Data != 0 {
				spread[key(s)*golden>>(l&127)&1][k] = s
			}
		}
		for i := range spread {
			for k, s := range spread[i] {
				t.memory[2*left+i][k].store(s)
			}
		}
	}
	t.use(l.used(), left)
}

func (s *Slot) load() Slot { return Slot{memory.LoadWord(&s.Check), memory.LoadWord(&s.Data)} }

func (s *Slot) store(to Slot) {
	memory.StoreWord(&s.Data, to.Data)
	memory.StoreWord(&s.Check, to.Check)
}
