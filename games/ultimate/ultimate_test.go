package ultimate_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/ultimate"
	"github.com/plywood-go/plywood/kit/gametest"
)

var (
	_ game.Rules[ultimate.Position, ultimate.Move]     = ultimate.Rules{}
	_ game.Statuser[ultimate.Position]                 = ultimate.Rules{}
	_ game.Symmetric[ultimate.Position, ultimate.Move] = ultimate.Rules{}
	_ game.Folder[ultimate.Position]                   = ultimate.Rules{}
	_ game.Notation[ultimate.Position, ultimate.Move]  = ultimate.Rules{}
)

func TestLaws(t *testing.T) {
	gametest.Test(t, ultimate.Rules{}, gametest.Config[ultimate.Position, ultimate.Move]{
		Illegal: []string{"", "e", "j1", "a0", "a10", "E5", "5e"},
	})
}

// perft holds counts that public engines for this variant use as tests. For
// example, tests/perft_test.rs of github.com/evilnose/ultimate-tictactoe has
// the count of 7 plies from the start. Rows are from the top, all with X to
// move; last is O's last move, with its row counted from the bottom.
var perft = []struct {
	rows, last string
	leaves     []int // by depth from 1
}{
	{"9/9/9/9/9/9/9/9/9", "", []int{81, 720, 6336, 55080, 473256, 4020960, 33782544, 281067408}},
	{"9/3x5/3oo4/4x2o1/1o7/3x1o3/4o2x1/1x3x3/ox3o1x1", "h6", []int{6, 44, 320, 2278, 16233, 116635, 849418, 6381392}},
	{"4oo1x1/9/8x/9/3x5/o2x5/1xo6/1o5o1/xo1x1x1o1", "e9", []int{7, 51, 370, 2827, 21383, 179029, 1487259, 13593237}},
	{"1x7/6ox1/o2o4o/5o3/9/4o4/2xx2o1x/4x4/1ox3x2", "g8", []int{9, 64, 454, 3185, 23060, 166468, 1260336, 9736622}},
	{"1x3o3/7x1/5o2x/1x3o3/5o1x1/o2o5/3o5/xx7/1x4o2", "f7", []int{8, 58, 463, 3479, 29053, 241143, 2173280, 19748086}},
	{"7o1/3xx2xx/1x1o2x1x/2oo1o2o/1x2oxoo1/1x3xo2/1xx1oo3/2x2oo1x/o3x3o", "f2", []int{44, 391, 3436, 31662, 289755, 2792347, 26647358}},
	{"3o1o3/2xo1x1xx/xox6/6xxo/8o/2x2oxxo/ox2o1ox1/2o5o/o2xox1xo", "f4", []int{4, 28, 239, 2212, 21384, 196693, 1923003}},
	{"2ox4x/o2xx1x1o/o2x2oo1/1ox2o3/2oo3x1/x1xo3x1/x1xxo2o1/1xo3o2/2o5x", "c5", []int{7, 67, 840, 9609, 115330, 1283277, 14818322}},
	{"ooox5/x5ox1/o2xo2o1/1xxx1xoo1/2x2o1ox/o3x3o/x2x5/ooxo1x3/6x2", "g6", []int{41, 440, 4759, 48816, 496752, 4825482}},
	{"1o1x1o2x/o1x2oxox/2xxx1ox1/o3xoxo1/xxx2oooo/o1o1xo1xx/2o2o1x1/x2o2xxx/xxoooo2o", "f6", []int{3, 22, 170, 1292, 7611, 42488, 178604, 683640}},
	{"o3xxo1o/xxxxoxxoo/1x1xx1xx1/1o2oxooo/1o2oxxxo/1oxx2xx1/xo1ooo1ox/o1x2o3/oo7", "h8", []int{4, 58, 519, 4456, 33205, 232391, 1384237, 7568559}},
	{"1xxxoxxoo/1xx2xo1x/oxox1oo1x/oo1o2o1o/2xx1o1ox/1ooo3oo/o1xx1o3/x2xxoxxx/7ox", "g7", []int{6, 63, 414, 2614, 17476, 108288, 680618, 3769073}},
	{"x1o1ox1xo/xo3ooxx/3o1xoxx/1oxoxx2o/xxxoxooo1/xo3o2x/1x1x1o2o/1oxox1o2/1x4oox", "f8", []int{5, 23, 171, 1094, 7508, 47807, 322940, 2032799}},
	{"1xox1xoo1/x1o2oo2/ooxo1oo2/x2o2xox/1ooxox1ox/1x3x2x/1x1x1xoxx/oxx2x2o/xx1o1ooo1", "d7", []int{22, 163, 1457, 10431, 82349, 519427, 3451682, 17775153}},
}

func TestPerft(t *testing.T) {
	limit := 3_000_000
	if testing.Short() {
		limit = 300_000
	}
	r := ultimate.Rules{}
	for _, tt := range perft {
		text := strings.ToUpper(tt.rows) + " X "
		p, err := r.ParsePosition(text + "-")
		if tt.last != "" {
			x, y := int(tt.last[0]-'a'), 9-int(tt.last[1]-'0')
			board := string("123456789"[x%3+y%3*3])
			if p, err = r.ParsePosition(text + board); err != nil {
				p, err = r.ParsePosition(text + "-")
			}
		}
		if err != nil {
			t.Errorf("%s: %v", tt.rows, err)
			continue
		}
		for i, want := range tt.leaves {
			if want > limit {
				break
			}
			if got := int(game.Perft(r, &p, i+1, nil).Leaves); got != want {
				t.Errorf("%s: perft(%d) = %d, want %d", r.FormatPosition(&p), i+1, got, want)
			}
		}
	}
}

func TestText(t *testing.T) {
	r := ultimate.Rules{}
	tests := []struct{ in, out string }{
		{"startpos", "9/9/9/9/9/9/9/9/9 X -"},
		{"e5", "9/9/9/9/4X4/9/9/9/9 O 5"},
		{"startpos e5 f4", "9/9/9/5O---/4X4/9/9/9/9 X 3"},
		{"9/9/9/9/4X4/9/9/9/9 O 5 f4", "9/9/9/5O---/4X4/9/9/9/9 X 3"},
		{"e5 d4 a1 b2 d5 a4 b1 e2 f5", "XX7/-O--O4/9/O--O5/---XXX---/9/9/9/9 O 6"},
		{"e5 d4 a1 b2 d5 a4 b1 e2 f5 i5 h5", "XX7/-O--O4/9/O--O5/---XXX-XO/9/9/9/9 O -"},
	}
	for _, tt := range tests {
		p, err := r.ParsePosition(tt.in)
		if got := r.FormatPosition(&p); err != nil || got != tt.out {
			t.Errorf("%q reads as %s, %v; want %s", tt.in, got, err, tt.out)
		}
	}
	bad := []struct{ in, offence string }{
		{"", "empty position"},
		{"9/9 X -", "2 rows, want 9"},
		{"9/9/9/9/9/9/9/9/9", "want rows, the side to move and the board"},
		{"9/9/9/9/9/9/9/9/8 X -", "row 9: 8 cells, want 9"},
		{"9/9/9/9/9/9/9/9/9 Y -", `side to move is "Y"`},
		{"9/9/9/9/9/9/9/9/9 O -", "0 X and 0 O with O to move"},
		{"9/9/9/9/9/9/9/9/9 X 0", `board to move in is "0"`},
		{"9/9/9/9/9/9/9/9/9 X 3", "no move can have selected board 3"},
		{"9/9/9/9/4X4/9/9/9/9 O -", "a free choice is impossible"},
		{"9/9/9/9/4X4/9/9/9/9 O 4", "no move can have selected board 4"},
		{"XXXOOO3/9/9/9/9/9/9/9/9 X 1", "board 1 is decided"},
		{"XXXOO4/OOO6/9/9/9/9/9/9/9 X 1", "board 1 has a row of X and one of O"},
		{"XXX6/9/9/9/9/9/9/9/9 X -", "3 X and 0 O with X to move"},
		{"XXXOO4/3OO4/XXX3O2/7O1/9/9/9/9/9 X -", "board 1 has rows that no single move completes"},
		{"e5 a1", "move 2: a1: illegal move: the move must be in board 5"},
		{"e5 e5", "the cell is taken"},
		{"j1", `"j1", want a column a to i`},
	}
	for _, tt := range bad {
		if _, err := r.ParsePosition(tt.in); err == nil || !strings.Contains(err.Error(), tt.offence) {
			t.Errorf("%q: error %v, want one with %q", tt.in, err, tt.offence)
		}
	}
}

func TestDraw(t *testing.T) {
	r := ultimate.Rules{}
	p, err := r.ParsePosition("e5 f4")
	if err != nil {
		t.Fatal(err)
	}
	const want = "   a b c   d e f   g h i\n" +
		"1  - - - | - - - | - - -\n2  - - - | - - - | - - -\n3  - - - | - - - | - - -\n" +
		"   ------+-------+------\n" +
		"4  - - - | - - O | - - -\n5  - - - | - X - | - - -\n6  - - - | - - - | - - -\n" +
		"   ------+-------+------\n" +
		"7  - - - | - - - | - - -\n8  - - - | - - - | - - -\n9  - - - | - - - | - - -\n" +
		"X to move in board 3\n"
	if got := r.Draw(&p); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"startpos", "e5 f4", "9/9/9/9/4X4/9/9/9/9 O 5 f4", "XX7/-O--O4/9/O--O5/---XXX-XO/9/9/9/9 O -", "////////", "9/9/9/9/9/9/9/9/9 X -",
		"XXXOOO3/9/9/9/9/9/9/9/9 X 1",
	} {
		f.Add(text)
	}
	r := ultimate.Rules{}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := r.ParsePosition(text)
		if err != nil {
			return
		}
		q, err := r.ParsePosition(r.FormatPosition(&p))
		if err != nil || q != p {
			t.Errorf("%q reads as %s, which reads as %v, %v", text, r.FormatPosition(&p), q, err)
		}
	})
}

func BenchmarkPerft(b *testing.B) {
	r := ultimate.Rules{}
	start := r.Start()
	for b.Loop() {
		if n := game.Perft(r, &start, 5, nil).Leaves; n != 473256 {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/473256, "ns/leaf")
}
