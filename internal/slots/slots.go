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
	shift   atomic.Uint32 // 64 minus the logarithm of the number of buckets in use
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
	growth       = 4       // the factor by which a table grows, a power of two
)

// Allocate gives t, which must be new, the largest power of two of buckets that fits into
// the given bytes, at least one bucket. They are freed with t.
func (t *Table) Allocate(bytes int) {
	n := max(1, bytes/(len(Bucket{})*Size))
	n = 1 << (bits.Len(uint(n)) - 1)
	var release func()
	t.memory, release = allocate(n)
	runtime.AddCleanup(t, func(release func()) { release() }, release)
	t.use(leastBuckets)
}

// use makes the table use the given number of buckets, a power of two, or all if it has fewer.
func (t *Table) use(buckets int) {
	t.shift.Store(uint32(64 - bits.TrailingZeros(uint(min(buckets, len(t.memory))))))
	t.lost.Store(0)
}

// used returns the number of buckets in use.
func (t *Table) used() int { return 1 << (64 - t.shift.Load()) }

// Bytes returns the size of all of the table's memory.
func (t *Table) Bytes() int { return len(t.memory) * len(Bucket{}) * Size }

// Clear forgets everything. It must not run during a search.
func (t *Table) Clear() {
	t.use(leastBuckets)
	clear(t.memory[:t.used()])
	t.Age = 0
}

// Full returns the share of the table's memory that holds entries, in thousandths,
// estimated from a sample.
func (t *Table) Full() int {
	used := t.used()
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
	return &t.memory[key*golden>>t.shift.Load()]
}

// Prefetch starts loading the bucket of key into the cache.
func (t *Table) Prefetch(key uint64) { prefetch(unsafe.Pointer(t.Bucket(key))) }

// Lost records that an entry was replaced by one of another key. After many losses the
// table grows, unless it uses all of its memory; key returns the key of an entry. Several
// goroutines may call Lost at once; entries that others store meanwhile can be lost.
func (t *Table) Lost(key func(Slot) uint64) {
	used := t.used()
	if used == len(t.memory) || t.lost.Add(1) <= int64(used)/2 || !t.growing.TryLock() {
		return
	}
	defer t.growing.Unlock()
	if t.used() == used { // no other goroutine has been faster
		t.grow(used, key)
	}
}

// grow enlarges the table. It spreads each bucket over several neighbours, and moves an
// entry to the one that its key now selects. It works from the last bucket down, so that
// it overwrites no bucket before it has read it.
func (t *Table) grow(used int, key func(Slot) uint64) {
	all := min(growth*used, len(t.memory))
	parts := all / used
	shift := 64 - bits.TrailingZeros(uint(all))
	for i := used - 1; i >= 0; i-- {
		var spread [growth]Bucket
		for k := range t.memory[i] {
			if s := t.memory[i][k].load(); s.Data != 0 {
				spread[int(key(s)*golden>>shift)%parts][k] = s
			}
		}
		for part := range parts {
			for k, s := range spread[part] {
				t.memory[i*parts+part][k].store(s)
			}
		}
	}
	t.use(all)
}

func (s *Slot) load() Slot { return Slot{memory.LoadWord(&s.Check), memory.LoadWord(&s.Data)} }

func (s *Slot) store(to Slot) {
	memory.StoreWord(&s.Data, to.Data)
	memory.StoreWord(&s.Check, to.Check)
}
