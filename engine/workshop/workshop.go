// Package workshop has what one game can do and others cannot: build opening
// books, train an evaluation, have boards of several sizes. Each is a type in
// terms of text. A game offers values of these types in engine.Spec.Offers.
// [engine.Offered] finds them, so that nobody needs to know which game it is.
package workshop

import (
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game/record"
)

// Board is offered by games whose boards are named by one number, as programs
// that speak GTP name them.
type Board struct {
	// Size is that of the game's own board. Usual is that of the board that is
	// meant if nothing is said.
	Size, Usual int
	// Of returns the same game on the board of another size. The error lists
	// the sizes that there are.
	Of func(size int) (*engine.Game, error)
}

// Weights names the trained numbers on which the engine of a game rests, by a hash of
// them: estimates with others are others. Empty means that there are none.
type Weights string

// Protocols are the names of the protocols made for the game, without those
// made for any game.
type Protocols []string

// Speaks reports whether g has a protocol of its own by that name.
func Speaks(g *engine.Game, protocol string) bool {
	made, _ := engine.Offered[Protocols](g)
	return slices.Contains(made, protocol)
}

// Sparring is a weak player for matches, known by a word: the game with a
// plainer evaluation, and how it is searched by default.
type Sparring struct {
	Word string
	// Game has the positions of the game that offers it.
	Game func() *engine.Game
	// Algorithm is one of the textbook, and Depth is in plies.
	Algorithm string
	Depth     int
}

// OpeningsWord is offered by games whose players have a word of their own for the
// openings that have a name, engine.Game.Openings: in matches it stands for them.
type OpeningsWord string

// Lists are lists of names that stand beside the records of a game, which refer
// to them by number. They are empty at first.
type Lists interface {
	// AddPlayers and AddTournaments take in the file of a list.
	AddPlayers(file []byte) error
	AddTournaments(file []byte) error
	// Complete gives a game the names of its numbers and the numbers of its names.
	Complete(h *record.Heading)
}

// NewLists makes lists without names. It is what a game offers that has them.
type NewLists func() Lists
