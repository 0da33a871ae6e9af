package othelloengine

import "github.com/plywood-go/plywood/engine/workshop"

// opponents are those on the usual board, each some 300 Elo stronger than the one
// before. The first moves nearly at random, so that anybody can beat it. Elo is
// what 'ply match othello opponent=beginner opponent=novice opponent=casual
// opponent=club opponent=strong opponent=expert opponent=master opponent=champion
// --ladder --games 200' says; its errors are in docs/strength.md.
func opponents() workshop.Opponents {
	return workshop.Opponents{
		{Name: "beginner", Level: 1, Random: 100, Elo: 0},
		{Name: "novice", Level: 1, Random: 24, Elo: 225},
		{Name: "casual", Level: 1, Random: 10, Elo: 579},
		{Name: "club", Level: 1, Random: 4, Elo: 992},
		{Name: "strong", Level: 1, Elo: 1277},
		{Name: "expert", Level: 3, Elo: 1568},
		{Name: "master", Level: 6, Elo: 1927},
		{Name: "champion", Level: 10, Elo: 2163},
	}
}
