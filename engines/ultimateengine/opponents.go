package ultimateengine

import "github.com/plywood-go/plywood/engine/workshop"

// opponents are those with names. The first makes most moves without looking, so
// that anybody can beat it. Elo is what 'ply match ultimate --ladder --opponents
// --plies 2 --games 100' says; its errors are in docs/strength.md.
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
