package tiles

import "github.com/plywood-go/plywood/internal/reason"

// WalkingDistance is the number of moves that the tiles need if each tile only has to
// reach the row it belongs to, plus the same for columns. Moves up and down count for
// rows, moves left and right for columns, so the two add up. A table holds all such
// configurations: 105 on 3×3 squares and 24 964 on 4×4.
type WalkingDistance struct {
	size          Size
	rows, columns walks
}

// walks holds the number of moves to the goal from each crowd.
type walks struct {
	lines int
	moves map[crowd]uint8
}

// crowd holds how many tiles of each line are in each line, 3 bits each: the number of
// those in line i that belong to line j is at bit 3·(lines·i + j).
type crowd uint64

// maxWalk is the largest number of lines: with 5 lines a crowd would take 75 bits.
const maxWalk = 4

// NewWalkingDistance builds the table for a size of at most 4 squares in a row and in a
// column.
func NewWalkingDistance(size Size) (*WalkingDistance, error) {
	if max(size.Width, size.Height) > maxWalk {
		return nil, reason.Errorf("tiles: no walking distance on %v squares: the table would be too large", size)
	}
	w := &WalkingDistance{size: size, rows: newWalks(size.Height, size.Width)}
	if w.columns = w.rows; size.Width != size.Height {
		w.columns = newWalks(size.Width, size.Height)
	}
	return w, nil
}

// newWalks builds the table for lines of squares.
func newWalks(lines, squares int) walks {
	w := walks{lines, map[crowd]uint8{}}
	var goal crowd
	for i := range lines {
		goal += w.unit(i, i) * crowd(squares)
	}
	goal -= w.unit(0, 0) // the blank's
	w.moves[goal] = 0
	for layer, d := []crowd{goal}, uint8(1); len(layer) > 0; d++ {
		var next []crowd
		for _, c := range layer {
			w.each(c, squares, func(to crowd) {
				if _, known := w.moves[to]; !known {
					w.moves[to] = d
					next = append(next, to)
				}
			})
		}
		layer = next
	}
	return w
}

// unit is one tile in line i that belongs to line j.
func (w *walks) unit(i, j int) crowd { return 1 << (3 * (w.lines*i + j)) }

// count returns the number of tiles in line i that belong to line j.
func (w *walks) count(c crowd, i, j int) int { return int(c / w.unit(i, j) & 7) }

// each visits the crowds after a tile moves into the line of the blank, the only line
// that is one tile short.
func (w *walks) each(c crowd, squares int, visit func(to crowd)) {
	for i := range w.lines {
		tiles := 0
		for j := range w.lines {
			tiles += w.count(c, i, j)
		}
		if tiles == squares {
			continue
		}
		for _, from := range []int{i - 1, i + 1} {
			for j := 0; from >= 0 && from < w.lines && j < w.lines; j++ {
				if w.count(c, from, j) > 0 {
					visit(c - w.unit(from, j) + w.unit(i, j))
				}
			}
		}
	}
}

// Estimate implements Heuristic.
func (w *WalkingDistance) Estimate(b *Board) int {
	var rows, columns crowd
	width := w.size.Width
	for cell, tile := range b.Tiles[:w.size.cells()] {
		if t := int(tile); t != 0 {
			rows += w.rows.unit(cell/width, t/width)
			columns += w.columns.unit(cell%width, t%width)
		}
	}
	return int(w.rows.moves[rows]) + int(w.columns.moves[columns])
}

// String returns "walking".
func (*WalkingDistance) String() string { return "walking" }
