package proof

import (
	"crypto/sha256"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
)

// Rules are what a proof needs from a game. The text of a position must represent the position
// completely, as it does in every game that can parse it.
type Rules[S any, M comparable] interface {
	game.Rules[S, M]
	FormatPosition(s *S) string
}

// Canon finds the canonical text of positions, which all their images share. It is not safe for
// concurrent use.
type Canon[S any, M comparable, R Rules[S, M]] struct {
	rules   R
	images  game.Symmetric[S, M] // nil if the game has none
	scratch S
}

// NewCanon returns a Canon for a game.
func NewCanon[S any, M comparable, R Rules[S, M]](rules R) *Canon[S, M, R] {
	return &Canon[S, M, R]{rules: rules, images: capability.Of[S, M](rules).Symmetric}
}

// Text returns the canonical text of s: the least, in the order of bytes, of the texts of the
// images of s with the same side to move.
func (c *Canon[S, M, R]) Text(s *S) string {
	least := c.rules.FormatPosition(s)
	if c.images == nil {
		return least
	}
	mover := c.rules.ToMove(s)
	var none M
	for k := 1; ; k++ {
		if _, ok := c.images.Image(&c.scratch, s, none, k); !ok {
			return least
		}
		if c.rules.ToMove(&c.scratch) == mover {
			least = min(least, c.rules.FormatPosition(&c.scratch))
		}
	}
}

// Key identifies a position and its images: the first half of the SHA-256 sum of their
// canonical text. Unlike with the hashes of searches, it is infeasible to find two positions
// with the same key.
type Key [sha256.Size / 2]byte

// Key returns the key of s.
func (c *Canon[S, M, R]) Key(s *S) Key {
	sum := sha256.Sum256([]byte(c.Text(s)))
	return Key(sum[:len(Key{})])
}
