package cube

import "github.com/plywood-go/plywood/search/path"

// The loop of IDA* with the bound Phases. It represents a cube by three sets of the coordinates of
// the first phase, one for each axis through top and bottom, and updates them by tables. It looks
// up all moves along one axis, and along the next axis only the moves that remain.

// Iterate implements path.Iterator for the bound Phases.
func (p *Puzzle) Iterate(c *Cube, bound int, t *path.Tally) (moves []Move, beyond int, found, ok bool) {
	h, ok := p.bound.(Phases)
	if !ok || bound > maxPhases {
		return nil, 0, false, false
	}
	k := &iteration{
		twist: h.tables.twist, flip: h.tables.flip, place: h.places(), first: whole{h.first, h.first.All()},
		start: *c, bound: bound, beyond: path.Infinite, tally: t,
		expanded: t.Expanded, generated: t.Generated, limit: t.Limit,
	}
	at := &k.line[0]
	at.last = Move(moveCount)
	for axis, c := 0, *c; axis < axes; axis, c = axis+1, c.leant() {
		at.facing[axis], at.far[axis] = facing{c.twist(), c.flip(), h.place(&c)}, uint8(h.far(&c))
	}
	if ended := k.visit(0, bound); ended && !k.stopped {
		for _, at := range k.line[1 : k.moves+1] {
			moves = append(moves, at.last)
		}
		found = true
	}
	t.Expanded, t.Generated = k.expanded, k.generated
	return moves, k.beyond, found, true
}

const axes = 3

// iteration searches for a solution within a bound.
type iteration struct {
	twist, flip, place changes
	first              whole

	start  Cube
	bound  int
	beyond int // the least total beyond the bound met so far
	line   [maxPhases + 1]station
	moves  int // length of the solution

	tally                      *path.Tally
	expanded, generated, limit uint64
	stopped                    bool
}

// station is a cube on the current line and the move that led to it.
type station struct {
	facing [axes]facing
	far    [axes]uint8 // moves of the first phase
	last   Move
}

// facing is a cube seen along an axis.
type facing struct{ twist, flip, place int }

// leanings gives the name of each move along each axis.
var leanings = newLeanings()

func newLeanings() (all [axes][moveCount]Move) {
	for m := range Move(moveCount) {
		n := normals[m.Face()]
		for axis := range all {
			all[axis][m] = Move(3*faceOf(n)) + m%3
			n = lean(n)
		}
	}
	return all
}

// attend calls Attend.
func (k *iteration) attend() (stop bool) {
	k.tally.Expanded, k.tally.Generated = k.expanded, k.generated
	k.stopped = k.tally.Attend(k.tally)
	k.limit = k.tally.Limit
	return k.stopped
}

// visit searches below the station at ply, with left moves remaining within the bound.
// ended is true if it found the goal or was stopped.
func (k *iteration) visit(ply, left int) (ended bool) {
	at := &k.line[ply]
	if at.far == [axes]uint8{} && k.solved(ply) {
		k.moves = ply
		return true
	}
	if k.generated >= k.limit && k.attend() {
		return true
	}
	k.expanded++
	moves := followers[at.last]
	var far [axes][moveCount]uint8
	within := k.look(ply, left, moves, &far)
	for i, m := range moves {
		k.generated++
		if within>>i&1 == 0 {
			continue
		}
		k.play(ply, m)
		k.line[ply+1].far = [axes]uint8{far[0][i], far[1][i], far[2][i]}
		if k.unevenly(ply+1, left-1) && k.visit(ply+1, left-1) {
			return true
		}
	}
	return false
}

// play sets the station after ply by a move.
func (k *iteration) play(ply int, m Move) {
	from, to := &k.line[ply], &k.line[ply+1]
	to.last = m
	for axis := range axes {
		f, turn := &from.facing[axis], int(leanings[axis][m])
		to.facing[axis] = facing{k.twist.at(f.twist, turn), k.flip.at(f.flip, turn), k.place.at(f.place, turn)}
	}
}

// look returns the set of moves that may lead to a solution within the bound: the distance along
// every axis is small enough. It stores the distances in far; those of excluded moves may be
// missing. It begins with the axis along which the position itself is farthest.
func (k *iteration) look(ply, left int, moves []Move, far *[axes][moveCount]uint8) (within uint32) {
	at := &k.line[ply]
	first := 0
	for axis := range axes {
		if at.far[axis] > at.far[first] {
			first = axis
		}
	}
	var some [moveCount]uint8 // indices of the remaining moves
	for i := range moves {
		some[i] = uint8(i)
	}
	n := len(moves)
	exact := k.beyond > k.bound+1 // the least total beyond the bound is still needed
	for turn := range axes {
		axis := (first + turn) % axes
		k.lookAlong(axis, &at.facing[axis], moves, some[:n], &far[axis])
		if exact {
			continue
		}
		all := some[:n]
		n = 0
		for _, i := range all {
			some[n] = i
			n += less(int(far[axis][i]), left)
		}
	}
	for _, i := range some[:n] {
		most := int(max(far[0][i], far[1][i], far[2][i]))
		if most < left {
			within |= 1 << i
		} else if far[0][i] == far[1][i] && far[1][i] == far[2][i] {
			most++
		}
		if most >= left {
			k.beyond = min(k.beyond, ply+1+most)
		}
	}
	return within
}

// lookAlong looks up the distances of some moves along an axis.
func (k *iteration) lookAlong(axis int, f *facing, moves []Move, some []uint8, far *[moveCount]uint8) {
	twists, flips, places := k.twist.row(f.twist), k.flip.row(f.flip), k.place.row(f.place)
	for _, i := range some {
		m := int(leanings[axis][moves[i]])
		far[i] = k.first.at(edgesOf(flips.to(m), places.to(m)), twists.to(m))
	}
}

// unevenly reports whether the goal may be at most left moves from the station at ply, by
// the rule of Phases for equal distances: if all axes agree, one move more is needed,
// unless the cube is solved.
func (k *iteration) unevenly(ply, left int) bool {
	far := &k.line[ply].far
	if far[0] != far[1] || far[1] != far[2] || int(far[0]) < left || far[0] == 0 && k.solved(ply) {
		return true
	}
	k.beyond = min(k.beyond, ply+int(far[0])+1)
	return false
}

// solved reports whether the moves of the line solve the cube.
func (k *iteration) solved(ply int) bool {
	c := k.start
	for i := range k.line[1 : ply+1] {
		c = c.after(&turns[k.line[i+1].last])
	}
	return c == solved
}
