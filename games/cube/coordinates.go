package cube

import (
	"encoding/binary"
	"sync"
)

// # Coordinates
//
// A coordinate is a number for a part of a cube's state. Three coordinates are 0 at the
// end of the first phase:
//
//	twist  of the corners                       3^7 = 2187
//	flip   of the edges                         2^11 = 2048
//	slice  places of the four middle edges      C(12,4) = 495
//
// The second phase begins there and brings three others to 0, which solves the cube:
//
//	corner  order of the corners                8! = 40320
//	outer   order of the edges of top and bottom  8! = 40320
//	middle  order of the middle edges           4! = 24
//
// seats says where each of the four middle edges is: C(12,4)·4! = 11880 values, numbered in order
// of discovery.
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

// slice ranks the set of places of the middle edges, from the last place down. At a place
// without a middle edge, if k are still to come, it skips the sets that have one there.
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

// rank returns the number of an arrangement of pieces. The sorted one has number 0.
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

// withTwist, withFlip and so on return a cube with the given value of the coordinate.
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
		next := &low
		if skipped := choose(i, k-1); k > 0 && s < skipped {
			next, k = &high, k-1
		} else {
			s -= skipped
		}
		c.edges[i] = *next
		*next++
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

func allMoves() []Move { return followers[moveCount] }

// seats numbers the arrangements of the four middle edges in breadth-first order from the
// solved cube.
type seats struct {
	number  map[int]int // by key
	changes changes
	cubes   []Cube // one of each, with no edge flipped
}

// seatKey packs the places of the middle edges, 4 bits each.
func (c *Cube) seatKey() (key int) {
	for place, piece := range c.edges {
		if e := piece & edgeMask; e >= outer {
			key |= place << (4 * (e - outer))
		}
	}
	return key
}

// reached returns a cube for each key of the cubes that moves reach, in breadth-first order from
// the solved cube, and the numbers of the keys in this order.
func reached(moves []Move, key func(*Cube) int) (cubes []Cube, number map[int]int) {
	cubes, number = []Cube{solved}, map[int]int{key(&solved): 0}
	for i := 0; i < len(cubes); i++ {
		for _, m := range moves {
			next := cubes[i].after(&turns[m])
			if _, known := number[key(&next)]; !known {
				number[key(&next)] = len(cubes)
				cubes = append(cubes, next)
			}
		}
	}
	return cubes, number
}

func (s *seats) of(c *Cube) int { return s.number[c.seatKey()] }

// allSeats returns the seats, which are numbered on first use.
var allSeats = sync.OnceValue(func() *seats {
	s := &seats{}
	s.cubes, s.number = reached(allMoves(), (*Cube).seatKey)
	for i := range s.cubes {
		for e := range s.cubes[i].edges {
			s.cubes[i].edges[e] &= edgeMask
		}
	}
	s.changes = newChanges(len(s.cubes), moveCount)
	s.changes.compute(allMoves(), func(v int) Cube { return s.cubes[v] }, s.of)
	return s
})

// changes holds the new value of a coordinate by its old value and the index of the move
// in a list, as little-endian numbers of 2 bytes.
type changes struct {
	bytes []byte
	moves int // length of the list
}

func newChanges(values, moves int) changes { return changes{make([]byte, 2*values*moves), moves} }

// row holds the changes of one value.
type row []byte

func (c changes) row(value int) row { return c.bytes[2*c.moves*value:][:2*c.moves] }

// to returns the value after a move.
func (r row) to(move int) int { return int(binary.LittleEndian.Uint16(r[2*move:])) }

func (r row) set(move, value int) { binary.LittleEndian.PutUint16(r[2*move:], uint16(value)) }

func (c changes) at(value, move int) int { return c.row(value).to(move) }

// values returns the number of values of the coordinate.
func (c changes) values() int { return len(c.bytes) / 2 / c.moves }

// compute sets the changes of a coordinate by moves.
func (c changes) compute(moves []Move, with func(int) Cube, of func(*Cube) int) {
	for v := range c.values() {
		from, row := with(v), c.row(v)
		for i, m := range moves {
			next := from.after(&turns[m])
			row.set(i, of(&next))
		}
	}
}

// halves are numbers of half a byte each.
type halves []byte

func (h halves) at(i int) uint8 { return h[i/2] >> (i & 1 * 4) & 15 }

func (h halves) set(i int, v uint8) {
	shift := i & 1 * 4
	h[i/2] = h[i/2]&^(15<<shift) | v<<shift
}

// fill sets all numbers.
func (h halves) fill(v uint8) {
	for i := range h {
		h[i] = v<<4 | v
	}
}

// distances holds the number of moves that bring two coordinates to 0, by their values.
type distances struct {
	moves halves
	width int // number of values of the second
}

func (d distances) at(a, b int) int { return int(d.moves.at(a*d.width + b)) }

// compute sets the distances of two coordinates, given their changes.
func (d distances) compute(a, b changes) {
	const unknown = 15
	d.moves.fill(unknown)
	d.moves.set(0, 0)
	layer := []uint32{0}
	for depth := uint8(1); len(layer) > 0; depth++ {
		var next []uint32
		for _, at := range layer {
			ra, rb := a.row(int(at)/d.width), b.row(int(at)%d.width)
			for m := range a.moves {
				if to := ra.to(m)*d.width + rb.to(m); d.moves.at(to) == unknown {
					if depth == unknown {
						panic("cube: a distance exceeds 14 moves")
					}
					d.moves.set(to, depth)
					next = append(next, uint32(to))
				}
			}
		}
		layer = next
	}
}
