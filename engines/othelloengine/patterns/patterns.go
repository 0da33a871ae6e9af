// Package patterns estimates the final margin of positions of Othello.
//
// It looks at a board through patterns (Buro 1997): small sets of squares near
// the corners, edges and lines, each with a weight for every way its squares can
// be filled. A pattern at one place of the board is a feature; the images of a
// pattern under the symmetries of the board share its weights. Package train
// finds the weights.
//
// # Features
//
// The filling of a feature with squares s₀ s₁ … is the number
//
//	Σ 3^i · (1 + own(sᵢ) − opp(sᵢ))
//
// so that changing sides turns an index x into 3^k−1−x, and a disc adds or
// takes away a constant. Four indices of 16 bits are packed in a word; sums and
// differences of words are those of all four, as long as the results fit. A
// search carries the [Features] of a position along with its moves.
package patterns

import (
	"math/bits"
	"sync"

	"github.com/plywood-go/plywood/games/othello"
)

// shape is a pattern: its squares as seen from the corner a1 and the first rank.
type shape struct{ squares []int }

// The squares of the patterns, a1 being 0, b1 1, a2 8.
var shapes = []shape{
	{[]int{0, 1, 2, 3, 4, 5, 6, 7, 9, 14}},    // edge with both X squares
	{[]int{0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},  // corner 2×5
	{[]int{0, 1, 2, 3, 8, 9, 10, 16, 17, 24}}, // corner triangle
	{[]int{0, 1, 2, 8, 9, 10, 16, 17, 18}},    // corner 3×3
	{[]int{8, 9, 10, 11, 12, 13, 14, 15}},     // second rank
	{[]int{16, 17, 18, 19, 20, 21, 22, 23}},   // third rank
	{[]int{24, 25, 26, 27, 28, 29, 30, 31}},   // fourth rank
	{[]int{0, 9, 18, 27, 36, 45, 54, 63}},     // diagonals of 8 to 4 squares
	{[]int{1, 10, 19, 28, 37, 46, 55}},
	{[]int{2, 11, 20, 29, 38, 47}},
	{[]int{3, 12, 21, 30, 39}},
	{[]int{4, 13, 22, 31}},
}

// FeatureCount is the number of features of a board.
const FeatureCount = 50

// words is the number of words that hold the indices of all features.
const words = (FeatureCount + 3) / 4

// padded is words rounded up to two cache lines, for the vector kernel.
const padded = 16

// Features are the packed indices of all features of a position, as seen from
// the side to move.
type Features [padded]uint64

// feature is a pattern at one place of the board.
type feature struct {
	shape   int
	squares []int
}

// layout is the arrangement of features that the shapes give.
type layout struct {
	features []feature
	discs    [64]Features      // what an own disc on a square adds to an empty board
	empty    Features          // the empty board
	turned   Features          // the largest indices: subtracted from for a change of sides
	base     [4 * padded]int32 // where each feature's fillings begin
	mirrors  [][]int           // by shape: where each square goes if it mirrors itself, else nil
}

var patterns = newLayout()

// numbering numbers the weights of a phase, fillings that mirror each other
// sharing one: a feature's base plus its index gives the entry of of.
type numbering struct {
	of    []int32
	count int // of different weights
}

// weightNumbers are made on first use: they take milliseconds.
var weightNumbers = sync.OnceValue(func() *numbering {
	n := &numbering{of: make([]int32, 0, len(expanded{}))}
	for i, s := range shapes {
		n.add(len(s.squares), patterns.mirrors[i])
	}
	return n
})

// These are the layout's own, where the vector kernels find them.
var (
	discs        = patterns.discs
	allTurned    = patterns.turned
	featureBases = patterns.base
)

func newLayout() *layout {
	l := new(layout)
	for i, s := range shapes {
		var mirror []int
		l.features, mirror = appendImages(l.features, i, s.squares)
		l.mirrors = append(l.mirrors, mirror)
	}
	base := l.bases()
	for i, f := range l.features {
		l.base[i] = base[f.shape]
		power := uint64(1)
		for _, sq := range f.squares {
			l.discs[sq][i/4] += power << (i % 4 * 16)
			power *= 3
		}
		l.empty[i/4] += (power - 1) / 2 << (i % 4 * 16)
		l.turned[i/4] += (power - 1) << (i % 4 * 16)
	}
	return l
}

// appendImages appends the features that a shape's images give. If an image is
// the shape itself mirrored, mirror tells where each square goes.
func appendImages(list []feature, shape int, squares []int) (all []feature, mirror []int) {
	seen := map[uint64]bool{}
	for k := range 8 {
		image := make([]int, len(squares))
		var set uint64
		for i, sq := range squares {
			image[i] = bits.TrailingZeros64(othello.Transform(1<<sq, k))
			set |= 1 << image[i]
		}
		if !seen[set] {
			seen[set] = true
			list = append(list, feature{shape, image})
		} else if at := positions(squares, image); k > 0 && at != nil && mirror == nil {
			mirror = at
		}
	}
	return list, mirror
}

// positions returns where in squares each of image is, nil if one is not.
func positions(squares, image []int) []int {
	where := map[int]int{}
	for i, sq := range squares {
		where[sq] = i
	}
	at := make([]int, len(image))
	for i, sq := range image {
		p, ok := where[sq]
		if !ok {
			return nil
		}
		at[i] = p
	}
	return at
}

// add gives weights to the fillings of a shape of k squares.
func (n *numbering) add(k int, mirror []int) {
	start := len(n.of)
	images := mirrored(mirror)
	for x := range power3(k) {
		if mirror != nil && images[x] < x {
			n.of = append(n.of, n.of[start+images[x]])
			continue
		}
		n.of = append(n.of, int32(n.count))
		n.count++
	}
}

// mirrored returns, for each filling, the one with the digit of square i moved to
// at[i].
func mirrored(at []int) []int {
	images := make([]int, 1, power3(len(at)))
	for _, to := range at {
		lower := images
		for digit := 1; digit <= 2; digit++ {
			for _, m := range lower {
				images = append(images, m+digit*power3(to))
			}
		}
	}
	return images
}

func power3(k int) int {
	p := 1
	for range k {
		p *= 3
	}
	return p
}

// bases returns where the fillings of each shape begin.
func (l *layout) bases() []int32 {
	base := make([]int32, len(shapes))
	next := 0
	for i, s := range shapes {
		base[i] = int32(next)
		next += power3(len(s.squares))
	}
	return base
}

// Set makes f the features of a position.
func (f *Features) Set(own, opp uint64) {
	*f = patterns.empty
	for ; own != 0; own &= own - 1 {
		for i, d := range discs[bits.TrailingZeros64(own)] {
			f[i] += d
		}
	}
	for ; opp != 0; opp &= opp - 1 {
		for i, d := range discs[bits.TrailingZeros64(opp)] {
			f[i] -= d
		}
	}
}

// Play makes f the features after a move on sq in g, which turned discs.
func (f *Features) Play(g *Features, sq uint, turned uint64) { playFeatures(f, g, sq, turned) }

// portablePlay is playFeatures without vectors.
func portablePlay(dst, src *Features, sq uint, turned uint64) {
	var sum Features
	for turned != 0 {
		i := bits.TrailingZeros64(turned)
		turned &^= 1 << (i & 63)
		d := &discs[i&63]
		for k := range words {
			sum[k] += d[k]
		}
	}
	d := &discs[sq&63]
	for k := range words {
		dst[k] = allTurned[k] - src[k] - d[k] - 2*sum[k]
	}
}

// Pass makes f the features after a pass in g, which may be f.
func (f *Features) Pass(g *Features) {
	for i := range words {
		f[i] = allTurned[i] - g[i]
	}
}

// WeightIndices sets dst to the numbers, below WeightCount, of the weights that
// a position's evaluation sums up.
func WeightIndices(own, opp uint64, dst *[FeatureCount]int32) {
	var f Features
	f.Set(own, opp)
	numbers := weightNumbers().of
	for i := range dst {
		index := int32(f[i/4] >> (i % 4 * 16) & 0xFFFF)
		dst[i] = numbers[patterns.base[i]+index]
	}
}

// WeightCount returns the number of weights of a phase.
func WeightCount() int { return weightNumbers().count }
