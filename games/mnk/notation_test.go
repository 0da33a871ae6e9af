package mnk_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/mnk"
)

func TestParseSpec(t *testing.T) {
	for _, text := range specs {
		if s, err := mnk.ParseSpec(text); err != nil || s.String() != text {
			t.Errorf("ParseSpec(%q) = %v, %v", text, s, err)
		}
	}
	tests := []struct{ text, offence string }{
		{"", "want M,N,K"},
		{"3,3", "want M,N,K"},
		{"3,x,3", `N is "x"`},
		{"0,3,3", "M (columns) is 0"},
		{"3,20,3", "N (rows) is 20"},
		{"3,4,5", "K (in a row) is 5, want 1 to 4"},
		{"3,3,3,pie", `variant "pie"`},
		{"99999999999999999999,3,3", "M is"},
	}
	for _, tt := range tests {
		if _, err := mnk.ParseSpec(tt.text); err == nil || !strings.Contains(err.Error(), tt.offence) {
			t.Errorf("ParseSpec(%q): error %v, want one with %q", tt.text, err, tt.offence)
		}
	}
}

func TestPositionText(t *testing.T) {
	tests := []struct{ spec, in, out string }{
		{"3,3,3", "startpos", "---/---/--- X"},
		{"3,3,3", "3/3/3", "---/---/--- X"},
		{"3,3,3", "  X-O/.X./2O   X ", "X-O/-X-/--O X"},
		{"3,3,3", "b2 c1 c3", "--O/-X-/--X O"},
		{"3,3,3", "startpos b2", "---/-X-/--- O"},
		{"3,3,3", "--O/-X-/--X O a1 b1", "OXO/-X-/--X O"},
		{"3,3,3", "XX-/OO-/--- c1", "XXX/OO-/--- O"},
		{"15,15,5", "h8 i9", "15/15/15/15/15/15/15/7X7/8O6/15/15/15/15/15/15 X"},
		{"7,6,4,gravity", "d6 d5", "7/7/7/7/---O---/---X--- X"},
		{"6,1,6", "X4O", "X4O X"},
	}
	for _, tt := range tests {
		l := largeOf(t, tt.spec)
		p, err := l.ParsePosition(tt.in)
		if got := l.FormatPosition(&p); err != nil || got != tt.out {
			t.Errorf("%s: %q reads as %q, %v; want %q", tt.spec, tt.in, got, err, tt.out)
		}
		if !l.Spec().Fits() {
			continue
		}
		r := rulesOf(t, tt.spec)
		q, err := r.ParsePosition(tt.in)
		if got := r.FormatPosition(&q); err != nil || got != tt.out {
			t.Errorf("%s: %q reads as %q, %v; want %q", tt.spec, tt.in, got, err, tt.out)
		}
	}
}

func TestBadPositions(t *testing.T) {
	tests := []struct{ spec, in, offence string }{
		{"3,3,3", "", "empty position"},
		{"3,3,3", "---/---", "2 rows, want 3"},
		{"3,3,3", "---/--/---", "row 2: 2 cells, want 3"},
		{"3,3,3", "---/----/---", "row 2: more than 3 cells"},
		{"3,3,3", "---/-q-/---", "row 2: character 2: 'q'"},
		{"3,3,3", "---/-é-/---", "row 2: character 2: 'é'"},
		{"3,3,3", "0---/---/---", "character 1: '0'"},
		{"3,3,3", "99999999999999999999/---/---", "row 1: more than 3 cells"},
		{"3,3,3", "O--/---/---", "0 X and 1 O"},
		{"3,3,3", "XX-/---/---", "2 X and 0 O"},
		{"3,3,3", "X--/---/--- X", "1 X and 0 O leave O to move"},
		{"3,3,3", "XXX/OOO/---", "X is to move but has the row from a1 to c1"},
		{"3,3,3", "XXX/OO-/O--", "X is to move"},
		{"3,3,3", "XX-/OO-/--- Z", `"Z", want a column a to c`},
		{"3,3,3", "b2 b2", "move 2: b2: illegal move: the cell is taken"},
		{"3,3,3", "XXX/OO-/--- c2", "the game is over"},
		{"3,3,3", "d1", `move 1: "d1", want a column a to c and a row 1 to 3`},
		{"3,3,3", "a0", `"a0"`},
		{"3,3,3", "a01", `"a01"`},
		{"3,3,3", "a", `"a"`},
		{"3,4,3", "XXX/OO-/XXX/OOO O", "O is to move"},
		{"4,4,3", "XXX-/OO-O/XXX-/OO-- O", "no single move completes all the rows of X"},
		{"7,6,4,gravity", "d5", "the cell below is empty"},
		{"7,6,4,gravity", "7/7/7/7/X6/7", "the stone on a5 hangs in the air"},
	}
	for _, tt := range tests {
		_, err := rulesOf(t, tt.spec).ParsePosition(tt.in)
		if err == nil || !strings.Contains(err.Error(), tt.offence) || !strings.HasPrefix(err.Error(), "mnk: ") {
			t.Errorf("%s %q: error %v, want one with %q", tt.spec, tt.in, err, tt.offence)
		}
		if _, large := largeOf(t, tt.spec).ParsePosition(tt.in); err != nil && (large == nil || large.Error() != err.Error()) {
			t.Errorf("%s %q: Rules say %v, LargeRules %v", tt.spec, tt.in, err, large)
		}
	}
}

func TestParseMove(t *testing.T) {
	r := rulesOf(t, "3,3,3")
	p, err := r.ParsePosition("b2 a1")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := r.ParseMove(&p, "c1"); err != nil || m != 2 || r.FormatMove(&p, m) != "c1" {
		t.Errorf("ParseMove(c1) = %v, %v", m, err)
	}
	if _, err := r.ParseMove(&p, "a1"); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("ParseMove(a1): error %v, want ErrIllegal", err)
	}
	if _, err := r.ParseMove(&p, "a4"); err == nil || errors.Is(err, game.ErrIllegal) {
		t.Errorf("ParseMove(a4): error %v, want one of form", err)
	}
}

func TestDraw(t *testing.T) {
	r := rulesOf(t, "3,3,3")
	for in, want := range map[string]string{
		"--O/-X-/--X O":    "   a b c\n 1 - - O\n 2 - X -\n 3 - - X\nO to move\n",
		"XXX/OO-/--- O":    "   a b c\n 1 X X X\n 2 O O -\n 3 - - -\nX has won\n",
		"XOX/XOO/OXX O":    "   a b c\n 1 X O X\n 2 X O O\n 3 O X X\ndraw\n",
		"---/---/--- X":    "   a b c\n 1 - - -\n 2 - - -\n 3 - - -\nX to move\n",
		"OOO/XX-/XX- ":     "",
		"OOO/XX-/X-- X":    "   a b c\n 1 O O O\n 2 X X -\n 3 X - -\nO has won\n",
		"startpos b2":      "   a b c\n 1 - - -\n 2 - X -\n 3 - - -\nO to move\n",
		"---/-X-/--- O   ": "   a b c\n 1 - - -\n 2 - X -\n 3 - - -\nO to move\n",
	} {
		p, err := r.ParsePosition(in)
		if want == "" {
			if err == nil {
				t.Errorf("%q accepted", in)
			}
			continue
		}
		if got := r.Draw(&p); err != nil || got != want {
			t.Errorf("Draw(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, text := range specs {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := mnk.ParseSpec(text)
		if err != nil {
			return
		}
		if again, err := mnk.ParseSpec(s.String()); err != nil || again != s {
			t.Errorf("%q reads as %v, which reads as %v, %v", text, s, again, err)
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"startpos", "--O/-X-/--X O", "b2 c1 c3", "3/3/3 X", "startpos a1 a2", "XXX/OO-/--- O", "X.O/./", "19/", "0/0/0", "-é-",
		"7/7/7/7/---O---/---X--- X", "4/4/4/4", "d6 d5",
	} {
		f.Add(text, uint8(0))
		f.Add(text, uint8(5))
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		spec := specs[int(which)%len(specs)]
		r, l := rulesOf(t, spec), largeOf(t, spec)
		p, err := r.ParsePosition(text)
		q, largeErr := l.ParsePosition(text)
		if (err == nil) != (largeErr == nil) {
			t.Fatalf("%s %q: Rules say %v, LargeRules %v", spec, text, err, largeErr)
		}
		if err != nil {
			return
		}
		out := r.FormatPosition(&p)
		if out != l.FormatPosition(&q) || r.Status(&p) != l.Status(&q) {
			t.Fatalf("%s %q: Rules read %s, LargeRules %s", spec, text, out, l.FormatPosition(&q))
		}
		if again, err := r.ParsePosition(out); err != nil || again != p {
			t.Errorf("%s %q reads as %s, which reads as %v, %v", spec, text, out, again, err)
		}
	})
}
