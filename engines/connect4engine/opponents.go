package connect4engine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/connect4"
)

// opponents are those on the usual board. The first makes most moves without
// looking, so that anybody can beat it; the last is the solver. Elo is what 'ply
// match connect4 --ladder --opponents --plies 4 --games 200' says, but that of the
// last, of 20 games; its errors are in docs/strength.md.
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

// solvable is how many cells a board has at most whose positions the solver solves
// in seconds.
const solvable = 42

// opponentsOn returns the opponents on the board of r.
func opponentsOn(r connect4.Rules) workshop.Opponents {
	switch {
	case r == connect4.Rules{}:
		return opponents
	case r.Width()*r.Height() <= solvable:
		return opponents.Unrated()
	}
	return opponents.Unrated()[:len(opponents)-1]
}
