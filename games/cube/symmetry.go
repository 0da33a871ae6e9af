package cube

// A symmetry maps space so that the cube maps to itself.
type symmetry func(v vector) vector

// upright are the symmetries that keep the axis through top and bottom, 16 with
// reflections. A cube and its image under a symmetry, colours included, need equally many
// moves of the first phase, so the table stores one of the 16. The first symmetry is the
// identity.
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
