package engine_test

import (
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/catalog"
)

// TestOf distinguishes proofs about a game with its earlier moves from proofs
// about a position alone.
func TestOf(t *testing.T) {
	const king, man = "W:WK1:BK32", "W:W21:B12"
	const again = "1-5 32-28 5-1 28-32 1-5 32-28 5-1"
	for _, tt := range []struct {
		name, position, moves string
		score                 game.Score
		proof                 game.Bound
		past                  bool
		want                  string
	}{
		{"checkers", king, "", 0, game.Exact, false, ""},
		{"checkers", king, "", game.WinIn(80), game.Exact, false, ""},
		{"checkers", king, "", game.WinIn(81), game.Exact, false, engine.OfPosition},
		{"checkers", king, "", game.WinIn(81), game.Upper, false, ""},
		{"checkers", king, "", game.WinIn(81), game.Exact, true, ""},
		{"checkers", king + ":H9", "", game.WinIn(71), game.Exact, false, engine.OfGame},
		{"checkers", king + ":H9", "", game.LossIn(72), game.Upper, false, engine.OfPosition},
		{"checkers", king + ":H9", "", game.LossIn(72), game.Lower, false, engine.OfGame},
		{"checkers", king + ":H9", "", game.LossIn(72), game.NoBound, false, ""},
		{"checkers", king + ":H9", "", 0, game.Exact, false, engine.OfGame},
		{"checkers", king + ":H9", "", game.Margin(1), game.Lower, false, engine.OfPosition}, // from a prover
		{"checkers", king, "1-5", game.WinIn(3), game.Lower, false, engine.OfGame},
		{"checkers", king, again, game.WinIn(3), game.Lower, false, engine.OfPosition},
		{"checkers", king, again, game.WinIn(3), game.Lower, true, engine.OfGame},
		{"checkers", king, again + " 28-32", 0, game.Exact, false, engine.OfGame}, // the repetition has ended it
		{"checkers", man, "21-17", game.WinIn(3), game.Exact, false, ""},
		{"draughts:international", "W:WK46,45:BK5", "45-40", game.LossIn(9), game.Exact, false, engine.OfGame},
		{"tictactoe", "startpos", "b2", game.WinIn(3), game.Exact, false, ""},
	} {
		g, err := catalog.Find(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(tt.position)
		if err == nil {
			p, err = p.PlayAll(tt.moves)
		}
		if err != nil {
			t.Fatal(err)
		}
		a := engine.Analysis{Position: p, Past: tt.past, Lines: []engine.Line{{Score: tt.score, Proof: tt.proof}}}
		if got := a.Of(); got != tt.want {
			t.Errorf("%s %s %s, %v %v, past %v: of %q, want %q", tt.name, tt.position, tt.moves, tt.score, tt.proof, tt.past, got, tt.want)
		}
	}
}

// TestText checks that a position keeps the counts that it was read with.
func TestText(t *testing.T) {
	g, err := catalog.Find("checkers")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		" B:WK3:B7,K8:H79": "B:WK3:B7,K8:H79",
		"B:WK3:B7,K8:H0":   "B:WK3:B7,K8",
		"B : B7,K8 : WK3.": "B:WK3:B7,K8",
	} {
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Text(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if again, err := g.Parse(p.Text()); err != nil || again.String() != p.String() {
			t.Errorf("%q: read again as %v, %v", text, again, err)
		}
		if next, err := p.Play("8-4"); err != nil || next.Text() != next.String() {
			t.Errorf("%q, a move on: %q, %v, want %q", text, next.Text(), err, next.String())
		}
	}
}
