package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/protocol/client"
)

// End is how a game has ended.
type End string

// The ends of games.
const (
	OnBoard     End = "board"       // by the rules
	Resigned    End = "resigned"    // by who lost it
	Adjudicated End = "adjudicated" // by the arbiter, see Adjudication
	Forfeited   End = "fault"       // by what its loser did wrong
)

// Game is a finished game.
type Game struct {
	Index int // from 0; games 2n and 2n+1 are a pair
	// Players are the numbers of the entrants that the result is told of, 0 and 1 in
	// a match of two.
	Players [2]int
	// Swapped tells that the second player had the first move.
	Swapped bool
	// Start is the position before Moves, of which Opening were chosen by nobody.
	Start   *engine.Position
	Moves   []string
	Opening int
	// Thoughts are what the players thought of the moves behind the opening, as far as
	// they were made.
	Thoughts []Thought
	// Result is 1, 0 or -1 for a win, a draw or a loss of the first player.
	Result int
	End    End
	// Margin is the value of the end for the first player, in the game's unit, if
	// the game has ended on the board and is one in which that counts.
	Margin float64
	// Fault is what a player has done wrong, and Culprit which of Players it was.
	// It has lost the game, unless that had come to its end. Nil means nothing.
	Fault   *Fault
	Culprit int
	Time    time.Duration
	// Remarks are what programs have said on their standard error since the last
	// game that was kept, for those who keep it.
	Remarks []string
}

// Thought is what a player thought of its move.
type Thought struct {
	// Valued tells that Value is known, for the player, as Reply has it.
	Valued bool
	Value  float64
	Depth  int    // in plies; 0 if it is not known
	Nodes  uint64 // visited; 0 if they are not known, as of games that were read
	Time   time.Duration
}

// first returns which of Players has the first move.
func (g *Game) first() int {
	if g.Swapped {
		return 1
	}
	return 0
}

// mover returns which of Players is to move at p.
func (g *Game) mover(p *engine.Position) int { return int(p.ToMove()&1) ^ g.first() }

// Adjudication says when the arbiter ends a game. The zero Adjudication is never.
type Adjudication struct {
	// Resign is the value, in the game's unit, by which one side must be ahead in
	// the opinion of both players for ResignMoves moves each. Zero means that nobody
	// need resign.
	Resign      float64
	ResignMoves int
	// Draw is how far from 0 at most the values of both players are for DrawMoves
	// moves each, of which the first is not among the first DrawFrom plies of the
	// game. Zero moves mean that no game is drawn so.
	Draw      float64
	DrawMoves int
	DrawFrom  int
	// Plies are the most of a game, which is drawn then. Zero means any number.
	Plies int
}

// arbiter judges a game by what its players think of it.
type arbiter struct {
	Adjudication
	ahead [2]int // for how many moves each player has thought so of the first
	drawn int    // for how many plies values have been small
}

// note takes in what a player thinks of its move, after so many plies. It returns
// the result for the first player if the game is decided.
func (a *arbiter) note(player int, r *Reply, plies int) (result int, over bool) {
	small := r.Valued && plies > a.DrawFrom && r.Value <= a.Draw && -r.Value <= a.Draw
	if a.drawn++; !small {
		a.drawn = 0
	}
	sign := 1 - 2*player // of a value of this player, for the first
	switch v := float64(sign) * r.Value; {
	case !r.Valued || a.Resign <= 0 || v < a.Resign && -v < a.Resign:
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

// play plays the game to its end between its two players and on their clocks. What
// a player does wrong is the game's; an error is nobody's.
func (g *Game) play(ctx context.Context, c *Config, players [2]Player, clocks [2]*engine.Clock) error {
	began := time.Now()
	defer func() { g.Time = time.Since(began) }()
	t := Turn{Start: g.Start, Now: g.Start}
	for _, m := range g.Moves {
		var err error
		if t.Now, err = t.Now.Play(m); err != nil {
			return fmt.Errorf("opening: %w", err)
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
	ctx, over := context.WithCancel(ctx) // nobody thinks on when the game is over
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

// lead returns the result for the first player of what is a win for one.
func lead(player int) int { return 1 - 2*player }

// move lets a player move, on its clock, and goes to the position then.
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
		return r, &Fault{Kind: client.Late, Err: fmt.Errorf("move %d: its time was over", len(t.Moves)+1)}
	case err == nil:
		err = ctx.Err()
	}
	if err != nil || r.Resigns {
		return r, err
	}
	if clock != nil {
		clock.Left = max(0, clock.Left-used) + clock.Increment
	}
	next, err := t.Now.Play(r.Move)
	if err != nil {
		return r, &Fault{Kind: client.Illegal, Err: fmt.Errorf("move %d: %w", len(t.Moves)+1, err)}
	}
	t.Now = next
	g.Thoughts = append(g.Thoughts, Thought{r.Valued, r.Value, r.Depth, r.Nodes, used})
	return r, nil
}

// ponder lets a player that has moved think on the time of the other.
func (g *Game) ponder(ctx context.Context, c *Config, player int, pl Player, t *Turn) error {
	thinker, can := pl.(client.Ponderer)
	if !can || !c.Ponder || t.Now.Status().Over() || g.mover(t.Now) == player {
		return nil
	}
	then := *t
	then.Moves = g.Moves
	return thinker.Ponder(ctx, &then)
}

// blame scores the game against a player for its fault. It returns errors that are
// no fault of a player.
func (g *Game) blame(player int, err error) error {
	var f *Fault
	if !errors.As(err, &f) {
		return err
	}
	g.Fault, g.Culprit = &Fault{Kind: f.Kind, Err: err}, player
	g.End, g.Result = Forfeited, -lead(player)
	return nil
}

// judge notes how the game has ended on the board.
func (g *Game) judge(end *engine.Position) {
	v := end.Measure(end.Status().Score())
	g.End, g.Result = OnBoard, end.Status().Score().Outcome()
	if v.Unit != "plies" { // the distance to the end is none at the end
		g.Margin = v.Number
	}
	if g.mover(end) == 1 {
		g.Result, g.Margin = -g.Result, -g.Margin
	}
}

// compare asks players that say how a game has ended. One that says otherwise than
// the rules is at fault, but the game is what the rules say.
func (g *Game) compare(ctx context.Context, players [2]Player, t *Turn) error {
	for i, pl := range players {
		c, ok := pl.(client.Claimant)
		if !ok {
			continue
		}
		outcome, ok, err := c.Claim(ctx, t)
		if want := g.Result * lead(g.first()); err == nil && ok && outcome != want {
			err = &Fault{Kind: client.Claim, Err: fmt.Errorf("it claims %s, want %s", outcomes[outcome+1], outcomes[want+1])}
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

// outcomes are those for the side that moves first.
var outcomes = [3]string{"a win of the second side", "a draw", "a win of the first side"}
