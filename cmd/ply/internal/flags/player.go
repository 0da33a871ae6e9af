package flags

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/reason"
)

// Player are the flags of commands in which the engine plays.
type Player struct {
	Limits
	Manner
	Opponent string `flag:"opponent" help:"play like the opponent with this {name}; 'ply games GAME --opponents' lists them"`
}

// Add adds the flags to a command, except those of Manner.AddClock.
func (f *Player) Add(c *cobra.Command) {
	f.Limits.Add(c)
	f.AddStrength(c)
	f.Seed = 1
	Bind(c, &f.Manner, "random", "loss", "slip", "seed", "opening")
	AddBook(c, &f.Book)
	Bind(c, f, "opponent")
}

// become sets the strength of the opponent that --opponent names, if any.
func (f *Player) become(g *engine.Game) error {
	if f.Opponent == "" {
		return nil
	}
	if f.Level > 0 || f.Depth > 0 || f.Confidence > 0 || f.Random > 0 || f.Loss > 0 || f.Slip > 0 || f.Algorithm != Search {
		return exit.Usage(reason.New("--opponent sets the strength: want no --level, --depth, --confidence, --random, --loss, --slip or --algo"))
	}
	o, err := workshop.OpponentsOf(g).Find(f.Opponent)
	if err != nil {
		return exit.Usage(reason.Errorf("--opponent: %w", err))
	}
	f.Level, f.Random, f.Slip = o.Level, o.Random, o.Slip
	return nil
}

// New returns the player of g that the flags describe. Without a limit it thinks for
// the usual time over each move.
func (f *Player) New(g *engine.Game, usual time.Duration) (*engine.Player, error) {
	its := *f // an opponent must not change the flags themselves
	f = &its
	if err := f.become(g); err != nil {
		return nil, err
	}
	options, err := f.Options()
	if err != nil {
		return nil, err
	}
	if err := f.LoadNetwork(g, &options); err != nil {
		return nil, err
	}
	q, c, err := f.Query(usual)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(f.CheckAlgorithm(), f.CheckStrength()); err != nil {
		return nil, err
	}
	pl, err := f.player(g, g.NewEngine(options))
	if err != nil {
		return nil, err
	}
	if f.Level > 0 || f.Clock != "" {
		c.Time = f.Time
	}
	pl.Query, pl.Control, pl.Level = q, c, f.Level
	return pl, nil
}
