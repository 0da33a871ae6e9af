package match

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/protocol/client"
)

// End names the way a game ended.
type End string

// The ways a game can end.
const (
	OnBoard     End = "board"       // by the rules
	Resigned    End = "resigned"    // one player resigned
	Adjudicated End = "adjudicated" // by the arbiter; see Adjudication
	Forfeited   End = "fault"       // the loser committed a fault
)

// Game is a finished game.
type Game struct {
	Index int // from 0; games 2n and 2n+1 form a pair
	// Players holds the numbers of the two entrants, first player first: 0 and 1 in a match of two.
	Players [2]int
	// Swapped reports whether the second player moved first.
	Swapped bool
	// Start is the position before Moves. The first Opening moves belong to the
	// opening; no player chose them.
	Start   *engine.Position
	Moves   []string
	Opening int
	// Thoughts holds one entry for each move after the opening, as far as the moves were played.
	Thoughts []Thought
	// Result is 1, 0 or -1: a win, a draw or a loss for the first player.
	Result int
	End    End // how the game ended
	// Margin is the final value for the first player in the game's unit. It is
	// set only for games that ended on the board and are played for a margin.
	Margin float64
	// Fault is the fault of one player, and Culprit the index of that player in Players. The
	// culprit loses unless the game was already over. Nil means no fault.
	Fault   *Fault
	Culprit int
	Time    time.Duration // the opening included
	// Remarks holds what programs wrote to standard error since the last game that was kept.
	Remarks []string
}

// Thought describes how a player judged its own move.
type Thought struct {
	// Valued reports whether Value is known. Value is from the player's side, as in Reply.
	Valued bool
	Value  float64
	Depth  int           // in plies; 0 if unknown
	Nodes  uint64        // nodes visited; 0 if unknown, as in games read from a journal
	Time   time.Duration // spent on the move
}

// first returns the index in Players of the side that moves first.
func (g *Game) first() int {
	if g.Swapped {
		return 1
	}
	return 0
}

// mover returns the index in Players of the side to move at p.
func (g *Game) mover(p *engine.Position) int { return int(p.ToMove()&1) ^ g.first() }

// Adjudication sets the conditions under which the arbiter ends a game. The
// zero Adjudication never does.
type Adjudication struct {
	// Resign is the lead, in the game's unit, that both players must see for one side during
	// ResignMoves moves each before the arbiter ends the game. Zero disables resignation.
	Resign      float64
	ResignMoves int
	// The arbiter draws a game when both players value it within Draw of 0 for DrawMoves moves
	// each, all of them after ply DrawFrom. Zero DrawMoves disables this rule.
	Draw      float64
	DrawMoves int
	DrawFrom  int
	// Plies is the length at which a game is drawn. Zero means no limit.
	Plies int
}

// arbiter judges a game by the values its players report.
type arbiter struct {
	Adjudication
	ahead [2]int // consecutive moves for which each player saw the first ahead (positive) or behind (negative)
	drawn int    // consecutive plies with values near 0
}

// note records a player's reply after the given number of plies. If the game is
// decided, it returns the result for the first player.
func (a *arbiter) note(player int, r *Reply, plies int) (result int, over bool) {
	small := r.Valued && plies > a.DrawFrom && math.Abs(r.Value) <= a.Draw
	if a.drawn++; !small {
		a.drawn = 0
	}
	sign := 1 - 2*player // turns this player's values into values for the first player
	switch v := float64(sign) * r.Value; {
	case !r.Valued || a.Resign <= 0 || math.Abs(v) < a.Resign:
		a.ahead[player] = 0
	case v > 0:
		a.ahead[player] = max(a.ahead[player], 0) + 1
	default:
		a.ahead[player] = min(a.ahead[player], 0) - 1
	}
	n := max(a.ResignMoves, 1)
	switch {
	case a.ahead[0] >= n && a.ahead[1] >= n:
		return 1, true
	case a.ahead[0] <= -n && a.ahead[1] <= -n:
		return -1, true
	case a.DrawMoves > 0 && a.drawn >= 2*a.DrawMoves, a.Plies > 0 && plies >= a.Plies:
		return 0, true
	}
	return 0, false
}

// play plays the game to its end on the players' clocks. It records a player's
// fault in g and returns an error only if no player caused it.
func (g *Game) play(ctx context.Context, c *Config, players [2]Player, clocks [2]*engine.Clock) error {
	began := time.Now()
	defer func() { g.Time = time.Since(began) }()
	t := Turn{Start: g.Start, Now: g.Start}
	for _, m := range g.Moves {
		var err error
		if t.Now, err = t.Now.Play(m); err != nil {
			return reason.Errorf("opening: %w", err)
		}
	}
	for i, pl := range players {
		if clocks[i] != nil {
			own := *clocks[i]
			t.Clocks[i^g.first()] = &own
		}
		if err := pl.Begin(ctx, Round{Index: g.Index, Seat: i, Start: g.Start, Clock: clocks[i]}); err != nil {
			return g.blame(i, err)
		}
	}
	judge := arbiter{Adjudication: c.Adjudication}
	ctx, over := context.WithCancel(ctx) // pondering stops when the game is over
	defer over()
	for !t.Now.Status().Over() {
		i := g.mover(t.Now)
		t.Moves = g.Moves
		r, err := g.move(ctx, c, players[i], &t)
		switch {
		case err != nil:
			return g.blame(i, err)
		case r.Resigns:
			g.End, g.Result = Resigned, -lead(i)
			return nil
		case r.Ends:
			g.End = Adjudicated // a draw
			return nil
		}
		g.Moves = append(g.Moves, r.Move)
		if result, over := judge.note(i, &r, len(g.Moves)); over && !t.Now.Status().Over() {
			g.End, g.Result = Adjudicated, result
			return nil
		}
		if err := g.ponder(ctx, c, i, players[i], &t); err != nil {
			return g.blame(i, err)
		}
	}
	t.Moves = g.Moves
	g.judge(t.Now)
	return g.compare(ctx, players, &t)
}

// lead returns the result for the first player when the given player wins.
func lead(player int) int { return 1 - 2*player }

// move asks a player for a move on its clock and advances t to the next position.
func (g *Game) move(ctx context.Context, c *Config, pl Player, t *Turn) (Reply, error) {
	clock := t.Clock()
	if clock != nil {
		t.Wait = clock.Left + c.Grace
	} else {
		t.Wait = 0
	}
	began := time.Now()
	r, err := pl.Move(ctx, t)
	used := time.Since(began)
	var f *Fault
	silent := errors.As(err, &f) && f.Kind == client.Silence
	switch {
	case clock != nil && (err == nil || silent) && used > t.Wait:
		return r, &Fault{Kind: client.Late, Err: reason.Errorf("move %d: its time was over", len(t.Moves)+1)}
	case err == nil:
		err = ctx.Err()
	}
	if err != nil || r.Resigns || r.Ends {
		return r, err
	}
	if clock != nil {
		clock.Left = max(0, clock.Left-used) + clock.Increment
	}
	next, err := t.Now.Play(r.Move)
	if err != nil {
		return r, &Fault{Kind: client.Illegal, Err: reason.Errorf("move %d: %w", len(t.Moves)+1, err)}
	}
	t.Now = next
	g.Thoughts = append(g.Thoughts, Thought{r.Valued, r.Value, r.Depth, r.Nodes, used})
	return r, nil
}

// ponder lets a player that has just moved think on its opponent's time.
func (g *Game) ponder(ctx context.Context, c *Config, player int, pl Player, t *Turn) error {
	thinker, can := pl.(client.Ponderer)
	if !can || !c.Ponder || t.Now.Status().Over() || g.mover(t.Now) == player {
		return nil
	}
	then := *t
	then.Moves = g.Moves
	return thinker.Ponder(ctx, &then)
}

// blame scores the game against the player if err is a fault, and otherwise returns err.
func (g *Game) blame(player int, err error) error {
	var f *Fault
	if !errors.As(err, &f) {
		return err
	}
	g.Fault, g.Culprit = &Fault{Kind: f.Kind, Err: err}, player
	g.End, g.Result = Forfeited, -lead(player)
	return nil
}

// judge records the result of a game that ended on the board.
func (g *Game) judge(end *engine.Position) {
	v := end.Measure(end.Status().Score())
	g.End, g.Result = OnBoard, end.Status().Score().Outcome()
	if v.Unit != "plies" { // at the end the distance to the end means nothing
		g.Margin = v.Number
	}
	if g.mover(end) == 1 {
		g.Result, g.Margin = -g.Result, -g.Margin
	}
}

// compare asks players that report results for theirs. A player that
// contradicts the rules is at fault, but the result stays as the rules have it.
func (g *Game) compare(ctx context.Context, players [2]Player, t *Turn) error {
	for i, pl := range players {
		c, ok := pl.(client.Claimant)
		if !ok {
			continue
		}
		outcome, ok, err := c.Claim(ctx, t)
		if want := g.Result * lead(g.first()); err == nil && ok && outcome != want {
			err = &Fault{Kind: client.Claim, Err: reason.Errorf("it claims %s, want %s", reason.Phrase(outcomes[outcome+1]), reason.Phrase(outcomes[want+1]))}
		}
		var f *Fault
		switch {
		case errors.As(err, &f):
			g.Fault, g.Culprit = f, i
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// outcomes names the results for the side that moves first.
var outcomes = [3]string{"a win of the second side", "a draw", "a win of the first side"}

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
