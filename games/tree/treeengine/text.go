// Package treeengine makes the trees of games/tree available as text.
package treeengine

import (
	"math"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tree"
)

const (
	title = "Game tree"
	unit  = "points"
)

// Game returns the game of trees as text. If uniform is empty the trees are written down. Otherwise
// uniform names a computed tree; see ParseUniform in games/tree.
func Game(uniform string) (*engine.Game, error) {
	if uniform == "" {
		return written(), nil
	}
	u, err := tree.ParseUniform(uniform)
	if err != nil {
		return nil, err
	}
	return engine.Adapt(u, engine.Spec[tree.UniformPosition, tree.Move]{
		About: engine.About{
			Name:      "tree:" + u.String(),
			Title:     "Uniform game tree",
			Sizes:     "tree:BRANCHING,DEPTH,random|best|worst,SEED",
			Positions: "the moves from the root",
			Moves:     "the number of a child, from 1",
			Solved:    "by any search",
			Sides:     [2]string{"MAX", "MIN"},
			Unit:      unit,
			In:        engine.Translations("Uniform game tree"),
		},
		Measure: func(_ *tree.UniformPosition, v game.Score) engine.Value {
			value := engine.Measure(v, unit)
			value.Outcome = engine.NoOutcome
			return value
		},
	}), nil
}

func written() *engine.Game {
	return engine.Adapt(tree.Rules{}, engine.Spec[tree.Position, tree.Move]{
		About: engine.About{
			Name:      "tree",
			Title:     title,
			Sizes:     "tree is a tree written down; tree:BRANCHING,DEPTH,random|best|worst,SEED is computed",
			Positions: "a nested list such as ((1 4)(5 6)) or min(3 5), names a(b=1 c=2), relations a -> b, c; b = 1, or JSON; then moves",
			Moves:     "the name of a child or its number, from 1",
			Solved:    "by any search; startpos is Bratko's figure 15.2, of value 4",
			Sides:     [2]string{"MAX", "MIN"},
			Unit:      unit,
			In:        engine.Translations(title),
		},
		Measure: measure,
	})
}

// measure writes a value as the exact number that it stands for.
func measure(p *tree.Position, v game.Score) engine.Value {
	text := p.Tree.Text(v)
	number := 0.0 // the value of an unfinished search
	switch exact, infinite, err := tree.ParseNumber(text); {
	case err == nil && infinite != 0:
		number = float64(infinite) * math.MaxFloat64 // JSON has no infinity
	case err == nil:
		number, _ = exact.Float64()
	}
	return engine.Value{Number: number, Text: text, Unit: unit, Plies: -1, Outcome: engine.NoOutcome}
}
