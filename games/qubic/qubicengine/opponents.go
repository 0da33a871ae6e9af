package qubicengine

import "github.com/plywood-go/plywood/engine/workshop"

// opponents lists the named opponents. The first mostly moves at random, so that anyone
// can beat it. The Elo ratings come from 'ply match qubic --ladder --opponents --plies
// 2 --games 40'; docs/strength.md has the errors.
var opponents = workshop.Opponents{
	{Name: "beginner", Level: 1, Slip: 0.7},
	{Name: "novice", Level: 1, Slip: 0.35, Elo: 301},
	{Name: "casual", Level: 1, Slip: 0.12, Elo: 639},
	{Name: "club", Level: 1, Slip: 0.04, Elo: 787},
	{Name: "strong", Level: 2, Elo: 894},
	{Name: "expert", Level: 4, Elo: 1213},
	{Name: "master", Level: 6, Elo: 1360},
}
