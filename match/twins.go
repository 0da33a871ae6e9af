package match

import (
	"math/rand/v2"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
)

// errRules is wrapped by errors about two games that should have the same rules.
var errRules = reason.New("the files have different rules")

// Differ returns an error if two positions of games with the same rules differ: in the text, the side to
// move, the result, the legal moves, or the position after one of them.
func Differ(a, b *engine.Position) error {
	name := b.Game().About().Name
	switch {
	case a.String() != b.String():
		return reason.Errorf("%w: %s instead of %s in %s", errRules, b, a, name)
	case a.ToMove() != b.ToMove() || a.Status() != b.Status():
		return reason.Errorf("%w: at %s another side is to move, or the result is another one, in %s", errRules, a, name)
	}
	left := map[string]bool{}
	for _, m := range b.Moves() {
		left[m] = true
	}
	for _, m := range a.Moves() {
		x, err := a.Play(m)
		if err != nil {
			return err
		}
		y, err := b.Play(m)
		switch {
		case !left[m] || err != nil:
			return reason.Errorf("%w: at %s the move %s is illegal in %s", errRules, a, m, name)
		case x.String() != y.String():
			return reason.Errorf("%w: at %s the move %s leads to %s instead of %s in %s", errRules, a, m, y, x, name)
		}
		delete(left, m)
	}
	for m := range left {
		return reason.Errorf("%w: at %s the move %s is legal in %s alone", errRules, a, m, name)
	}
	return nil
}

// Compare looks for a difference between two positions and those that follow in random games, at least the
// given number of positions or those of as many games.
func Compare(a, b *engine.Position, positions int) error {
	rng := rand.New(rand.NewPCG(1, 0))
	for p, q, games, n := a, b, 0, 0; n < positions && games < positions; n++ {
		if err := Differ(p, q); err != nil {
			return err
		}
		legal := p.Moves()
		if len(legal) == 0 {
			p, q, games = a, b, games+1
			continue
		}
		m := legal[rng.IntN(len(legal))]
		next, err := p.Play(m)
		if err != nil {
			return err
		}
		if q, err = q.Play(m); err != nil {
			return err
		}
		p = next
	}
	return nil
}
