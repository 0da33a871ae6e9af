package draughts

import "github.com/plywood-go/plywood/game"

// counts are what a position knows of the moves that led to it. They are no part of
// the position that is hashed, shown and proven.
type counts struct {
	quiet uint8 // plies since a man moved or a piece was captured, 255 for more
}

func (c counts) after(quiet bool) counts {
	if !quiet {
		return counts{}
	}
	if c.quiet < 255 {
		c.quiet++
	}
	return c
}

// Repetition returns the plies since a man moved or a piece was captured: neither
// can be undone.
func (Rules) Repetition(s *Position) (plies int, value game.Status) {
	return int(s.quiet), game.Draw
}

// Occurrences returns 3: a position that occurs for the third time is drawn.
func (Rules) Occurrences() int { return 3 }
