// Package workshop has what one game can do and others cannot: build opening
// books, train an evaluation, have boards of several sizes. Each is a type in
// terms of text. A game offers values of these types in engine.Spec.Offers.
// [engine.Offered] finds them, so that nobody needs to know which game it is.
package workshop

import (
	"fmt"
	"slices"
	"strings"

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

// Opponents are strengths with names, for people to choose from, the weakest first.
type Opponents []Opponent

// Opponent is a strength with a name: a level, and how much chance there is in its
// moves.
type Opponent struct {
	// Name is a word in English, such as beginner.
	Name  string
	Level int
	// Random is the engine.Choice of that name. Zero means none.
	Random float64
	// Elo is how much stronger it is than the first, as measured by 'ply match GAME
	// opponent=NAME... --ladder'.
	Elo int
}

// FindOpponent returns the opponent of g that has a name. The error lists those that
// there are.
func FindOpponent(g *engine.Game, name string) (Opponent, error) {
	all, _ := engine.Offered[Opponents](g)
	var names []string
	for _, o := range all {
		if o.Name == name {
			return o, nil
		}
		names = append(names, o.Name)
	}
	if len(names) == 0 {
		return Opponent{}, fmt.Errorf("%s has no opponents with names", g.About().Name)
	}
	return Opponent{}, fmt.Errorf("opponent %q, want one of %s", name, strings.Join(names, ", "))
}

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
