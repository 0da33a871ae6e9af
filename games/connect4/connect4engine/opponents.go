package connect4engine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/connect4"
)

// opponents lists the opponents on the standard board. The first mostly moves at random,
// so that anyone can beat it; the last is the solver. The Elo ratings come from 'ply
// match connect4 --ladder --opponents --plies 4 --games 200', for the last opponent with
// 20 games. docs/strength.md has the errors.
var opponents = workshop.Opponents{
	{Name: "beginner", Level: 1, Slip: 0.7},
	{Name: "novice", Level: 1, Slip: 0.4, Elo: 100},
	{Name: "casual", Level: 1, Slip: 0.15, Elo: 163},
	{Name: "club", Level: 2, Slip: 0.04, Elo: 373},
	{Name: "strong", Level: 4, Elo: 486},
	{Name: "expert", Level: 7, Elo: 598},
	{Name: "master", Level: 12, Elo: 737},
	{Name: workshop.Perfect, Level: engine.MaxLevel, Elo: 1075},
}

// solvable is the number of cells of the largest board that the solver solves within
// seconds.
const solvable = 42

// opponentsOn returns the opponents for the board of r.
func opponentsOn(r connect4.Rules) workshop.Opponents {
	switch {
	case r == connect4.Rules{}:
		return opponents
	case r.Width()*r.Height() <= solvable:
		return opponents.Unrated()
	}
	return opponents.Unrated()[:len(opponents)-1]
}
