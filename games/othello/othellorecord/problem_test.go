package othellorecord_test

import (
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

func TestParseProblem(t *testing.T) {
	r := othello.Rules{}
	p, err := othellorecord.ParseProblem(r, startBoard+" X; D3:+2; c4:-4; --:-127;")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Moves) != 2 || p.Moves[0] != (othellorecord.MoveValue{Move: 19, Discs: 2}) || p.Moves[1].Discs != -4 {
		t.Errorf("moves %v, want d3:+2 c4:-4", p.Moves)
	}
	if p, err = othellorecord.ParseProblem(r, startBoard+" X % C4: old"); err != nil || p.Comment != "C4: old" || len(p.Moves) != 0 {
		t.Errorf("%+v, %v, want the comment alone", p, err)
	}
	for _, line := range []string{startBoard + " X; A1:+2;", startBoard + " X; D3:two;", startBoard + " X; D3:+99", startBoard + " X; D3:1; D6"} {
		if _, err := othellorecord.ParseProblem(r, line); err == nil {
			t.Errorf("ParseProblem(%q) succeeded", line)
		}
	}
}

func FuzzParseProblem(f *testing.F) {
	f.Add(startBoard + " X; D3:+2; C4:-4; --:-127;")
	f.Add(startBoard + " O % comment")
	f.Fuzz(func(t *testing.T, line string) {
		r := othello.Rules{}
		p, err := othellorecord.ParseProblem(r, line)
		if err != nil {
			return
		}
		for _, m := range p.Moves {
			if _, err := r.ParseMove(&p.Position, r.FormatMove(&p.Position, m.Move)); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
	})
}
