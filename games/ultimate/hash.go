package ultimate

import "github.com/plywood-go/plywood/game"

// # Hash
//
// The hash of a position is the exclusive or of keys (Zobrist 1970): one for each stone
// in an open board, one for each decided board and its owner, one for the board to move
// in, and one for the side. The stones in a decided board no longer matter. The hash
// leaves them out, so positions that differ only there share a table entry.

// neither is the owner of a full board without a row.
const neither game.Player = 2

var (
	cellKeys  [2][81]uint64
	doneKeys  [3][9]uint64 // by owner
	boardKeys [10]uint64
	sideKey   uint64
)

func init() {
	seed := uint64(0)
	next := func() uint64 {
		seed += 0x9e3779b97f4a7c15
		return splitMix(seed)
	}
	for side := range cellKeys {
		for m := range cellKeys[side] {
			cellKeys[side][m] = next()
		}
	}
	for owner := range doneKeys {
		for board := range doneKeys[owner] {
			doneKeys[owner][board] = next()
		}
	}
	for board := range boardKeys {
		boardKeys[board] = next()
	}
	sideKey = next()
}

// splitMix is the output function of SplitMix64 (Steele, Lea and Flood 2014).
func splitMix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// close marks a board as decided and removes its stones from the hash.
func (p *Position) close(board int, owner game.Player) {
	p.Done |= 1 << board
	p.hash ^= doneKeys[owner][board]
	for side := range p.Cells {
		for cell := range 9 {
			if p.Cells[side][board]>>cell&1 != 0 {
				p.hash ^= cellKeys[side][9*board+cell]
			}
		}
	}
}

// Hash returns the hash that Play updates.
func (Rules) Hash(p *Position) uint64 { return p.hash }
