package tiles

// Blind is the bound that knows nothing.
type Blind struct{}

// Estimate returns 0.
func (Blind) Estimate(*Board) int { return 0 }

// String returns "blind".
func (Blind) String() string { return "blind" }

// Manhattan is, on so many squares in a row, the sum of the rows and columns that
// every tile is from its own square: a move brings one tile one of them nearer at
// best.
type Manhattan int

// Estimate implements Heuristic.
func (n Manhattan) Estimate(b *Board) int {
	sum := 0
	for cell, t := range b.Tiles[:n*n] {
		if t != 0 {
			sum += away(int(n), cell, int(t))
		}
	}
	return sum
}

// String returns "manhattan".
func (Manhattan) String() string { return "manhattan" }

// away returns how many moves of its own tile t needs from a cell.
func away(n, cell, t int) int {
	return abs(cell/n-t/n) + abs(cell%n-t%n)
}

func abs(x int) int { return max(x, -x) }

// LinearConflict is Manhattan distance with 2 more for each tile that must leave
// its own row, or its own column, for others of the same line to pass, and come
// back: those that are not in a longest sequence in order. Both moves are across
// the line, where the distance does not count them.
type LinearConflict int

// Estimate implements Heuristic.
func (n LinearConflict) Estimate(b *Board) int {
	sum := Manhattan(n).Estimate(b)
	for line := range int(n) {
		var row, column [maxSize]int
		rows, columns := 0, 0
		for i := range int(n) {
			if t := int(b.Tiles[line*int(n)+i]); t != 0 && t/int(n) == line {
				row[rows], rows = t, rows+1
			}
			if t := int(b.Tiles[i*int(n)+line]); t != 0 && t%int(n) == line {
				column[columns], columns = t, columns+1
			}
		}
		sum += 2 * (rows - longest(row[:rows]) + columns - longest(column[:columns]))
	}
	return sum
}

// String returns "conflict".
func (LinearConflict) String() string { return "conflict" }

// longest returns the length of a longest rising subsequence.
func longest(tiles []int) int {
	var ends [maxSize]int // of a longest that ends here
	best := 0
	for i, t := range tiles {
		ends[i] = 1
		for j, u := range tiles[:i] {
			if u < t {
				ends[i] = max(ends[i], ends[j]+1)
			}
		}
		best = max(best, ends[i])
	}
	return best
}
