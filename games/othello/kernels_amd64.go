//go:build !purego

package othello

//lint:file-ignore U1000 the assembly uses these

import "github.com/plywood-go/plywood/internal/vectors"

// Flips returns the discs of opp that a disc of own on the empty square sq, 0
// to 63, turns. The move is legal if there are any.
//
//go:noescape
func Flips(sq int, own, opp uint64) uint64

// Mobility returns the empty squares of the 8×8 board on which own can place a
// disc. On smaller boards callers must mask the result.
//
//go:noescape
func Mobility(own, opp uint64) uint64

// Expand stores the children of a position by the given moves in list, in the order of squares, and
// returns their number. Replies are limited to board. The element after the last child may change.
//
//go:noescape
func Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)

// ExpandRated is [Expand] with scores. The best child, the first of equals, changes places
// with the first child. There must be a move.
//
//go:noescape
func ExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int)

//go:noescape
func wideExpand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)

//go:noescape
func wideExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int)

//go:noescape
func narrowFlips(sq int, own, opp uint64) uint64

//go:noescape
func narrowMobility(own, opp uint64) uint64

//go:noescape
func narrowExpand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)

//go:noescape
func narrowExpandRated(list *[MaxMoves]Child, own, opp, moves, board uint64, by *Rating) (count int)

// The kernels fall back on these functions.
var _, _, _, _ = portableFlips, portableMobility, portableExpand, portableExpandRated

var lines = NewLines()

// axisSteps are the distances of neighbours along the axes, axisMasks the
// squares that a line along each axis can pass through.
var (
	axisSteps = [4]uint64{1, 7, 8, 9}
	axisMasks = [4]uint64{notEdgeFiles, notEdgeFiles, ^uint64(0), notEdgeFiles}
)

// wide reports whether the kernels use AVX-512, narrow whether they use AVX2.
var wide, narrow bool

func init() { vectors.Follow(func(s vectors.Set) { wide, narrow = s.Wide, s.Narrow }) }
