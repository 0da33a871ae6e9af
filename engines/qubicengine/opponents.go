package qubicengine

import "github.com/plywood-go/plywood/engine/workshop"

// opponents are those with names. The first makes most moves without looking, so
// that anybody can beat it. Elo is what 'ply match qubic --ladder --opponents
// --plies 2 --games 40' says; its errors are in docs/strength.md.
var opponents = workshop.Opponents{
	{Name: "beginner", Level: 1, Slip: 0.7},
	{Name: "novice", Level: 1, Slip: 0.35, Elo: 301},
	{Name: "casual", Level: 1, Slip: 0.12, Elo: 639},
	{Name: "club", Level: 1, Slip: 0.04, Elo: 787},
	{Name: "strong", Level: 2, Elo: 894},
	{Name: "expert", Level: 4, Elo: 1213},
	{Name: "master", Level: 6, Elo: 1360},
}
