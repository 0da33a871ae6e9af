package connect4_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
)

func TestParsePositionErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "connect4: no position: want the columns played, the rows of a board, or startpos"},
		{"448", "connect4: move 3: '8' is none of the columns 1-7"},
		{"44 4", "connect4: move 3: ' ' is none of the columns 1-7"},
		{"07", "connect4: move 1: '0' is none of the columns 1-7"},
		{"é", "connect4: move 1: 'é' is none of the columns 1-7"},
		{"1\xff", "connect4: move 2: '�' is none of the columns 1-7"},
		{"4444444", "connect4: move 7: column 4 is full: illegal move"},
		{"12121211", "connect4: move 8: column 1: the game is over: illegal move"},
		{"7/7/7/7/7", "connect4: 5 rows, want 6"},
		{"7/7/7/7/7/XX5", "connect4: 2 X and 0 O, want as many or one X more"},
		{"7/7/7/7/7/OX5 O", "connect4: side to move is O, but the discs leave X to move"},
		{"7/7/7/7/7/OX5 X 4", "connect4: \"4\" after the side to move"},
		{"7/7/7/7/7/OX6", "connect4: row 6: more than 7 cells"},
		{"7/7/7/7/7/oX5", "connect4: row 6: character 1: 'o', want one of X O - . or a number"},
		{"7/7/7/7/X6/7", "connect4: column 1: a disc hangs above an empty cell"},
		{"7/7/7/7/X6/O6", "connect4: no game leads to these discs"},
		{"7/7/7/X6/OOO4/XXXX3", "connect4: 5 X and 3 O, want as many or one X more"},
		{"7/7/7/7/OOOO3/XXXX3", "connect4: no game leads to these discs"},
	} {
		_, err := connect4.Rules{}.ParsePosition(tt.text)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: got error %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestParseRows(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"7/7/7/7/7/7", "startpos"},
		{"7/7/7/7/7/3X3 O", "4"},
		{"7/7/7/7/---O---/---X---", "44"},
		{"./././././.", ""},
	} {
		s, err := connect4.Rules{}.ParsePosition(tt.text)
		if (err != nil) != (tt.want == "") {
			t.Errorf("%s: error %v", tt.text, err)
		}
		if got := (connect4.Rules{}).FormatPosition(&s); err == nil && got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestDress parses positions as people write them.
func TestDress(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{" 444 ", "444"},
		{"44 4", ""}, // the last is a value
		{"333 0", ""},
		{"\"444\"", "444"},
		{"3330", "4441"},
		{"0", "1"},
		{"......./......./......./......./...O.../...X...", "44"},
		{". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . o . . .\n. . . x . . .\n1 2 3 4 5 6 7\nX to move", "44"},
		{"| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . O . . . |\n| . . . X . . . |\n+=============+\n0 1 2 3 4 5 6", "44"},
		{"000000000000000000000000000000020000001000", "44"},
		{"0000000 0000000 0000000 0000000 0000000 0001000", "4"},
		{"0000000 0000000 0000000 0000000 0000000 0001000 2", ""},
		{"....... ....... ....... ....... ....... ...X... O", "4"},
		{"_______/_______/_______/_______/_______/___R___ Y", "4"},
		{"_______/_______/_______/_______/_______/___Y___ R", "4"},
		{"_______/_______/_______/_______/___R___/___Y___ Y", "44"},
		{"......................................1...", "4"},
		{"7/7/7/7/7/3X3  O", "4"},
		{"0000000/0000000/0000000/0000000/0000000/0002000", ""},
		{"......................................1..", ""},
		{".......................................1.X Y", ""},
	} {
		s, err := connect4.Rules{}.ParsePosition(tt.text)
		if (err != nil) != (tt.want == "") {
			t.Errorf("%q: error %v", tt.text, err)
		}
		if got := (connect4.Rules{}).FormatPosition(&s); err == nil && got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestRowsOfGames draws positions of random games and parses the drawings.
func TestRowsOfGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, dim := range [][2]int{{7, 6}, {4, 4}, {8, 7}, {12, 4}} {
		r := size(t, dim[0], dim[1])
		for range 20 {
			var s connect4.State
			for !r.Status(&s).Over() {
				moves, _ := r.Moves(&s, nil)
				r.Play(&s, &s, moves[random.IntN(len(moves))])
				rows := strings.Split(strings.ReplaceAll(r.Draw(&s), " ", ""), "\n")[:r.Height()]
				text := strings.Join(rows, "/")
				if back, err := r.ParsePosition(text); err != nil || back != s {
					t.Fatalf("%v: %s of %s reads as another position or fails: %v", r, text, r.FormatPosition(&s), err)
				}
			}
		}
	}
}

func TestParseMove(t *testing.T) {
	r := connect4.Rules{}
	s := position(t, r, "444444")
	if m, err := r.ParseMove(&s, "7"); m != 6 || err != nil {
		t.Errorf("7: got %v, %v, want 6", m, err)
	}
	if _, err := r.ParseMove(&s, "4"); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("4: got %v, want ErrIllegal", err)
	}
	for _, text := range []string{"", "8", "0", "11", "x", "\xff"} {
		if _, err := r.ParseMove(&s, text); err == nil || errors.Is(err, game.ErrIllegal) {
			t.Errorf("%q: got %v, want an error other than ErrIllegal", text, err)
		}
	}
}

func TestFinishedPositions(t *testing.T) {
	for _, tt := range []struct {
		text, size string
		want       game.Status
	}{
		{"1212121", "7x6", game.Loss},
		{"223344", "7x6", game.Ongoing},
		{"2233445", "7x6", game.Loss},
		{"12122121", "2x4", game.Draw},
		{"1", "1x1", game.Draw},
	} {
		r, err := connect4.ParseSize(tt.size)
		if err != nil {
			t.Fatal(err)
		}
		s := position(t, r, tt.text)
		if got := r.Status(&s); got != tt.want {
			t.Errorf("%s: got %v, want %v\n%s", tt.text, got, tt.want, r.Draw(&s))
		}
	}
}

func TestDraw(t *testing.T) {
	r := size(t, 5, 4)
	for text, want := range map[string]string{
		"3323":    ". . . . .\n. . O . .\n. . O . .\n. X X . .\n1 2 3 4 5\nX to move\n",
		"2":       ". . . . .\n. . . . .\n. . . . .\n. X . . .\n1 2 3 4 5\nO to move\n",
		"1212121": "X . . . .\nX O . . .\nX O . . .\nX O . . .\n1 2 3 4 5\nX has won\n",
	} {
		s := position(t, r, text)
		if got := r.Draw(&s); got != want {
			t.Errorf("%s: got\n%swant\n%s", text, got, want)
		}
	}
}

// TestFormatPosition checks that a position is written as the lexicographically
// first game that leads to it.
func TestFormatPosition(t *testing.T) {
	for _, tt := range []struct{ size, text, want string }{
		{"7x6", "startpos", "startpos"},
		{"7x6", "4455", "4455"},
		{"7x6", "5544", "4455"},
		{"7x6", "7654321", "1234567"},
		{"12x4", "c1b2a3", "a1b2c3"},
	} {
		r, err := connect4.ParseSize(tt.size)
		if err != nil {
			t.Fatal(err)
		}
		s := position(t, r, tt.text)
		if got := r.FormatPosition(&s); got != tt.want {
			t.Errorf("%s on %s: got %s, want %s", tt.text, tt.size, got, tt.want)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, text := range []string{"0x4", "4x0", "8x8", "33x1", "1x64", "-7x6", "x", "7", "7x", "7x6x5", "7 x6", "99999999999999999999x1", "9223372036854775807x9223372036854775807"} {
		if r, err := connect4.ParseSize(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, r)
		}
	}
	if _, err := connect4.New(8, 8); !errors.Is(err, connect4.ErrSize) {
		t.Errorf("8x8: got %v, want ErrSize", err)
	}
	for _, text := range []string{"7x6", "1x1", "32x1", "1x63", "8x7"} {
		r, err := connect4.ParseSize(text)
		again, _ := connect4.ParseSize(text)
		if err != nil || r != again {
			t.Errorf("%q: got %v, %v, want equal rules", text, r, err)
		}
	}
	if r, _ := connect4.ParseSize("7x6"); r != (connect4.Rules{}) {
		t.Errorf("7x6 is not the zero Rules")
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{"", "startpos", "4", "1212121", "12121211", "4444444", "2252576253462244111563365343671351441", "9", "é", "a", "7/7/7/7/---O---/---X--- X", "4/X3/O3/XO2"} {
		f.Add(text, uint8(7), uint8(6))
		f.Add(text, uint8(12), uint8(4))
	}
	f.Fuzz(func(t *testing.T, text string, width, height uint8) {
		r, err := connect4.New(int(width), int(height))
		if err != nil {
			return
		}
		s, err := r.ParsePosition(text)
		if err != nil {
			return
		}
		formatted := r.FormatPosition(&s)
		back, err := r.ParsePosition(formatted)
		if err != nil || back != s {
			t.Errorf("%v: %q writes as %q, which reads as another position or fails: %v", r, text, formatted, err)
		}
	})
}

func FuzzParseMove(f *testing.F) {
	f.Add("444444", "4")
	f.Add("startpos", "1")
	f.Add("1212121", "2")
	f.Fuzz(func(t *testing.T, position, move string) {
		r := connect4.Rules{}
		s, err := r.ParsePosition(position)
		if err != nil {
			return
		}
		if m, err := r.ParseMove(&s, move); err == nil && r.FormatMove(&s, m) != move {
			t.Errorf("%s: move %q writes as %q", position, move, r.FormatMove(&s, m))
		}
	})
}

func FuzzParseSize(f *testing.F) {
	f.Add("7x6")
	f.Add("8x8")
	f.Add("x")
	f.Fuzz(func(_ *testing.T, text string) { _, _ = connect4.ParseSize(text) })
}
