package textbook

import "math/big"

// Gamble is a game as the algorithms for chance see it. Positions can be of any type.
type Gamble[P any] interface {
	// Next appends to buf the positions after the moves or outcomes in p, which must not
	// be a leaf.
	Next(p *P, buf []P) []P
	// MaxToMove reports whether it is MAX's turn in p. It does not matter where chance chooses.
	MaxToMove(p *P) bool
	// Shares returns the probabilities of the outcomes in p, all positive, with sum 1. It
	// returns nil where a player moves or the game is over.
	Shares(p *P) []*big.Rat
	// Leaf returns the value of p from MAX's view if a search of p to depth plies ends
	// there, otherwise nil. At depth 0 it always ends.
	Leaf(p *P, depth int) *big.Rat
}
