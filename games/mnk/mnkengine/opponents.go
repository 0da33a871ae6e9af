package mnkengine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/mnk"
)

// The opponents. The first mostly moves at random, so that anyone can beat it. The Elo
// ratings come from 'ply match GAME --ladder --opponents --games 200 --plies 2', in
// tic-tac-toe with one ply, in gomoku with 40 games. docs/strength.md has the errors.
var (
	// solved lists the opponents in tic-tac-toe and, without ratings, on boards
	// of at most 16 cells, where every position is solved at once.
	solved = workshop.Opponents{
		{Name: "beginner", Level: 1, Slip: 0.7},
		{Name: "novice", Level: 2, Slip: 0.4, Elo: 127},
		{Name: "casual", Level: 2, Slip: 0.15, Elo: 229},
		{Name: workshop.Perfect, Level: engine.MaxLevel, Elo: 334},
	}
	// opponents lists the opponents on 5×5 with rows of four and, without
	// ratings, on other small boards.
	opponents = workshop.Opponents{
		{Name: "beginner", Level: 1, Slip: 0.7},
		{Name: "novice", Level: 1, Slip: 0.35, Elo: 291},
		{Name: "casual", Level: 1, Slip: 0.12, Elo: 447},
		{Name: "club", Level: 2, Slip: 0.04, Elo: 594},
		{Name: "strong", Level: 4, Elo: 672},
		{Name: "expert", Level: 7, Elo: 733},
	}
	// many lists the opponents in gomoku on 15×15 and, without ratings, on
	// other large boards.
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

// provable is the largest number of cells at which every position is solved at
// once.
const provable = 16

// opponentsOn returns the opponents for a board.
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
