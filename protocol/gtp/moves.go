package gtp

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
)

// side returns the number of a colour.
func side(colour string) (int, error) {
	switch strings.ToLower(colour) {
	case "b", "black":
		return 0, nil
	case "w", "white":
		return 1, nil
	}
	return 0, fmt.Errorf("invalid color %q", colour)
}

// isPass reports whether a move is a pass.
func isPass(move string) bool { return strings.EqualFold(move, "pass") }

// turn makes it the turn of a side, by a pass if the other must. It returns the
// position then.
func (c *conversation) turn(colour string) (*engine.Position, error) {
	who, err := side(colour)
	switch moves := c.now.Moves(); {
	case err != nil:
		return nil, err
	case int(c.now.ToMove()&1) == who || len(moves) == 0:
		return c.now, nil
	case len(moves) == 1 && isPass(moves[0]):
		return c.now.Play(moves[0])
	}
	return nil, fmt.Errorf("it is the turn of %s", c.now.Side())
}

// advance goes from the position before to the one after a move.
func (c *conversation) advance(next *engine.Position) {
	c.past = append(c.past, c.now)
	c.now = next
}

func (c *conversation) play(args []string) (string, error) {
	if len(args) != 2 {
		return "", fmt.Errorf("syntax error: want play COLOR MOVE")
	}
	if isPass(args[1]) && c.now.Status().Over() {
		return "", nil
	}
	at := c.now
	if !isPass(args[1]) {
		var err error
		if at, err = c.turn(args[0]); err != nil {
			return "", err
		}
	} else if who, err := side(args[0]); err != nil || who != int(at.ToMove()&1) {
		return "", fmt.Errorf("illegal move")
	}
	next, err := at.Play(args[1])
	if err != nil {
		return "", fmt.Errorf("illegal move: %w", err)
	}
	c.advance(next)
	return "", nil
}

// generate chooses a move and plays it.
func (c *conversation) generate(args []string) (string, error) {
	move, at, err := c.choose(args)
	if err != nil || at.Status().Over() {
		return move, err
	}
	next, err := at.Play(move)
	if err != nil {
		return "", err
	}
	c.advance(next)
	return move, nil
}

// suggest chooses a move without playing it.
func (c *conversation) suggest(args []string) (string, error) {
	move, _, err := c.choose(args)
	return move, err
}

// choose finds a move for a side, and the position in which it is to be played.
func (c *conversation) choose(args []string) (move string, at *engine.Position, err error) {
	if len(args) != 1 {
		return "", nil, fmt.Errorf("syntax error: want a color")
	}
	if at, err = c.turn(args[0]); err != nil {
		return "", nil, err
	}
	if at.Status().Over() {
		return "pass", at, nil
	}
	clock := c.clocks[at.ToMove()&1]
	chosen, _, _ := c.player.Move(c.ctx, at, clock)
	c.given.count(clock)
	return chosen.Move, at, nil
}

func (c *conversation) undo([]string) (string, error) {
	if len(c.past) == 0 {
		return "", fmt.Errorf("cannot undo")
	}
	c.now = c.past[len(c.past)-1]
	c.past = c.past[:len(c.past)-1]
	return "", nil
}

// finalScore tells who has won by how much: B+12, W+3 or 0.
func (c *conversation) finalScore([]string) (string, error) {
	if !c.now.Status().Over() {
		return "", fmt.Errorf("the game is not over")
	}
	v := c.now.Measure(c.now.Status().Score())
	winner := int(c.now.ToMove() & 1)
	switch {
	case v.Outcome == 0 || v.Outcome == engine.NoOutcome:
		return "0", nil
	case v.Outcome < 0:
		winner ^= 1
	}
	if v.Plies >= 0 {
		return []string{"B+", "W+"}[winner], nil // won, by no margin
	}
	return []string{"B+", "W+"}[winner] + strconv.FormatFloat(math.Abs(v.Number), 'f', -1, 64), nil
}

// timeSettings are those of the command of that name: a main time, then periods
// for so many moves each.
type timeSettings struct {
	main, period time.Duration
	stones       int
}

// clocks returns new clocks; nil if there is no limit.
func (t timeSettings) clocks() (c [2]*engine.Clock) {
	if t.main == 0 && (t.period == 0 || t.stones == 0) {
		return c
	}
	for i := range c {
		c[i] = &engine.Clock{Left: t.main}
		if t.main == 0 {
			*c[i] = engine.Clock{Left: t.period, Moves: t.stones}
		}
	}
	return c
}

// count takes a move off a clock's period and begins the next period when this
// one, or the main time, is over.
func (t timeSettings) count(c *engine.Clock) {
	switch {
	case c == nil:
		return
	case c.Moves > 0:
		c.Moves--
	case c.Left > 0:
		return // the main time goes on
	}
	if c.Moves == 0 && t.stones > 0 {
		c.Left, c.Moves = t.period, t.stones
	}
}

func (c *conversation) setTime(args []string) (string, error) {
	n, err := numbers(args)
	if err != nil || len(n) != 3 {
		return "", fmt.Errorf("syntax error: want time_settings MAIN PERIOD STONES")
	}
	c.given = timeSettings{time.Duration(n[0]) * time.Second, time.Duration(n[1]) * time.Second, n[2]}
	if n[1] > 0 && n[2] == 0 {
		c.given = timeSettings{} // the protocol's way to say: no limit
	}
	c.clocks = c.given.clocks()
	return "", nil
}

func (c *conversation) timeLeft(args []string) (string, error) {
	if len(args) != 3 {
		return "", fmt.Errorf("syntax error: want time_left COLOR TIME STONES")
	}
	who, err := side(args[0])
	if err != nil {
		return "", err
	}
	n, err := numbers(args[1:])
	if err != nil {
		return "", err
	}
	c.clocks[who] = &engine.Clock{Left: time.Duration(n[0]) * time.Second, Moves: n[1]}
	return "", nil
}

// numbers reads numbers that are not negative.
func numbers(args []string) (list []int, err error) {
	for _, arg := range args {
		n, err := strconv.ParseUint(arg, 10, 31)
		if err != nil {
			return nil, fmt.Errorf("%q, want a number", arg)
		}
		list = append(list, int(n))
	}
	return list, nil
}
