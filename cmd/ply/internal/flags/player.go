package flags

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engine"
)

// Player are the flags of a command in which the engine plays.
type Player struct {
	Limits
	Strength
	Manner
}

// Add adds the flags to a command, but for those of Manner.AddClock.
func (f *Player) Add(c *cobra.Command) {
	f.Limits.Add(c)
	f.Strength.Add(c)
	f.addChoice(c)
}

// New returns the player of g that the flags describe, thinking for a time over
// each move where they give no limit.
func (f *Player) New(g *engine.Game, otherwise time.Duration) (*engine.Player, error) {
	options, err := f.Options()
	if err != nil {
		return nil, err
	}
	q, c, err := f.Query(otherwise)
	if err != nil {
		return nil, err
	}
	if err := f.Strength.Check(&f.Limits); err != nil {
		return nil, err
	}
	pl, err := f.player(g, g.NewEngine(options))
	if err != nil {
		return nil, err
	}
	if f.Level > 0 || f.Clock != "" {
		c.Time = f.Time
	}
	q.Confidence = f.Confidence
	pl.Query, pl.Control, pl.Level = q, c, f.Level
	return pl, nil
}
