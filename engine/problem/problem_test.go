package problem_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/catalog"
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
		"startpos\n\nnonsense":                             "line 3: ",
		"XX-/OO-/--- X; c1:+1; what":                       `line 1: "what", want MOVE:VALUE`,
		"XX-/OO-/--- X; a1:+1":                             "line 1: ",
		"startpos\n" + strings.Repeat("x", record.MaxLine): "line 2: more than 1 MiB",
	} {
		if _, err := problem.Read(g, strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// TestColons reads a capture of Russian draughts, which contains a colon, with its value.
func TestColons(t *testing.T) {
	g, err := catalog.Find("draughts:russian")
	if err != nil {
		t.Fatal(err)
	}
	got, err := problem.Read(g, strings.NewReader("W:Wf6,d2:Ba7,e7,Kb6,g5; f6:a5:+11; % win 1: f6:a5"))
	if err != nil || len(got) != 1 || got[0].Expected == nil || got[0].Expected.Value != 11 || got[0].Expected.Best[0] != "f6:a5" || got[0].Comment != "win 1: f6:a5" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestEPD reads lines of test suites for chess.
func TestEPD(t *testing.T) {
	g, err := catalog.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	const wac = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -"
	for _, tt := range []struct {
		line    string
		want    *problem.Expectation
		comment string
	}{
		{wac + ` bm g3g6; id "WAC.001";`, &problem.Expectation{Unvalued: true, Best: []string{"Qg6"}}, "WAC.001"},
		{wac + ` bm Qg6 Nxf7+; am Kh1 ; c0 "a; b"; c1 "50%"`, &problem.Expectation{Unvalued: true, Best: []string{"Qg6", "Nxf7+"}, Avoid: []string{"Kh1"}}, "a; b; 50%"},
		{wac + " hmvc 7; fmvn 31; dm 4;", &problem.Expectation{Unvalued: true, WinIn: 7}, ""},
		{wac + " 7 31 am Kg2;", &problem.Expectation{Unvalued: true, Avoid: []string{"Kg2"}}, ""},
		{wac + " acd 12; acn 100; ce 35; pv Qg6 fxg6; D1 47;", nil, ""},
	} {
		got, err := problem.Read(g, strings.NewReader(tt.line))
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		if p := got[0]; !reflect.DeepEqual(p.Expected, tt.want) || p.Comment != tt.comment {
			t.Errorf("%s: %+v, comment %q; want %+v, %q", tt.line, p.Expected, p.Comment, tt.want, tt.comment)
		}
	}
	p, err := problem.Read(g, strings.NewReader("4k3/8/8/8/2p5/1P1B4/8/4K3 w - - bm Bxc4;"))
	if err != nil {
		t.Fatal(err)
	}
	for move, want := range map[string]bool{"Bxc4": true, "bxc4": false} {
		a := engine.Analysis{Position: p[0].Position, Lines: []engine.Line{{Move: move}}}
		if p[0].Expected.Met(&a) != want {
			t.Errorf("%s: not %v", move, want)
		}
	}
	got, err := problem.Read(g, strings.NewReader(wac+" hmvc 7; fmvn 31; bm Qg6;"))
	if err != nil || !strings.HasSuffix(got[0].Position.String(), " 7 31") {
		t.Errorf("counters: %v, %v", got[0].Position, err)
	}
	for line, want := range map[string]string{
		wac + " bm Qh8;":        "line 1: ",
		wac + ` bm Qg6; "`:      `line 1: "\"", want NAME OPERANDS;`,
		wac + " dm x;":          "line 1: dm x, want the number of moves to mate",
		"8/8/8/8 w - - bm Qg6;": "line 1: ",
	} {
		if _, err := problem.Read(g, strings.NewReader(line)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

func TestMet(t *testing.T) {
	g, err := catalog.Find("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	at := g.Start()
	e := &problem.Expectation{Value: 3, Best: []string{"a1", "b2"}}
	for _, tt := range []struct {
		move  string
		value float64
		met   bool
	}{{"a1", 3, true}, {"b2", 3, true}, {"c3", 3, false}, {"a1", 2, false}, {"", 3, true}} {
		a := engine.Analysis{Position: at, Lines: []engine.Line{{Move: tt.move, Value: engine.Value{Number: tt.value}}}}
		if got := e.Met(&a); got != tt.met {
			t.Errorf("%s of %v: %v, want %v", tt.move, tt.value, got, tt.met)
		}
	}
	e = &problem.Expectation{Unvalued: true, Best: []string{"a1", "b2"}, Avoid: []string{"b2"}, WinIn: 5}
	for _, tt := range []struct {
		move    string
		outcome int
		plies   int
		met     bool
	}{{"a1", 1, 5, true}, {"a1", 1, 7, false}, {"a1", -1, 5, false}, {"b2", 1, 5, false}, {"c3", 1, 5, false}, {"", 1, 5, false}} {
		a := engine.Analysis{Position: at, Lines: []engine.Line{{Move: tt.move, Value: engine.Value{Number: 3, Outcome: tt.outcome, Plies: tt.plies}}}}
		if got := e.Met(&a); got != tt.met || e.Refuted(&a) {
			t.Errorf("%s in %d plies: %v, want %v", tt.move, tt.plies, got, tt.met)
		}
	}
}

// FuzzRead reads files of positions. Accepted positions must be readable again
// from their own text.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"startpos\n\n# no\nstartpos +3", "44 -2 % a\n4;b", "---/XX-/OO- X; c2:+1; --:-127;", "((1 4)(5 6)) 2", "a -> b, c; b = 1; c = 2",
		"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:x", "4 1e9", "; 4", "%", "\x00", `4k3/8/8/8/8/8/8/4K2R w K - bm O-O; dm 9; id "a;b"`,
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
