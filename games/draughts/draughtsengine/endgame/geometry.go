package endgame

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/draughts"
)

// geometry supports undoing the first player's quiet moves.
type geometry struct {
	// lines holds the squares in the four directions from each square, nearest
	// first. The first two directions lead backwards, away from the crowning
	// row.
	lines [64][4][]uint64
	reach int // most steps of a king's move: 1 in checkers, otherwise the board size
}

func newGeometry(r draughts.Rules) *geometry {
	g := &geometry{reach: 1}
	if r.Variant != draughts.English {
		g.reach = r.Size()
	}
	back := 1
	if r.CrownRow(0) == r.Row(r.Size()-1) {
		back = -1
	}
	half := r.Size() / 2
	for number := 1; number <= r.Size()*half; number++ {
		row, at := (number-1)/half, (number-1)%half
		column := 2*at + 1 - row%2
		for i, d := range [4][2]int{{back, -1}, {back, 1}, {-back, -1}, {-back, 1}} {
			line := &g.lines[r.Square(number)][i]
			for y, x := row+d[0], column+d[1]; min(x, y) >= 0 && max(x, y) < r.Size(); y, x = y+d[0], x+d[1] {
				*line = append(*line, 1<<r.Square(y*half+x/2+1))
			}
		}
	}
	return g
}

// origins calls visit with the first player's pieces and kings before each of
// its quiet moves that lead to this position.
func (g *geometry) origins(own, opp, kings uint64, visit func(own, kings uint64)) {
	occupied := own | opp
	for left := own; left != 0; left &= left - 1 {
		to := left & -left
		ways, steps, king := 4, g.reach, kings&to
		if king == 0 {
			ways, steps = 2, 1
		}
		for _, line := range g.lines[bits.TrailingZeros64(to)][:ways] {
			for _, from := range line[:min(steps, len(line))] {
				if occupied&from != 0 {
					break
				}
				if king != 0 {
					visit(own^to|from, kings^to|from)
				} else {
					visit(own^to|from, kings)
				}
			}
		}
	}
}
