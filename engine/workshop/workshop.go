// Package workshop declares capabilities that some games have and others lack:
// opening books, training of an evaluation, boards of several sizes. Each is a
// type in terms of text. A game lists values of these types in
// engine.Spec.Offers, and [engine.Offered] finds them, so that callers need
// not know the game.
package workshop

import (
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game/record"
)

// Board is offered by games whose boards are named by one number, as in GTP
// programs.
type Board struct {
	// Size is the size of the game's own board. Usual is the default size.
	Size, Usual int
	// Of returns the game on a board of another size. The error lists the
	// sizes.
	Of func(size int) (*engine.Game, error)
}

// Weights identifies the trained weights of a game's engine by their hash:
// estimates with other weights differ. Empty means that there are none.
type Weights string

// Protocols are the names of the game's own protocols, without those for any
// game.
type Protocols []string

// Speaks reports whether g has its own protocol of that name.
func Speaks(g *engine.Game, protocol string) bool {
	made, _ := engine.Offered[Protocols](g)
	return slices.Contains(made, protocol)
}

// Sparring is a weak player for matches, known by a word: the game with a
// simpler evaluation, and its default search.
type Sparring struct {
	Word string
	// Game returns the game with that evaluation, with the same positions.
	Game func() *engine.Game
	// Algorithm is a textbook algorithm; Depth is in plies.
	Algorithm string
	Depth     int
}

// OpeningsWord is offered by games whose players have a special word for the
// named openings, engine.Game.Openings: matches accept it as their name.
type OpeningsWord string

// Lists are lists of names that accompany records of a game, which refer to
// them by number. They are empty at first.
type Lists interface {
	// AddPlayers and AddTournaments add the file of a list.
	AddPlayers(file []byte) error
	AddTournaments(file []byte) error
	// Complete fills in the names for the numbers of a heading, and the
	// numbers for its names.
	Complete(h *record.Heading)
}

// NewLists makes empty lists. Games with such lists offer it.
type NewLists func() Lists
