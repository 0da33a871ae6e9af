package search

import (
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/slots"
)

// A table entry is two words, the key of the position XORed with the data and
// the data (Hyatt's lock-free scheme): a torn entry fails to match its key.
//
//	63        56 55  52 51  50 49  48 47        32 31                0
//	+-----------+------+------+------+------------+------------------+
//	|   depth   | age  |proof |bound | move code  |      score       |
//	+-----------+------+------+------+------------+------------------+
//
// The score is relative to the position: distances count from it. Move code 0
// means no move.
type entry struct {
	score game.Score
	move  uint16
	bound game.Bound // of a search to depth
	proof game.Bound // of the true value
	depth int
}

const maxTableDepth = 255 // the largest value of the depth field

// TranspositionTable holds the results of searches by position. It is safe for
// concurrent use without locks.
type TranspositionTable struct{ slots slots.Table }

// NewTable returns an empty table. Its size is the largest power of two of
// buckets that fits into bytes, but at least one bucket. It uses more and more
// of this memory as it fills.
func NewTable(bytes int) *TranspositionTable {
	t := &TranspositionTable{}
	t.slots.Allocate(bytes)
	return t
}

// Bytes returns the size of the table.
func (t *TranspositionTable) Bytes() int { return t.slots.Bytes() }

// Full returns how much of the table is in use, in thousandths.
func (t *TranspositionTable) Full() int { return t.slots.Full() }

// Clear forgets everything. It must not run during a search.
func (t *TranspositionTable) Clear() { t.slots.Clear() }

func pack(e entry, age uint64) uint64 {
	return uint64(uint32(e.score)) | uint64(e.move)<<32 | uint64(e.bound)<<48 |
		uint64(e.proof)<<50 | age<<52 | uint64(min(e.depth, maxTableDepth))<<56
}

// unpack is the inverse of pack. A depth that fills its field may have been
// greater, so its bound is left out: the depth that it belongs to is unknown.
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

// probe returns the entry of key, if there is one.
func (t *TranspositionTable) probe(key uint64) (entry, bool) {
	d := t.lookup(key, 0)
	return unpack(d), d != 0
}

// lookup returns the packed entry of key with salt or, failing that, the one
// without salt; 0 if there is neither. Both lie in one bucket, which is one
// cache line. Leaving the entry packed saves work on a miss.
func (t *TranspositionTable) lookup(key, salt uint64) (plain uint64) {
	b := t.slots.Bucket(key)
	for i := range b {
		d := memory.LoadWord(&b[i].Data)
		switch memory.LoadWord(&b[i].Check) ^ d {
		case key ^ salt:
			return d
		case key:
			plain = d
		}
	}
	return plain
}

// prefetch loads the memory of key into the cache for a coming look-up.
func (t *TranspositionTable) prefetch(key uint64) { t.slots.Prefetch(key) }

// store keeps e for key and salt; a salt of 0 means none. It replaces the
// entry of the same key and salt, or the least valuable one in the bucket:
// shallow before deep, old before new, unproven before proven.
func (t *TranspositionTable) store(key, salt uint64, e entry) {
	b := t.slots.Bucket(key)
	key ^= salt
	victim, least := 0, 1<<30
	for i := range b {
		d := memory.LoadWord(&b[i].Data)
		if memory.LoadWord(&b[i].Check)^d == key || d == 0 {
			if e.move == 0 && d != 0 {
				e.move = uint16(d >> 32)
			}
			t.put(&b[i], key, e)
			return
		}
		if w := t.worth(d); w < least {
			victim, least = i, w
		}
	}
	t.put(&b[victim], key, e)
	t.slots.Lost(func(s slots.Slot) uint64 { return s.Check ^ s.Data })
}

func (t *TranspositionTable) put(s *slots.Slot, key uint64, e entry) {
	d := pack(e, t.slots.Age)
	memory.StoreWord(&s.Data, d)
	memory.StoreWord(&s.Check, key^d)
}

func (t *TranspositionTable) worth(d uint64) int {
	old := int((t.slots.Age - d>>52) % slots.Ages)
	worth := int(d>>56)*2 - old*16
	if game.Bound(d>>48&3) == game.Exact {
		worth++
	}
	return worth
}
