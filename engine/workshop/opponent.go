package workshop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine"
)

// Opponents are strengths with names, for people to choose from, the weakest first.
// Each searches at least as far as the one before it, or leaves less to chance.
type Opponents []Opponent

// Opponent is a strength with a name: a level, and how much chance there is in its
// moves.
type Opponent struct {
	// Name is a word in English, such as beginner. The one called Perfect never
	// gives an outcome away; games have it where the engine proves every position
	// that can come up, and where nothing limits its time.
	Name  string
	Level int
	// Random and Slip are those of engine.Choice. Zero means none.
	Random, Slip float64
	// Elo is how much stronger it is than the first, as measured by 'ply match GAME
	// --ladder --opponents'. Zero means, but for the first, that nobody has.
	Elo int
}

// Perfect is the name of an opponent who makes no mistakes.
const Perfect = "perfect"

// usual are the opponents in games that offer none of their own, in which levels are
// depths. Those of different games with one name are not equally strong.
var usual = Opponents{
	{Name: "beginner", Level: 1, Slip: 0.6},
	{Name: "novice", Level: 1, Slip: 0.3},
	{Name: "casual", Level: 1, Slip: 0.12},
	{Name: "club", Level: 1, Slip: 0.04},
	{Name: "strong", Level: 1},
	{Name: "expert", Level: 3},
	{Name: "master", Level: 5},
}

// OpponentsOf returns the opponents in g: its own, or where it offers none the usual
// ones. There are none in games that nobody wins, such as trees.
func OpponentsOf(g *engine.Game) Opponents {
	if own, ok := engine.Offered[Opponents](g); ok {
		return own
	}
	if g.Start().Measure(0).Outcome == engine.NoOutcome {
		return nil
	}
	return usual
}

// Find returns the opponent that has a name. The error lists those that there are.
func (all Opponents) Find(name string) (Opponent, error) {
	var names []string
	for _, o := range all {
		if o.Name == name {
			return o, nil
		}
		names = append(names, o.Name)
	}
	if len(names) == 0 {
		return Opponent{}, fmt.Errorf("there are no opponents with names in this game")
	}
	return Opponent{}, fmt.Errorf("opponent %q, want one of %s", name, strings.Join(names, ", "))
}

// Measured reports whether it is known how strong they are.
func (all Opponents) Measured() bool { return len(all) > 0 && all[len(all)-1].Elo > 0 }

// Unrated returns the same opponents on a board on which nobody has measured them.
func (all Opponents) Unrated() Opponents {
	unrated := slices.Clone(all)
	for i := range unrated {
		unrated[i].Elo = 0
	}
	return unrated
}

// Choice says how o chooses among moves.
func (o *Opponent) Choice() engine.Choice { return engine.Choice{Random: o.Random, Slip: o.Slip} }
