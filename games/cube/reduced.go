package cube

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
)

// A reduced table gives the number of moves that bring two coordinates to 0, up to a limit;
// larger numbers are stored as the limit. Values of the first coordinate that are equal under a
// symmetry form a class, stored once for its representative. The entries of a class are
// adjacent, ordered by the second coordinate, half a byte each.
type reduced struct {
	// class holds, for each value of the first coordinate, the number of its class and, in the
	// lowest 4 bits, a symmetry that leads to the representative.
	class []uint32
	// alone holds the moves that the first coordinate needs by itself. This small table usually
	// suffices to reject a line. Nil until finish.
	alone []uint8
	views [][]uint16 // by symmetry: its effect on the second coordinate
	row   int        // bytes of a class
	moves []byte
}

const classShift = 4

// within returns the moves for two coordinates. ok is false if they are more than most.
func (r *reduced) within(a, b, most int) (moves int, ok bool) {
	if int(r.alone[a]) > most {
		return 0, false
	}
	class := r.class[a]
	moves = int(r.get(int(class>>classShift), int(r.views[class&15][b])))
	return moves, moves <= most
}

// at returns the moves for two coordinates.
func (r *reduced) at(a, b int) uint8 {
	class := r.class[a]
	return r.get(int(class>>classShift), int(r.views[class&15][b]))
}

func (r *reduced) get(class, b int) uint8 {
	return r.moves[class*r.row+b/2] >> (b & 1 * 4) & 15
}

func (r *reduced) set(class, b int, moves uint8) {
	at := &r.moves[class*r.row+b/2]
	shift := b & 1 * 4
	*at = *at&^(15<<shift) | moves<<shift
}

// finish computes alone.
func (r *reduced) finish() {
	least := make([]uint8, len(r.moves)/r.row)
	for class := range least {
		least[class] = leastOf(r.moves[class*r.row : (class+1)*r.row])
	}
	r.alone = make([]uint8, len(r.class))
	for a, class := range r.class {
		r.alone[a] = least[class>>classShift]
	}
}

// leastOf returns the least of the numbers in a row, two a byte. It compares eight bytes at once.
func leastOf(row []uint8) uint8 {
	const low, high = 0x0f0f0f0f0f0f0f0f, 0x8080808080808080
	smaller := func(a, b uint64) uint64 { // of each byte
		mask := ((a | high) - b) & high >> 7 * 0xff // where a >= b
		return b&mask | a&^mask
	}
	some := uint64(low)
	for ; len(row) >= 8; row = row[8:] {
		both := binary.LittleEndian.Uint64(row)
		some = smaller(some, smaller(both&low, both>>4&low))
	}
	least := uint8(15)
	for range 8 {
		least = min(least, uint8(some))
		some >>= 8
	}
	for _, both := range row {
		least = min(least, both&15, both>>4)
	}
	return least
}

// reducer builds a reduced table.
type reducer struct {
	*reduced
	first   []int    // the representative of each class
	same    []uint16 // the symmetries that leave it unchanged, a bit each
	changes changes  // of the second coordinate
	change  func(a int, m Move) int
	allowed []Move
	beyond  uint8 // the limit, stored for all larger numbers
}

// newReducer finds the classes of a first coordinate with the given number of values. seen
// returns its values under all symmetries.
func newReducer(values int, seen func(a int) [symmetryCount]int, views [][]uint16) *reducer {
	r := &reducer{reduced: &reduced{class: make([]uint32, values), views: views, row: (len(views[0]) + 1) / 2}}
	const none = 1<<32 - 1
	undoing := make([]uint32, len(upright))
	for s := range upright {
		undoing[s] = uint32(undo(s))
	}
	for a := range r.class {
		r.class[a] = none
	}
	for a := range r.class {
		if r.class[a] != none {
			continue
		}
		number, same := uint32(len(r.first)), uint16(0)
		for s, at := range seen(a) {
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

// viewed returns the effect of the symmetries on a coordinate with the given number of values.
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

// firstBeyond and secondBeyond are the limits of the tables. One move more takes some seconds
// longer to build and saves little, because searches rarely look beyond: a random cube takes 13
// 500 positions with 9 and 8, 11 100 with 9 and 9, 10 100 with 10 and 9 or with whole tables
// (PLYWOOD_CUBES=120 go test ./games/cube -run TwoPhase -v).
const (
	firstBeyond  = 9
	secondBeyond = 9
)

// farBeyond is the limit of the other tables of the first phase.
const farBeyond = 12

// newFirstPhase returns the reducer of the first phase, by the edges, place·2048 + flip, and the
// twist of the corners. With slice as the place, 64 430 classes take 70 MB; with seats, 1 523
// 864 classes take 1.7 GB.
func newFirstPhase(t *tables, reach Reach) *reducer {
	p := Phases{tables: t, reach: reach}
	places := p.places()
	views := uprightViews()
	r := newReducer(flips*len(places), func(edges int) (seen [symmetryCount]int) {
		c := p.placed(edges / flips)
		for i, piece := range withFlip(edges % flips).edges {
			c.edges[i] |= piece &^ edgeMask
		}
		for s := range views {
			to := views[s].of(&c)
			seen[s] = edgesOf(to.flip(), p.place(&to))
		}
		return seen
	}, viewed(twists, withTwist, (*Cube).twist))
	r.changes, r.allowed, r.beyond = t.twist, allMoves(), farBeyond
	if reach == Near {
		r.beyond = firstBeyond
	}
	r.change = func(edges int, m Move) int {
		return edgesOf(int(t.flip[edges%flips][m]), int(places[edges/flips][m]))
	}
	return r
}

// placed returns a cube with the given place of the middle edges and no edge flipped.
func (p Phases) placed(place int) Cube {
	if p.reach == Seated {
		return p.tables.seats.cubes[place]
	}
	return withSlice(place)
}

// edgesOf combines the flips and the place of the edges in one number.
func edgesOf(flip, place int) int { return place*flips + flip }

// newSecondPhase returns the reducer of the second phase, by the corners and the edges of top
// and bottom. 2768 classes of corners take 56 MB.
func newSecondPhase(t *tables) *reducer {
	corner := viewed(orders8, withCorner, (*Cube).corner)
	r := newReducer(orders8, func(a int) (seen [symmetryCount]int) {
		for s := range seen {
			seen[s] = int(corner[s][a])
		}
		return seen
	}, viewed(orders8, withOuter, (*Cube).outer))
	r.changes, r.allowed, r.beyond = t.outer, second, secondBeyond
	r.change = func(a int, m Move) int { return int(t.corner[a][m]) }
	return r
}

// size returns the length of the table.
func (r *reducer) size() int { return len(r.first) * r.row }

// fill builds the table breadth first from both coordinates 0. Once most entries are known it
// works backwards from the unknown ones. It also sets all entries equal by symmetry to a new
// entry.
func (r *reducer) fill(ctx context.Context, table []byte, report func(done float64)) error {
	r.moves = table
	for i := range table {
		table[i] = r.beyond<<4 | r.beyond
	}
	r.set(0, 0, 0)
	width := len(r.views[0])
	all := len(r.first) * width
	left, layer := all-1, make([]uint16, 0, width)
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

// layer appends the second coordinates of a class at a depth.
func (r *reducer) layer(class int, depth uint8, buf []uint16) []uint16 {
	width := len(r.views[0])
	row := r.moves[class*r.row : (class+1)*r.row]
	for from := 0; from < len(row); from += 8 {
		eight := row[from:min(from+8, len(row))]
		if len(eight) == 8 && !holds(binary.LittleEndian.Uint64(eight), depth) {
			continue
		}
		for i, both := range eight {
			at := 2 * (from + i)
			if both&15 == depth {
				buf = append(buf, uint16(at))
			}
			if both>>4 == depth && at+1 < width {
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

// expand sets the entries one move away from some entries of a class, and returns how many it
// set.
func (r *reducer) expand(class int, layer []uint16, depth uint8) (found int) {
	for _, move := range r.allowed {
		to := r.class[r.change(r.first[class], move)]
		next, seen := int(to>>classShift), r.views[to&15]
		for _, b := range layer {
			at := int(seen[r.changes[b][move]])
			if r.get(next, at) != r.beyond {
				continue
			}
			for same := r.same[next]; same != 0; same &= same - 1 {
				if also := int(r.views[bits.TrailingZeros16(same)][at]); r.get(next, also) == r.beyond {
					r.set(next, also, depth)
					found++
				}
			}
		}
	}
	return found
}

// reach sets those of some entries of a class from which a move leads to an entry of depth-1,
// and returns how many it set. It reorders layer.
func (r *reducer) reach(class int, layer []uint16, depth uint8) (found int) {
	for _, move := range r.allowed {
		to := r.class[r.change(r.first[class], move)]
		next, seen := int(to>>classShift), r.views[to&15]
		rest := layer[:0]
		for _, b := range layer {
			if r.get(next, int(seen[r.changes[b][move]])) != depth-1 {
				rest = append(rest, b)
				continue
			}
			r.set(class, int(b), depth)
			found++
		}
		layer = rest
	}
	return found
}
