package search

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// A table entry is two words, the key of the position XORed with the data and
// the data (Hyatt's lock-free scheme): a torn entry fails to match its key.
//
//	63        56 55  52 51  50 49  48 47        32 31                0
//	+-----------+------+------+------+------------+------------------+
//	|   depth   | age  |proof |bound | move code  |      score       |
//	+-----------+------+------+------+------------+------------------+
//
// The score is relative to the position, distances counted from it; the move
// code is 0 for none.
type entry struct {
	score game.Score
	move  uint16
	bound game.Bound // of a search to depth
	proof game.Bound // of the true value
	depth int
}

const (
	bucketSlots   = 4 // one cache line
	bytesPerEntry = 16
	maxTableDepth = 255 // the field's
	ages          = 16
)

type slot struct{ check, data uint64 }

type bucket [bucketSlots]slot

// TranspositionTable holds what searches found out about positions. It is safe
// for concurrent use without locks.
type TranspositionTable struct {
	buckets []bucket
	shift   uint // 64 less the logarithm of the number of buckets
	release func()
	age     uint64
}

// NewTable returns an empty table of the largest power of two of buckets that
// fits into bytes, at least one.
func NewTable(bytes int) *TranspositionTable {
	n := max(1, bytes/(bucketSlots*bytesPerEntry))
	n = 1 << (bits.Len(uint(n)) - 1)
	t := &TranspositionTable{shift: uint(64 - bits.TrailingZeros(uint(n)))}
	t.buckets, t.release = allocateBuckets(n)
	t.freeWhenUnused()
	return t
}

// Bytes returns the size of the table.
func (t *TranspositionTable) Bytes() int { return len(t.buckets) * bucketSlots * bytesPerEntry }

// Clear forgets everything. It must not run beside a search.
func (t *TranspositionTable) Clear() {
	clear(t.buckets)
	t.age = 0
}

// nextAge marks the begin of a new search: older entries give way first.
func (t *TranspositionTable) nextAge() { t.age = (t.age + 1) % ages }

func (t *TranspositionTable) bucketOf(key uint64) *bucket {
	// Fibonacci hashing: games may hash positions to small numbers.
	return &t.buckets[key*0x9E3779B97F4A7C15>>t.shift]
}

func pack(e entry, age uint64) uint64 {
	return uint64(uint32(e.score)) | uint64(e.move)<<32 | uint64(e.bound)<<48 |
		uint64(e.proof)<<50 | age<<52 | uint64(min(e.depth, maxTableDepth))<<56
}

// unpack returns the entry that was packed. A depth that fills its field may have
// been greater: then the bound is left out, for nobody knows of which search it
// is.
func unpack(d uint64) entry {
	e := entry{
		score: game.Score(int32(uint32(d))),
		move:  uint16(d >> 32),
		bound: game.Bound(d >> 48 & 3),
		proof: game.Bound(d >> 50 & 3),
		depth: int(d >> 56),
	}
	if e.depth == maxTableDepth {
		e.bound = game.NoBound
	}
	return e
}

// probe returns the entry of key and whether there is one.
func (t *TranspositionTable) probe(key uint64) (entry, bool) {
	d := t.lookup(key)
	return unpack(d), d != 0
}

// lookup returns the entry of key still packed, which a miss saves unpacking;
// 0 if there is none.
func (t *TranspositionTable) lookup(key uint64) uint64 {
	b := t.bucketOf(key)
	for i := range b {
		if d := loadWord(&b[i].data); loadWord(&b[i].check)^d == key {
			return d
		}
	}
	return 0
}

// store keeps e for key. It replaces the entry of the same position, or the
// one of least worth: shallow ones before deep, old before new, unproven
// before proven.
func (t *TranspositionTable) store(key uint64, e entry) {
	b := t.bucketOf(key)
	victim, least := 0, 1<<30
	for i := range b {
		d := loadWord(&b[i].data)
		if loadWord(&b[i].check)^d == key || d == 0 {
			if e.move == 0 && d != 0 {
				e.move = uint16(d >> 32)
			}
			victim = i
			break
		}
		if w := t.worth(d); w < least {
			victim, least = i, w
		}
	}
	d := pack(e, t.age)
	storeWord(&b[victim].data, d)
	storeWord(&b[victim].check, key^d)
}

func (t *TranspositionTable) worth(d uint64) int {
	old := int((t.age - d>>52) % ages)
	worth := int(d>>56)*2 - old*16
	if game.Bound(d>>48&3) == game.Exact {
		worth++
	}
	return worth
}
