package mnkengine

import (
	"math/bits"
	"sync"

	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/internal/reason"
)

// A shape describes what a stone on an empty cell would make of a line through it: how many stones
// a row of K would then lack, and whether the opponent could stop it with one stone.
//
//	0          no room for a row of K
//	2(K-1-n)+1 closed: n stones lacking, 1 to K-1
//	2(K-1-n)+2 open: n lacking, and still open after one more stone; with
//	           one lacking, either of two cells completes the row
//	2K-1       the row is complete
//
// In gomoku 9 is a five, 8 and 7 are open and closed fours, 6 and 5 threes, 4
// and 3 twos, 2 and 1 single stones. The K-1 cells on either side determine it.
type shape = uint8

// maxShapeK is the largest K with a shape table: 2(K-1) cells with four states
// each (empty, X, O, off the board).
const maxShapeK = 5

// shapeTable holds the shapes of both sides on an empty cell. Its index is the cells of
// the line around that cell, in order, two bits each: 1 is X, 2 is O, 3 is off the board.
// The shape of X is in the low four bits.
type shapeTable [1 << (4 * (maxShapeK - 1))]uint8

// shapeTables holds the table of each K, built on first use.
var shapeTables = func() (all [maxShapeK + 1]func() *shapeTable) {
	for k := range all {
		all[k] = sync.OnceValue(func() *shapeTable { return newShapeTable(k) })
	}
	return all
}()

func newShapeTable(k int) *shapeTable {
	t := new(shapeTable)
	known := map[strip]shape{}
	for key := range 1 << (4 * (k - 1)) {
		var x, o uint16 // the cells not taken by O, and not by X
		for i := range 2 * (k - 1) {
			cell := i
			if i >= k-1 {
				cell++
			}
			x |= uint16(key>>(2*i)&1) << cell
			o |= uint16(key>>(2*i+1)&1) << cell
		}
		centre := uint16(1) << (k - 1)
		t[key] = strip{x&^o | centre, o}.shape(k, known) | strip{o&^x | centre, x}.shape(k, known)<<4
	}
	return t
}

// strip is a line of 2K-1 cells from the view of one side, which owns the
// middle cell. A closed cell is the opponent's or off the board.
type strip struct{ own, closed uint16 }

// shape returns the shape of c and caches it in known.
func (c strip) shape(k int, known map[strip]shape) shape {
	if s, ok := known[c]; ok {
		return s
	}
	s := c.find(k, known)
	known[c] = s
	return s
}

func (c strip) find(k int, known map[strip]shape) shape {
	row := uint16(1)<<k - 1
	most, gaps := -1, uint16(0)
	for i := range k {
		if cells := row << i; c.closed&cells == 0 {
			most = max(most, bits.OnesCount16(c.own&cells))
			if most == k-1 {
				gaps |= c.gap(cells)
			}
		}
	}
	switch {
	case most < 0:
		return 0
	case most == k:
		return shape(2*k - 1)
	case most == k-1:
		return shape(2*k-3) + shape(min(bits.OnesCount16(gaps), 2)-1)
	}
	closed := shape(2*most - 1)
	for free := (1<<(2*k-1) - 1) &^ (c.own | c.closed); free != 0; free &= free - 1 {
		if (strip{c.own | free&-free, c.closed}).shape(k, known) == closed+3 {
			return closed + 1
		}
	}
	return closed
}

// gap returns the only one of the given cells that is not own, or 0 if there are several.
func (c strip) gap(cells uint16) uint16 {
	if gap := cells &^ c.own; gap&(gap-1) == 0 {
		return gap
	}
	return 0
}

// lattice divides a board into lines. A line is a word with two bits per cell,
// as in the key of a [shapeTable], with K-1 cells off the board at each end.
type lattice struct {
	k            int
	lines, cells int
	table        *shapeTable
	steps        [4]int
	line         [4][mnk.MaxSide * mnk.MaxSide]uint8 // line number of each cell, by direction
	at           [4][mnk.MaxSide * mnk.MaxSide]uint8 // bit position of each cell in its line
	near         [mnk.MaxSide * mnk.MaxSide]mnk.Set  // cells at most two steps away
	// central rates closeness to the centre, as in windows.
	central *[64 * 6]int32
	empty   survey
}

// maxLines is the number of lines of the largest board: horizontals, verticals
// and both kinds of diagonals.
const maxLines = 2*mnk.MaxSide + 2*(2*mnk.MaxSide-1)

// survey holds the shapes on a board, updated stone by stone.
type survey struct {
	lines  [maxLines]uint64
	shapes [mnk.MaxSide * mnk.MaxSide][4]uint8 // of empty cells, by direction, in shapeTable format
	summary
}

// summary aggregates the shapes of a survey.
type summary struct {
	counts [2][2 * maxShapeK]int16 // number of each shape on empty cells, by side
	// The empty cells where a side makes a five; where it makes a four, open or
	// closed; and where it makes two fours or an open four.
	fives, fours, forks [2]mnk.Set
	near                mnk.Set // cells at most two steps along a line from a stone or the centre
}

// newLattice returns the lines of a board without joined edges or gravity.
func newLattice(s mnk.Spec) (*lattice, error) {
	if s.Wrap || s.Gravity || s.Exact || s.K < 2 || s.K > maxShapeK {
		return nil, reason.Errorf("mnk: %v: want plain rows of 2 to %d", s, maxShapeK)
	}
	w := newWindows(s)
	l := &lattice{k: s.K, cells: s.Cells(), table: shapeTables[s.K](), steps: w.steps, central: &w.central}
	for d, to := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		for cell := range s.Cells() {
			x, y := cell%s.M, cell/s.M
			if inside(s, x-to[0], y-to[1]) {
				continue
			}
			l.lay(s, d, to, x, y, l.lines)
			l.lines++
		}
	}
	for cell := range s.Cells() {
		l.near[cell] = star(s, cell%s.M, cell/s.M)
		for d := range 4 {
			here := l.table[l.key(&l.empty, cell, d)]
			l.empty.shapes[cell][d] = here
			l.empty.counts[0][here&15]++
			l.empty.counts[1][here>>4]++
		}
		l.empty.mark(l, cell, 0)
		l.empty.mark(l, cell, 1)
	}
	l.empty.near = star(s, s.M/2, s.N/2)
	return l, nil
}

func inside(s mnk.Spec, x, y int) bool { return x >= 0 && x < s.M && y >= 0 && y < s.N }

// lay assigns cells to the line that starts in column x and row y.
func (l *lattice) lay(s mnk.Spec, d int, to [2]int, x, y, number int) {
	const off = 3
	at := 2 * (l.k - 1)
	word := uint64(1)<<at - 1
	for ; inside(s, x, y); x, y = x+to[0], y+to[1] {
		l.line[d][y*s.M+x], l.at[d][y*s.M+x] = uint8(number), uint8(at)
		at += 2
	}
	for range l.k - 1 {
		word |= off << at
		at += 2
	}
	l.empty.lines[number] = word
}

// star returns the cells at most two steps along a line from column x and row y.
func star(s mnk.Spec, x, y int) (cells mnk.Set) {
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if inside(s, x+dx, y+dy) && (dx == 0 || dy == 0 || dx == dy || dx == -dy) {
				add(&cells, mnk.Move((y+dy)*s.M+x+dx))
			}
		}
	}
	return cells
}

// key returns the table key of a cell on its line in direction d.
func (l *lattice) key(v *survey, cell, d int) uint64 {
	return l.keyAt(v.lines[l.line[d][cell]], uint(l.at[d][cell]))
}

// keyAt returns the table key of the cell at the given bit of a line.
func (l *lattice) keyAt(line uint64, at uint) uint64 {
	half := 2 * uint(l.k-1)
	line >>= (at - half) & 63
	before := uint64(1)<<(half&63) - 1
	return line&before | line>>2&(before<<(half&63))
}

// copyTo copies the parts of v that the board uses, less than half of it on 15×15.
func (l *lattice) copyTo(dst, v *survey) {
	copy(dst.lines[:l.lines], v.lines[:l.lines])
	copy(dst.shapes[:l.cells], v.shapes[:l.cells])
	dst.summary = v.summary
}

// put places a stone of side on an empty cell.
func (v *survey) put(l *lattice, cell int, side int) {
	for d, both := range v.shapes[cell] {
		v.counts[0][both&15]--
		v.counts[1][both>>4]--
		v.shapes[cell][d] = 0
	}
	word, bit := cell>>6, uint64(1)<<(cell&63)
	for s := range 2 {
		v.fives[s][word] &^= bit
		v.fours[s][word] &^= bit
		v.forks[s][word] &^= bit
	}
	for i, cells := range &l.near[cell] {
		v.near[i] |= cells
	}
	for d := range 4 {
		at := uint(l.at[d][cell])
		line := &v.lines[l.line[d][cell]]
		*line |= uint64(1+side) << (at & 63)
		v.lookAlong(l, *line, d, cell, at)
	}
}

// lookAlong updates the shapes of the empty cells on a line around a newly taken cell.
func (v *survey) lookAlong(l *lattice, line uint64, d, cell int, at uint) {
	four := uint8(2*l.k - 3)
	step := l.steps[d]
	c, pos := cell-(l.k-1)*step, at-2*uint(l.k-1)
	for range 2*l.k - 1 {
		if line>>(pos&63)&3 == 0 {
			was, is := v.shapes[c][d], l.table[uint16(l.keyAt(line, pos))]
			if was != is {
				v.shapes[c][d] = is
				v.counts[0][was&15]--
				v.counts[1][was>>4]--
				v.counts[0][is&15]++
				v.counts[1][is>>4]++
				if max(was&15, is&15) >= four && was&15 != is&15 {
					v.mark(l, c, 0)
				}
				if max(was>>4, is>>4) >= four && was>>4 != is>>4 {
					v.mark(l, c, 1)
				}
			}
		}
		c, pos = c+step, pos+2
	}
}

// mark updates a side's sets for an empty cell.
func (v *survey) mark(l *lattice, cell, side int) {
	five := uint8(2*l.k - 1)
	var fives, fours int
	for _, both := range v.shapes[cell] {
		switch both >> (4 * side) & 15 {
		case five:
			fives++
		case five - 1:
			fours += 2
		case five - 2:
			fours++
		}
	}
	assign(&v.fives[side], cell, fives > 0)
	assign(&v.fours[side], cell, fours > 0)
	assign(&v.forks[side], cell, fours > 1)
}

func assign(s *mnk.Set, cell int, in bool) {
	bit := uint64(1) << (cell & 63)
	s[cell>>6] &^= bit
	if in {
		s[cell>>6] |= bit
	}
}

// completing returns the cells where side could complete a row through cell if it had a
// stone on cell.
func (v *survey) completing(l *lattice, cell, side int) (cells mnk.Set) {
	for d, both := range v.shapes[cell] {
		if four := uint8(2*l.k - 3); both>>(4*side)&15 < four {
			continue
		}
		line, at := v.lines[l.line[d][cell]], uint(l.at[d][cell])
		line |= uint64(1+side) << at
		for i := range l.k {
			first := cell - i*l.steps[d]
			if gap, ok := l.gapOf(line, at-2*uint(i), side); ok {
				add(&cells, mnk.Move(first+gap*l.steps[d]))
			}
		}
	}
	return cells
}

// gapOf returns the index of the only empty cell of the row at the given bit of a line.
// ok is false unless side has all other cells.
func (l *lattice) gapOf(line uint64, at uint, side int) (gap int, ok bool) {
	gap = -1
	for i := range l.k {
		switch line >> (at + 2*uint(i)) & 3 {
		case uint64(1 + side):
		case 0:
			if gap >= 0 {
				return 0, false
			}
			gap = i
		default:
			return 0, false
		}
	}
	return gap, gap >= 0
}
