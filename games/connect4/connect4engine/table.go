package connect4engine

import (
	"math/bits"

	"github.com/plywood-go/plywood/internal/memory"
)

// An entry of the table is one word:
//
//	63                            22 21  17 16  12 11     6 5      0
//	 ┌──────────────────────────────┬──────┬──────┬────────┬────────┐
//	 │ tag                        0 │ work │ move │ upper  │ lower  │
//	 └──────────────────────────────┴──────┴──────┴────────┴────────┘
//
// The bounds are offset by scoreOffset. Work is the bit length of the number of
// nodes spent, at least 1, so no entry is 0. A key of k bits is multiplied by
// an odd number modulo 2^k, which is invertible; the high bits select the
// bucket, and the rest is the tag. So an entry never matches another position.
type entry uint64

const (
	upperShift  = 6
	moveShift   = 12
	workShift   = 17
	payloadBits = 22
	payload     = 1<<payloadBits - 1

	// scoreOffset makes scores positive. The winner has at least four discs on the board, so
	// no score exceeds (63+2-7)/2 = 29.
	scoreOffset = 31
	// maxWork is the largest work that an entry can hold.
	maxWork = 31
)

func newEntry(tag uint64, lower, upper, move, work int) entry {
	return entry(tag | uint64(work)<<workShift | uint64(move)<<moveShift |
		uint64(upper+scoreOffset)<<upperShift | uint64(lower+scoreOffset))
}

// nothing is the entry of an unknown position. Its move is invalid.
const nothing = entry(2*scoreOffset<<upperShift | (maxColumns-1)<<moveShift)

func (e entry) lower() int { return int(e&63) - scoreOffset }
func (e entry) upper() int { return int(e>>upperShift&63) - scoreOffset }
func (e entry) move() int  { return int(e >> moveShift & 31) }
func (e entry) work() int  { return int(e >> workShift & 31) }

// answers returns the entry's bound that decides whether the value is at least beta. ok
// is false if it has none.
func (e entry) answers(beta int) (v int, ok bool) {
	if v = e.lower(); v >= beta {
		return v, true
	}
	v = e.upper()
	return v, v < beta
}

// slots is the number of entries per bucket.
const slots = 2

// table stores the bounds of positions. It starts small and grows with the work done:
// easy positions need not clear a large table, nor pay for its cache misses.
type table struct {
	entries []entry // 2^bits buckets
	bits    uint    // base-2 logarithm of the number of buckets
	keyBits uint
	memory  []entry // the allocation; entries is its first part
	stored  int     // number of entries filled since the table was cleared
}

// multiplier spreads keys: 2^64 divided by the golden ratio.
const multiplier = 0x9e3779b97f4a7c15

// hash maps a key one to one to the high keyBits bits of a word.
func (t *table) hash(key uint64) uint64 { return key * multiplier << (64 - t.keyBits) }

// slot returns the index of the first entry of a bucket, and the tag.
func (t *table) slot(hash uint64) (index int, tag uint64) {
	return int(hash>>(64-t.bits)) * slots, hash << t.bits
}

// prefetch prefetches the bucket that probe will read.
func (t *table) prefetch(hash uint64) {
	i, _ := t.slot(hash)
	prefetch(&t.entries[i])
}

// load reads an entry that several threads may use. It is one word, and an outdated one is still
// correct.
func load(e *entry) entry { return entry(memory.LoadWord((*uint64)(e))) }

// probe returns the entry for a hash, or nothing.
func (t *table) probe(hash uint64) entry {
	i, tag := t.slot(hash)
	bucket := (*[slots]entry)(t.entries[i:])
	if e := load(&bucket[0]); uint64(e)&^payload == tag && e != 0 {
		return e
	}
	if e := load(&bucket[1]); uint64(e)&^payload == tag && e != 0 {
		return e
	}
	return nothing
}

// store saves the bounds of a position. They replace its old entry or, without one, the
// entry of the bucket that took least work.
func (t *table) store(hash uint64, lower, upper, move, nodes int) {
	i, tag := t.slot(hash)
	bucket := (*[slots]entry)(t.entries[i:])
	first, second := load(&bucket[0]), load(&bucket[1])
	victim, old := &bucket[0], first
	if uint64(first)&^payload != tag && (uint64(second)&^payload == tag || second.work() < first.work()) {
		victim, old = &bucket[1], second
	}
	memory.StoreWord((*uint64)(victim), uint64(newEntry(tag, lower, upper, move, min(bits.Len(uint(nodes)), maxWork))))
	if old == 0 && !t.grown() {
		t.count()
	}
}

// Sizes of a table in bucket bits.
const (
	startBits  = 8 // 4 KiB, an eighth of a first-level cache
	growthBits = 3
)

// newTable returns a table of at most size bytes, or of the least size for keys of keyBits bits.
func newTable(size int64, keyBits uint) *table {
	t := &table{keyBits: keyBits}
	buckets := max(uint64(size)/(8*slots), 1)
	t.memory = make([]entry, slots<<max(uint(bits.Len64(buckets))-1, t.leastBits()))
	memory.AdviseHuge(t.memory)
	t.shrink()
	return t
}

// leastBits returns the number of bucket bits with which tag and payload fill a word.
func (t *table) leastBits() uint {
	if t.keyBits+payloadBits <= 64+startBits {
		return startBits
	}
	return t.keyBits + payloadBits - 64
}

// reset clears the table and makes it small.
func (t *table) reset() {
	t.shrink()
	clear(t.entries)
}

// shrink makes the table small without clearing it.
func (t *table) shrink() {
	t.bits = t.leastBits()
	t.entries = t.memory[:slots<<t.bits]
	t.stored = 0
}

// whole clears the table and gives it its full size.
func (t *table) whole() {
	t.bits = uint(bits.Len(uint(len(t.memory)/slots))) - 1
	t.entries = t.memory
	clear(t.entries)
}

// grown reports whether the table has its full size.
func (t *table) grown() bool { return len(t.entries) == len(t.memory) }

// count records a newly filled entry. A table grows when it is three quarters
// full; few entries are lost until then.
func (t *table) count() {
	t.stored++
	if t.stored > len(t.entries)/4*3 {
		t.grow()
	}
}

// grow spreads the entries over a larger part of the memory. It starts at the
// last bucket, because entries only move to the same or higher buckets.
func (t *table) grow() {
	old, oldBits := t.entries, t.bits
	t.bits = min(t.bits+growthBits, uint(bits.Len(uint(len(t.memory)/slots)))-1)
	t.entries = t.memory[:slots<<t.bits]
	t.stored = 0
	clear(t.entries[len(old):])
	for i := len(old) - slots; i >= 0; i -= slots {
		bucket := [slots]entry(old[i : i+slots])
		clear(old[i : i+slots])
		for _, e := range bucket {
			t.move(e, uint64(i/slots), oldBits)
		}
	}
}

// move inserts e, which was in the given bucket of 2^bits.
func (t *table) move(e entry, bucket uint64, bits uint) {
	if e == 0 {
		return
	}
	hash := bucket<<(64-bits) | uint64(e)&^payload>>bits
	i, tag := t.slot(hash)
	if t.entries[i] != 0 {
		i++
	}
	t.entries[i] = entry(tag | uint64(e)&payload)
	t.stored++
}
