package ultimateengine

import "github.com/plywood-go/plywood/engine/workshop"

// opponents lists the named opponents. The first mostly moves at random, so that anyone
// can beat it. The Elo ratings come from 'ply match ultimate --ladder --opponents
// --plies 2 --games 100'; docs/strength.md has the errors.
var opponents = workshop.Opponents{
	{Name: "beginner", Level: 1, Slip: 0.7},
	{Name: "novice", Level: 1, Slip: 0.35, Elo: 230},
	{Name: "casual", Level: 1, Slip: 0.12, Elo: 421},
	{Name: "club", Level: 1, Elo: 517},
	{Name: "strong", Level: 2, Elo: 833},
	{Name: "expert", Level: 3, Elo: 1038},
	{Name: "master", Level: 5, Elo: 1319},
	{Name: "champion", Level: 7, Elo: 1454},
}
