package mnkengine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/mnk"
)

// The opponents. The first makes most moves without looking, so that anybody can
// beat it. Elo is what 'ply match GAME --ladder --opponents --games 200 --plies 2'
// says, in tic-tac-toe with one ply and in gomoku of 40 games; its errors are in
// docs/strength.md.
var (
	// solved are those in tic-tac-toe, and without figures on boards of at most 16
	// cells, of which every position is proven at once.
	solved = workshop.Opponents{
		{Name: "beginner", Level: 1, Slip: 0.7},
		{Name: "novice", Level: 2, Slip: 0.4, Elo: 127},
		{Name: "casual", Level: 2, Slip: 0.15, Elo: 229},
		{Name: workshop.Perfect, Level: engine.MaxLevel, Elo: 334},
	}
	// opponents are those on 5×5 cells with rows of four, and without figures on
	// other small boards.
	opponents = workshop.Opponents{
		{Name: "beginner", Level: 1, Slip: 0.7},
		{Name: "novice", Level: 1, Slip: 0.35, Elo: 291},
		{Name: "casual", Level: 1, Slip: 0.12, Elo: 447},
		{Name: "club", Level: 2, Slip: 0.04, Elo: 594},
		{Name: "strong", Level: 4, Elo: 672},
		{Name: "expert", Level: 7, Elo: 733},
	}
	// many are those in gomoku on 15×15 cells, and without figures on other large
	// boards.
	many = workshop.Opponents{
		{Name: "beginner", Level: 1, Slip: 0.7},
		{Name: "novice", Level: 1, Slip: 0.35, Elo: 512},
		{Name: "casual", Level: 1, Slip: 0.12, Elo: 813},
		{Name: "club", Level: 1, Slip: 0.04, Elo: 960},
		{Name: "strong", Level: 1, Elo: 1030},
		{Name: "expert", Level: 3, Elo: 1368},
		{Name: "master", Level: 5, Elo: 1516},
	}
)

// provable is how many cells a board has at most whose positions are proven at once.
const provable = 16

// opponentsOn returns the opponents on a board.
func opponentsOn(s mnk.Spec) workshop.Opponents {
	list, rated := opponents, mnk.Spec{M: 5, N: 5, K: 4}
	switch {
	case s.M*s.N <= provable:
		list, rated = solved, mnk.TicTacToe()
	case !s.Fits():
		list, rated = many, mnk.Spec{M: 15, N: 15, K: 5}
	}
	if s != rated {
		return list.Unrated()
	}
	return list
}
