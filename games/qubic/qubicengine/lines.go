package qubicengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/games/qubic"
)

// census holds the lines that only one side can still fill, by the number of its stones
// in them, 0 to 3.
type census struct {
	lines [4]int   // number of lines with n stones
	cells [4]tally // for each empty cell, the number of its lines with n stones, 1 to 3
}

// directions is cached for take, which uses it at every node.
var directions = qubic.Directions()

// take returns the census of own against opp.
func take(own, opp uint64) (c census) {
	empty := ^(own | opp)
	for i := range directions {
		d := &directions[i]
		open := d.Starts &^ spread(opp, d.Step)
		odd, two := count(own, d.Step)
		c.lines[0] += bits.OnesCount64(open &^ (odd | two))
		for n, starts := range [4]uint64{1: odd &^ two & open, 2: two &^ odd & open, 3: odd & two & open} {
			if starts != 0 {
				c.lines[n] += bits.OnesCount64(starts)
				c.cells[n].add(unfold(starts, d.Step) & empty)
			}
		}
	}
	return c
}

// spread returns the starts of lines that contain a stone.
func spread(stones uint64, step uint) uint64 {
	return stones | stones>>(step&63) | stones>>(2*step&63) | stones>>(3*step&63)
}

// unfold returns the cells of the lines with the given starts.
func unfold(starts uint64, step uint) uint64 {
	return starts | starts<<(step&63) | starts<<(2*step&63) | starts<<(3*step&63)
}

// count returns the number of stones in each line as two binary digits, at the bit of
// the line's first cell. A full line counts as empty, but then the game is over.
func count(stones uint64, step uint) (odd, two uint64) {
	first, second := stones, stones>>(step&63)
	third, fourth := stones>>(2*step&63), stones>>(3*step&63)
	low, high := first^second, third^fourth
	return low ^ high, first&second ^ third&fourth ^ low&high
}

// tally is a bit-sliced counter up to 7 for 64 cells: digit i of cell c is bit
// c of word i. No cell is in more than 7 lines.
type tally [3]uint64

// add increments the counts of the cells in set.
func (t *tally) add(set uint64) {
	carry := t[0] & set
	t[0] ^= set
	t[2] ^= t[1] & carry
	t[1] ^= carry
}

// at returns the count of cell c.
func (t *tally) at(c qubic.Move) int32 {
	return int32(t[0]>>c&1 | t[1]>>c&1<<1 | t[2]>>c&1<<2)
}

// any returns the cells counted at least once.
func (t *tally) any() uint64 { return t[0] | t[1] | t[2] }

// weight returns the sum of 2^-e over the lines of c, in sixteenths, where e is the
// number of a line's empty cells.
func (c *census) weight() int {
	return c.lines[0] + 2*c.lines[1] + 4*c.lines[2] + 8*c.lines[3]
}
