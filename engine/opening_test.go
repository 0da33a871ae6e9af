package engine_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

func TestFindOpening(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	for name, want := range map[string]string{
		"Tiger": "Tiger", " tIGER ": "Tiger", "rose": "Rose", "mainline": "Mainline Tiger", "NO-KUNG (": "No-Kung (Continuation)",
	} {
		if o, err := engine.FindOpening(g, name); err != nil || o.Name != want {
			t.Errorf("%q: %q, %v, want %q", name, o.Name, err, want)
		}
	}
	for name, want := range map[string]string{
		"tigr": `no opening "tigr": near it is Tiger`, "no-c": "No-Cat, No-Cat (Continuation)?", "toth": "near it is Rose-v-Toth",
		"xyzzyxyzzy": `no opening "xyzzyxyzzy"`, "": "which of Perpendicular Opening, ",
	} {
		if o, err := engine.FindOpening(g, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %q", name, o.Name, err, want)
		}
	}
	if o, err := engine.FindOpening(catalogtest.Find(t, "othello:6"), "Tiger"); err == nil {
		t.Errorf("6×6: %+v", o)
	}
}

// TestOpenings checks that the moves of every opening lead to it, and that the openings through
// the moves from a position add up.
func TestOpenings(t *testing.T) {
	for name, least := range map[string]int{"othello": 50, "chess": 3000, "checkers": 174} {
		g := catalogtest.Find(t, name)
		all := g.Openings()
		first := map[string]int{}
		for _, o := range all {
			if p, err := g.Start().PlayAll(strings.Join(o.Moves, " ")); err != nil || p.Opening() == "" || name == "othello" && p.Opening() != o.Name {
				t.Errorf("%s: %v leads to %v, %v", o.Name, o.Moves, p, err)
			}
			first[o.Moves[0]]++
		}
		if len(all) < least {
			t.Errorf("%s: %d openings", name, len(all))
		}
		for move, n := range first {
			p, err := g.Start().Play(move)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Start().OpeningsThrough(p); got != n {
				t.Errorf("%s: %d openings through %s, want %d", name, got, move, n)
			}
		}
	}
}

// TestOpeningNames checks the names of well-known openings, by other moves and in images too.
func TestOpeningNames(t *testing.T) {
	for _, c := range []struct{ game, moves, want string }{
		{"othello", "f5d6c3d3c4", "Tiger"},
		{"othello", "c4e3f6e6f5", "Tiger"},
		{"othello", "d3c5f6f5e6", "Tiger"},
		{"othello", "f5f6e6f4e3", "Cow"},
		{"othello", "f5f4", "Parallel Opening"},
		{"othello", "f5d6c5f4e3c6d3f6e6d7", "Rose"},
		{"othello", "f5", ""},
		{"othello", "", ""},
		{"othello", "f5d6c3d3c4f4", ""},
		{"othello:6", "", ""},
		{"chess", "e4 e5 Nf3 Nc6 Bb5", "C60 Ruy Lopez"},
		{"chess", "Nf3 Nc6 e4 e5 Bb5", "C60 Ruy Lopez"},
		{"chess", "a3 a6 b3 b6", ""},
		{"checkers", "9-13 21-17 5-9", "ballot 1"},
		{"checkers", "9-13 21-17", ""},
		{"connect4", "4", ""},
	} {
		p, err := catalogtest.Find(t, c.game).Start().PlayAll(c.moves)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Opening(); got != c.want {
			t.Errorf("%s: %s is called %q, want %q", c.game, c.moves, got, c.want)
		}
	}
}
