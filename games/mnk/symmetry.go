package mnk

// symmetry maps the cell in column x and row y of an m×n board to another.
type symmetry func(m, n, x, y int) (int, int)

// symmetries lists the symmetries: first for boards with gravity, then for
// rectangles, then for squares.
var symmetries = [8]symmetry{
	func(m, n, x, y int) (int, int) { return x, y },
	func(m, n, x, y int) (int, int) { return m - 1 - x, y },
	func(m, n, x, y int) (int, int) { return x, n - 1 - y },
	func(m, n, x, y int) (int, int) { return m - 1 - x, n - 1 - y },
	func(m, n, x, y int) (int, int) { return y, x },
	func(m, n, x, y int) (int, int) { return m - 1 - y, x },
	func(m, n, x, y int) (int, int) { return y, n - 1 - x },
	func(m, n, x, y int) (int, int) { return m - 1 - y, n - 1 - x },
}

// cellMaps returns, for each symmetry of game s, the image of each cell. It
// ignores translations of boards with joined edges.
func cellMaps(s Spec) [][]Move {
	count := 4
	switch {
	case s.Gravity:
		count = 2
	case s.M == s.N:
		count = 8
	}
	maps := make([][]Move, count)
	for k := range maps {
		maps[k] = make([]Move, s.Cells())
		for c := range maps[k] {
			x, y := symmetries[k](s.M, s.N, c%s.M, c/s.M)
			maps[k][c] = Move(y*s.M + x)
		}
	}
	return maps
}

// image maps sets of cells to their images, byte by byte.
type image struct {
	cells []Move        // image of each cell
	bytes [][256]uint64 // bytes[i][v] is the image of v<<(8*i)
}

func newImages(s Spec) []image {
	var images []image
	for _, cells := range cellMaps(s) {
		images = append(images, image{cells, byteTables(cells)})
	}
	return images
}

func byteTables(cells []Move) [][256]uint64 {
	tables := make([][256]uint64, (len(cells)+7)/8)
	for c, to := range cells {
		t := &tables[c/8]
		for v := range t {
			t[v] |= uint64(v>>(c%8)&1) << to
		}
	}
	return tables
}

func (m *image) of(set uint64) (out uint64) {
	for i := range m.bytes {
		out |= m.bytes[i][uint8(set>>(8*i))]
	}
	return out
}

// Image returns one of the 8 images of a square board, the 4 of a rectangle, or
// the 2 of a board with gravity.
func (r Rules) Image(dst, src *Position, m Move, k int) (Move, bool) {
	if k >= len(r.images) {
		return m, false
	}
	if k == 0 {
		*dst = *src
		return m, true
	}
	i := &r.images[k]
	*dst = Position{i.of(src.Own), i.of(src.Opp)}
	return i.cells[m], true
}

// Fold returns the hash of the smallest image, ordered by Own, then Opp.
func (r Rules) Fold(p *Position) (key uint64, k int) {
	least := *p
	for i := 1; i < len(r.images); i++ {
		m := &r.images[i]
		own := m.of(p.Own)
		if own > least.Own {
			continue
		}
		if opp := m.of(p.Opp); own < least.Own || opp < least.Opp {
			least, k = Position{own, opp}, i
		}
	}
	return r.Hash(&least), k
}
