package path

import (
	"math/bits"
	"unsafe"
)

// pool stores each position once and finds it again. A position is identified
// by its number, in order of arrival. The pool is a hash table of numbers
// beside the positions, which lie in chunks so that they are never copied.
type pool[S comparable, D any] struct {
	chunks [][]entry[S, D]
	slots  []slot
	shift  uint // 32 minus the logarithm of the number of slots
	size   int
}

// entry is a position with its data.
type entry[S comparable, D any] struct {
	state S
	data  D
}

// slot is a slot of the hash table. Its tag determines where its probe
// sequence begins, and distinguishes most positions without comparing them.
type slot struct {
	tag  uint32
	node int32 // number + 1; 0 if free
}

const (
	chunkBits = 10
	chunkSize = 1 << chunkBits
	slotBytes = int(unsafe.Sizeof(slot{}))
	maxPool   = 1<<31 - 2
)

// at returns the position with a number. The pointer stays valid.
func (p *pool[S, D]) at(i int32) *entry[S, D] { return &p.chunks[i>>chunkBits][i&(chunkSize-1)] }

// bytes returns the memory of p after one more arrival.
func (p *pool[S, D]) bytes() int {
	var e entry[S, D]
	slots := len(p.slots)
	if p.full() {
		slots += 2 * max(slots, chunkSize/2) // both tables exist while it grows
	}
	return (len(p.chunks)+1)*chunkSize*int(unsafe.Sizeof(e)) + slots*slotBytes
}

// full reports whether the table must grow before the next arrival.
func (p *pool[S, D]) full() bool { return p.size*4 >= len(p.slots)*3 }

// put returns the number of s, which has the given hash, and whether the pool held it
// already.
func (p *pool[S, D]) put(s *S, hash uint64) (i int32, found bool) {
	if p.full() {
		p.grow()
	}
	k, found := p.find(s, hash)
	if found {
		return p.slots[k].node - 1, true
	}
	if p.size == maxPool {
		panic("path: more positions than can be numbered")
	}
	i = int32(p.size)
	if int(i>>chunkBits) == len(p.chunks) {
		p.chunks = append(p.chunks, make([]entry[S, D], chunkSize))
	}
	p.at(i).state = *s
	p.slots[k] = slot{tagOf(hash), i + 1}
	p.size++
	return i, false
}

// get returns the number of s, if it is present.
func (p *pool[S, D]) get(s *S, hash uint64) (i int32, found bool) {
	if p.size == 0 {
		return 0, false
	}
	k, found := p.find(s, hash)
	return p.slots[k].node - 1, found
}

// find returns the slot of s, or the free one where it belongs.
func (p *pool[S, D]) find(s *S, hash uint64) (k int, found bool) {
	mask, tag := len(p.slots)-1, tagOf(hash)
	for k = int(tag >> p.shift); ; k = (k + 1) & mask {
		switch sl := p.slots[k]; {
		case sl.node == 0:
			return k, false
		case sl.tag == tag && p.at(sl.node-1).state == *s:
			return k, true
		}
	}
}

// tagOf returns the tag of a hash. Multiplying (Fibonacci hashing) spreads the
// small hashes of some puzzles.
func tagOf(hash uint64) uint32 { return uint32(hash * 0x9E3779B97F4A7C15 >> 32) }

func (p *pool[S, D]) grow() {
	old := p.slots
	p.slots = make([]slot, max(chunkSize, 2*len(old)))
	p.shift = uint(32 - bits.TrailingZeros(uint(len(p.slots))))
	mask := len(p.slots) - 1
	for _, sl := range old {
		if sl.node == 0 {
			continue
		}
		k := int(sl.tag >> p.shift)
		for p.slots[k].node != 0 {
			k = (k + 1) & mask
		}
		p.slots[k] = sl
	}
}
