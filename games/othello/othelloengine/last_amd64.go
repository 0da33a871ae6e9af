//go:build !purego

package othelloengine

//lint:file-ignore U1000 the assembly uses these

import (
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/internal/stability"
	"github.com/plywood-go/plywood/internal/vectors"
)

// solve4 solves a position of four empty squares, trying those in odd first. It
// returns the value and the number of nodes visited.
//
//go:noescape
func solve4(own, opp, empty, odd, board uint64, alpha int) (v, nodes int)

// narrowSolve4 is solve4 with AVX2. On a Zen 3 it takes 0.60 of the portable
// code's time (BenchmarkPlay4).
//
//go:noescape
func narrowSolve4(own, opp, empty, odd, board uint64, alpha int) (v, nodes int)

// play4 solves a position of four empty squares, trying those in odd quadrants first.
func (w *worker) play4(own, opp, empty uint64, parity uint8, alpha int) int {
	var v, nodes int
	switch odd := oddSquares[parity&15]; {
	case wide:
		v, nodes = solve4(own, opp, empty, odd, w.board, alpha)
	case gather:
		v, nodes = narrowSolve4(own, opp, empty, odd, w.board, alpha)
	default:
		return w.portablePlay4(own, opp, empty, parity, alpha)
	}
	w.nodes += uint64(nodes)
	return v
}

// promise8 is the kernel of promise for the 8×8 board.
//
//go:noescape
func promise8(list []child, by *preference, odd uint64, edges *stability.Edges)

// promise rates children by the opponent's prospects: mobility, frontier,
// corners and edge stability. odd holds the squares in odd quadrants.
func (w *worker) promise(list []child, by *preference, odd uint64) {
	if !gather || w.squares != 64 {
		w.portablePromise(list, by, odd)
		return
	}
	promise8(list, by, odd, w.stability.Table())
}

// lines is the lookup table of solve4, which depends on its layout.
var lines = lineTable{othello.NewLines(), [4]uint64{1, 7, 8, 9}}

type lineTable struct {
	othello.Lines
	steps [4]uint64 // distances of neighbours along the axes
}

// wide reports whether solve4 is used (AVX-512), gather whether narrowSolve4 and promise8 are (AVX2
// and fast bit gathering).
var wide, gather bool

func init() { vectors.Follow(func(s vectors.Set) { wide, gather = s.Wide, s.Narrow && s.Gather }) }
