package match

import (
	"context"

	"github.com/plywood-go/plywood/engine"
)

// Settings plays a match between two settings of the engine of a game, with
// equal queries for each move. It is for measuring what tuned numbers are
// worth. A setting is a value of variables of the engine's package: first and
// second set them, before each search of theirs. So one game is played at a time.
func Settings(ctx context.Context, c Config, q engine.Query, first, second func()) (*Score, error) {
	const table = 4 << 20 // bytes: games of short searches have no use for more
	c.Jobs = 1
	entrant := func(name string, set func()) Entrant {
		return Entrant{Name: name, Open: func(context.Context) (Player, error) {
			o := engine.Options{}
			o.TableBytes = table
			e := c.Start.Game().NewEngine(o)
			return Local(name, &engine.Player{Engine: setting{e, set}, Query: q}), nil
		}}
	}
	return Play(ctx, c, entrant("first", first), entrant("second", second))
}

// setting is an engine with what is to be set before its searches.
type setting struct {
	engine.Engine
	set func()
}

// Analyze sets and searches.
func (s setting) Analyze(ctx context.Context, pos *engine.Position, q engine.Query, c engine.Control, report func(engine.Analysis)) engine.Analysis {
	s.set()
	return s.Engine.Analyze(ctx, pos, q, c, report)
}
