package draughtsengine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/draughts"
)

// phasePieces is the number of pieces by which phases of a network differ.
const phasePieces = 4

// FeatureCounts returns the number of features of a network, a man or a king of
// either side on each square, and its phases by the number of pieces.
func (f Fitted) FeatureCounts() (features, phases int) {
	size := boardOf[f.Variant&3].size
	return 4 * 64, size * (size/2 - 1) / phasePieces
}

// Features describes s from a side whose men move up.
func (f Fitted) Features(s *draughts.Position, view game.Player, set []uint64) (phase int) {
	own, opp, kings := s.Of(view), s.Of(view.Other()), s.Kings
	if view == f.Black() {
		own, opp, kings = f.Turn(own), f.Turn(opp), f.Turn(kings)
	}
	set[0], set[1], set[2], set[3] = own&^kings, own&kings, opp&^kings, opp&kings
	_, phases := f.FeatureCounts()
	return min((bits.OnesCount64(own|opp)-1)/phasePieces, phases-1)
}
