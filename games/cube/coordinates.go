package cube

// # Coordinates
//
// A coordinate is a number for a part of a cube's state. These are 0 at the end of the first
// phase:
//
//	twist  of the corners                       3^7 = 2187
//	flip   of the edges                         2^11 = 2048
//	slice  places of the four middle edges      C(12,4) = 495
//
// The second phase begins there and brings these to 0, which solves the cube:
//
//	corner  order of the corners                8! = 40320
//	outer   order of the edges of top and bottom  8! = 40320
//	middle  order of the middle edges           4! = 24
//
// The first phase also updates corner and seats. seats says which edge is at each of the four
// middle places, if it is a middle edge: C(12,4)·4! = 11880 values, numbered in order of
// discovery.
const (
	twists  = 2187
	flips   = 2048
	slices4 = 495
	orders8 = 40320
	orders4 = 24
)

func (c *Cube) twist() (t int) {
	for _, piece := range c.corners[:cornerCount-1] {
		t = 3*t + int(piece>>twistShift)
	}
	return t
}

func (c *Cube) flip() (f int) {
	for _, piece := range c.edges[:edgeCount-1] {
		f = 2*f + int(piece>>flipShift)
	}
	return f
}

// slice ranks the set of places of the middle edges, from the last place down. A place without a
// middle edge, while k are still to come, skips the sets that have one there.
func (c *Cube) slice() (s int) {
	k := edgeCount - outer
	for i := edgeCount - 1; i >= 0 && k > 0; i-- {
		if c.edges[i]&edgeMask >= outer {
			k--
		} else {
			s += choose(i, k-1)
		}
	}
	return s
}

func choose(n, k int) int {
	result := 1
	for i := range k {
		result = result * (n - i) / (i + 1)
	}
	return result
}

// rank returns the number of an arrangement of pieces, 0 for the sorted one.
func rank(pieces []uint8, mask uint8) (r int) {
	for i, p := range pieces {
		less := 0
		for _, q := range pieces[i+1:] {
			if q&mask < p&mask {
				less++
			}
		}
		r = r*(len(pieces)-i) + less
	}
	return r
}

// arrange is the inverse of rank, for pieces from, from+1, ….
func arrange(r int, pieces []uint8, from uint8) {
	for i := len(pieces) - 1; i >= 0; i-- {
		n := len(pieces) - i
		pieces[i] = uint8(r % n)
		r /= n
		for j := i + 1; j < len(pieces); j++ {
			if pieces[j] >= pieces[i] {
				pieces[j]++
			}
		}
	}
	for i := range pieces {
		pieces[i] += from
	}
}

func (c *Cube) corner() int { return rank(c.corners[:], cornerMask) }
func (c *Cube) outer() int  { return rank(c.edges[:outer], edgeMask) }
func (c *Cube) middle() int { return rank(c.edges[outer:], edgeMask) }

// withTwist, withFlip and so on return a cube with a value of the coordinate.
func withTwist(t int) Cube {
	c, sum := Solved(), 0
	for i := cornerCount - 2; i >= 0; i-- {
		c.corners[i] |= uint8(t%3) << twistShift
		sum += t % 3
		t /= 3
	}
	c.corners[cornerCount-1] |= uint8((3-sum%3)%3) << twistShift
	return c
}

func withFlip(f int) Cube {
	c, sum := Solved(), 0
	for i := edgeCount - 2; i >= 0; i-- {
		c.edges[i] |= uint8(f%2) << flipShift
		sum += f % 2
		f /= 2
	}
	c.edges[edgeCount-1] |= uint8(sum%2) << flipShift
	return c
}

func withSlice(s int) Cube {
	c := Solved()
	k, low, high := edgeCount-outer, uint8(0), uint8(outer)
	for i := edgeCount - 1; i >= 0; i-- {
		if skipped := choose(i, k-1); k > 0 && s < skipped || k == 0 {
			if k == 0 {
				c.edges[i], low = low, low+1
				continue
			}
			c.edges[i], high = high, high+1
			k--
		} else {
			c.edges[i], low = low, low+1
			s -= skipped
		}
	}
	return c
}

func withCorner(r int) Cube {
	c := Solved()
	arrange(r, c.corners[:], 0)
	return c
}

func withOuter(r int) Cube {
	c := Solved()
	arrange(r, c.edges[:outer], 0)
	return c
}

func withMiddle(r int) Cube {
	c := Solved()
	arrange(r, c.edges[outer:], outer)
	return c
}

// second are the moves of the second phase.
var second = secondMoves()

func secondMoves() (moves []Move) {
	for m := range Move(moveCount) {
		if normals[m.Face()][1] != 0 || m%3 == 1 {
			moves = append(moves, m)
		}
	}
	return moves
}

func allMoves() []Move {
	all := make([]Move, moveCount)
	for m := range all {
		all[m] = Move(m)
	}
	return all
}

// seats numbers the arrangements of the four middle edges, in breadth-first order from the
// solved cube.
type seats struct {
	number  map[uint16]int
	changes changes
	middle  []uint8 // the middle coordinate, if the edges are in their slice
	cubes   []Cube  // one of each, with no edge flipped
}

// seatKey packs the places of the middle edges, 4 bits each.
func (c *Cube) seatKey() (key uint16) {
	for place, piece := range c.edges {
		if e := piece & edgeMask; e >= outer {
			key |= uint16(place) << (4 * (e - outer))
		}
	}
	return key
}

func (s *seats) of(c *Cube) int { return s.number[c.seatKey()] }

func newSeats() seats {
	s := seats{number: map[uint16]int{solved.seatKey(): 0}}
	reached := []Cube{solved}
	for i := 0; i < len(reached); i++ {
		c := reached[i]
		var row [moveCount]uint16
		for m := range row {
			next := c.after(&turns[m])
			number, known := s.number[next.seatKey()]
			if !known {
				number = len(reached)
				s.number[next.seatKey()] = number
				reached = append(reached, next)
			}
			row[m] = uint16(number)
		}
		order := uint8(0)
		if c.slice() == 0 {
			order = uint8(c.middle())
		}
		s.changes, s.middle = append(s.changes, row), append(s.middle, order)
		for i := range c.edges {
			c.edges[i] &= edgeMask
		}
		s.cubes = append(s.cubes, c)
	}
	return s
}

// changes gives the new value of a coordinate, by its value and the move.
type changes [][moveCount]uint16

// newChanges computes the changes of a coordinate with the given number of values by moves.
func newChanges(values int, moves []Move, with func(int) Cube, of func(*Cube) int) changes {
	table := make(changes, values)
	for v := range table {
		c := with(v)
		for _, m := range moves {
			next := c.after(&turns[m])
			table[v][m] = uint16(of(&next))
		}
	}
	return table
}

// distances is the number of moves that bring two coordinates to 0, by their values.
type distances struct {
	moves []uint8
	width int // number of values of the second
}

func (d *distances) at(a, b int) int { return int(d.moves[a*d.width+b]) }

func newDistances(a, b changes, moves []Move) distances {
	const unknown = 0xff
	d := distances{moves: make([]uint8, len(a)*len(b)), width: len(b)}
	for i := range d.moves {
		d.moves[i] = unknown
	}
	d.moves[0] = 0
	layer := []uint32{0}
	for depth := uint8(1); len(layer) > 0; depth++ {
		var next []uint32
		for _, at := range layer {
			va, vb := int(at)/d.width, int(at)%d.width
			for _, m := range moves {
				to := uint32(a[va][m])*uint32(d.width) + uint32(b[vb][m])
				if d.moves[to] == unknown {
					d.moves[to] = depth
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return d
}
