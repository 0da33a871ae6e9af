package workshop

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

// Opponents are named strengths to choose from, weakest first. Each searches
// at least as deep as the one before it, or plays less randomly.
type Opponents []Opponent

// Opponent is a named strength: a level, and the randomness of its moves.
type Opponent struct {
	// Name is an English word, such as beginner. The opponent named Perfect
	// never gives an outcome away; games have it if the engine proves every
	// position that can occur without a time limit.
	Name  string
	Level int
	// Random and Slip are as in engine.Choice. Zero means none.
	Random, Slip float64
	// Elo is the rating above the first opponent, as measured by 'ply match
	// GAME --ladder --opponents'. For all but the first, zero means not
	// measured.
	Elo int
}

// Perfect is the name of an opponent who makes no mistakes.
const Perfect = "perfect"

// usual are the default opponents, for games in which levels are depths. Equal
// names in different games do not mean equal strength.
var usual = Opponents{
	{Name: "beginner", Level: 1, Slip: 0.6},
	{Name: "novice", Level: 1, Slip: 0.3},
	{Name: "casual", Level: 1, Slip: 0.12},
	{Name: "club", Level: 1, Slip: 0.04},
	{Name: "strong", Level: 1},
	{Name: "expert", Level: 3},
	{Name: "master", Level: 5},
}

// OpponentsOf returns the opponents in g: its own, or the usual ones. Games
// without winners, such as trees, have none.
func OpponentsOf(g *engine.Game) Opponents {
	if own, ok := engine.Offered[Opponents](g); ok {
		return own
	}
	if g.Start().Measure(0).Outcome == engine.NoOutcome {
		return nil
	}
	return usual
}

// Find returns the named opponent. The error lists the names.
func (all Opponents) Find(name string) (Opponent, error) {
	var names []string
	for _, o := range all {
		if o.Name == name {
			return o, nil
		}
		names = append(names, o.Name)
	}
	if len(names) == 0 {
		return Opponent{}, reason.New("there are no opponents with names in this game")
	}
	return Opponent{}, reason.Errorf("opponent %q, want one of %s", name, strings.Join(names, ", "))
}

// Measured reports whether the ratings are known.
func (all Opponents) Measured() bool { return len(all) > 0 && all[len(all)-1].Elo > 0 }

// Unrated returns the same opponents for a board on which they have not been
// measured.
func (all Opponents) Unrated() Opponents {
	unrated := slices.Clone(all)
	for i := range unrated {
		unrated[i].Elo = 0
	}
	return unrated
}

// Choice returns how o chooses among moves.
func (o *Opponent) Choice() engine.Choice { return engine.Choice{Random: o.Random, Slip: o.Slip} }

// Strength says how to limit the strength of the game's engine to a rating.
type Strength struct {
	Least, Most int                  // Elo
	Nodes       func(elo int) uint64 // to search for a move
}
