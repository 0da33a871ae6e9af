//go:build !purego

package othello

//lint:file-ignore U1000 what the assembly refers to looks unused

import "github.com/plywood-go/plywood/internal/vectors"

// Flips returns the discs of opp that a disc of own placed on the empty square
// sq, 0 to 63, turns over. The move is legal if there are any.
//
//go:noescape
func Flips(sq int, own, opp uint64) uint64

// Mobility returns the empty squares of the 8×8 board on which own can place a
// disc. On a smaller board the answer must be limited to its squares.
//
//go:noescape
func Mobility(own, opp uint64) uint64

// Expand sets the first of list to the children of a position by these moves, in the
// order of squares, and returns their number; their replies are those on board. The one
// behind them may change.
//
//go:noescape
func Expand(list *[MaxMoves]Child, own, opp, moves, board uint64) (count int)

// ExpandRated is [Expand] with a score for each child, the best of which, the first of
// equal ones, comes first, in the place of the other. There must be a move.
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

// The kernels fall back on these.
var _, _, _, _ = portableFlips, portableMobility, portableExpand, portableExpandRated

var lines = NewLines()

// axisSteps are the distances of neighbours along the axes, axisMasks the
// squares through which a line along each can pass.
var (
	axisSteps = [4]uint64{1, 7, 8, 9}
	axisMasks = [4]uint64{notEdgeFiles, notEdgeFiles, ^uint64(0), notEdgeFiles}
)

// wide reports whether the kernels may use vectors of AVX-512, narrow of AVX2.
var wide, narrow = vectors.Wide(), vectors.Narrow()
