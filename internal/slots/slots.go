// Package slots is the memory of tables that store results of searches by
// position: buckets of one cache line, in huge pages if the system provides
// them. The users decide the contents of a slot and its replacement.
package slots

import (
	"math/bits"
	"unsafe"
)

// DefaultBytes is the default size of a table.
const DefaultBytes = 64 << 20

// Size is the size of a slot in bytes.
const Size = 16

// Slot is one entry.
type Slot struct{ Check, Data uint64 }

// Bucket holds the slots that a key may lie in.
type Bucket [4]Slot

// Table is a table of buckets with an age for new entries.
type Table struct {
	// Age is the number of the current search, below Ages.
	Age uint64

	buckets []Bucket
	shift   uint // 64 minus the logarithm of the number of buckets
	release func()
}

// Ages is the number of distinct ages.
const Ages = 16

// Allocate gives t, which must be new, the largest power of two of buckets
// that fits into bytes, but at least one. They are freed with t.
func (t *Table) Allocate(bytes int) {
	n := max(1, bytes/(len(Bucket{})*Size))
	n = 1 << (bits.Len(uint(n)) - 1)
	t.shift = uint(64 - bits.TrailingZeros(uint(n)))
	t.buckets, t.release = allocate(n)
	t.freeWhenUnused()
}

// Bytes returns the size of the table.
func (t *Table) Bytes() int { return len(t.buckets) * len(Bucket{}) * Size }

// Clear forgets everything. It must not run during a search.
func (t *Table) Clear() {
	clear(t.buckets)
	t.Age = 0
}

// NextAge marks the beginning of a new search.
func (t *Table) NextAge() { t.Age = (t.Age + 1) % Ages }

// Bucket returns the bucket of key.
func (t *Table) Bucket(key uint64) *Bucket {
	// Fibonacci hashing: games may hash positions to small numbers.
	return &t.buckets[key*0x9E3779B97F4A7C15>>t.shift]
}

// Prefetch starts loading the bucket of key into the cache.
func (t *Table) Prefetch(key uint64) { prefetch(unsafe.Pointer(t.Bucket(key))) }
