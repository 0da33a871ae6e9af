package match

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

// The types a match shares with its players.
type (
	Player = client.Player
	Round  = client.Round
	Turn   = client.Turn
	Reply  = client.Reply
	Fault  = client.Fault
)

// Entrant is a participant of a match.
type Entrant struct {
	// Name identifies the entrant in reports.
	Name string
	// Open starts a player. Games played at once have separate players. A
	// player that failed is closed and opened again for its next game.
	Open func(ctx context.Context) (Player, error)
	// Clock is the time for each game. Nil means no limit.
	Clock *engine.Clock
	// Timed reports whether the player's moves depend on the time it has.
	Timed bool
}

// Local returns a player in this process. At the start of each game it clears
// its engine and reseeds its random numbers from the game's number and its
// seat, so games do not depend on each other.
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
	rest   func() // ends pondering; nil if not pondering
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

// Ponder starts thinking about the opponent's position.
func (l *local) Ponder(ctx context.Context, t *Turn) error {
	l.awake()
	l.rest = l.player.Ponder(ctx, t.Now)
	return nil
}

// awake ends pondering.
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
		its := *c // the arbiter's clock must not change
		clock = &its
	}
	chosen, a, valued := l.player.Move(ctx, t.Now, clock)
	v := chosen.Value
	r := Reply{Move: chosen.Move, Valued: valued, Value: v.Number, Depth: a.Depth, Nodes: a.Stats.Nodes}
	if v.Plies >= 0 || v.Decided() { // the result is known
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

// Opening is the start of a pair of games: a position and moves from there.
type Opening struct {
	Start *engine.Position // of the game
	Moves []string         // legal moves from Start
}

// End returns the position after the moves.
func (o *Opening) End() (*engine.Position, error) {
	p := o.Start
	for i, m := range o.Moves {
		var err error
		if p, err = p.Play(m); err != nil {
			return nil, reason.Errorf("move %d: %w", i+1, err)
		}
	}
	return p, nil
}

// ErrNoOpening is wrapped by the error for openings that end the game or that
// no attempt could make fit.
var ErrNoOpening = reason.New("match: no opening")

// attempts is how many random openings are tried to find one that fits.
const attempts = 1000

// Openings returns the opening of the n-th pair of games. It is always called
// from the same goroutine.
type Openings func(n int) (Opening, error)

// Random returns openings of random moves from start, chosen by seed, that do
// not end the game and whose last position fits.
func Random(start *engine.Position, plies int, seed uint64, fits func(*engine.Position) bool) Openings {
	return func(n int) (Opening, error) {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		for range attempts {
			o, p := Opening{Start: start}, start
			for range plies {
				legal := p.Moves()
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				var err error
				if p, err = p.Play(m); err != nil {
					return o, err
				}
				o.Moves = append(o.Moves, m)
			}
			if !p.Status().Over() && fits(p) {
				return o, nil
			}
		}
		return Opening{Start: start}, reason.Errorf("%w of %d plies in %d attempts", ErrNoOpening, plies, attempts)
	}
}

// Listed returns the openings of a list, shuffled by seed, or in order if seed
// is 0. After the last opening it starts again.
func Listed(list []Opening, seed uint64) Openings {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	if seed != 0 {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return func(n int) (Opening, error) { return list[order[n%len(order)]], nil }
}
