package ultimate

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
)

// turned[k] maps each of nine places to its image under symmetry k of the
// square. The large board and every small board are transformed alike.
var turned = func() (t [8][9]uint8) {
	for place := range 9 {
		x, y := place%3, place/3
		for k := range t {
			tx, ty := x, y
			if k&4 != 0 {
				tx, ty = ty, tx
			}
			if k&1 != 0 {
				tx = 2 - tx
			}
			if k&2 != 0 {
				ty = 2 - ty
			}
			t[k][place] = uint8(tx + 3*ty)
		}
	}
	return t
}()

// image returns the k-th image of s.
func (s Set) image(k int) (out Set) {
	for ; s != 0; s &= s - 1 {
		out |= 1 << turned[k][bits.TrailingZeros16(uint16(s))]
	}
	return out
}

// Image returns one of the 8 images of the square.
func (Rules) Image(dst, src *Position, m Move, k int) (Move, bool) {
	if k >= len(turned) {
		return m, false
	}
	to := &turned[k]
	out := Position{Board: src.Board, Done: src.Done.image(k), Side: src.Side}
	if src.Board != free {
		out.Board = to[src.Board]
	}
	for side := range src.Cells {
		out.Owned[side] = src.Owned[side].image(k)
		for board, cells := range src.Cells[side] {
			out.Cells[side][to[board]] = cells.image(k)
		}
	}
	out.hash = src.imageHash(k)
	*dst = out
	return Move(9*to[m/9] + to[m%9]), true
}

// Fold returns the smallest hash of the 8 images.
func (Rules) Fold(p *Position) (key uint64, k int) {
	key = p.hash
	for i := 1; i < len(turned); i++ {
		if h := p.imageHash(i); h < key {
			key, k = h, i
		}
	}
	return key, k
}

// imageHash returns the hash of image k without building it.
func (p *Position) imageHash(k int) (h uint64) {
	to := &turned[k]
	h = boardKeys[free]
	if p.Board != free {
		h = boardKeys[to[p.Board]]
	}
	if p.Side != 0 {
		h ^= sideKey
	}
	for board := range 9 {
		h ^= p.boardHash(board, to)
	}
	return h
}

// boardHash returns the contribution of a board's image to the hash.
func (p *Position) boardHash(board int, to *[9]uint8) (h uint64) {
	image := to[board]
	if p.Done>>board&1 != 0 {
		owner := neither
		for side := range p.Owned {
			if p.Owned[side]>>board&1 != 0 {
				owner = game.Player(side)
			}
		}
		return doneKeys[owner][image]
	}
	for side := range p.Cells {
		for cells := p.Cells[side][board]; cells != 0; cells &= cells - 1 {
			h ^= cellKeys[side][9*image+to[bits.TrailingZeros16(uint16(cells))]]
		}
	}
	return h
}
