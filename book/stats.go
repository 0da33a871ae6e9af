package book

import "math"

// Stats are statistics of a book.
type Stats struct {
	Positions, Links, Leaves int                    // Links lead to positions of the book, Leaves out of it
	Solved                   int                    // searched to the end of the game
	ByPieces                 [65]int                // on the board
	ByDepth                  [math.MaxUint8 + 1]int // positions by the depth of their search
}

// Stats computes the statistics of the book.
func (b *Book[P, M]) Stats() Stats {
	s := Stats{Positions: len(b.entries)}
	for _, e := range b.entries {
		s.Links += len(e.Links)
		if e.HasLeaf {
			s.Leaves++
		}
		if b.solved(e) {
			s.Solved++
		}
		s.ByPieces[b.kind.Pieces(&e.Position)]++
		s.ByDepth[e.Depth]++
	}
	return s
}
