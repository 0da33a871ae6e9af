// Package slots is the memory of tables that keep what searches found out about
// positions, by key: buckets of one cache line, in huge pages where the system
// gives them. What a slot holds and which gives way is the table's own affair.
package slots

import (
	"math/bits"
	"unsafe"
)

// DefaultBytes is the size of a table for which no other is asked.
const DefaultBytes = 64 << 20

// Size is the size of a slot in bytes.
const Size = 16

// Slot is one entry.
type Slot struct{ Check, Data uint64 }

// Bucket holds the slots that a key may lie in.
type Bucket [4]Slot

// Table is buckets, and the age of what is being stored.
type Table struct {
	// Age is the number of the search at hand, below Ages.
	Age uint64

	buckets []Bucket
	shift   uint // 64 less the logarithm of the number of buckets
	release func()
}

// Ages is the number of ages that can be told apart.
const Ages = 16

// Allocate gives t, which must be new, the largest power of two of buckets that
// fits into bytes, at least one. They are freed when t is.
func (t *Table) Allocate(bytes int) {
	n := max(1, bytes/(len(Bucket{})*Size))
	n = 1 << (bits.Len(uint(n)) - 1)
	t.shift = uint(64 - bits.TrailingZeros(uint(n)))
	t.buckets, t.release = allocate(n)
	t.freeWhenUnused()
}

// Bytes returns the size of the table.
func (t *Table) Bytes() int { return len(t.buckets) * len(Bucket{}) * Size }

// Clear forgets everything. It must not run beside a search.
func (t *Table) Clear() {
	clear(t.buckets)
	t.Age = 0
}

// NextAge marks the begin of a new search.
func (t *Table) NextAge() { t.Age = (t.Age + 1) % Ages }

// Bucket returns the bucket of key.
func (t *Table) Bucket(key uint64) *Bucket {
	// Fibonacci hashing: games may hash positions to small numbers.
	return &t.buckets[key*0x9E3779B97F4A7C15>>t.shift]
}

// Prefetch asks the processor for the bucket of key, and does not wait for it.
func (t *Table) Prefetch(key uint64) { prefetch(unsafe.Pointer(t.Bucket(key))) }
