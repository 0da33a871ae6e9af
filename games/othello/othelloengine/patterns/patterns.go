// Package patterns estimates the final margin of Othello positions.
//
// It evaluates a board through patterns (Buro 1997): small sets of squares near
// corners, edges and lines, with a weight for each filling of the squares. A
// pattern at one place on the board is a feature. The images of a pattern under
// the board's symmetries share its weights. Package train fits the weights.
//
// # Features
//
// The filling of a feature with squares s₀ s₁ … is the number
//
//	Σ 3^i · (1 + own(sᵢ) − opp(sᵢ))
//
// Swapping sides turns an index x of k squares into 3^k−1−x, and a disc adds or subtracts a
// constant. Four 16-bit indices are packed into a word, and word arithmetic updates all four as
// long as the results fit. A search updates the [Features] of a position incrementally.
package patterns

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/games/othello"
)

// shapes are the patterns: their squares in one orientation. a1 is 0, b1 is 1, a2 is 8.
var shapes = [][]int{
	{0, 1, 2, 3, 4, 5, 6, 7, 9, 14},    // edge with both X squares
	{0, 1, 2, 3, 4, 8, 9, 10, 11, 12},  // corner 2×5
	{0, 1, 2, 3, 8, 9, 10, 16, 17, 24}, // corner triangle
	{0, 1, 2, 8, 9, 10, 16, 17, 18},    // corner 3×3
	{8, 9, 10, 11, 12, 13, 14, 15},     // second rank
	{16, 17, 18, 19, 20, 21, 22, 23},   // third rank
	{24, 25, 26, 27, 28, 29, 30, 31},   // fourth rank
	{0, 9, 18, 27, 36, 45, 54, 63},     // diagonals of 8 to 4 squares
	{1, 10, 19, 28, 37, 46, 55},
	{2, 11, 20, 29, 38, 47},
	{3, 12, 21, 30, 39},
	{4, 13, 22, 31},
}

// FeatureCount is the number of features of a board.
const FeatureCount = 50

// words is the number of words for the indices of all features.
const words = (FeatureCount + 3) / 4

// padded is words rounded up to two cache lines for the vector kernel.
const padded = 16

// Features are the packed indices of all features of a position, from the view of the side to move.
type Features [padded]uint64

// feature is a pattern at one place on the board.
type feature struct {
	shape   int
	squares []int
}

// layout holds the features of all shapes and the tables for updating them.
type layout struct {
	features []feature
	discs    [64]Features      // the change of an empty board's features by a disc of the side to move
	empty    Features          // the empty board
	turned   Features          // the largest indices; swapping sides subtracts the features from them
	base     [4 * padded]int32 // first filling of each feature
	mirrors  [][]int           // by shape: the permutation of squares that mirrors it, nil without such a symmetry
}

var patterns = newLayout()

// numbering maps fillings to the numbers of a phase's weights. Mirror-image fillings share a
// weight. The index of a filling in the field of is the feature's base plus the feature's index.
type numbering struct {
	of    []int32
	count int // number of distinct weights
}

// weightNumbers builds the numbering on first use, which takes milliseconds.
var weightNumbers = sync.OnceValue(func() *numbering {
	n := &numbering{of: make([]int32, 0, len(expanded{}))}
	for i, squares := range shapes {
		n.add(len(squares), patterns.mirrors[i])
	}
	return n
})

// Copies of the layout's tables for the vector kernels.
var (
	discs        = patterns.discs
	allTurned    = patterns.turned
	featureBases = patterns.base
)

func newLayout() *layout {
	l := new(layout)
	first := []int32{0} // filling of each shape
	for i, squares := range shapes {
		var mirror []int
		l.features, mirror = appendImages(l.features, i, squares)
		l.mirrors = append(l.mirrors, mirror)
		first = append(first, first[i]+int32(power3(len(squares))))
	}
	for i, f := range l.features {
		l.base[i] = first[f.shape]
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

// appendImages appends a shape's images to list. If one image covers the
// shape's own squares, mirror maps each square to its image.
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

// positions returns the index in squares of each square of image, or nil if one is missing.
func positions(squares, image []int) []int {
	at := make([]int, len(image))
	for i, sq := range image {
		if at[i] = slices.Index(squares, sq); at[i] < 0 {
			return nil
		}
	}
	return at
}

// add numbers the weights of the fillings of a shape with k squares.
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

// mirrored returns, for each filling, the filling with the digit of square i moved to at[i].
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

// Set sets f to the features of a position.
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

// Play sets f to the features of g after a move on sq that turned these discs.
func (f *Features) Play(g *Features, sq uint, turned uint64) { playFeatures(f, g, sq, turned) }

// portablePlay is the portable version of playFeatures.
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

// Pass sets f to the features of g after a pass. f and g may be the same.
func (f *Features) Pass(g *Features) {
	for i := range words {
		f[i] = allTurned[i] - g[i]
	}
}

// WeightIndices sets dst to the numbers, below WeightCount, of the weights
// whose sum evaluates a position.
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
