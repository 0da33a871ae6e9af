package engine

import "github.com/plywood-go/plywood/engine/boards"

// GameDocument is the document "ply.game/1".
type GameDocument struct {
	Schema    string    `json:"schema"`    // "ply.game/1"
	Name      string    `json:"name"`      // the following texts are those of About
	Title     string    `json:"title"`     // name of the game
	Sizes     string    `json:"sizes"`     // as About.Sizes
	Positions string    `json:"positions"` // as About.Positions
	Moves     string    `json:"moves"`     // as About.Moves
	Solved    string    `json:"solved"`    // as About.Solved
	Sides     [2]string `json:"sides"`     // the players, first player first
	Unit      string    `json:"unit"`      // of estimates
	Formats   []string  `json:"formats"`   // names of the formats of its records
	// Board says how positions are drawn. Nil means as text only.
	Board *boards.Board `json:"board,omitempty"`
}

// Describe returns the document of g.
func (g *Game) Describe() GameDocument {
	a := g.About()
	return GameDocument{"ply.game/1", a.Name, a.Title, a.Sizes, a.Positions, a.Moves, a.Solved, a.Sides, a.Unit, g.FormatNames(), g.Board()}
}

// FormatNames returns the names of the formats of records of g.
func (g *Game) FormatNames() (names []string) {
	for _, f := range g.Formats() {
		names = append(names, f.Name)
	}
	return names
}
