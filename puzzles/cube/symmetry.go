package cube

// A symmetry maps space so that the cube comes to lie on itself.
type symmetry func(v vector) vector

// upright are the symmetries that leave the axis through top and bottom where it
// is: with mirrors there are 16. What holds of a cube holds of the same cube seen
// under a symmetry, whose colours change with it; so the first phase, which takes as
// long, needs to be known of one of the 16 alone. The first changes nothing.
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

// lean turns v a third about the corner of U, R and F: U comes to R, R to F, F to U.
func lean(v vector) vector { return vector{v[1], v[2], v[0]} }

// view is what a symmetry does to pieces: where each place comes to, and which
// sticker of it the first one becomes there. In a mirror stickers go round the other
// way.
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

// of returns c as it is seen when all of space is mapped, its colours too.
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

// leant returns the cube turned as a whole, and its colours with it.
func (c *Cube) leant() Cube { return leaning.of(c) }
