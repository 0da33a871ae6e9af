package book

// Stats are figures of a book.
type Stats struct {
	Positions, Links, Leaves int
	Solved                   int // searched to the end of the game
	ByDiscs                  [65]int
	ByDepth                  [65]int
}

// Stats counts the book.
func (b *Book) Stats() Stats {
	s := Stats{Positions: len(b.entries)}
	for _, e := range b.entries {
		s.Links += len(e.Links)
		if e.HasLeaf {
			s.Leaves++
		}
		if e.Solved(b.rules) {
			s.Solved++
		}
		s.ByDiscs[discs(e)]++
		s.ByDepth[e.Depth]++
	}
	return s
}
