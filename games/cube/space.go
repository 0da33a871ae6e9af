package cube

import (
	"context"
	"slices"
)

// vector is a place or a direction, with coordinates -1, 0 or 1: x to the right, y up, z
// to the front.
type vector [3]int

func (v vector) dot(w vector) int { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

func (v vector) cross(w vector) vector {
	return vector{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// turned returns v after a turn of the whole cube, clockwise as seen from outside the
// face in direction n.
func (v vector) turned(n vector) vector {
	along, across := v.dot(n), v.cross(n)
	for i := range across {
		across[i] += along * n[i]
	}
	return across
}

// The faces, in the order of their letters.
const (
	faceLetters = "URFDLB"
	faces       = len(faceLetters)
)

var normals = [faces]vector{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {-1, 0, 0}, {0, 0, -1}}

func faceOf(n vector) int { return slices.Index(normals[:], n) }

// place is a place of a corner or an edge: its position and the directions of its stickers,
// clockwise.
type place struct {
	at       vector
	stickers []vector
}

// The places of the corners and of the edges. Those of top and bottom come first.
var (
	corners = placesOf(3)
	edges   = placesOf(2)
)

const (
	cornerCount = 8
	edgeCount   = 12
	outer       = 8 // edges of top and bottom, before those of the slice
)

// placesOf returns the places of pieces with the given number of stickers.
func placesOf(stickers int) (all []place) {
	for _, y := range []int{1, -1, 0} {
		for _, z := range []int{1, 0, -1} {
			for _, x := range []int{-1, 0, 1} {
				if p := newPlace(vector{x, y, z}); len(p.stickers) == stickers {
					all = append(all, p)
				}
			}
		}
	}
	return all
}

// newPlace returns the place at v. Its first sticker faces up or down, or else front or
// back. On a corner the others follow clockwise, as seen from outside.
func newPlace(v vector) place {
	p := place{at: v}
	for _, axis := range []int{1, 2, 0} {
		if v[axis] != 0 {
			var n vector
			n[axis] = v[axis]
			p.stickers = append(p.stickers, n)
		}
	}
	if s := p.stickers; len(s) == 3 && s[0].cross(s[1]).dot(s[2]) > 0 {
		s[1], s[2] = s[2], s[1]
	}
	return p
}

// find returns the number of the place at v, and the number of its sticker that faces direction n.
func find(places []place, v, n vector) (number, sticker int) {
	number = slices.IndexFunc(places, func(p place) bool { return p.at == v })
	return number, slices.Index(places[number].stickers, n)
}

// A symmetry maps space so that the cube maps to itself.
type symmetry func(v vector) vector

// upright are the symmetries that keep the axis through top and bottom, 16 with reflections. A cube
// and its image under a symmetry, colours included, need equally many moves of the first phase, so
// the table stores one of the 16. The first symmetry is the identity.
var upright = newUpright()

const symmetryCount = 16

func newUpright() (all []symmetry) {
	for i := range symmetryCount {
		all = append(all, func(v vector) vector {
			if i&1 != 0 {
				v[0] = -v[0]
			}
			if i&2 != 0 {
				v[2] = -v[2]
			}
			if i&4 != 0 {
				v[1] = -v[1]
			}
			if i&8 != 0 {
				v[0], v[2] = v[2], v[0]
			}
			return v
		})
	}
	return all
}

// lean rotates v by a third of a turn about the corner of U, R and F: U to R, R to F, F to U.
func lean(v vector) vector { return vector{v[1], v[2], v[0]} }

// view is the effect of a symmetry on pieces: the image of each place, and the number of the
// first sticker there. A reflection reverses the order of the stickers.
type view struct {
	corner, turn [cornerCount]uint8
	edge, swap   [edgeCount]uint8
	mirror       bool
}

func newView(m symmetry) (v view) {
	for i, p := range corners {
		to, sticker := find(corners, m(p.at), m(p.stickers[0]))
		v.corner[i], v.turn[i] = uint8(to), uint8(sticker)
		_, second := find(corners, m(p.at), m(p.stickers[1]))
		v.mirror = (second-sticker+3)%3 != 1
	}
	for i, p := range edges {
		to, sticker := find(edges, m(p.at), m(p.stickers[0]))
		v.edge[i], v.swap[i] = uint8(to), uint8(sticker)
	}
	return v
}

// of returns the image of c, with its colours mapped too.
func (v *view) of(c *Cube) (to Cube) {
	for i, piece := range c.corners {
		number, twist := piece&cornerMask, piece>>twistShift
		if v.mirror {
			twist = (3 - twist) % 3
		}
		to.corners[v.corner[i]] = v.corner[number] | (v.turn[i]+twist+3-v.turn[number])%3<<twistShift
	}
	for i, piece := range c.edges {
		number := piece & edgeMask
		to.edges[v.edge[i]] = v.edge[number] | (piece>>flipShift^v.swap[i]^v.swap[number])<<flipShift
	}
	return to
}

// leaning is the view of lean.
var leaning = newView(lean)

// leant returns the cube turned by lean, with its colours mapped too.
func (c *Cube) leant() Cube { return leaning.of(c) }

// Heuristic is a lower bound on the moves to the goal.
type Heuristic interface {
	// Estimate returns a lower bound of the number of moves from c to the goal, 0 at the goal.
	Estimate(c *Cube) int
	// String returns its name.
	String() string
}

// Phases is a lower bound: the moves of the first of two phases, maximized over the three
// choices of the axis through top and bottom. If all three are equal, the bound is one more:
// before the last move of a solution, the first phase is over along the axis of the last
// turned face. So the first phase along that axis is shorter than the solution.
type Phases struct {
	tables *tables
	first  *reduced
	reach  Reach
}

// Reach is the extent of the table of Phases.
type Reach string

// The reaches. The table Near ends at nine moves, and most cubes take ten; Far and Seated help to
// find shortest solutions. In a search to fifteen moves, Far halves the number of positions.
const (
	Near   Reach = "phases"    // the table of the two-phase search, 74 MB
	Far    Reach = "phases:12" // the whole of it, as large: no first phase takes more (Kociemba 1992)
	Seated Reach = "seats"     // also distinguishes the middle edges, 1.7 GB: twelve moves or more
)

// NewPhases returns the bound. It reads the tables from the folder dir. Without them it builds
// them, Near and Far in some seconds, Seated in some minutes, and saves them there; if dir is empty
// it saves nothing. report receives the progress; it may be nil. The error is ctx's.
func NewPhases(ctx context.Context, reach Reach, dir string, report func(Making)) (Phases, error) {
	t, err := load(ctx, dir, report)
	if err != nil {
		return Phases{}, err
	}
	first, err := loadFirst(ctx, t, reach, dir, report)
	return Phases{t, first, reach}, err
}

// place returns the coordinate of the middle edges.
func (p Phases) place(c *Cube) int {
	if p.reach == Seated {
		return allSeats().of(c)
	}
	return c.slice()
}

// places returns the changes of place by moves.
func (p Phases) places() changes {
	if p.reach == Seated {
		return allSeats().changes
	}
	return p.tables.slice
}

// far returns the moves of the first phase.
func (p Phases) far(c *Cube) int { return int(p.first.at(edgesOf(c.flip(), p.place(c)), c.twist())) }

// Estimate implements Heuristic.
func (p Phases) Estimate(c *Cube) int {
	at := *c
	var moves [3]int
	for i := range moves {
		moves[i] = p.far(&at)
		at = at.leant()
	}
	if moves[0] == moves[1] && moves[1] == moves[2] && *c != solved {
		return moves[0] + 1
	}
	return max(moves[0], moves[1], moves[2])
}

// String returns the name of the reach.
func (p Phases) String() string { return string(p.reach) }

// Blind is the bound without knowledge.
type Blind struct{}

// Estimate returns 0.
func (Blind) Estimate(*Cube) int { return 0 }

// String returns "blind".
func (Blind) String() string { return "blind" }
