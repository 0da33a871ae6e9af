package othelloengine

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/memory"
)

// A bound is what the table knows of a position searched to some depth: its
// value lies between lower and upper, and first and second were its best moves.
type bound struct {
	lower, upper  int8
	first, second othello.Move
	depth         uint8 // plies searched
	sure          uint8 // confidence, an index into the ladder
	age           uint8 // of the search that wrote it
	cost          uint8 // log₂ of the nodes it took
}

// covers reports whether b is as deep and as sure as a search would be.
func (b *bound) covers(depth int, sure uint8) bool {
	return int(b.depth) >= depth && b.sure >= sure
}

// settles returns b's answer to the window (alpha, beta), if it has one.
func (b *bound) settles(alpha, beta int) (v int, ok bool) {
	switch {
	case int(b.lower) >= beta:
		return int(b.lower), true
	case int(b.upper) <= alpha:
		return int(b.upper), true
	}
	return 0, false
}

// windowBound makes a bound of the answer v of a search with the window
// (alpha, beta).
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

// pack writes b as one word, a byte for each of its fields from lower at the
// bottom to cost at the top.
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

// ways is the number of slots of a bucket, of which a position may take any.
const ways = 4

// bucket holds positions, all of their boards, with their bounds. A slot is three
// words, apart, so that to look in vain touches one cache line of the bucket:
//
//	own    the discs of the side to move
//	check  the opponent's, XORed with the data and a multiple of own
//	data   a bound
//
// Threads read and write slots without locks; a slot torn between two writers
// is that of no position ever asked for (Hyatt & Mann 2002). The multiple
// keeps own of one position from going with the rest of another: without it,
// that would do if the two had the same squares taken.
type bucket struct{ own, check, data [ways]uint64 }

// spread is an odd number without pattern: 2^64 divided by the golden ratio.
const spread = 0x9E3779B97F4A7C15

// load returns the data of slot i; ok is false if it is not that of the
// position.
func (k *bucket) load(i int, own, opp uint64) (data uint64, ok bool) {
	if loadWord(&k.own[i]) != own {
		return 0, false
	}
	data = loadWord(&k.data[i])
	return data, loadWord(&k.check[i])^data^own*spread == opp
}

// mayHold reports whether a slot is that of a position in which the side to move has
// these discs.
func (k *bucket) mayHold(own uint64) bool {
	return loadWord(&k.own[0]) == own || loadWord(&k.own[1]) == own ||
		loadWord(&k.own[2]) == own || loadWord(&k.own[3]) == own
}

func (k *bucket) save(i int, own, opp, data uint64) {
	storeWord(&k.own[i], own)
	storeWord(&k.check[i], opp^data^own*spread)
	storeWord(&k.data[i], data)
}

// table is a transposition table. It takes up as much of its memory as the
// positions searched since it was cleared are likely to fill, so that easy ones
// pay neither for clearing a large table nor for the cache misses of one.
type table struct {
	buckets []bucket // the first part of memory
	memory  []bucket
	age     uint8
	closed  bool // nothing is stored
}

// bucketBytes is the size of a bucket.
const bucketBytes = int(unsafe.Sizeof(bucket{}))

// newTable returns a table of at most size bytes, but at least one bucket.
func newTable(size int) table {
	t := table{memory: make([]bucket, max(1, size/bucketBytes))}
	memory.AdviseHuge(t.memory)
	t.clear()
	return t
}

// fitBits is the logarithm to the base 2 of the bytes of a table for no empty square;
// each more doubles them. Exact searches of 17 to 26 empty squares leave entries in 8
// to 40 % of the slots. FFO 40–49 take 486.5, 486.9, 486.8 and 487.3 million nodes with
// −1, 0, 1 and 2; each more touches twice the pages, which the system has to clear for
// them. TestTuning measures nodes and time anew, TestTableFill the part in use.
var fitBits = 0

// fit makes the table large enough for a search of n empty squares.
func (t *table) fit(n int) {
	wanted := len(t.memory)
	if n < 30 {
		wanted = 1 << max(0, n+fitBits) / bucketBytes
	}
	if wanted > len(t.buckets) {
		t.buckets = t.memory[:min(wanted, len(t.memory))]
	}
}

// at returns the bucket of a hash key: its high bits scaled to the number of
// buckets, which need not be a power of two.
func (t *table) at(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// probe returns what is known of a position; ok is false if nothing is.
func (t *table) probe(key, own, opp uint64) (b bound, ok bool) {
	k := t.at(key)
	for i := range ways {
		if data, ok := k.load(i, own, opp); ok {
			return boundOf(data), true
		}
	}
	return bound{first: noMove, second: noMove}, false
}

// store keeps what a search of a position learned, in place of older knowledge
// of it or of the bucket's least valuable slot: one of an earlier search, or
// the one that took the fewest nodes.
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
		if worth := worth(loadWord(&k.data[i]), t.age); worth < least {
			victim, least = i, worth
		}
	}
	k.save(victim, own, opp, b.pack())
}

// worth rates what would be lost with a slot: more if it is of this age, more
// the more nodes it took, least if it is empty.
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

// merged brings b together with an older search of its position: of equal ones
// the bounds narrow, of others those of the deeper or surer one count.
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

// nextAge makes all that is stored old.
func (t *table) nextAge() { t.age++ }

// clear forgets everything.
func (t *table) clear() {
	memory.Clear(t.buckets)
	t.buckets = t.memory[:1]
}
