package othello

import "math/bits"

// images is the number of symmetries of the board.
const images = 8

// Image sets *dst to image k of *src, 0 <= k < 8, and returns the image of m.
// Bit 0 of k mirrors left and right, bit 1 top and bottom; bit 2 then mirrors
// along the diagonal a1–h8.
func (r Rules) Image(dst, src *Position, m Move, k int) (image Move, ok bool) {
	if k < 0 || k >= images {
		return 0, false
	}
	*dst = Position{Transform(src.Own, k), Transform(src.Opp, k), src.Turn}
	if m == Pass {
		return Pass, true
	}
	return Move(bits.TrailingZeros64(Transform(1<<(m&63), k))), true
}

// Fold returns the hash and the number of the image of s with the smallest sets of discs.
func (r Rules) Fold(s *Position) (key uint64, k int) {
	least := *s
	for i := 1; i < images; i++ {
		own, opp := Transform(s.Own, i), Transform(s.Opp, i)
		if own < least.Own || own == least.Own && opp < least.Opp {
			least.Own, least.Opp, k = own, opp, i
		}
	}
	return r.Hash(&least), k
}

// Transform returns the k-th image of a set of squares; see [Rules.Image].
func Transform(set uint64, k int) uint64 {
	if k&1 != 0 {
		set = bits.ReverseBytes64(bits.Reverse64(set))
	}
	if k&2 != 0 {
		set = bits.ReverseBytes64(set)
	}
	if k&4 != 0 {
		set = transpose(set)
	}
	return set
}

// transpose mirrors a set along the diagonal a1–h8 by swapping 4×4 blocks, 2×2
// blocks and single squares.
func transpose(x uint64) uint64 {
	t := (x ^ x>>28) & 0x00000000F0F0F0F0
	x ^= t ^ t<<28
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>7) & 0x00AA00AA00AA00AA
	return x ^ t ^ t<<7
}
