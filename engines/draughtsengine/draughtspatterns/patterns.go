// Package draughtspatterns is a learned evaluation of draughts: each way in which the men on
// a part of the board can stand has a weight, and so have a few things that are
// counted all over it.
//
// # Patterns
//
// The parts are blocks of 4×4 squares, eight of them dark, at every even row and
// column: nine on the board of 8×8, sixteen on that of 10×10. They overlap, so that
// any two men with no square between them are in one block. A square of a block is
// empty, which a king counts as too, or has a man of the one or of the other side:
// 3⁸ = 6561 fillings.
//
// The rules do not know the colours. To turn the board by half a circle and to
// exchange the colours turns a value around, so that a block and the one that it is
// turned on share their weights, with the sign changed; a block turned on itself has
// half as many weights.
//
// Every weight is two, one for a full board and one for an empty one. Between them
// it is taken in proportion to the pieces that are left.
package draughtspatterns

import (
	"math/bits"
	"sync"

	"github.com/plywood-go/plywood/games/draughts"
)

// Term is something that is counted all over the board, for one side less the same
// for the other.
type Term int

// The terms.
const (
	Kings     Term = iota
	Centre         // kings in the centre
	KingSteps      // empty squares next to kings
	Attacked       // pieces that could be jumped
	Lead           // men and, half as much again, kings, in sixteenths of all pieces
	Turn           // the right to move
	Last           // the move, which players call the opposition: who moves last when men meet

	Terms
)

// Counts are terms as counted in a position, for the side whose men move up.
type Counts [Terms]int32

const (
	// Unit is the number of weights' units in a hundredth of a man: sums of sixteen bits
	// then hold forty men, and rounding errors of nine weights are a tenth of it.
	Unit = 8

	// Fills is the number of fillings of a block.
	Fills = 6561

	quarter   = 81 // fillings of two rows of a block
	mostPairs = 5  // pairs of rows of the larger board
	mostBlock = (mostPairs - 1) * (mostPairs - 1)
)

// shape is how blocks lie on a board.
type shape struct {
	pairs int // pairs of rows
	// number tells the weights of a filling of a block: n > 0 means weight n−1, n < 0
	// weight −n−1 with its sign changed, 0 that all fillings like it are worth nothing.
	number  [mostBlock][Fills]int32
	weights int // of blocks
}

// blocks is the number of blocks of a board.
func (s *shape) blocks() int { return (s.pairs - 1) * (s.pairs - 1) }

// The shapes of the two boards are made on first use.
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

// turn returns a filling turned by half a circle, with the colours exchanged.
func turn(filling int) (turned int) {
	for range 8 {
		turned = 3*turned + (3-filling%3)%3
		filling /= 3
	}
	return turned
}

// quads tells the filling of two rows of a block, four squares, by the men there: bits
// 0 to 3 of those that move up, 4 to 7 of the others.
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

// gather brings the four squares of a block in each pair of rows together, those of
// the first pair in bits 0 to 3. Pairs begin 11 bits after each other, and their second
// row 5 bits after the first; see package draughts.
func gather(men uint64) uint64 {
	const pair = 1<<0 | 1<<1 | 1<<5 | 1<<6
	men &= pair | pair<<11 | pair<<22 | pair<<33 | pair<<44
	return men | men>>3
}

// Fillings appends the fillings of the blocks of a board on which men stand so. Blocks
// are numbered from the upper left, column by column.
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

// Blocks returns the squares of each block, in the order in which Fillings has the
// blocks and fillings the squares, the least digit first.
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

// Evaluation is weights at hand for the positions of a variant.
type Evaluation struct {
	pairs  int
	pieces int32 // with which a board is full
	terms  [Terms][2]int32
	blocks [mostBlock][Fills]uint32 // the weight for a full board in the lower half
}

// New returns the evaluation with some weights, which must be those of r's board.
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

// FullBoard returns the number of pieces at the beginning of a game.
func FullBoard(r draughts.Rules) int {
	start := r.Start()
	return bits.OnesCount64(start.Own | start.Opp)
}

// pack makes one number of two weights, so that sums of such are sums of both.
func pack(w [2]int16, sign int32) uint32 { return uint32(sign*int32(w[0]) + sign*int32(w[1])<<16) }

// unpack returns the two weights of which a sum of packed ones is made.
func unpack(sum uint32) (full, empty int32) {
	full = int32(int16(sum))
	return full, int32(sum-uint32(full)) >> 16
}

// Evaluate returns what men and terms are worth to the side whose men move up, in
// hundredths of a man. pieces is the number of all pieces.
func (e *Evaluation) Evaluate(up, down uint64, terms *Counts, pieces int32) int32 {
	full, empty := unpack(e.sum(up, down))
	for i, n := range terms {
		full += n * e.terms[i][0]
		empty += n * e.terms[i][1]
	}
	return (full*pieces + empty*(e.pieces-pieces)) / (e.pieces * Unit)
}

// sum returns the sum of the weights of the blocks.
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
