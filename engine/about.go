package engine

import (
	"time"

	"github.com/plywood-go/plywood/game"
)

// About describes a game to its users.
type About struct {
	// Name is one word for the game, with its size:
	// "connect4:7x6".
	Name string
	// Rules is the version of the rules under this name. It grows when positions may get other
	// values, so that results under different rules are not mixed.
	Rules int
	// Title is the game's full name.
	Title string
	// Sizes describes the possible sizes: "connect4:WxH, W·(H+1) ≤ 64".
	Sizes string
	// Positions and Moves describe the notation.
	Positions, Moves string
	// Solved states the known value of the game, with its source.
	Solved string
	// Sides are the names of the first and the second player.
	Sides [2]string
	// Unit is the unit of estimates: "discs", "lines".
	Unit string
	// Proven is the unit of proven values. Empty means Unit.
	Proven string
	// Counting describes how the margin is counted if it is not the count of
	// pieces on the board. Empty means that it is.
	Counting string
	// Solver means that the engine solves every position of this size within
	// seconds.
	Solver bool
	// Size is added to the title if there are several sizes; empty for the
	// usual one.
	Size string
	// Menu lists the sizes that a player may choose from. Nil means only this
	// one.
	Menu []Size
	// In holds translations of these texts, by ISO 639 code.
	In map[string]Words
}

// Size is a size of a game: its About.Name, and its name in a menu.
type Size struct {
	Name  string `json:"name"`  // as About.Name
	Label string `json:"label"` // its name in a menu
}

// Words are texts about a game in one language. An empty one falls back to
// English.
type Words struct {
	Title string `json:"title,omitempty"` // name of the game
	// Notation describes positions and moves.
	Notation string `json:"notation,omitempty"`
	// Sides are the names of the first and the second player.
	Sides [2]string `json:"sides,omitzero"`
	// Counting is the translation of About.Counting.
	Counting string `json:"counting,omitempty"`
	// Sizes and Solved are as in About.
	Sizes  string `json:"-"`
	Solved string `json:"-"`
}

// Census is the document "ply.perft/1": the result of [Position.Perft].
type Census struct {
	Schema   string `json:"schema"`          // "ply.perft/1"
	Index    *int   `json:"index,omitempty"` // of a batch
	Game     string `json:"game"`            // as About.Name
	Position string `json:"position"`        // as Position.String
	Depth    int    `json:"depth"`           // plies
	game.Counts
	TimeMS  float64 `json:"time_ms"`           // milliseconds spent
	Stopped string  `json:"stopped,omitempty"` // "signal" if the counts are incomplete
	Divide  []Share `json:"divide,omitempty"`  // counts by first move, if asked for
}

// Census describes the counts of a perft of p.
func (p *Position) Census(depth int, c game.Counts, took time.Duration) Census {
	return Census{Schema: "ply.perft/1", Game: p.game.About().Name, Position: p.String(), Depth: depth, Counts: c, TimeMS: Milliseconds(took)}
}
