//go:build !amd64 || purego

package othelloengine

import (
	"github.com/plywood-go/plywood/games/othello"
)

func flips(sq uint, own, opp uint64) uint64 { return othello.Flips(int(sq), own, opp) }

func mobility(own, opp uint64) uint64 { return othello.Mobility(own, opp) }

func expand(list *[maxMoves]child, own, opp, moves, board uint64) int {
	return portableExpand(list, own, opp, moves, board)
}

func (w *worker) play4(own, opp, empty uint64, parity uint8, alpha int) int {
	return w.portablePlay4(own, opp, empty, parity, alpha)
}
