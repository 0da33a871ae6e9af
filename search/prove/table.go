package prove

import (
	"math/bits"

	"github.com/plywood-go/plywood/game/line"
	"github.com/plywood-go/plywood/internal/slots"
)

// A finding is kept in one slot: the key of the position, all 64 bits of it, and
//
//	63   60 59      52 51                  26 25                   0
//	+------+----------+----------------------+----------------------+
//	| age  |   work   |   disproof number    |     proof number     |
//	+------+----------+----------------------+----------------------+
//
// Where one number is 0 the other is Infinity, and its field holds the
// solution instead, in plies capped at the largest that fits:
//
//	25           13 12            0
//	+--------------+---------------+
//	|    plies     |     rests     |    rests of all ones: on no ply
//	+--------------+---------------+
const (
	proofBits = 26
	restsBits = 13
	anyPath   = 1<<restsBits - 1
	endless   = 1<<(proofBits-restsBits) - 1 // plies, see finding
	workBits  = 8
)

// findings is a table of findings. In a full bucket a new finding replaces the one with
// the least work; findings of earlier searches go first. So expensive findings stay,
// which is the aim of Nagai's SmallTreeGC (1999). A lost finding costs time, but never
// becomes a wrong one.
type findings struct{ slots.Table }

// probe returns the finding of key, if there is one.
func (t *findings) probe(key uint64) (finding, bool) {
	b := t.Bucket(key)
	for i := range b {
		if b[i].Check == key && b[i].Data != 0 {
			return unpackFinding(b[i].Data), true
		}
	}
	return finding{}, false
}

// store keeps f, whose work is not 0, for key.
func (t *findings) store(key uint64, f finding) {
	b := t.Bucket(key)
	kept := slots.Slot{Check: key, Data: packFinding(f) | t.Age<<(2*proofBits+workBits)}
	victim, least := 0, int(^uint(0)>>1)
	for i := range b {
		if b[i].Data == 0 || b[i].Check == key {
			b[i] = kept
			return
		}
		if w := t.worth(b[i].Data); w < least {
			victim, least = i, w
		}
	}
	b[victim] = kept
	t.Lost(func(s slots.Slot) uint64 { return s.Check })
}

// worth orders findings by their work, those of other ages first.
func (t *findings) worth(data uint64) int {
	work := int(data >> (2 * proofBits) & (1<<workBits - 1))
	if data>>(2*proofBits+workBits) == t.Age {
		work += 1 << workBits
	}
	return work
}

func packFinding(f finding) uint64 {
	numbers := f.effort
	for k, n := range f.effort {
		if n == Infinity {
			numbers[k] = packSolution(f)
		}
	}
	return uint64(numbers[orNode]) | uint64(numbers[andNode])<<proofBits | packWork(f.work)<<(2*proofBits)
}

func packSolution(f finding) uint32 {
	rests := anyPath
	if f.rests != line.NoPly {
		rests = min(f.rests, anyPath-1)
	}
	return f.plies<<restsBits | uint32(rests)
}

func unpackFinding(data uint64) finding {
	f := finding{
		effort: effort{uint32(data) & Infinity, uint32(data>>proofBits) & Infinity},
		rests:  line.NoPly,
		work:   unpackWork(data >> (2 * proofBits) & (1<<workBits - 1)),
	}
	for k, n := range f.effort {
		if f.effort[1-k] != 0 {
			continue
		}
		f.effort[k] = Infinity
		f.plies = n >> restsBits
		if rests := int(n & anyPath); rests != anyPath {
			f.rests = rests
		}
	}
	return f
}

// packWork encodes a number as floating point, rounded down: six bits of exponent above
// two bits of mantissa. Codes keep the order of the numbers.
func packWork(n uint64) uint64 {
	if n < 4 {
		return n
	}
	e := uint64(bits.Len64(n)) - 3
	return e*4 + n>>e
}

func unpackWork(code uint64) uint64 {
	if code < 4 {
		return code
	}
	return (4 + code%4) << (code/4 - 1)
}
