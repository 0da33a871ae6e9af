//go:build !purego

package othelloengine

//lint:file-ignore U1000 what the assembly refers to looks unused

import (
	"github.com/plywood-go/plywood/engines/othelloengine/internal/stability"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/vectors"
)

// solve4 solves a position of four empty squares, those of odd first, and counts the
// nodes below it.
//
//go:noescape
func solve4(own, opp, empty, odd, board uint64, alpha int) (v, nodes int)

// play4 solves a position of four empty squares, those in odd quadrants first.
func (w *worker) play4(own, opp, empty uint64, parity uint8, alpha int) int {
	if !wide {
		return w.portablePlay4(own, opp, empty, parity, alpha)
	}
	v, nodes := solve4(own, opp, empty, oddSquares[parity&15], w.board, alpha)
	w.nodes += uint64(nodes)
	return v
}

// promise8 rates children on the usual board.
//
//go:noescape
func promise8(list []child, by *preference, odd uint64, edges *stability.Edges)

// promise rates children by what they leave to the opponent, with odd, the squares in odd
// quadrants.
func (w *worker) promise(list []child, by *preference, odd uint64) {
	if !wide || w.squares != 64 {
		w.portablePromise(list, by, odd)
		return
	}
	promise8(list, by, odd, w.stability.Table())
}

var lines = othello.NewLines()

// wide reports whether solve4 may be called, which needs vectors of AVX-512, and
// promise8, whose instructions the processors that have those have too.
var wide = vectors.Wide()
