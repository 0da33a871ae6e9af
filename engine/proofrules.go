package engine

import "github.com/plywood-go/plywood/game"

// ProofRules are the rules of any game over boxed states and moves, with
// everything that the proof of a value depends on.
type ProofRules interface {
	Playable[State, Move]
	game.Symmetric[State, Move]
	// Repeats reports whether positions of the game may repeat; see
	// game.Repeater.
	Repeats() bool
}

// ProofRules returns the rules for making and checking proofs.
func (g *Game) ProofRules() ProofRules { return proofRules{g.rules} }

type proofRules struct{ rules }

func (p proofRules) Image(dst, src *State, m Move, k int) (Move, bool) {
	image, move, ok := p.image(src, m, k)
	if ok {
		*dst = image
	}
	return move, ok
}

func (p proofRules) Repeats() bool { return p.remembers() }
