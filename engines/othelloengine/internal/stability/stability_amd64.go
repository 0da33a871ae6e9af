//go:build !purego

package stability

import "github.com/plywood-go/plywood/internal/vectors"

// discs8 returns the stable discs of own on the usual board. On a Zen 4 it takes 12 ns
// instead of 23 (BenchmarkDiscs).
//
//go:noescape
func discs8(own, opp uint64, edges *Edges, axes *axes) uint64

// wide reports whether discs8 may be called, which needs vectors of AVX-512; the
// processors that have those have its other instructions too.
var wide = vectors.Wide()

// Discs returns a set of stable discs of own: those of the edges, those
// in four full lines, and those that on each axis touch a stable disc, lie on a
// full line or at its end.
func (b *Board) Discs(own, opp uint64) uint64 {
	if !wide || b.low > 0 {
		return b.portableDiscs(own, opp)
	}
	return discs8(own, opp, b.edges, &usual)
}

// axes is what the kernel looks up of the four axes: ranks, files, diagonals and
// antidiagonals.
type axes struct {
	steps    [3][4]uint64 // distances of one square, two and four
	up, down [3][4]uint64 // the squares that lines reach by so many from lower ones, from higher
	ends     [4]uint64    // the squares at which lines end
}

// usual are those of the usual board.
var usual = newAxes()

func newAxes() (a axes) {
	const notA, notH = ^uint64(fileA), ^uint64(fileA << 7)
	a.steps[0] = [4]uint64{1, 8, 9, 7}
	a.up[0] = [4]uint64{notA, ^uint64(0), notA, notH}
	a.down[0] = [4]uint64{notH, ^uint64(0), notH, notA}
	for i := range 2 {
		for axis, step := range a.steps[i] {
			a.steps[i+1][axis] = 2 * step
			a.up[i+1][axis] = a.up[i][axis] & (a.up[i][axis] << step)
			a.down[i+1][axis] = a.down[i][axis] & (a.down[i][axis] >> step)
		}
	}
	_, a.ends = field(0, 7)
	return a
}
