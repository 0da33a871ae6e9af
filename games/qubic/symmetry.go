package qubic

import "sync"

// Symmetric are the rules with the 192 symmetries of the lines (Silver, "The
// group of automorphisms of the game of 3-dimensional ticktacktoe", American
// Mathematical Monthly 74, 1967): the 48 of the cube, each combined with one of
// four permutations of the coordinates 0 to 3 on all axes. Fold takes about 5
// µs, so it pays only near the start.
type Symmetric struct{ Rules }

// renumberings are the permutations of coordinates that keep 0 opposite 3 and 1
// opposite 2, without reflections. They are the identity, outside in, the inner two
// swapped, and both of these.
var renumberings = [4][4]int{{0, 1, 2, 3}, {1, 0, 3, 2}, {0, 2, 1, 3}, {2, 0, 3, 1}}

// axes lists the orders of the axes.
var axes = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// image maps cells, and sets of cells byte by byte.
type image struct {
	cells [64]Move
	bytes [8][256]uint64 // bytes[i][v] is the image of v<<(8*i)
}

// images returns all images, the identity first.
var images = sync.OnceValue(func() []image {
	all := make([]image, 0, 192)
	for _, renumber := range renumberings {
		for _, order := range axes {
			for reflect := range 8 {
				all = append(all, newImage(renumber, order, reflect))
			}
		}
	}
	return all
})

// newImage returns the image that renumbers coordinates, reorders the axes, and
// reflects the axes whose bit is set in reflect.
func newImage(renumber [4]int, order [3]int, reflect int) (m image) {
	for c := range m.cells {
		from := [3]int{c & 3, c >> 2 & 3, c >> 4}
		to := 0
		for axis, source := range order {
			v := renumber[from[source]]
			if reflect>>axis&1 != 0 {
				v = 3 - v
			}
			to |= v << (2 * axis)
		}
		m.cells[c] = Move(to)
		for v := range m.bytes[c/8] {
			m.bytes[c/8][v] |= uint64(v>>(c%8)&1) << to
		}
	}
	return m
}

func (m *image) of(set uint64) (out uint64) {
	for i := range m.bytes {
		out |= m.bytes[i][uint8(set>>(8*i))]
	}
	return out
}

// Image returns one of the 192 images.
func (Symmetric) Image(dst, src *Position, m Move, k int) (Move, bool) {
	all := images()
	if k >= len(all) {
		return m, false
	}
	i := &all[k]
	*dst = Position{i.of(src.Own), i.of(src.Opp)}
	return i.cells[m], true
}

// Fold returns the hash of the smallest image, ordered by Own, then Opp.
func (s Symmetric) Fold(p *Position) (key uint64, k int) {
	least := *p
	all := images()
	for i := 1; i < len(all); i++ {
		m := &all[i]
		own := m.of(p.Own)
		if own > least.Own {
			continue
		}
		if opp := m.of(p.Opp); own < least.Own || opp < least.Opp {
			least, k = Position{own, opp}, i
		}
	}
	return s.Hash(&least), k
}
