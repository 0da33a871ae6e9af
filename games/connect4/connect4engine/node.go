package connect4engine

import (
	"math/bits"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
)

// node is a position in the solver with its threats.
//
// A threat is an empty cell, playable or not, where one more disc completes a four for
// its owner.
type node struct {
	own, opp     uint64 // discs of the side to move and of its opponent
	wins, dreads uint64 // threats of the side to move and of its opponent
}

func (b *board) node(s *connect4.State) node {
	own, opp := s.Own(), s.Own()^s.All()
	free := b.cells &^ s.All()
	return node{own, opp, b.threats(own) & free, b.threats(opp) & free}
}

// all returns the discs of both sides.
func (nd *node) all() uint64 { return nd.own | nd.opp }

// after returns the node after the side to move drops a disc on cell.
func (b *board) after(nd *node, cell uint64) node {
	own := nd.own | cell
	return node{nd.opp, own, nd.dreads &^ cell, b.threats(own) & (b.cells ^ own ^ nd.opp)}
}

// score returns the value, for the winner, of a win with disc number disc of the game:
// the winner's stones left, including that one. It returns 0 if there is no such disc.
func (b *board) score(disc int) int { return max(b.size+2-disc, 0) >> 1 }

// plies returns the number of plies to the end of a game with the given score
// and discs on the board.
func (b *board) plies(score, discs int) int {
	if score == 0 {
		return b.size - discs
	}
	last, next := b.size+2-2*score, discs+1
	if score < 0 {
		last, next = b.size+2+2*score, discs+2
	}
	return last - (last-next)&1 - discs
}

// value returns a score as a game.Score with a distance.
func (b *board) value(score, discs int) game.Score { return distance(score, b.plies(score, discs)) }

// distance returns the value of a win or loss after the given number of plies, or of a
// draw.
func distance(score, plies int) game.Score {
	switch {
	case score > 0:
		return game.WinIn(plies)
	case score < 0:
		return game.LossIn(plies)
	}
	return 0
}

// canAlign reports whether the side whose opponent has the discs opp can still
// complete a four.
func (b *board) canAlign(opp uint64) bool {
	free := b.cells &^ opp
	if b.standard {
		return fours(free, 1)|fours(free, standardStride-1)|
			fours(free, standardStride)|fours(free, standardStride+1) != 0
	}
	return fours(free, 1)|fours(free, b.stride-1)|fours(free, b.stride)|fours(free, b.stride+1) != 0
}

// key returns a number shared by nd and all equivalent positions: its mirror image, and
// positions that differ only in the colour of dead discs.
//
// In each column it holds the discs of the side to move and the dead discs, below a bit
// for the lowest empty cell.
func (b *board) key(nd *node) (key uint64, mirrored bool) {
	key = (nd.own | b.dead(nd)) + nd.all() + b.bottom
	if m := b.rules.Mirror(key); m < key {
		return m, true
	}
	return key, false
}

// dead returns the discs whose colour no longer matters: every four through them contains
// other discs of both sides. Equivalently, they fill no gap between three cells free of
// one side.
func (b *board) dead(nd *node) uint64 {
	alive := b.fills(b.cells&^nd.own) | b.fills(b.cells&^nd.opp)
	return nd.all() &^ alive
}

// fills returns the cells that complete a four with three of cells.
func (b *board) fills(cells uint64) uint64 {
	if b.standard {
		return gaps(cells, 1) | gaps(cells, standardStride-1) |
			gaps(cells, standardStride) | gaps(cells, standardStride+1)
	}
	return gaps(cells, 1) | gaps(cells, b.stride-1) | gaps(cells, b.stride) | gaps(cells, b.stride+1)
}

// columnOf returns the column of a cell.
func (b *board) columnOf(cell uint64) int {
	if b.standard {
		return bits.TrailingZeros64(cell) / standardStride
	}
	return bits.TrailingZeros64(cell) / int(b.stride)
}
