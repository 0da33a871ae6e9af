package match

import (
	"math/rand/v2"
	"slices"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

// errRules is wrapped by errors about two games that should have the same rules.
var errRules = reason.New("the files have different rules")

// Differ returns an error if two positions differ: in the text, the side to move, the result, the
// legal moves, or the position after one of them.
func Differ(a, b *engine.Position) error {
	name, other := b.Game().About().Name, b.Moves()
	switch {
	case a.String() != b.String():
		return reason.Errorf("%w: %s instead of %s in %s", errRules, b, a, name)
	case a.ToMove() != b.ToMove() || a.Status() != b.Status():
		return reason.Errorf("%w: at %s another side is to move, or the result is another one, in %s", errRules, a, name)
	}
	for _, m := range a.Moves() {
		i := slices.Index(other, m)
		if i < 0 {
			return reason.Errorf("%w: at %s the move %s is illegal in %s", errRules, a, m, name)
		}
		other = slices.Delete(other, i, i+1)
		x, err := a.Play(m)
		if err != nil {
			return err
		}
		if y, err := b.Play(m); err != nil || x.String() != y.String() {
			return reason.Errorf("%w: at %s the move %s leads to %s instead of %s in %s", errRules, a, m, y, x, name)
		}
	}
	if len(other) > 0 {
		return reason.Errorf("%w: at %s the move %s is legal in %s alone", errRules, a, other[0], name)
	}
	return nil
}

// Compare looks for a difference between two positions, and between those that follow in random games.
func Compare(a, b *engine.Position, positions int) error {
	rng := rand.New(rand.NewPCG(1, 0))
	p, q := a, b
	for range positions {
		if err := Differ(p, q); err != nil {
			return err
		}
		legal := p.Moves()
		if len(legal) == 0 {
			p, q = a, b
			continue
		}
		m := legal[rng.IntN(len(legal))]
		p, _ = p.Play(m) // Differ has played it in both
		q, _ = q.Play(m)
	}
	return nil
}
