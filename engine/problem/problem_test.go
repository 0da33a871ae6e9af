package problem_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engines/catalog"
)

func TestRead(t *testing.T) {
	g, err := catalog.Find("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	const file = `# three in a row
startpos

XX-/OO-/--- X +5 % a comment
XX-/OO-/--- X; c1:+1; c2:-3; --:+9; a3:+1
XX-/OO-/--- X; nothing known
`
	got, err := problem.Read(g, strings.NewReader(file))
	if err != nil || len(got) != 4 {
		t.Fatalf("%d problems, %v; want 4", len(got), err)
	}
	for i, want := range []problem.Problem{
		{},
		{Expected: &problem.Expectation{Value: 5}, Comment: "a comment"},
		{Expected: &problem.Expectation{Value: 1, Best: []string{"c1", "a3"}}},
		{Comment: "nothing known"},
	} {
		p := got[i]
		same := (p.Expected == nil) == (want.Expected == nil)
		if same && p.Expected != nil {
			same = p.Expected.Value == want.Expected.Value && slices.Equal(p.Expected.Best, want.Expected.Best)
		}
		if !same || p.Comment != want.Comment || *p.Index != i {
			t.Errorf("problem %d: %+v, %+v; want %+v", i, p, p.Expected, want)
		}
	}
	for text, want := range map[string]string{
		"startpos\n\nnonsense":                              "line 3: ",
		"XX-/OO-/--- X; c1:+1; what":                        `line 1: "what", want MOVE:VALUE`,
		"XX-/OO-/--- X; a1:+1":                              "line 1: ",
		"startpos\n" + strings.Repeat("x", problem.MaxLine): "line 2: more than 1 MiB",
	} {
		if _, err := problem.Read(g, strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestMet(t *testing.T) {
	e := &problem.Expectation{Value: 3, Best: []string{"A1", "b2"}}
	for _, tt := range []struct {
		move  string
		value float64
		met   bool
	}{{"a1", 3, true}, {"B2", 3, true}, {"c3", 3, false}, {"a1", 2, false}, {"", 3, true}} {
		a := engine.Analysis{Lines: []engine.Line{{Move: tt.move, Value: engine.Value{Number: tt.value}}}}
		if got := e.Met(&a); got != tt.met {
			t.Errorf("%s of %v: %v, want %v", tt.move, tt.value, got, tt.met)
		}
	}
}

// FuzzRead reads files of positions. Accepted positions must be readable again
// from their own text.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"startpos\n\n# no\nstartpos +3", "44 -2 % a\n4;b", "---/XX-/OO- X; c2:+1; --:-127;", "((1 4)(5 6)) 2", "a -> b, c; b = 1; c = 2",
		"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:x", "4 1e9", "; 4", "%", "\x00",
	} {
		for which := range catalog.Games() {
			f.Add(text, uint8(which))
		}
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		games := catalog.Games()
		g := games[int(which)%len(games)]
		problems, err := problem.Read(g, strings.NewReader(text))
		if err != nil {
			return
		}
		for i, p := range problems {
			if again, err := g.Parse(p.Position.String()); err != nil || again.Hash() != p.Position.Hash() {
				t.Errorf("position %d reads %q, which does not read again: %v", i, p.Position, err)
			}
			if *p.Index != i {
				t.Errorf("index %d, want %d", *p.Index, i)
			}
		}
	})
}
