package tiles

import (
	"slices"

	"github.com/plywood-go/plywood/search/path"
)

// The loop of IDA* with Manhattan distance on 4×4 squares. A board is a word with four bits a
// square, the first square lowest:
//
//	63…60  …  11…8  7…4  3…0
//	  15         2    1    0
//
// A move changes the distance by 1, so g + h stays or grows by 2. slack is the bound minus g +
// h: a tile that moves away from its own square takes 2 of it.

const (
	packedSize = 4
	packedGoal = 0xFEDCBA9876543210
	noMove     = Down + 1 // before the first move
)

// station is a blank square and the move that led to it.
type station struct {
	ways  [4]way
	count int
}

// way is a move of the blank from a station that does not undo the last move.
type way struct {
	to      *station
	shift   uint8  // bit position of the blank's new square
	farther uint16 // the tiles, a bit each, that it moves away from their own square
	both    uint64 // the lowest bits of the two squares, which exchange the tile
	move    Move
}

// newStations returns the stations by blank and last move.
func newStations() *[16][noMove + 1]station {
	p := &Puzzle{size: Square(packedSize)}
	var all [16][noMove + 1]station
	for blank := range uint8(16) {
		for last := Up; last <= noMove; last++ {
			at := &all[blank][last]
			for m := Up; m <= Down; m++ {
				cell, ok := p.to(blank, m)
				if !ok || last != noMove && m == last.Inverse() {
					continue
				}
				w := way{to: &all[cell][m], shift: 4 * cell, both: 1<<(4*cell) ^ 1<<(4*blank), move: m}
				for t := range 16 {
					if away(packedSize, int(blank), t) > away(packedSize, int(cell), t) {
						w.farther |= 1 << t
					}
				}
				at.ways[at.count] = w
				at.count++
			}
		}
	}
	return &all
}

// Iterate implements path.Iterator for 4×4 squares and Manhattan distance.
func (p *Puzzle) Iterate(b *Board, bound int, t *path.Tally) (moves []Move, beyond int, found, ok bool) {
	if p.bound != Heuristic(Manhattan(Square(packedSize))) {
		return nil, 0, false, false
	}
	k := kernel{tally: t, expanded: t.Expanded, pruned: t.Generated - t.Expanded - 1, limit: t.Limit - 1}
	before, slack := k.pruned, bound-p.Estimate(b)
	ended := k.visit(&newStations()[b.Blank][noMove], pack(b), slack)
	t.Expanded, t.Generated = k.expanded, k.expanded+k.pruned
	beyond = path.Infinite
	if k.pruned != before {
		beyond = bound + 2 - slack&1
	}
	slices.Reverse(k.line)
	return k.line, beyond, ended && !k.stopped, true
}

// pack returns b as a word.
func pack(b *Board) (packed uint64) {
	for i, t := range b.Tiles[:16] {
		packed |= uint64(t) << (4 * i)
	}
	return packed
}

// kernel is an iteration of IDA*. Each generated board is eventually expanded or pruned;
// the current one does not count in either yet.
type kernel struct {
	expanded uint64
	pruned   uint64 // beyond the bound, or where the iteration ends
	limit    uint64 // of expanded + pruned
	line     []Move // of the solution, last first
	tally    *path.Tally
	stopped  bool
}

// attend calls Attend.
func (k *kernel) attend() (stop bool) {
	k.tally.Expanded, k.tally.Generated = k.expanded, k.expanded+k.pruned+1
	k.stopped = k.tally.Attend(k.tally)
	k.limit = k.tally.Limit - 1
	return k.stopped
}

// visit searches board, whose blank is at a station. ended is true if it found the goal
// or was stopped.
func (k *kernel) visit(at *station, board uint64, slack int) (ended bool) {
	if board == packedGoal {
		k.pruned++
		return true
	}
	if k.expanded+k.pruned >= k.limit && k.attend() {
		k.pruned++
		return true
	}
	k.expanded++
	for i := range at.ways[:at.count&7] {
		w := &at.ways[i]
		tile := board >> (w.shift & 63) & 15
		rest := slack - int(w.farther>>tile&1)*2
		if rest < 0 {
			k.pruned++
			continue
		}
		if k.visit(w.to, board^tile*w.both, rest) {
			k.line = append(k.line, w.move)
			return true
		}
	}
	return false
}
