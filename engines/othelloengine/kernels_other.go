//go:build !amd64 || purego

package othelloengine

import (
	"github.com/plywood-go/plywood/games/othello"
)

func flips(sq uint, own, opp uint64) uint64 { return othello.Flips(int(sq), own, opp) }

func mobility(own, opp uint64) uint64 { return othello.Mobility(own, opp) }

func playFeatures(dst, src *features, sq uint, turned uint64) { portablePlay(dst, src, sq, turned) }

func expand(list *[maxMoves]child, own, opp, moves, board uint64) int {
	return portableExpand(list, own, opp, moves, board)
}

func sumWeights(w *expanded, f *features) int { return portableSum(w, f) }
