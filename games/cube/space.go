package cube

import "slices"

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

// find returns the number of the place at v, and the number of its sticker that faces
// direction n.
func find(places []place, v, n vector) (number, sticker int) {
	number = slices.IndexFunc(places, func(p place) bool { return p.at == v })
	return number, slices.Index(places[number].stickers, n)
}
