package engine_test

import (
	"slices"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/seeded"
)

// TestCanonical plays random games of every kind and compares positions with
// their canonical ones: a line from one converts to a line from the other, and
// leads to positions with the same canonical position.
func TestCanonical(t *testing.T) {
	rng := seeded.Rand(t, 15)
	moved := 0
	for _, g := range catalog.Games() {
		for range 5 {
			for p := g.Start(); len(p.Moves()) > 0; {
				c := p.Canonical()
				if c.String() != p.String() {
					moved++
				}
				if again := c.Canonical(); again.String() != c.String() {
					t.Fatalf("%v stands for %v, and %v for that", c, p, again)
				}
				moves := p.Moves()
				m := moves[rng.IntN(len(moves))]
				line, ok := p.Line(c, []string{m})
				if !ok {
					t.Fatalf("%v: %s is not played from %v", p, m, c)
				}
				next, image := play(t, p, m), play(t, c, line[0])
				if next.Canonical().String() != image.Canonical().String() {
					t.Fatalf("%v and %v, after %s and %s: others stand for them", p, c, m, line[0])
				}
				if back, ok := c.Line(p, line); !ok || play(t, p, back[0]).Canonical().String() != next.Canonical().String() {
					t.Fatalf("%v: %s of %v comes back as %v", p, line, c, back)
				}
				p = next
			}
		}
	}
	if moved == 0 {
		t.Error("every position stands for itself alone")
	}
}

func play(t *testing.T, p *engine.Position, m string) *engine.Position {
	t.Helper()
	next, err := p.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func TestLineRefused(t *testing.T) {
	g, err := catalog.Find("othello")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	if line, ok := p.Line(p, []string{"a1"}); ok {
		t.Errorf("an illegal move is played as %v", line)
	}
	if line, ok := p.Line(play(t, p, "d3"), []string{"d3"}); ok {
		t.Errorf("from a position that is no image it is %v", line)
	}
	if line, ok := p.Line(p, nil); !ok || !slices.Equal(line, nil) {
		t.Errorf("no moves are %v, %v", line, ok)
	}
}

func TestRemembers(t *testing.T) {
	for name, want := range map[string]bool{"othello": false, "mnk:4,4,4": false, "draughts:russian": true} {
		g, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if g.Remembers() != want {
			t.Errorf("%s remembers: %v", name, !want)
		}
	}
}
