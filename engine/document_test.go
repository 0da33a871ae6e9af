package engine_test

import (
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
)

// TestShort describes lines that end with the game and lines that stop before.
func TestShort(t *testing.T) {
	g, err := catalog.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		position string
		pv       []string
		proof    game.Bound
		want     bool
	}{
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", []string{"Ra8#"}, game.Exact, false},
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", []string{"Ra7"}, game.Exact, true},
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", []string{"Ra7"}, game.Lower, false},
		{"7k/8/6K1/8/8/8/8/R7 w - - 99 90", []string{"Ra7"}, game.Exact, false}, // drawn by the 50-move rule
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", nil, game.Exact, true},
	} {
		p, err := g.Parse(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		l := engine.Line{PV: tt.pv, Proof: tt.proof}
		if len(tt.pv) > 0 {
			l.Move = tt.pv[0]
		}
		doc := (&engine.Analysis{Position: p, Proof: tt.proof, Lines: []engine.Line{l}}).Describe("search")
		if doc.Short != tt.want || len(doc.MultiPV) > 0 && doc.MultiPV[0].Short != tt.want {
			t.Errorf("%s, %v, proven %v: short %t, %+v, want %t", tt.position, tt.pv, tt.proof, doc.Short, doc.MultiPV, tt.want)
		}
	}
}
