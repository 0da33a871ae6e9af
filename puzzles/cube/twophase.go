package cube

import (
	"slices"
	"sync"
)

// tables are what both phases need, some 25 MB.
type tables struct {
	twist, flip, slice        changes
	corner, outer, middle     changes
	seats                     seats
	twistFlip, twistSlice     distances
	flipSlice                 distances
	cornerMiddle, outerMiddle distances
}

// shared makes the tables when they are first asked for, in a second or so.
var shared = sync.OnceValue(func() *tables {
	all := allMoves()
	t := &tables{
		twist:  newChanges(twists, all, withTwist, (*Cube).twist),
		flip:   newChanges(flips, all, withFlip, (*Cube).flip),
		slice:  newChanges(slices4, all, withSlice, (*Cube).slice),
		corner: newChanges(orders8, all, withCorner, (*Cube).corner),
		outer:  newChanges(orders8, second, withOuter, (*Cube).outer),
		middle: newChanges(orders4, second, withMiddle, (*Cube).middle),
		seats:  newSeats(),
	}
	t.twistFlip, t.twistSlice = newDistances(t.twist, t.flip, all), newDistances(t.twist, t.slice, all)
	t.flipSlice = newDistances(t.flip, t.slice, all)
	t.cornerMiddle, t.outerMiddle = newDistances(t.corner, t.middle, second), newDistances(t.outer, t.middle, second)
	return t
})

// twoPhase looks for a solution of at most so many moves. A cube is looked at from
// six sides: with each of three axes for top and bottom, and turned inside out, for
// what undoes a cube undone is a solution read backwards.
type twoPhase struct {
	tables *tables
	sides  [6]side
	best   []Move // the solution, if found
	found  bool
	stop   func(nodes uint64) bool
	nodes  uint64
	ended  bool
}

// side is a way of looking at a cube.
type side struct {
	cube    Cube
	inverse bool
	turn    int // a third of a turn about the corner of U, R and F, so often
	line    [maxPhases]Move
}

// attendance is how many positions of the first phase lie between two questions
// whether to stop.
const attendance = 1 << 10

const maxPhases = 40 // moves of both, with room to spare

// Solve returns the moves of a solution of c, of at most so many. stop is told the
// positions so far now and then, and says when to end without one; nodes counts them.
// ok is false then, or if no first phase leads to a solution so short. c must be
// solvable.
func Solve(c *Cube, most int, stop func(nodes uint64) bool) (moves []Move, nodes uint64, ok bool) {
	t := &twoPhase{tables: shared(), stop: stop}
	for i := range t.sides {
		s := &t.sides[i]
		s.cube, s.inverse, s.turn = *c, i%2 == 1, i/2
		if s.inverse {
			s.cube = s.cube.inverse()
		}
		for range s.turn {
			s.cube = s.cube.leant()
		}
	}
	limit := most
	for depth := 0; depth <= min(limit, diameter) && !t.found && !t.ended; depth++ {
		for i := range t.sides {
			t.first(&t.sides[i], depth, limit)
			if t.found || t.ended {
				break
			}
		}
	}
	return t.best, t.nodes, t.found
}

// lean turns v a third about the corner of U, R and F: U comes to R, R to F, F to U.
func lean(v vector) vector { return vector{v[1], v[2], v[0]} }

// leant returns the cube turned as a whole, and its colours with it.
func (c *Cube) leant() (to Cube) {
	carry := func(places []place, pieces []uint8, shift uint, mask uint8, count int, into []uint8) {
		for i, p := range places {
			piece := pieces[i]
			// Sticker 0 of the piece at p looks in this direction, and comes from that.
			looks := p.stickers[piece>>shift]
			home := places[piece&mask]
			at, k := find(places, lean(p.at), lean(looks))
			number, j := find(places, lean(home.at), lean(home.stickers[0]))
			into[at] = uint8(number | (k-j+count)%count<<shift)
		}
	}
	carry(corners, c.corners[:], twistShift, cornerMask, 3, to.corners[:])
	carry(edges, c.edges[:], flipShift, edgeMask, 2, to.edges[:])
	return to
}

// original returns the moves of the cube itself that moves of s stand for.
func (s *side) original(moves []Move) []Move {
	all := slices.Clone(moves)
	for i, m := range all {
		n := normals[m.face()]
		for range (3 - s.turn) % 3 {
			n = lean(n)
		}
		all[i] = Move(3*faceOf(n)) + m%3
	}
	if s.inverse {
		slices.Reverse(all)
		for i, m := range all {
			all[i] = m.Inverse()
		}
	}
	return all
}

// first goes through all first phases of just so many moves, and from each into
// the second if the whole has at most limit.
func (t *twoPhase) first(s *side, depth, limit int) {
	c := &s.cube
	p := phase{twoPhase: t, side: s, limit: limit}
	if t.tables.left(c.twist(), c.flip(), c.slice(), depth) {
		p.first(0, depth, c.twist(), c.flip(), c.slice(), c.corner(), t.tables.seats.of(c))
	}
}

type phase struct {
	*twoPhase
	*side
	limit int
}

// left reports whether so many moves may be enough for the first phase.
func (t *tables) left(twist, flip, slice, moves int) bool {
	return t.twistFlip.at(twist, flip) <= moves && t.flipSlice.at(flip, slice) <= moves && t.twistSlice.at(twist, slice) <= moves
}

// first tries the moves behind ply, of which the first phase still has left.
func (p *phase) first(ply, left, twist, flip, slice, corner, seats int) {
	p.nodes++
	if p.nodes&(attendance-1) == 0 && p.stop(p.nodes) {
		p.ended = true
	}
	if left == 0 {
		p.begin(ply, corner, seats)
		return
	}
	t := p.tables
	for m := range Move(moveCount) {
		if ply > 0 && redundant(p.line[ply-1], m) {
			continue
		}
		tw, fl, sl := int(t.twist[twist][m]), int(t.flip[flip][m]), int(t.slice[slice][m])
		if !t.left(tw, fl, sl, left-1) {
			continue
		}
		p.line[ply] = m
		p.first(ply+1, left-1, tw, fl, sl, int(t.corner[corner][m]), int(t.seats.changes[seats][m]))
		if p.found || p.ended {
			return
		}
	}
}

// begin begins the second phase after ply moves, if it can be short enough.
func (p *phase) begin(ply, corner, seats int) {
	t := p.tables
	most := min(p.limit-ply, longestSecond)
	middle := int(t.seats.middle[seats])
	if t.cornerMiddle.at(corner, middle) > most {
		return
	}
	c := p.cube
	for _, m := range p.line[:ply] {
		c = c.after(&turns[m])
	}
	outer := c.outer()
	least := max(t.cornerMiddle.at(corner, middle), t.outerMiddle.at(outer, middle))
	for left := least; left <= most && !p.found && !p.ended; left++ {
		p.second(ply, left, corner, outer, middle)
	}
}

// longestSecond keeps the second phase from taking longer than the next first one.
const longestSecond = 10

func (p *phase) second(ply, left, corner, outer, middle int) {
	p.nodes++
	if left == 0 {
		if corner|outer|middle == 0 {
			p.best, p.found = p.original(p.line[:ply]), true
		}
		return
	}
	t := p.tables
	for _, m := range second {
		if ply > 0 && redundant(p.line[ply-1], m) {
			continue
		}
		co, ou, mi := int(t.corner[corner][m]), int(t.outer[outer][m]), int(t.middle[middle][m])
		if max(t.cornerMiddle.at(co, mi), t.outerMiddle.at(ou, mi)) > left-1 {
			continue
		}
		p.line[ply] = m
		p.second(ply+1, left-1, co, ou, mi)
		if p.found {
			return
		}
	}
}
