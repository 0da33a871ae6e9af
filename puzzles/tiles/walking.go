package tiles

import "fmt"

// WalkingDistance is the number of moves that the tiles need if the places of a
// row are all the same, and which tiles belong to a row is all that is known of
// them; and the same for columns. Up and down count for rows, left and right for
// columns, so that the two add up. It is a table of all such walks, 105 of them
// on 3×3 squares and 24 964 on 4×4.
type WalkingDistance struct {
	n     int
	moves map[crowd]uint8
}

// crowd is how many tiles of each row are in each row: 3 bits each, those in row
// i that belong to row j at 3·(n·i + j). A row of n tiles and no blank adds up to
// n.
type crowd uint64

// NewWalkingDistance makes the table of n×n squares, of which n is 3 or 4.
func NewWalkingDistance(n int) (*WalkingDistance, error) {
	if n < minSize || n > 4 {
		return nil, fmt.Errorf("tiles: no walking distance on %d×%d squares: the table would be too large", n, n)
	}
	w := &WalkingDistance{n: n, moves: map[crowd]uint8{}}
	var goal crowd
	for i := range n {
		goal += w.unit(i, i) * crowd(n)
	}
	goal -= w.unit(0, 0) // the blank's
	w.moves[goal] = 0
	for layer, d := []crowd{goal}, uint8(1); len(layer) > 0; d++ {
		var next []crowd
		for _, c := range layer {
			w.walks(c, func(to crowd) {
				if _, known := w.moves[to]; !known {
					w.moves[to] = d
					next = append(next, to)
				}
			})
		}
		layer = next
	}
	return w, nil
}

// unit is one tile in row i that belongs to row j.
func (w *WalkingDistance) unit(i, j int) crowd { return 1 << (3 * (w.n*i + j)) }

// count returns the tiles in row i that belong to row j.
func (w *WalkingDistance) count(c crowd, i, j int) int { return int(c / w.unit(i, j) & 7) }

// walks visits what comes of moving one tile into the row of the blank, the only
// one with n-1 tiles.
func (w *WalkingDistance) walks(c crowd, visit func(to crowd)) {
	for i := range w.n {
		tiles := 0
		for j := range w.n {
			tiles += w.count(c, i, j)
		}
		if tiles == w.n {
			continue
		}
		for _, from := range []int{i - 1, i + 1} {
			for j := 0; from >= 0 && from < w.n && j < w.n; j++ {
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
	for cell, tile := range b.Tiles[:w.n*w.n] {
		if t := int(tile); t != 0 {
			rows += w.unit(cell/w.n, t/w.n)
			columns += w.unit(cell%w.n, t%w.n)
		}
	}
	return int(w.moves[rows]) + int(w.moves[columns])
}

// String returns "walking".
func (*WalkingDistance) String() string { return "walking" }
