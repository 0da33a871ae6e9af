package mnkengine_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
	"github.com/plywood-go/plywood/games/mnk/mnkengine"
)

// oracle holds the true values of all positions of a game.
type oracle struct {
	mnk.Rules
	values map[mnk.Position]game.Score
}

func (o *oracle) value(p mnk.Position) game.Score {
	if v, ok := o.values[p]; ok {
		return v
	}
	moves, status := o.Moves(&p, nil)
	v := status.Score()
	if !status.Over() {
		v = o.best(&p, moves)
	}
	o.values[p] = v
	return v
}

func (o *oracle) best(p *mnk.Position, moves []mnk.Move) game.Score {
	best := -game.Infinity
	for _, m := range moves {
		var child mnk.Position
		o.Play(&child, p, m)
		best = max(best, -o.value(child).Later(1))
	}
	return best
}

// TestExact checks the bounds and selected moves at every position of some
// games.
func TestExact(t *testing.T) {
	for _, spec := range []string{
		"3,3,3", "3,4,3", "4,3,3,gravity", "3,3,3,wrap", "4,3,3,exact", "4,3,3,gravity,wrap", "4,3,2,exact", "5,2,2", "3,3,1",
	} {
		o := &oracle{nilsson(t, spec).Rules, map[mnk.Position]game.Score{}}
		o.value(o.Start())
		e := mnkengine.NewExact(o.Rules)
		for p, v := range o.values {
			moves, status := e.Moves(&p, nil)
			if status.Over() {
				continue
			}
			here := e.FormatPosition(&p)
			if lower, upper := e.Bounds(&p); v < lower || v > upper {
				t.Fatalf("%s: %s: value %v, bounds %v and %v", spec, here, v, lower, upper)
			}
			all := len(moves)
			k := e.Select(&p, moves)
			if k < 1 || k > all {
				t.Fatalf("%s: %s: %d of %d moves selected", spec, here, k, all)
			}
			if got := o.best(&p, moves[:k]); got != v {
				t.Fatalf("%s: %s: value %v, but %v by the %d moves selected of %d", spec, here, v, got, k, all)
			}
		}
	}
}
