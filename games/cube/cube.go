package cube

import (
	"cmp"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/path"
)

// Cube is a 3×3×3 cube: the pieces in its places. It also represents a move, by the
// effect on the solved cube. The zero Cube is invalid.
type Cube struct {
	corners [cornerCount]uint8 // piece in bits 0 to 2, twist above
	edges   [edgeCount]uint8   // piece in bits 0 to 3, flip above
}

const (
	twistShift = 3
	flipShift  = 4
	cornerMask = 1<<twistShift - 1
	edgeMask   = 1<<flipShift - 1
)

// Solved returns the solved cube.
func Solved() (c Cube) {
	for i := range c.corners {
		c.corners[i] = uint8(i)
	}
	for i := range c.edges {
		c.edges[i] = uint8(i)
	}
	return c
}

// after returns the cube after applying m to c.
func (c *Cube) after(m *Cube) (to Cube) {
	for i, from := range m.corners {
		piece := c.corners[from&cornerMask]
		twist := (piece>>twistShift + from>>twistShift) % 3
		to.corners[i] = piece&cornerMask | twist<<twistShift
	}
	for i, from := range m.edges {
		to.edges[i] = c.edges[from&edgeMask] ^ from&^edgeMask
	}
	return to
}

// inverse returns the inverse of c as a move.
func (c *Cube) inverse() (to Cube) {
	for i, piece := range c.corners {
		to.corners[piece&cornerMask] = uint8(i) | (3-piece>>twistShift)%3<<twistShift
	}
	for i, piece := range c.edges {
		to.edges[piece&edgeMask] = uint8(i) | piece&^edgeMask
	}
	return to
}

// Move is a turn of a face by one, two or three quarters: three moves for each face.
type Move uint8

const moveCount = 3 * faces

// Face returns the face that is turned, in the order U, R, F, D, L, B.
func (m Move) Face() int { return int(m) / 3 }

// Quarters returns the number of quarter turns clockwise, 1 to 3.
func (m Move) Quarters() int { return int(m)%3 + 1 }

// Inverse returns the move that undoes m.
func (m Move) Inverse() Move { return m/3*3 + 2 - m%3 }

// String returns the letter of the face, with 2 for a half turn and ' for a
// quarter counter-clockwise.
func (m Move) String() string { return faceLetters[m.Face():m.Face()+1] + []string{"", "2", "'"}[m%3] }

// turns are the moves as cubes.
var turns = newTurns()

func newTurns() (all [moveCount]Cube) {
	for f, n := range normals {
		turn := Solved()
		for i, p := range corners {
			if p.at.dot(n) > 0 {
				to, twist := find(corners, p.at.turned(n), p.stickers[0].turned(n))
				turn.corners[to] = uint8(i | twist<<twistShift)
			}
		}
		for i, p := range edges {
			if p.at.dot(n) > 0 {
				to, flip := find(edges, p.at.turned(n), p.stickers[0].turned(n))
				turn.edges[to] = uint8(i | flip<<flipShift)
			}
		}
		c := Solved()
		for k := range 3 {
			c = c.after(&turn)
			all[3*f+k] = c
		}
	}
	return all
}

// redundant reports whether a search can skip next after last: a face is not turned twice
// in a row, and two opposite faces are turned in one order only.
func redundant(last, next Move) bool {
	a, b := last.Face(), next.Face()
	return a == b || a == b+faces/2
}

// followers holds the moves to try after each move, and last all moves for the start.
var followers = newFollowers()

func newFollowers() (all [moveCount + 1][]Move) {
	for last := range Move(moveCount + 1) { // moveCount stands for no move
		for next := range Move(moveCount) {
			if last == Move(moveCount) || !redundant(last, next) {
				all[last] = append(all[last], next)
			}
		}
	}
	return all
}

// Puzzle is the 3×3×3 puzzle. It implements path.Puzzle and all optional interfaces of package
// path except costs and retraction.
type Puzzle struct{ bound Heuristic }

// New returns the puzzle with a lower bound, or without one if bound is nil.
func New(bound Heuristic) *Puzzle {
	if bound == nil {
		bound = Blind{}
	}
	return &Puzzle{bound}
}

// Start returns a cube ten turns from the solved one.
func (p *Puzzle) Start() Cube {
	c := Solved()
	for _, m := range []Move{3, 8, 10, 0, 14, 16, 4, 2, 6, 11} {
		c = c.after(&turns[m])
	}
	return c
}

// Moves implements game.Rules.
func (p *Puzzle) Moves(c *Cube, buf []Move) ([]Move, game.Status) {
	if p.Goal(c) {
		return buf, game.Win
	}
	return append(buf, allMoves()...), game.Ongoing
}

// Play implements game.Rules.
func (p *Puzzle) Play(dst, src *Cube, m Move) { *dst = src.after(&turns[m]) }

// ToMove implements game.Rules.
func (p *Puzzle) ToMove(*Cube) game.Player { return game.First }

// Hash implements game.Rules.
func (p *Puzzle) Hash(c *Cube) uint64 {
	const prime = 0x100000001B3
	h := uint64(0xCBF29CE484222325) // FNV-1a
	for _, piece := range c.corners {
		h = (h ^ uint64(piece)) * prime
	}
	for _, piece := range c.edges {
		h = (h ^ uint64(piece)) * prime
	}
	return h ^ h>>32
}

// Goal implements path.Puzzle.
func (p *Puzzle) Goal(c *Cube) bool { return *c == solved }

var solved = Solved()

// Inverse implements path.Inverter.
func (p *Puzzle) Inverse(m Move) Move { return m.Inverse() }

// Redundant implements path.Pruner.
func (p *Puzzle) Redundant(last, next Move) bool { return redundant(last, next) }

// Estimate implements path.Estimator.
func (p *Puzzle) Estimate(c *Cube) int { return p.bound.Estimate(c) }

// Solve implements path.Expert by two phases. It uses at most 20 moves unless most is set.
func (p *Puzzle) Solve(c *Cube, most int, t *path.Tally) (moves []Move, found bool) {
	most = cmp.Or(most, diameter)
	before := t.Generated
	moves, nodes, found := Solve(c, most, func(nodes uint64) bool {
		t.Generated, t.Expanded = before+nodes, nodes
		return t.Generated >= t.Limit && t.Attend(t)
	})
	t.Generated, t.Expanded = before+nodes, nodes
	return moves, found
}

// diameter is the number of moves that suffice for every cube (Rokicki, Kociemba,
// Davidson and Dethridge 2010).
const diameter = 20

// Reasons why a cube that was taken apart cannot be solved.
var (
	errTwist  = reason.New("the twists of its corners do not add up: one corner has to be twisted in its place")
	errFlip   = reason.New("the flips of its edges do not add up: one edge has to be flipped in its place")
	errParity = reason.New("its pieces are an odd arrangement: two of them have to be swapped")
)

// sum returns the sum of the turns of pieces, and whether their order is odd.
func sum(pieces []uint8, shift int) (turns int, odd bool) {
	mask := uint8(1)<<shift - 1
	for i, piece := range pieces {
		turns += int(piece >> shift)
		for _, other := range pieces[:i] {
			odd = odd != (other&mask > piece&mask)
		}
	}
	return turns, odd
}

// Unsolvable implements path.Judge.
func (p *Puzzle) Unsolvable(c *Cube) error {
	twist, oddCorners := sum(c.corners[:], twistShift)
	flip, oddEdges := sum(c.edges[:], flipShift)
	var why error
	switch {
	case twist%3 != 0:
		why = errTwist
	case flip%2 != 0:
		why = errFlip
	case oddCorners != oddEdges:
		why = errParity
	default:
		return nil
	}
	return reason.Errorf("cube: cannot be solved: %w", why)
}
