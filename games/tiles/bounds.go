package tiles

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Blind is the bound without knowledge.
type Blind struct{}

// Estimate returns 0.
func (Blind) Estimate(*Board) int { return 0 }

// String returns "blind".
func (Blind) String() string { return "blind" }

// Manhattan is the sum, over all tiles, of the rows and columns between a tile and its own
// square, on a board of the given size. A move reduces it by at most 1.
type Manhattan Size

// Estimate implements Heuristic.
func (s Manhattan) Estimate(b *Board) int {
	sum := 0
	for cell, t := range b.Tiles[:s.Width*s.Height] {
		if t != 0 {
			sum += away(s.Width, cell, int(t))
		}
	}
	return sum
}

// String returns "manhattan".
func (Manhattan) String() string { return "manhattan" }

// away returns the distance of a cell from tile t's own square, on a board of the given width.
func away(width, cell, t int) int {
	return abs(cell/width-t/width) + abs(cell%width-t%width)
}

func abs(x int) int { return max(x, -x) }

// LinearConflict is Manhattan distance plus 2 for each tile that must leave its own row or column
// to let others of that line pass, and then return. In each line these are the tiles outside a
// longest sorted sequence. Both moves are across the line, so the distance does not count them.
type LinearConflict Size

// Estimate implements Heuristic.
func (s LinearConflict) Estimate(b *Board) int {
	sum := Manhattan(s).Estimate(b)
	for row := range s.Height {
		sum += 2 * quarrels(b, row*s.Width, 1, s.Width)
	}
	for column := range s.Width {
		sum += 2 * quarrels(b, column, s.Width, s.Height)
	}
	return sum
}

// quarrels returns the number of tiles that must leave a line of squares: the tiles that
// belong to the line but are not in a longest sorted sequence.
func quarrels(b *Board, first, step, length int) int {
	var line [maxSize]int
	n := 0
	for i := range length {
		t := int(b.Tiles[first+i*step])
		if place := t - first; t != 0 && place >= 0 && place%step == 0 && place/step < length {
			line[n], n = t, n+1
		}
	}
	return n - longest(line[:n])
}

// String returns "conflict".
func (LinearConflict) String() string { return "conflict" }

// longest returns the length of a longest rising subsequence.
func longest(tiles []int) int {
	var ends [maxSize]int // ends[i] is the length of the longest that ends at i
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

// Instance is one of the hundred 4×4 arrangements on which Korf (1985) tested IDA*.
type Instance struct {
	Number    int    // from 1
	Position  string // as ParsePosition reads it
	Manhattan int    // distance of the position
	Moves     int    // length of a shortest solution
	// Nodes is the number of positions, including the first, that IDA* with Manhattan distance
	// generates when the blank tries up, left, right and down and never moves back.
	Nodes uint64
}

//go:embed korf100.txt
var korf100 string

// Korf returns the instances in Korf's order.
func Korf() (all []Instance) {
	for line := range strings.Lines(korf100) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		const tiles = packedSize * packedSize
		in := Instance{Position: strings.Join(words[1:1+tiles], " ")}
		if _, err := fmt.Sscan(words[0]+" "+strings.Join(words[1+tiles:], " "), &in.Number, &in.Manhattan, &in.Moves, &in.Nodes); err != nil {
			panic(reason.Errorf("tiles: korf100.txt: %w", err)) // the file is embedded: this is a bug
		}
		all = append(all, in)
	}
	return all
}
