package gtp

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/protocol/dialog"
)

// blackSide returns the side that the protocol calls black: the one with black pieces, else the
// opponent of white pieces, else the first side.
func blackSide(g *engine.Game) int {
	if b := g.Board(); b != nil && len(b.Sides) == 2 {
		for side, its := range b.Sides {
			if its.Colour == boards.Black || b.Sides[1-side].Colour == boards.White {
				return side
			}
		}
	}
	return 0
}

// side returns the number of the side with a colour.
func (c *conversation) side(colour string) (int, error) {
	switch strings.ToLower(colour) {
	case "b", "black":
		return c.black, nil
	case "w", "white":
		return 1 - c.black, nil
	}
	return 0, fmt.Errorf("invalid color %q", colour)
}

// isPass reports whether a move is a pass.
func isPass(move string) bool { return strings.EqualFold(move, "pass") }

// turn returns the position at which it is the turn of a colour, and the pass that leads to it,
// if one is needed. It plays nothing.
func (c *conversation) turn(colour string) (pass []string, at *engine.Position, err error) {
	now, legal := c.game.Now(), c.game.Legal()
	who, err := c.side(colour)
	switch {
	case err != nil:
		return nil, nil, err
	case int(now.ToMove()&1) == who || len(legal) == 0:
		return nil, now, nil
	case len(legal) == 1 && isPass(legal[0]):
		at, err = now.Play(legal[0])
		return legal, at, err
	}
	return nil, nil, fmt.Errorf("it is the turn of %s", now.Side())
}

// advance plays all moves, or none if one is illegal.
func (c *conversation) advance(moves ...string) error {
	made := len(c.game.Moves())
	for i, m := range moves {
		if err := c.game.Play(m); err != nil {
			c.game.Undo(i)
			return err
		}
	}
	c.made = append(c.made, made)
	return nil
}

func (c *conversation) play(args []string) (string, error) {
	if len(args) != 2 {
		return "", fmt.Errorf("syntax error: want play COLOR MOVE")
	}
	who, err := c.side(args[0])
	if err != nil {
		return "", err
	}
	if isPass(args[1]) && c.game.Over() {
		return "", nil
	}
	c.refused = true
	var pass []string
	if !isPass(args[1]) {
		if pass, _, err = c.turn(args[0]); err != nil {
			return "", err
		}
	} else if who != int(c.game.Now().ToMove()&1) {
		return "", fmt.Errorf("illegal move")
	}
	if err := c.advance(append(pass, args[1])...); err != nil {
		return "", fmt.Errorf("illegal move: %w", err)
	}
	c.refused = false
	return "", nil
}

// generate chooses a move and plays it.
func (c *conversation) generate(args []string) (string, error) {
	pass, move, err := c.choose(args)
	if err != nil || c.game.Over() {
		return move, err
	}
	return move, c.advance(append(pass, move)...)
}

// suggest chooses a move without playing it.
func (c *conversation) suggest(args []string) (string, error) {
	_, move, err := c.choose(args)
	return move, err
}

// choose finds a move for a side, and the pass that must be played before it, if any.
func (c *conversation) choose(args []string) (pass []string, move string, err error) {
	if len(args) != 1 {
		return nil, "", fmt.Errorf("syntax error: want a color")
	}
	pass, at, err := c.turn(args[0])
	switch {
	case err != nil:
		return nil, "", err
	case c.refused:
		return nil, "", dialog.ErrNoPosition
	case at.Status().Over():
		return nil, "pass", nil
	}
	chosen, _, _ := c.game.Reply(c.Ctx, at)
	c.given.count(c.game.Clock(at))
	return pass, chosen.Move, nil
}

// undo takes back the moves of the last command that moved.
func (c *conversation) undo([]string) (string, error) {
	last := len(c.made) - 1
	if last < 0 {
		return "", fmt.Errorf("cannot undo")
	}
	c.game.Undo(len(c.game.Moves()) - c.made[last])
	c.made, c.refused = c.made[:last], false
	return "", nil
}

// finalScore returns the winner and the margin: B+12, W+3 or 0.
func (c *conversation) finalScore([]string) (string, error) {
	now := c.game.Now()
	if !c.game.Over() {
		return "", fmt.Errorf("the game is not over")
	}
	v := now.Measure(now.Status().Score())
	winner := int(now.ToMove() & 1)
	switch {
	case v.Outcome == 0 || v.Outcome == engine.NoOutcome:
		return "0", nil
	case v.Outcome < 0:
		winner = 1 - winner
	}
	score := "W+"
	if winner == c.black {
		score = "B+"
	}
	if v.Plies >= 0 {
		return score, nil // won without a margin
	}
	return score + strconv.FormatFloat(math.Abs(v.Number), 'f', -1, 64), nil
}

// timeSettings are the arguments of the time_settings command: a main time, then periods of a
// number of moves each.
type timeSettings struct {
	main, period time.Duration
	stones       int
}

// clocks returns new clocks, or nil without a limit.
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

// count takes a move off a clock's period, and begins the next period when this one or the main
// time is over.
func (t timeSettings) count(c *engine.Clock) {
	switch {
	case c == nil:
		return
	case c.Moves > 0:
		c.Moves--
	case c.Left > 0:
		return // the main time is not over
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
		c.given = timeSettings{} // the protocol's way of setting no limit
	}
	c.game.Clocks = c.given.clocks()
	return "", nil
}

func (c *conversation) timeLeft(args []string) (string, error) {
	if len(args) != 3 {
		return "", fmt.Errorf("syntax error: want time_left COLOR TIME STONES")
	}
	who, err := c.side(args[0])
	if err != nil {
		return "", err
	}
	n, err := numbers(args[1:])
	if err != nil {
		return "", err
	}
	c.game.Clocks[who] = &engine.Clock{Left: time.Duration(n[0]) * time.Second, Moves: n[1]}
	return "", nil
}

// numbers reads non-negative numbers.
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
