package textbook_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/textbook"
)

// pearl is a second SCOUT, after the description in Pearl's paper, with the
// two relations of TEST.
type pearl struct {
	judgement
	first   game.Player // MAX
	statics int
}

func (p *pearl) children(s *gametest.WildState, depth int) (all []gametest.WildState) {
	moves, _ := p.w.Moves(s, nil)
	for _, m := range moves {
		if depth > 0 {
			var c gametest.WildState
			p.w.Play(&c, s, m)
			all = append(all, c)
		}
	}
	return all
}

func (p *pearl) static(s *gametest.WildState) game.Score {
	p.statics++
	v := p.value(s, 0, 0)
	if p.w.ToMove(s) != p.first {
		return -v
	}
	return v
}

func greater(a, b game.Score) bool { return a > b }
func atLeast(a, b game.Score) bool { return a >= b }

func (p *pearl) test(s *gametest.WildState, depth int, v game.Score, holds func(a, b game.Score) bool) bool {
	all := p.children(s, depth)
	if len(all) == 0 {
		return holds(p.static(s), v)
	}
	isMax := p.w.ToMove(s) == p.first
	for i := range all {
		if p.test(&all[i], depth-1, v, holds) == isMax {
			return isMax
		}
	}
	return !isMax
}

func (p *pearl) eval(s *gametest.WildState, depth int) game.Score {
	all := p.children(s, depth)
	if len(all) == 0 {
		return p.static(s)
	}
	v := p.eval(&all[0], depth-1)
	for i := range all[1:] {
		c := &all[i+1]
		if p.w.ToMove(s) == p.first {
			if p.test(c, depth-1, v, greater) {
				v = p.eval(c, depth-1)
			}
		} else if !p.test(c, depth-1, v, atLeast) {
			v = p.eval(c, depth-1)
		}
	}
	return v
}

// TestScoutAsPrinted compares SCOUT with its description: the value, and the
// number of static evaluations.
func TestScoutAsPrinted(t *testing.T) {
	for w, s := range wilds(t, 150) {
		w.Margins = true
		depth := 1 + int(w.Seed%6)
		p := &pearl{judgement: judgement{w: w, scoring: textbook.Points}, first: w.ToMove(&s)}
		want := p.eval(&s, depth)
		got := textbook.Run(t.Context(), textbook.Scout, w, &s, depth, textbook.Options{Scoring: textbook.Points})
		if got.Value != want || got.Leaves != p.statics {
			t.Fatalf("%+v, depth %d: got %v, %d leaves, want %v, %d", w, depth, got.Value, got.Leaves, want, p.statics)
		}
	}
}
