// Package draughtspatterns is a learned evaluation for draughts. It has a
// weight for each configuration of men on a part of the board, and weights for
// a few global terms.
//
// # Patterns
//
// The parts are blocks of 4×4 squares, eight of them dark, at every even row
// and column: nine on the 8×8 board, sixteen on 10×10. They overlap, so that
// any two adjacent men share a block. A square of a block is empty (also if it
// holds a king) or has a man of either side: 3⁸ = 6561 fillings.
//
// The rules treat both colours alike: turning the board by 180° and swapping
// the colours negates a value. A block therefore shares its weights, negated,
// with the block at the opposite place, and the central block has half as many
// weights.
//
// Each weight is a pair, for a full and for an empty board, and is interpolated
// by the number of pieces left.
package draughtspatterns

import (
	"math/bits"
	"sync"

	"github.com/plywood-go/plywood/games/draughts"
)

// Term is a count over the whole board, one side's minus the other's.
type Term int

// The terms.
const (
	Kings     Term = iota
	Centre         // kings in the centre
	KingSteps      // empty squares next to kings
	Attacked       // pieces that could be jumped
	Lead           // men plus one and a half times kings, in sixteenths of all pieces
	Turn           // the right to move
	Last           // the opposition: the side that moves last when men meet

	Terms
)

// Counts are the term counts of a position, from the view of the side whose men
// move up.
type Counts [Terms]int32

const (
	// Unit is the number of weight units per hundredth of a man. Sixteen-bit
	// sums then hold forty men, and the rounding errors of nine weights are at
	// most a tenth of a hundredth.
	Unit = 8

	// Fills is the number of fillings of a block.
	Fills = 6561

	quarter   = 81 // fillings of two rows of a block
	mostPairs = 5  // pairs of rows of the larger board
	mostBlock = (mostPairs - 1) * (mostPairs - 1)
)

// shape describes the blocks of a board.
type shape struct {
	pairs int // pairs of rows
	// number maps a filling of a block to its weight: n > 0 is weight n−1, n <
	// 0 is weight −n−1 negated, and 0 means a value of 0 by symmetry.
	number  [mostBlock][Fills]int32
	weights int // number of block weights
}

// blocks returns the number of blocks of a board.
func (s *shape) blocks() int { return (s.pairs - 1) * (s.pairs - 1) }

// The shapes of the two boards, built on first use.
var (
	small = sync.OnceValue(func() *shape { return newShape(8) })
	large = sync.OnceValue(func() *shape { return newShape(10) })
)

func shapeOf(r draughts.Rules) *shape {
	if r.Size() == 8 {
		return small()
	}
	return large()
}

func newShape(size int) *shape {
	s := &shape{pairs: size / 2}
	for b := range s.blocks() {
		turned := s.blocks() - 1 - b
		for f := range Fills {
			other := turn(f)
			switch {
			case b > turned, b == turned && f > other:
				s.number[b][f] = -s.number[turned][other]
			case b < turned || f < other:
				s.weights++
				s.number[b][f] = int32(s.weights)
			}
		}
	}
	return s
}

// turn returns a filling turned by 180° with the colours swapped.
func turn(filling int) (turned int) {
	for range 8 {
		turned = 3*turned + (3-filling%3)%3
		filling /= 3
	}
	return turned
}

// quads maps the men on four squares (two rows of a block) to a filling: bits 0
// to 3 are the men that move up, bits 4 to 7 the others.
var quads = func() (all [256]uint16) {
	for men := range all {
		for sq := 3; sq >= 0; sq-- {
			all[men] *= 3
			switch {
			case men>>sq&1 != 0:
				all[men]++
			case men>>(4+sq)&1 != 0:
				all[men] += 2
			}
		}
	}
	return all
}()

// gather packs the four squares of a block's row pair: the first pair into bits
// 0 to 3. Pairs are 11 bits apart, and the second row is 5 bits after the
// first; see package draughts.
func gather(men uint64) uint64 {
	const pair = 1<<0 | 1<<1 | 1<<5 | 1<<6
	men &= pair | pair<<11 | pair<<22 | pair<<33 | pair<<44
	return men | men>>3
}

// Fillings appends the fillings of all blocks to buf. up and down are the men
// of both sides. Blocks are numbered from the upper left, column by column.
func Fillings(r draughts.Rules, up, down uint64, buf []uint16) []uint16 {
	pairs := r.Size() / 2
	for column := range pairs - 1 {
		u, d := gather(up>>column), gather(down>>column)
		last := quads[u&15|d&15<<4]
		for range pairs - 1 {
			u, d = u>>11, d>>11
			next := quads[u&15|d&15<<4]
			buf = append(buf, last+quarter*next)
			last = next
		}
	}
	return buf
}

// Blocks returns the squares of each block, in the block order of Fillings and
// from the least significant digit of a filling.
func Blocks(r draughts.Rules) (all [][8]draughts.Square) {
	pairs := r.Size() / 2
	for column := range pairs - 1 {
		for pair := range pairs - 1 {
			first := draughts.Square(column + 11*pair)
			var block [8]draughts.Square
			for i, distance := range [8]draughts.Square{0, 1, 5, 6, 11, 12, 16, 17} {
				block[i] = first + distance
			}
			all = append(all, block)
		}
	}
	return all
}

// Evaluation holds weights unpacked for evaluating positions of a variant.
type Evaluation struct {
	pairs  int
	pieces int32 // number of pieces on a full board
	terms  [Terms][2]int32
	blocks [mostBlock][Fills]uint32 // packed, the weight for a full board in the lower half
}

// New returns the evaluation with weights w, which must be for r's board.
func New(r draughts.Rules, w *Weights) *Evaluation {
	s := shapeOf(r)
	e := &Evaluation{pairs: s.pairs, pieces: int32(FullBoard(r)), terms: w.Terms}
	for b := range s.blocks() {
		for f, n := range s.number[b] {
			switch {
			case n > 0:
				e.blocks[b][f] = pack(w.Blocks[n-1], 1)
			case n < 0:
				e.blocks[b][f] = pack(w.Blocks[-n-1], -1)
			}
		}
	}
	return e
}

// FullBoard returns the number of pieces in the initial position.
func FullBoard(r draughts.Rules) int {
	start := r.Start()
	return bits.OnesCount64(start.Own | start.Opp)
}

// pack packs two weights so that adding packed numbers adds both.
func pack(w [2]int16, sign int32) uint32 { return uint32(sign*int32(w[0]) + sign*int32(w[1])<<16) }

// unpack returns the two sums in a sum of packed weights.
func unpack(sum uint32) (full, empty int32) {
	full = int32(int16(sum))
	return full, int32(sum-uint32(full)) >> 16
}

// Evaluate returns the value of men and terms for the side whose men move up,
// in hundredths of a man. pieces is the number of all pieces.
func (e *Evaluation) Evaluate(up, down uint64, terms *Counts, pieces int32) int32 {
	full, empty := unpack(e.sum(up, down))
	for i, n := range terms {
		full += n * e.terms[i][0]
		empty += n * e.terms[i][1]
	}
	return (full*pieces + empty*(e.pieces-pieces)) / (e.pieces * Unit)
}

// sum returns the packed sum of all block weights.
func (e *Evaluation) sum(up, down uint64) (packed uint32) {
	block := 0
	for range e.pairs - 1 {
		u, d := gather(up), gather(down)
		last := quads[u&15|d&15<<4]
		for range e.pairs - 1 {
			u, d = u>>11, d>>11
			next := quads[u&15|d&15<<4]
			packed += e.blocks[block&(mostBlock-1)][last+quarter*next]
			last = next
			block++
		}
		up, down = up>>1, down>>1
	}
	return packed
}
