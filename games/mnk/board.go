package mnk

import "math/bits"

// direction is a step from a cell to the next in a row.
type direction struct{ dx, dy int }

// directions are the four directions of rows. Cells are numbered row by row
// from the top left corner, so a step is also a distance between numbers:
//
//	0  1  2   M=3    across         +1
//	3  4  5          down           +M
//	6  7  8          down right     +M+1
//	                 down left      +M-1
var directions = [4]direction{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}

// step returns the cell one step from cell. ok is false at the edge.
func (s Spec) step(cell int, d direction) (next int, ok bool) {
	x, y := cell%s.M+d.dx, cell/s.M+d.dy
	if s.Wrap {
		x = (x + s.M) % s.M
		if !s.Gravity {
			y = (y + s.N) % s.N
		}
	}
	if x < 0 || x >= s.M || y < 0 || y >= s.N {
		return 0, false
	}
	return y*s.M + x, true
}

// row returns the cells of the row of K that starts at cell. ok is false if the
// row would leave the board or return to its start.
func (s Spec) row(cell int, d direction) (cells []int, ok bool) {
	cells = append(cells, cell)
	for len(cells) < s.K {
		next, ok := s.step(cells[len(cells)-1], d)
		if !ok || next == cell {
			return nil, false
		}
		cells = append(cells, next)
	}
	return cells, true
}

// ends returns the cells before and after a row, if they exist and are not in the row.
func (s Spec) ends(row []int, d direction) (cells []int) {
	back := direction{-d.dx, -d.dy}
	if before, ok := s.step(row[0], back); ok && before != row[len(row)-1] {
		cells = append(cells, before)
	}
	if after, ok := s.step(row[len(row)-1], d); ok && after != row[0] {
		cells = append(cells, after)
	}
	return cells
}

// line is a winning row. It is won if all of cells are taken and, in the exact game, none
// of ends is taken by the same side.
type line struct{ cells, ends uint64 }

func (l line) wonBy(stones uint64) bool { return stones&(l.cells|l.ends) == l.cells }

// maxStrides is the number of doublings up to a row of MaxSide: 2, 4, 8, 16,
// 19.
const maxStrides = 5

// board holds the immutable geometry of a game on at most 64 cells: bit i of a
// word is cell i. The fields used at every node come first.
type board struct {
	tabled  bool   // won16 and open16 are valid: at most 16 cells
	gravity bool   // moves are limited by floor and below
	scan    bool   // edges are joined or rows exact, so runs does not suffice
	below   uint8  // distance in bits to the cell below, M
	full    uint64 // all cells
	floor   uint64 // the bottom row, whose cells need no stone below
	won16   [1 << 10]uint64

	// strides[i] holds, for each direction, by how many cells step i shifts the runs; see
	// runs. starts holds the cells where a row may start.
	strides [maxStrides][4]uint8
	steps   int
	starts  [4]uint64

	lines  []line // every winning row once
	open16 *[1 << 16]uint8
	images []image
	common[Position]
}

// newBoard returns the geometry of s, which must be valid and fit.
func newBoard(s Spec) *board {
	full := ^uint64(0) >> (64 - s.Cells())
	b := &board{
		gravity: s.Gravity,
		scan:    s.Wrap || s.Exact,
		below:   uint8(s.M),
		full:    full,
		floor:   full &^ (full >> s.M),
		images:  newImages(s),
	}
	b.common = common[Position]{s, Rules{b}}
	b.setStrides()
	b.setLines()
	b.setTables()
	return b
}

// setStrides plans how runs grow: each step can at most double the length of a run.
func (b *board) setStrides() {
	for n := 1; n < b.spec.K; b.steps++ {
		grow := min(n, b.spec.K-n)
		for i, d := range directions {
			b.strides[b.steps][i] = uint8(grow*(d.dy*b.spec.M+d.dx)) & 63
		}
		n += grow
	}
}

func (b *board) setLines() {
	seen := map[line]bool{}
	for i, d := range directions {
		for cell := range b.spec.Cells() {
			row, ok := b.spec.row(cell, d)
			if !ok {
				continue
			}
			l := line{cells: set(row)}
			if b.spec.Exact {
				l.ends = set(b.spec.ends(row, d))
			}
			if !seen[l] {
				seen[l] = true
				b.starts[i] |= 1 << cell
				b.lines = append(b.lines, l)
			}
		}
	}
}

func set(cells []int) (s uint64) {
	for _, c := range cells {
		s |= 1 << c
	}
	return s
}

// setTables precomputes tables for boards of up to 16 cells: a bit for each winning set
// of stones, and the number of rows that each set leaves open. For tic-tac-toe they take
// 64 and 512 bytes, which stay in the first-level cache.
func (b *board) setTables() {
	if b.spec.Cells() > 16 {
		return
	}
	b.open16 = new([1 << 16]uint8)
	for s := range b.full + 1 {
		b.open16[s] = uint8(b.countOpen(s))
		b.won16[s>>6] |= b.findWon(s) << (s & 63)
	}
	b.tabled = true
}

// won returns 1 if stones contain a winning row, otherwise 0.
func (b *board) won(stones uint64) uint64 {
	if b.tabled {
		return b.won16[uint16(stones)>>6] >> (stones & 63) & 1
	}
	return b.findWon(stones)
}

// findWon is won without the table.
func (b *board) findWon(stones uint64) uint64 {
	if (b.spec.Wrap || b.hasRun(stones)) && (!b.scan || b.scanWon(stones)) {
		return 1
	}
	return 0
}

// hasRun reports whether stones contain K or more in a row.
func (b *board) hasRun(stones uint64) bool {
	w, x, y, z := b.runs(stones)
	return w|x|y|z != 0
}

// runs returns the cells where K stones in a row start, in each direction. It
// repeatedly intersects the runs found so far with themselves, shifted. The
// masks in starts prevent runs across an edge without padding.
func (b *board) runs(stones uint64) (across, down, right, left uint64) {
	across, down, right, left = stones, stones, stones, stones
	for i := range b.steps {
		s := &b.strides[i]
		across &= across >> (s[0] & 63)
		down &= down >> (s[1] & 63)
		right &= right >> (s[2] & 63)
		left &= left >> (s[3] & 63)
	}
	return across & b.starts[0], down & b.starts[1], right & b.starts[2], left & b.starts[3]
}

func (b *board) scanWon(stones uint64) bool {
	for _, l := range b.lines {
		if l.wonBy(stones) {
			return true
		}
	}
	return false
}

// countOpen returns the number of winning rows without a stone of against.
func (b *board) countOpen(against uint64) (n int) {
	if !b.scan {
		w, x, y, z := b.runs(b.full &^ against)
		return bits.OnesCount64(w) + bits.OnesCount64(x) + bits.OnesCount64(y) + bits.OnesCount64(z)
	}
	for _, l := range b.lines {
		if l.cells&against == 0 {
			n++
		}
	}
	return n
}

// Completing returns the cells, taken or not, that complete a winning row together with
// stones. It takes about 10 ns per direction for K=4, more for longer rows.
func (b *board) Completing(stones uint64) (cells uint64) {
	if !b.scan {
		for d := range directions {
			cells |= b.gaps(stones, d)
		}
		return cells
	}
	for _, l := range b.lines {
		if gap := l.cells &^ stones; gap&(gap-1) == 0 && stones&l.ends == 0 {
			cells |= gap
		}
	}
	return cells
}

// gaps returns the cells that complete a row in direction d. Cell i of a row completes it
// if all cells before it (head) and after it (tail[i]) hold stones.
func (b *board) gaps(stones uint64, d int) (cells uint64) {
	step := uint(directions[d].dy*b.spec.M + directions[d].dx)
	var tail [MaxSide]uint64
	last := b.spec.K - 1
	tail[last] = b.starts[d]
	for i := last; i > 0; i-- {
		tail[i-1] = tail[i] & (stones >> (uint(i) * step))
	}
	head := ^uint64(0)
	for i := range last + 1 {
		cells |= head & tail[i] << (uint(i) * step)
		head &= stones >> (uint(i) * step)
	}
	return cells
}

// InOpenRow returns the cells, taken or not, of the rows that Open counts.
func (b *board) InOpenRow(against uint64) (cells uint64) {
	if !b.scan {
		w, x, y, z := b.runs(b.full &^ against)
		for i, starts := range [4]uint64{w, x, y, z} {
			step := uint(directions[i].dy*b.spec.M + directions[i].dx)
			for range b.spec.K {
				cells |= starts
				starts <<= step & 63
			}
		}
		return cells
	}
	for _, l := range b.lines {
		if l.cells&against == 0 {
			cells |= l.cells
		}
	}
	return cells
}
