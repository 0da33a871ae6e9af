package othelloengine

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/memory"
)

// A bound is the table's knowledge of a position searched to some depth: the
// value lies between lower and upper, and first and second were its best moves.
type bound struct {
	lower, upper  int8
	first, second othello.Move
	depth         uint8 // plies searched
	sure          uint8 // confidence, an index into the ladder
	age           uint8 // of the search that wrote it
	cost          uint8 // log₂ of the nodes it took
}

// covers reports whether b is at least as deep and as sure as the given search.
func (b *bound) covers(depth int, sure uint8) bool {
	return int(b.depth) >= depth && b.sure >= sure
}

// settles returns the value of b for the window (alpha, beta) if b decides a search of this
// depth, 1 at least, and confidence. An unknown position has a bound of depth 0.
func (b *bound) settles(depth int, sure uint8, alpha, beta int) (v int, ok bool) {
	switch {
	case !b.covers(depth, sure):
		return 0, false
	case int(b.lower) >= beta:
		return int(b.lower), true
	case int(b.upper) <= alpha:
		return int(b.upper), true
	}
	return 0, false
}

// windowBound returns the bound that follows from value v of a search with window (alpha, beta).
func windowBound(v, alpha, beta, depth int, sure uint8, first othello.Move, nodes uint64) bound {
	b := bound{
		lower: -64, upper: 64, first: first, second: noMove,
		depth: uint8(depth), sure: sure, cost: uint8(bits.Len64(nodes)),
	}
	if v > alpha {
		b.lower = int8(v)
	}
	if v < beta {
		b.upper = int8(v)
	}
	return b
}

// noMove stands for an unknown move in a bound.
const noMove = othello.Move(255)

// pack returns b as one word: a byte per field, from lower in the low byte to
// cost in the high byte.
func (b *bound) pack() uint64 {
	return uint64(uint8(b.lower)) | uint64(uint8(b.upper))<<8 |
		uint64(b.first)<<16 | uint64(b.second)<<24 | uint64(b.depth)<<32 |
		uint64(b.sure)<<40 | uint64(b.age)<<48 | uint64(b.cost)<<56
}

func boundOf(data uint64) bound {
	return bound{
		lower: int8(data), upper: int8(data >> 8),
		first: othello.Move(data >> 16), second: othello.Move(data >> 24),
		depth: uint8(data >> 32), sure: uint8(data >> 40), age: uint8(data >> 48), cost: uint8(data >> 56),
	}
}

// ways is the number of slots of a bucket. A position may be in any of them.
const ways = 4

// bucket holds positions, complete with all their discs, and their bounds. The three words of a
// slot are stored apart, so that a failed lookup touches one cache line:
//
//	own    the discs of the side to move
//	check  the opponent's discs, XORed with data and a multiple of own
//	data   a packed bound
//
// Threads access slots without locks. A slot torn between two writers matches
// no position (Hyatt & Mann 2002). The multiple of own is needed because
// otherwise two positions with the same occupied squares could be mixed.
type bucket struct{ own, check, data [ways]uint64 }

// spread is 2^64 divided by the golden ratio: an odd number without a pattern.
const spread = 0x9E3779B97F4A7C15

// load returns the data of slot i. ok is false if the slot holds another position.
func (k *bucket) load(i int, own, opp uint64) (data uint64, ok bool) {
	if memory.LoadWord(&k.own[i]) != own {
		return 0, false
	}
	data = memory.LoadWord(&k.data[i])
	return data, memory.LoadWord(&k.check[i])^data^own*spread == opp
}

// mayHold reports whether some slot holds a position with these discs for the side to move.
func (k *bucket) mayHold(own uint64) bool {
	return memory.LoadWord(&k.own[0]) == own || memory.LoadWord(&k.own[1]) == own ||
		memory.LoadWord(&k.own[2]) == own || memory.LoadWord(&k.own[3]) == own
}

func (k *bucket) save(i int, own, opp, data uint64) {
	memory.StoreWord(&k.own[i], own)
	memory.StoreWord(&k.check[i], opp^data^own*spread)
	memory.StoreWord(&k.data[i], data)
}

// table is a transposition table. It uses only the part of its memory that the
// searches since the last clear are likely to fill: easy positions need not
// clear a large table or pay for its cache misses.
type table struct {
	buckets []bucket // the part of memory in use
	memory  []bucket
	age     uint8
	closed  bool // nothing may be stored
}

// bucketBytes is the size of a bucket.
const bucketBytes = int(unsafe.Sizeof(bucket{}))

// newTable returns a table of at most size bytes, and of at least one bucket.
func newTable(size int) table {
	t := table{memory: make([]bucket, max(1, size/bucketBytes))}
	memory.AdviseHuge(t.memory)
	t.clear()
	return t
}

// fitBits is the base-2 logarithm of the table's bytes at 0 empty squares; each
// further empty square doubles them. Searches of 17 to 26 empty squares fill 8
// to 40 % of the slots (TestTableFill). Measured: −1 to 2 take the same nodes
// within 0.2 %, but each step up touches twice the pages (TestTuning).
var fitBits = 0

// fit enlarges the table for a search of n empty squares to the end of the game, or one that fills as
// much.
func (t *table) fit(n int) {
	wanted := len(t.memory)
	if n < 30 {
		wanted = 1 << max(0, n+fitBits) / bucketBytes
	}
	if wanted > len(t.buckets) {
		t.buckets = t.memory[:min(wanted, len(t.memory))]
	}
}

// at returns the bucket of key. It scales the high bits to the number of
// buckets, which need not be a power of two.
func (t *table) at(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// probe returns the stored bound of a position; ok is false if none exists.
func (t *table) probe(key, own, opp uint64) (b bound, ok bool) {
	k := t.at(key)
	for i := range ways {
		if data, ok := k.load(i, own, opp); ok {
			return boundOf(data), true
		}
	}
	return bound{first: noMove, second: noMove}, false
}

// store saves b for a position. It replaces, in this order, an older entry of the position, an
// entry of an earlier search, or the entry that took the fewest nodes.
func (t *table) store(key, own, opp uint64, b bound) {
	if t.closed {
		return
	}
	b.age = t.age
	k := t.at(key)
	victim, least := 0, math.MaxInt
	for i := range ways {
		if data, ok := k.load(i, own, opp); ok {
			b, victim = b.merged(boundOf(data)), i
			break
		}
		if worth := worth(memory.LoadWord(&k.data[i]), t.age); worth < least {
			victim, least = i, worth
		}
	}
	k.save(victim, own, opp, b.pack())
}

// worth rates a slot for replacement: the current age above older ones, then by
// the nodes spent. An empty slot is worth least.
func worth(data uint64, age uint8) int {
	b := boundOf(data)
	switch {
	case data == 0:
		return -1
	case b.age == age:
		return 256 + int(b.cost)
	}
	return int(b.cost)
}

// merged combines b with an older bound of its position: equal searches narrow
// each other's bounds, otherwise the deeper or surer one wins.
func (b bound) merged(old bound) bound {
	switch {
	case old.depth == b.depth && old.sure == b.sure:
		b.lower = max(b.lower, old.lower)
		b.upper = min(b.upper, old.upper)
		b.cost = max(b.cost, old.cost)
	case old.depth > b.depth || old.depth == b.depth && old.sure > b.sure:
		b.lower, b.upper, b.depth, b.sure, b.cost = old.lower, old.upper, old.depth, old.sure, old.cost
	}
	switch {
	case b.first == noMove:
		b.first, b.second = old.first, old.second
	case old.first != b.first && old.first != noMove:
		b.second = old.first
	default:
		b.second = old.second
	}
	return b
}

// nextAge marks all stored entries as old.
func (t *table) nextAge() { t.age++ }

// clear forgets everything.
func (t *table) clear() {
	memory.Clear(t.buckets)
	t.buckets = t.memory[:1]
}
