package othelloengine

import (
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
)

// The opponents. The first plays nearly at random, so that anyone can beat it.
// Elo comes from 'ply match othello --ladder --opponents --games 200', with
// --plies 6 on 6×6 and --plies 2 on 4×4; docs/strength.md has the errors.
var (
	opponents = workshop.Opponents{
		{Name: "beginner", Level: 1, Random: 100, Elo: 0},
		{Name: "novice", Level: 1, Random: 24, Elo: 225},
		{Name: "casual", Level: 1, Random: 10, Elo: 579},
		{Name: "club", Level: 1, Random: 4, Elo: 992},
		{Name: "strong", Level: 1, Elo: 1277},
		{Name: "expert", Level: 3, Elo: 1568},
		{Name: "master", Level: 6, Elo: 1927},
		{Name: "champion", Level: 10, Elo: 2163},
	}
	// opponents6 and opponents4 play on the smaller boards. 4×4 is solved at
	// once.
	opponents6 = workshop.Opponents{
		{Name: "beginner", Level: 1, Random: 100},
		{Name: "novice", Level: 1, Random: 16, Elo: 212},
		{Name: "casual", Level: 1, Random: 6, Elo: 504},
		{Name: "club", Level: 1, Elo: 734},
		{Name: "strong", Level: 3, Elo: 843},
		{Name: "expert", Level: 8, Elo: 1048},
	}
	opponents4 = workshop.Opponents{
		{Name: "beginner", Level: 1, Random: 100},
		{Name: "casual", Level: 1, Elo: 175},
		{Name: workshop.Perfect, Level: engine.MaxLevel, Elo: 318},
	}
)

// opponentsOn returns the opponents for the board of r.
func opponentsOn(r othello.Rules) workshop.Opponents {
	switch r.Size() {
	case usualSize:
		return opponents
	case 4:
		return opponents4
	}
	return opponents6
}
