package proof

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
)

// Claim says that the attacker gets at least AtLeast, seen from the attacker's side: ADraw,
// AWin, or the score of a margin below 0 or above 1. It makes no difference how soon a game is
// won or lost.
type Claim struct {
	Attacker game.Player // player whose value is bounded
	AtLeast  game.Score  // the least value claimed
}

// The values of claims about games that end without margins.
const (
	ADraw game.Score = 0
	AWin  game.Score = 1 // by whatever margin
)

// valid reports whether c is a claim that can be made.
func (c Claim) valid() bool {
	n, ok := c.AtLeast.Points()
	return c.Attacker <= game.Second && (c.AtLeast == ADraw || c.AtLeast == AWin || ok && (n < 0 || n > 1))
}

// Holds reports whether a final value, seen from mover, satisfies c.
func (c Claim) Holds(mover game.Player, v game.Score) bool {
	return c.seen(mover, v) >= c.AtLeast
}

// Meets reports whether proven bounds of a value, seen from mover, prove c.
func (c Claim) Meets(mover game.Player, lower, upper game.Score) bool {
	if mover != c.Attacker {
		lower = -upper
	}
	return lower >= c.AtLeast
}

// Fails reports whether proven bounds of a value, seen from mover, prove that c is false.
func (c Claim) Fails(mover game.Player, lower, upper game.Score) bool {
	return c.Denial().Meets(mover, lower, upper)
}

// Denial returns the claim of the other side that is true if and only if c is false.
func (c Claim) Denial() Claim { return Claim{c.Attacker.Other(), 1 - c.AtLeast} }

// Window returns the null window that decides c, seen from mover.
func (c Claim) Window(mover game.Player) game.Window {
	if mover == c.Attacker {
		return game.Null(c.AtLeast - 1)
	}
	return game.Null(-c.AtLeast)
}

// seen converts a value from the view of mover to that of the attacker.
func (c Claim) seen(mover game.Player, v game.Score) game.Score {
	if mover == c.Attacker {
		return v
	}
	return -v
}

// String returns the claim as text: "first gets at least +4".
func (c Claim) String() string { return c.Reason().Error() }

// Reason returns the text of String as an error that can be translated, for use within other
// errors.
func (c Claim) Reason() error {
	return reason.Errorf("%v gets at least %s", c.Attacker, reason.Phrase(c.Least()))
}

// Least returns the claimed value as text: "win", "draw", or the margin with its sign.
func (c Claim) Least() string {
	switch {
	case c.AtLeast == AWin:
		return "win"
	case c.AtLeast == ADraw:
		return "draw"
	}
	n, _ := c.AtLeast.Points()
	return fmt.Sprintf("%+d", n)
}

// ParseLeast parses the result of Claim.Least.
func ParseLeast(text string) (game.Score, error) {
	switch text {
	case "win":
		return AWin, nil
	case "draw":
		return ADraw, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < -game.MaxMargin || n > game.MaxMargin {
		return 0, reason.Errorf("%q, want win, draw or a margin", text)
	}
	if n == 1 {
		return AWin, nil
	}
	return game.Margin(n), nil
}

// claimJSON is the form of a Claim in the header of a proof.
type claimJSON struct {
	Attacker string `json:"attacker"`
	AtLeast  string `json:"at_least"`
}

// MarshalJSON returns the form of the claim in the header of a proof.
func (c Claim) MarshalJSON() ([]byte, error) {
	if !c.valid() {
		return nil, reason.Errorf("a claim of %v for player %d", c.AtLeast, c.Attacker)
	}
	return json.Marshal(claimJSON{c.Attacker.String(), c.Least()})
}

// UnmarshalJSON parses the form of a claim in the header of a proof.
func (c *Claim) UnmarshalJSON(data []byte) error {
	var doc claimJSON
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	switch doc.Attacker {
	case game.First.String():
		c.Attacker = game.First
	case game.Second.String():
		c.Attacker = game.Second
	default:
		return reason.Errorf("attacker %q, want first or second", doc.Attacker)
	}
	var err error
	c.AtLeast, err = ParseLeast(doc.AtLeast)
	if err != nil {
		return reason.Errorf("at_least: %w", err)
	}
	return nil
}
