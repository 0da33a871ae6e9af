package openings

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/connect4"
)

// Dimensions of the standard board.
const (
	width  = 7
	height = 6
	stride = height + 1
)

// numbering assigns consecutive numbers from 0 to the boards with a given number of discs, half of
// them per side; mirror images share a number. It enumerates all column heights that are not
// greater than their mirror image, and for each the choices of the first player's discs.
type numbering struct {
	plies   int
	columns map[uint64]int // packed heights to the number of their first board
	order   []uint64       // all heights in order of their numbers
	choices int            // number of choices of the first player's discs
}

func newNumbering(plies int) *numbering {
	n := &numbering{plies: plies, columns: map[uint64]int{}, choices: choose(plies, (plies+1)/2)}
	n.fill(0, 0, plies)
	return n
}

// fill adds all heights that begin with the given columns and have the given number of
// further discs.
func (n *numbering) fill(heights uint64, columns, discs int) {
	if columns == width {
		if discs == 0 && heights <= mirrorHeights(heights) {
			n.columns[heights] = len(n.order) * n.choices
			n.order = append(n.order, heights)
		}
		return
	}
	for h := range min(discs, height) + 1 {
		n.fill(heights<<3|uint64(h), columns+1, discs-h)
	}
}

// size returns how many boards the numbering covers.
func (n *numbering) size() int { return len(n.order) * n.choices }

// of returns the number of the board of s. The mirror image has the same number.
func (n *numbering) of(s *connect4.State) int {
	all, first := s.All(), s.Own()
	if n.plies%2 != 0 {
		first ^= all
	}
	switch h := heightsOf(all); {
	case h < mirrorHeights(h):
		return n.columns[h] + choice(all, first)
	case h > mirrorHeights(h):
		return n.columns[mirrorHeights(h)] + choice(mirror(all), mirror(first))
	default:
		return n.columns[h] + min(choice(all, first), choice(all, mirror(first)))
	}
}

// heightsOf packs the column heights, the leftmost in the highest bits.
func heightsOf(all uint64) (heights uint64) {
	for c := range width {
		heights = heights<<3 | uint64(bits.OnesCount64(all>>(c*stride)&(1<<height-1)))
	}
	return heights
}

func mirrorHeights(heights uint64) (mirrored uint64) {
	for range width {
		mirrored = mirrored<<3 | heights&7
		heights >>= 3
	}
	return mirrored
}

func mirror(cells uint64) uint64 { return connect4.Rules{}.Mirror(cells) }

// choice returns the number of a subset of a board's discs in the combinatorial number system.
func choice(all, chosen uint64) (number int) {
	taken := 0
	for i := 0; all != 0; i++ {
		disc := all & -all
		all ^= disc
		if chosen&disc != 0 {
			taken++
			number += choose(i, taken)
		}
	}
	return number
}

// choose returns the binomial coefficient.
func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}
