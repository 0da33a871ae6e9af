package match

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/protocol/client"
)

// What passes between a match and its players.
type (
	Player = client.Player
	Round  = client.Round
	Turn   = client.Turn
	Reply  = client.Reply
	Fault  = client.Fault
)

// Entrant is who takes part in a match.
type Entrant struct {
	// Name tells entrants apart in reports.
	Name string
	// Open starts a player. Games that are played at once have players of their
	// own, and one that has failed is closed and opened again for the next game.
	Open func(ctx context.Context) (Player, error)
	// Clock is the time for each game. Nil means that it may take what time it
	// likes.
	Clock *engine.Clock
	// Timed says that its moves depend on how much time it has.
	Timed bool
}

// Local returns a player in this process. Its engine forgets everything at the
// beginning of a game, and its chance begins anew by the number of the game and its
// seat, so that games do not depend on each other.
func Local(name string, pl *engine.Player) Player {
	l := &local{name: name, player: pl}
	if pl.Rand != nil {
		l.seed = pl.Rand.Uint64()
	}
	return l
}

type local struct {
	name   string
	player *engine.Player
	seed   uint64
	rest   func() // ends its pondering; nil if it does not ponder
}

func (l *local) Name() string { return l.name }

func (l *local) Begin(_ context.Context, r Round) error {
	l.awake()
	l.player.Engine.Clear()
	if l.player.Rand != nil {
		l.player.Rand = rand.New(rand.NewPCG(l.seed, uint64(2*r.Index+r.Seat)))
	}
	return nil
}

// Ponder thinks about the position of the other.
func (l *local) Ponder(ctx context.Context, t *Turn) error {
	l.awake()
	l.rest = l.player.Ponder(ctx, t.Now)
	return nil
}

// awake ends the pondering.
func (l *local) awake() {
	if l.rest != nil {
		l.rest()
		l.rest = nil
	}
}

func (l *local) Move(ctx context.Context, t *Turn) (Reply, error) {
	l.awake()
	var clock *engine.Clock
	if c := t.Clock(); c != nil {
		its := *c // the arbiter's stays as it is
		clock = &its
	}
	chosen, a, valued := l.player.Move(ctx, t.Now, clock)
	v := chosen.Value
	r := Reply{Move: chosen.Move, Valued: valued, Value: v.Number, Depth: a.Depth, Nodes: a.Stats.Nodes}
	if v.Plies >= 0 { // the end is in sight
		r.Value = math.Inf(v.Outcome)
		if v.Outcome == 0 {
			r.Value = 0
		}
	}
	return r, ctx.Err()
}

func (l *local) Close() error {
	l.awake()
	return nil
}
