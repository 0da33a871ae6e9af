package othello

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/plywood-go/plywood/games/othello"
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

// slot is a position with its bound, all of the board stored.
type slot struct {
	own, opp uint64
	bound
}

// ways is the number of slots of a bucket, of which a position may take any.
const ways = 4

type bucket [ways]slot

// table is the transposition table of a solver.
type table struct {
	buckets []bucket
	age     uint8
}

func newTable(bytes int) table {
	return table{buckets: make([]bucket, max(1, bytes/int(unsafe.Sizeof(bucket{}))))}
}

// at returns the bucket of a hash key: its high bits scaled to the number of
// buckets, which need not be a power of two.
func (t *table) at(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// probe returns what is known of a position; ok is false if nothing is.
func (t *table) probe(key, own, opp uint64) (b bound, ok bool) {
	set := t.at(key)
	for i := range set {
		if s := &set[i]; s.own == own && s.opp == opp {
			return s.bound, true
		}
	}
	return bound{first: noMove, second: noMove}, false
}

// store keeps what a search of a position learned, in place of older knowledge
// of it or of the bucket's least valuable slot: one of an earlier search, or
// the one that took the fewest nodes.
func (t *table) store(key, own, opp uint64, b bound) {
	b.age = t.age
	set := t.at(key)
	victim, least := &set[0], math.MaxInt
	for i := range set {
		s := &set[i]
		if s.own == own && s.opp == opp {
			s.merge(b)
			return
		}
		if worth := s.worth(t.age); worth < least {
			victim, least = s, worth
		}
	}
	*victim = slot{own, opp, b}
}

// worth rates what would be lost with a slot: more if it is of this age, more
// the more nodes it took, least if it is empty.
func (s *slot) worth(age uint8) int {
	switch {
	case s.own|s.opp == 0:
		return -1
	case s.age == age:
		return 256 + int(s.cost)
	}
	return int(s.cost)
}

// merge brings together two searches of one position: of equal ones the bounds
// narrow, of others those of the deeper or surer one count.
func (s *slot) merge(b bound) {
	switch {
	case s.depth == b.depth && s.sure == b.sure:
		b.lower = max(b.lower, s.lower)
		b.upper = min(b.upper, s.upper)
		b.cost = max(b.cost, s.cost)
	case s.depth > b.depth || s.depth == b.depth && s.sure > b.sure:
		b.lower, b.upper, b.depth, b.sure, b.cost = s.lower, s.upper, s.depth, s.sure, s.cost
	}
	if b.first == noMove {
		b.first, b.second = s.first, s.second
	} else if s.first != b.first && s.first != noMove {
		b.second = s.first
	} else {
		b.second = s.second
	}
	s.bound = b
}

// nextAge makes all that is stored old.
func (t *table) nextAge() { t.age++ }

func (t *table) clear() { clear(t.buckets) }
