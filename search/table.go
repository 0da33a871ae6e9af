package search

import (
	"reflect"
	"unsafe"

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
// The score is relative to the position: distances count from it. Move code 0 means no move.
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

// NewTable returns an empty table. Its size is the largest power of two of buckets that fits into
// bytes, but at least one bucket. It uses more and more of this memory as it fills.
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

// keysOf returns the game's move keys or, for a game without them, keys made from the numbers
// in a move. A game that wraps another makes them from the moves of that game.
func keysOf[S any, M comparable](rules game.Rules[S, M], own game.MoveKeyer[M]) game.MoveKeyer[M] {
	if own != nil {
		return own
	}
	if w, ok := rules.(interface{ NumberKeys() game.MoveKeyer[M] }); ok {
		return w.NumberKeys()
	}
	return NumberKeys[M]()
}

// NumberKeys returns keys made from the numbers in a move. It returns nil if moves contain anything
// else.
func NumberKeys[M comparable]() game.MoveKeyer[M] {
	if parts, ok := numbersOf(reflect.TypeFor[M](), 0, nil); ok {
		return numberKeys[M]{parts}
	}
	return nil
}

// part is the place of a number in the memory of a move.
type part struct{ at, size uintptr }

// numbersOf appends the whole numbers and booleans that a type at an offset contains. ok is
// false if it contains anything else.
func numbersOf(t reflect.Type, at uintptr, parts []part) (_ []part, ok bool) {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Uintptr:
		return append(parts, part{at, t.Size()}), true
	case k == reflect.Array && t.Len() <= 64:
		ok = true
		for i := 0; i < t.Len() && ok; i++ {
			parts, ok = numbersOf(t.Elem(), at+uintptr(i)*t.Elem().Size(), parts)
		}
		return parts, ok
	case k == reflect.Struct:
		ok = true
		for i := 0; i < t.NumField() && ok; i++ {
			parts, ok = numbersOf(t.Field(i).Type, at+t.Field(i).Offset, parts)
		}
		return parts, ok
	}
	return parts, false
}

// numberKeys numbers moves by the numbers that they contain. Single numbers from 0 below
// moveKeys keep their value; other moves may share a key.
type numberKeys[M comparable] struct{ parts []part }

func (k numberKeys[M]) MoveKey(m M) int {
	key := uint64(0)
	for _, p := range k.parts {
		var v uint64
		switch at := unsafe.Add(unsafe.Pointer(&m), p.at); p.size {
		case 1:
			v = uint64(*(*uint8)(at))
		case 2:
			v = uint64(*(*uint16)(at))
		case 4:
			v = uint64(*(*uint32)(at))
		default:
			v = *(*uint64)(at)
		}
		key = key*0x9E3779B97F4A7C15 + v
	}
	if key >= moveKeys {
		key = key * 0x9E3779B97F4A7C15 >> 49
	}
	return int(key)
}
