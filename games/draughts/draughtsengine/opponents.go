package draughtsengine

import (
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/draughts"
)

// opponents lists the opponents of each variant. The first mostly moves at
// random, so that anyone can beat it.
var opponents = workshop.Opponents{
	{Name: "beginner", Level: 1, Slip: 0.7},
	{Name: "novice", Level: 1, Slip: 0.35},
	{Name: "casual", Level: 1, Slip: 0.15},
	{Name: "club", Level: 2, Slip: 0.06},
	{Name: "strong", Level: 3},
	{Name: "expert", Level: 5},
	{Name: "master", Level: 7},
	{Name: "champion", Level: 9},
}

// elos lists the opponents' ratings by variant, from 'ply match GAME --ladder
// --opponents --plies 4 --games 100'; docs/strength.md has the errors.
var elos = [...][8]int{
	draughts.English:       {0, 323, 592, 783, 1098, 1523, 1666, 1834},
	draughts.Russian:       {0, 246, 504, 756, 981, 1186, 1350, 1435},
	draughts.International: {0, 258, 504, 756, 1119, 1501, 1726, 1907},
	draughts.Brazilian:     {0, 295, 450, 627, 874, 1114, 1296, 1435},
}

// opponentsIn returns the opponents for a variant.
func opponentsIn(v draughts.Variant) workshop.Opponents {
	rated := opponents.Unrated()
	for i := range rated {
		rated[i].Elo = elos[v&3][i]
	}
	return rated
}
