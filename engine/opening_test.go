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

// TestOpenings checks that the moves of every opening lead to it.
func TestOpenings(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	all := g.Openings()
	for _, o := range all {
		if p, err := g.Start().PlayAll(strings.Join(o.Moves, " ")); err != nil || p.Opening() != o.Name {
			t.Errorf("%s: %v leads to %v, %v", o.Name, o.Moves, p, err)
		}
	}
	if len(all) < 50 {
		t.Errorf("%d openings", len(all))
	}
}
