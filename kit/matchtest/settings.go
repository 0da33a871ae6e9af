// Package matchtest measures the numbers of an engine by matches.
package matchtest

import (
	"context"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/match"
)

// Settings plays a match between two settings of a game's engine, with equal queries for
// each move, to measure tuned numbers. Before each search of a player, first or second
// sets variables of the engine's package, so only one game is played at a time.
func Settings(ctx context.Context, c match.Config, q engine.Query, first, second func()) (*match.Score, error) {
	const table = 4 << 20 // bytes; short searches do not fill more
	c.Jobs = 1
	entrant := func(name string, set func()) match.Entrant {
		return match.Entrant{Name: name, Open: func(context.Context) (match.Player, error) {
			o := engine.Options{}
			o.TableBytes = table
			e := c.Start.Game().NewEngine(o)
			return match.Local(name, &engine.Player{Engine: setting{e, set}, Query: q}), nil
		}}
	}
	return match.Play(ctx, c, entrant("first", first), entrant("second", second))
}

// setting is an engine that calls set before each search.
type setting struct {
	engine.Engine
	set func()
}

// Analyze calls s.set and searches.
func (s setting) Analyze(ctx context.Context, pos *engine.Position, q engine.Query, c engine.Control, report func(engine.Analysis)) engine.Analysis {
	s.set()
	return s.Engine.Analyze(ctx, pos, q, c, report)
}
