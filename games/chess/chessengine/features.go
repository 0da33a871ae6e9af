package chessengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/chess"
)

// phasePieces is the number of pieces by which phases of a network differ.
const phasePieces = 4

// FeatureCounts returns the number of features of a network, a piece of either side on each
// square, and its phases by the number of pieces.
func (Evaluation) FeatureCounts() (features, phases int) { return 2 * 6 * 64, 32 / phasePieces }

// Features describes s from a side that plays up the board, with its king on the files a to
// d: otherwise the board is mirrored.
func (Evaluation) Features(s *position, view game.Player, set []uint64) (phase int) {
	own, opp := s.Side(view), s.Side(view.Other())
	mirrored := own&s.Pieces(chess.King)&0xf0f0f0f0f0f0f0f0 != 0
	for p := chess.Bishop; p <= chess.King; p++ {
		pieces := s.Pieces(p)
		set[p-1] = seen(pieces&own, view, mirrored)
		set[5+p] = seen(pieces&opp, view, mirrored)
	}
	return min((bits.OnesCount64(own|opp)-1)/phasePieces, 32/phasePieces-1)
}

// seen returns squares as view sees them, mirrored from left to right or not.
func seen(squares uint64, view game.Player, mirrored bool) uint64 {
	if view == chess.Black {
		squares = bits.ReverseBytes64(squares)
	}
	if mirrored {
		squares = bits.ReverseBytes64(bits.Reverse64(squares))
	}
	return squares
}
