package cube

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/plywood-go/plywood/internal/tablefile"
)

// A reduced table gives the number of moves of the first phase, up to a limit, by the
// edges (place·2048 + flip) and the twist of the corners. Larger numbers are stored as
// the limit. Edges that are equal under a symmetry form a class, stored once for its
// representative. The table begins with 4 bytes for each value of the edges: the number
// of its class and, in the lowest 4 bits, a symmetry that leads to the representative.
// The classes follow, each ordered by the twist, half a byte an entry.
type reduced struct {
	*tablefile.Table
	start int        // of the classes
	views [][]uint16 // by symmetry: its effect on the twist
}

const (
	classShift = 4
	classSize  = 4                // bytes of a value's class
	rowSize    = (twists + 1) / 2 // bytes of a class's numbers
)

// at returns the moves for edges and a twist.
func (r *reduced) at(edges, twist int) uint8 {
	i, shift := r.place(r.Uint32(classSize*edges), twist)
	return r.At(i) >> shift & 15
}

// place returns the place of the number for a class and a twist, in bytes and bits.
func (r *reduced) place(class uint32, twist int) (i, shift int) {
	seen := int(r.views[class&15][twist])
	return r.start + int(class>>classShift)*rowSize + seen/2, seen & 1 * 4
}

// whole is a reduced table with all its bytes.
type whole struct {
	*reduced
	bytes []byte
}

// at returns the moves for edges and a twist. It reads the table in memory, not the file.
func (w whole) at(edges, twist int) uint8 {
	i, shift := w.place(binary.LittleEndian.Uint32(w.bytes[classSize*edges:]), twist)
	return w.bytes[i] >> shift & 15
}

// extents are the properties of the tables, by reach. beyond is the limit. A table with
// one move more than Near takes some seconds longer to build and saves little, because
// searches rarely look beyond.
var extents = map[Reach]struct {
	name    string // of the file
	classes int
	beyond  uint8
}{
	Near:   {"cube3-first-9", 64430, 9},
	Far:    {"cube3-first-12", 64430, 12},
	Seated: {"cube3-seats-12", 1523864, 12},
}

// newReduced returns the table for the reach of p, from its file or, if that is missing,
// newly built.
func newReduced(ctx context.Context, p Phases, dir string, report func(Making)) (*reduced, error) {
	start := classSize * flips * p.places().values()
	r := &reduced{start: start, views: viewed(twists, withTwist, (*Cube).twist)}
	extent := extents[p.reach]
	var err error
	r.Table, err = tablefile.Get(ctx, tablefile.Source{
		Dir: dir, Name: extent.name, Length: start + extent.classes*rowSize, Report: report,
		Fill: func(ctx context.Context, table []byte, progress func(float64)) error {
			made := newReducer(p, r.views)
			if len(made.first) != extent.classes {
				panic("cube: the classes are miscounted")
			}
			for edges, class := range made.class {
				binary.LittleEndian.PutUint32(table[classSize*edges:], class)
			}
			made.beyond = extent.beyond
			return made.fill(ctx, table[start:], progress)
		},
	})
	return r, err
}

// reducer builds a reduced table.
type reducer struct {
	class       []uint32
	views       [][]uint16
	moves       halves
	first       []int    // the representative of each class
	same        []uint16 // the symmetries that leave it unchanged, a bit each
	twist       changes
	flip, place changes
	beyond      uint8 // the limit, stored for all larger numbers
}

// numbers returns the numbers of a class, by twist.
func (r *reducer) numbers(class int) halves { return r.moves[class*rowSize:][:rowSize] }

// change returns the edges after a move.
func (r *reducer) change(edges int, m Move) int {
	return edgesOf(r.flip.at(edges%flips, int(m)), r.place.at(edges/flips, int(m)))
}

// newReducer finds the classes of the edges.
func newReducer(p Phases, views [][]uint16) *reducer {
	r := &reducer{
		class: make([]uint32, flips*p.places().values()), views: views,
		twist: p.tables.twist, flip: p.tables.flip, place: p.places(),
	}
	const none = 1<<32 - 1
	undoing := make([]uint32, len(upright))
	for s := range upright {
		undoing[s] = uint32(undo(s))
	}
	for a := range r.class {
		r.class[a] = none
	}
	upright := uprightViews()
	for a := range r.class {
		if r.class[a] != none {
			continue
		}
		number, same := uint32(len(r.first)), uint16(0)
		c := p.placed(a)
		for s := range upright {
			seen := upright[s].of(&c)
			at := edgesOf(seen.flip(), p.place(&seen))
			if at == a {
				same |= 1 << s
			}
			if r.class[at] == none {
				r.class[at] = number<<classShift | undoing[s]
			}
		}
		r.first, r.same = append(r.first, a), append(r.same, same)
	}
	return r
}

// undo returns the inverse of symmetry s.
func undo(s int) int {
	corner := vector{1, 2, 3}
	return slices.IndexFunc(upright, func(m symmetry) bool { return m(upright[s](corner)) == corner })
}

// uprightViews returns the views of the upright symmetries.
func uprightViews() (all [symmetryCount]view) {
	for i, m := range upright {
		all[i] = newView(m)
	}
	return all
}

// viewed returns, for each symmetry, the image of each value of a coordinate.
func viewed(values int, with func(int) Cube, of func(*Cube) int) (all [][]uint16) {
	views := uprightViews()
	for range views {
		all = append(all, make([]uint16, values))
	}
	for x := range values {
		c := with(x)
		for s := range views {
			seen := views[s].of(&c)
			all[s][x] = uint16(of(&seen))
		}
	}
	return all
}

// placed returns a cube with the given edges.
func (p Phases) placed(edges int) (c Cube) {
	if p.reach == Seated {
		c = allSeats().cubes[edges/flips]
	} else {
		c = withSlice(edges / flips)
	}
	for i, piece := range withFlip(edges % flips).edges {
		c.edges[i] |= piece &^ edgeMask
	}
	return c
}

// edgesOf combines the flips and the place of the edges in one number.
func edgesOf(flip, place int) int { return place*flips + flip }

// fill builds the classes of the table breadth first, from the entry where both
// coordinates are 0. Once most entries are known it works backwards from the unknown
// ones. With a new entry it sets all entries equal to it by symmetry.
func (r *reducer) fill(ctx context.Context, table []byte, report func(float64)) error {
	r.moves = table
	r.moves.fill(r.beyond)
	r.moves.set(0, 0)
	all := len(r.first) * twists
	left, layer := all-1, make([]uint16, 0, twists)
	for depth := uint8(0); left > 0 && depth+1 < r.beyond; depth++ {
		step, from := r.expand, depth
		if 2*left < all { // fewer unknown than known
			step, from = r.reach, r.beyond
		}
		for class := range r.first {
			if class&1023 == 0 {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				gone := float64(depth) + float64(class)/float64(len(r.first))
				report(max(float64(all-left)/float64(all), gone/float64(r.beyond)))
			}
			layer = r.layer(class, from, layer[:0])
			if len(layer) > 0 {
				left -= step(class, layer, depth+1)
			}
		}
	}
	return nil
}

// layer appends the twists of a class at a depth.
func (r *reducer) layer(class int, depth uint8, buf []uint16) []uint16 {
	numbers := r.numbers(class)
	for from := 0; from < len(numbers); from += 8 {
		eight := numbers[from:min(from+8, len(numbers))]
		if len(eight) == 8 && !holds(binary.LittleEndian.Uint64(eight), depth) {
			continue
		}
		for i, both := range eight {
			at := 2 * (from + i)
			if both&15 == depth {
				buf = append(buf, uint16(at))
			}
			if both>>4 == depth && at+1 < twists {
				buf = append(buf, uint16(at+1))
			}
		}
	}
	return buf
}

// holds reports whether one of sixteen 4-bit numbers equals depth. Most layers are sparse, so
// this test skips nearly all of the table, eight bytes at a time.
func holds(numbers uint64, depth uint8) bool {
	const ones = 0x1111111111111111
	differ := numbers ^ ones*uint64(depth)
	return (differ-ones)&^differ&(ones<<3) != 0
}

// expand sets the unknown entries one move away from the entries layer of a class, and
// returns their number.
func (r *reducer) expand(class int, layer []uint16, depth uint8) (found int) {
	for move := range Move(moveCount) {
		to := r.class[r.change(r.first[class], move)]
		next, seen := r.numbers(int(to>>classShift)), r.views[to&15]
		for _, b := range layer {
			at := int(seen[r.twist.at(int(b), int(move))])
			if next.at(at) != r.beyond {
				continue
			}
			for same := r.same[to>>classShift]; same != 0; same &= same - 1 {
				if also := int(r.views[bits.TrailingZeros16(same)][at]); next.at(also) == r.beyond {
					next.set(also, depth)
					found++
				}
			}
		}
	}
	return found
}

// reach sets the entries in layer, of a class, from which a move leads to an entry of
// depth-1, and returns their number. It reorders layer.
func (r *reducer) reach(class int, layer []uint16, depth uint8) (found int) {
	for move := range Move(moveCount) {
		to := r.class[r.change(r.first[class], move)]
		next, seen := r.numbers(int(to>>classShift)), r.views[to&15]
		rest := layer[:0]
		for _, b := range layer {
			if next.at(int(seen[r.twist.at(int(b), int(move))])) != depth-1 {
				rest = append(rest, b)
				continue
			}
			r.numbers(class).set(int(b), depth)
			found++
		}
		layer = rest
	}
	return found
}
