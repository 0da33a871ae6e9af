package draughts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
)

var (
	english       = draughts.Rules{}
	russian       = draughts.Rules{Variant: draughts.Russian}
	international = draughts.Rules{Variant: draughts.International}
	brazilian     = draughts.Rules{Variant: draughts.Brazilian}
)

func position(tb testing.TB, r draughts.Rules, text string) draughts.Position {
	tb.Helper()
	s, err := r.ParsePosition(text)
	if err != nil {
		tb.Fatalf("%v: %v", r, err)
	}
	return s
}

// texts returns the moves of s as text, in order.
func texts(r draughts.Rules, s *draughts.Position) (list []string) {
	moves, _ := r.Moves(s, nil)
	for _, m := range moves {
		list = append(list, r.FormatMove(s, m))
	}
	slices.Sort(list)
	return list
}

func TestLaws(t *testing.T) {
	for _, r := range family {
		t.Run(r.String(), func(t *testing.T) {
			random := seeded.Rand(t, 4)
			starts := []draughts.Position{r.Start()}
			for range 5 {
				starts = append(starts, scatter(r, random))
			}
			gametest.Test(t, r, gametest.Config[draughts.Position, draughts.Move]{
				Starts: starts, Games: 6, Plies: 80,
				Illegal: []string{"", "1", "1-", "-1", "1-2-", "0-5", "1-99", "a1-", "a2-b3", "i1-h2", "1_5", "é", "\xff", "1--5", "11-15!"},
			})
		})
	}
}

// TestMoves checks the moves of positions that demonstrate a rule.
func TestMoves(t *testing.T) {
	for _, tt := range []struct {
		rules    draughts.Rules
		position string
		moves    string
		why      string
	}{
		{english, "W:W22:B18,9", "22x15", "nobody captures backward"},
		{english, "W:W22:B17,9,18", "22x15 22x6", "any way may be captured"},
		{english, "W:W11:B7,6,14", "11x2", "a man is crowned and stops"},
		{english, "W:WK11:B7,6,14", "11x18", "a king goes on"},
		{english, "W:WK22:B18,10,9,17", "22x22", "back to where it began, in two ways"},
		{russian, "W:Wc3:Bd4,f6", "c3:g7", "one piece after the other"},
		{russian, "W:Wc3:Bd4,f6,d6", "c3:c7 c3:g7", "any way may be captured"},
		{russian, "W:We5:Bd6,b6", "e5:a5", "as far as it goes"},
		{international, "W:W28:B22,11,23", "28x6", "the most pieces"},
		{international, "W:W19:B13,14", "19x10 19x8", "as many either way"},
		{international, "W:W12:B8,9", "12x14", "past the last row, still a man"},
		{international, "W:WK47:B14,19,27,33,42", "47x38x20x9x31 47x38x20x9x36 47x38x24x13x31 47x38x24x13x36", "the way tells what is captured"},
		{brazilian, "W:W9:B6,7", "9x11", "past the last row, still a man"},
		{russian, "W:W9:B6,7", "b6:f6 b6:g5 b6:h4", "past the last row, a king"},
	} {
		s := position(t, tt.rules, tt.position)
		if got := strings.Join(texts(tt.rules, &s), " "); got != tt.moves {
			t.Errorf("%v %s: got %s, want %s: %s", tt.rules, tt.position, got, tt.moves, tt.why)
		}
	}
}

// TestParseMove parses moves as people write them.
func TestParseMove(t *testing.T) {
	for _, tt := range []struct {
		rules                draughts.Rules
		position, text, want string // want begins with ! for an error
	}{
		{english, "startpos", "11-15", "11-15"},
		{english, "startpos", " 11-15 ", "11-15"},
		{english, "startpos", "09-13", "9-13"},
		{english, "startpos", "g5-f4", "!illegal move"},
		{english, "startpos", "f6-g5", "11-16"},
		{english, "startpos", "f6g5", "11-16"},
		{english, "startpos", "11x15", "!illegal move"},
		{english, "startpos", "11-33", "!character 4: want a square, 1 to 32 or a1 to h8"},
		{english, "startpos", "a2-b3", "!character 1: want a square"},
		{english, "startpos", "11", "!one square, want two or more"},
		{english, "startpos", "1115", "!character 1: want a square"},
		{english, "startpos", "11 15", "!character 3: want - or x"},
		{english, "startpos", "×11-15", "!character 1: want a square"},
		{english, "startpos", "11-×15", "!character 4: want a square"},
		{english, "W:W22:B18,11", "22x15x8", "22x8"},
		{english, "W:W22:B18,11", "22-8", "22x8"},
		{english, "W:W22:B18,11", "22:15:8", "22x8"},
		{english, "W:W22:B18,11", "22*8", "22x8"},
		{english, "W:W22:B18,11", "22×15×8", "22x8"},
		{english, "W:W22:B18,11", "22x15", "!illegal move"},
		{english, "W:W22:B18,11", "22-17", "!White can capture and so must: illegal move"},
		{english, "W:W22:B18,11", "22x14x8", "!illegal move"},
		{english, "W:W22:B", "22-18", "22-18"},
		{english, "B:W22:B", "22-18", "!the game is over: illegal move"},
		{russian, "startpos", "c3-d4", "c3-d4"},
		{russian, "startpos", "C3-D4", "c3-d4"},
		{russian, "startpos", "22-18", "c3-d4"},
		{russian, "W:Wa3:Bb4,d6", "a3:c5:e7", "a3:e7"},
		{russian, "W:Wa3:Bb4,d6", "a3c5e7", "a3:e7"},
		{russian, "W:Wa3:Bb4,d6", "21x14x7", "a3:e7"},
		{international, "startpos", "32-28", "32-28"},
		{international, "startpos", "c3-d4", "!character 1: want a square, 1 to 50"},
		{international, "W:WK47:B14,19,27,33,42", "47x36", "!it can be 47x38x20x9x36 or 47x38x24x13x36: illegal move"},
		{international, "W:WK47:B14,19,27,33,42", "47x38x20x9x36", "47x38x20x9x36"},
		{international, "W:WK47:B14,19,27,33,42", "47x13x36", "47x38x24x13x36"},
		{brazilian, "startpos", "22-18", "22-18"},
		{brazilian, "startpos", "c3-d4", "22-18"},
	} {
		s := position(t, tt.rules, tt.position)
		m, err := tt.rules.ParseMove(&s, tt.text)
		want, fails := strings.CutPrefix(tt.want, "!")
		switch {
		case fails != (err != nil), fails && !strings.Contains(err.Error(), want):
			t.Errorf("%v %s: %q: error %v, want %s", tt.rules, tt.position, tt.text, err, tt.want)
		case !fails && tt.rules.FormatMove(&s, m) != want:
			t.Errorf("%v %s: %q is read as %s, want %s", tt.rules, tt.position, tt.text, tt.rules.FormatMove(&s, m), want)
		}
	}
}

// TestShorterWay parses captures whose squares are a subset of another
// capture's.
func TestShorterWay(t *testing.T) {
	random := seeded.Rand(t, 3)
	seen := 0
	for range 100_000 {
		s := scatter(russian, random)
		moves, _ := russian.Moves(&s, nil)
		for _, m := range moves {
			text := russian.FormatMove(&s, m)
			if strings.Count(text, ":") < 2 {
				continue
			}
			seen++
			if got, err := russian.ParseMove(&s, text); err != nil || got != m {
				t.Fatalf("%s: %s is read as %+v, %v, want %+v", russian.FormatPosition(&s), text, got, err, m)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d captures were told by their ways", seen)
	}
}

func TestPositions(t *testing.T) {
	for _, tt := range []struct {
		rules    draughts.Rules
		in, want string // want begins with ! for an error
	}{
		{english, "startpos", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		{english, "B:W21-32:B1-12", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		{english, "B:B12,16,20,K22,K25,K29:W18,24,27,28,K10,K15.", "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29"},
		{english, " w : w 18 , k10 : b K3-5 ", "W:WK10,18:BK3,K4,K5"},
		{english, "W:W18:B12:H3:F40", "W:W18:B12"},
		{english, "W:Wa1,Kc3:Bh8", "W:WK22,29:B4"},
		{english, "W:Wc3:Be1", "!character 8: a man of Black on 31, where men become kings"},
		{russian, "W:Wc3:Be1", "!character 8: a man of Black on e1, where men become kings"},
		{russian, "W:Wa1,Kc3:Bb6,Kb7", "!character 16: 'b', want a square"},
		{russian, "W:Wa1,Kc3:Bb6,Kf8", "W:WKc3,a1:BKf8,b6"},
		{russian, "W:W29,K22:B9,K3", "W:WKc3,a1:BKf8,b6"},
		{russian, "startpos", "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"},
		{international, "W:W31-50:B1-20", "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"},
		{international, "W:W:B1", "W:W:B1"},
		{international, "W:W31:B", "W:W31:B"},
		{english, "", "!character 1: the end, want W or B"},
		{english, "X:W1:B2", "!character 1: 'X', want W or B"},
		{english, "W", "!character 2: the end, want : and the pieces of a side"},
		{english, "W:W18", "!character 6: the end, want : and the pieces of a side"},
		{english, "W:W18:W19", "!character 10: the end, want : and the pieces of a side"},
		{english, "W:W18:W19:B1", "W:W18,19:B1"},
		{english, "W:WW18,WK19:BB1,BK2", "W:W18,K19:B1,K2"},
		{russian, "W:Wa1:Bb8,Bd8:Wc1", "W:Wa1,c1:Bb8,d8"},
		{english, "W:W18:B18", "!character 8: two pieces on 18"},
		{english, "W:W18-15:B1", "!character 4: no square in the range"},
		{english, "W:W33:B1", "!character 4: '3', want a square, 1 to 32 or a1 to h8"},
		{english, "W:W018:B1", "!character 4: '0', want a square"},
		{english, "W:W1:B2", "!character 4: a man of White on 1, where men become kings"},
		{english, "W:W18:B1-32", "!character 8: two pieces on 18"},
		{english, "W:W18:B1 x", "!character 10: 'x', want the end"},
		{english, "W:W18:Bé", "!character 8: 'é', want a square"},
		{english, "é", "!character 1: 'é', want W or B"},
		{english, "W:W18:B1:H", "!character 11: the end, want a number"},
		{english, "W:W18:B1:X", "!character 10: 'X', want H or F and a number"},
		{english, "W:W:B", "!no piece on the board"},
	} {
		s, err := tt.rules.ParsePosition(tt.in)
		want, fails := strings.CutPrefix(tt.want, "!")
		switch {
		case fails != (err != nil), fails && !strings.Contains(err.Error(), want):
			t.Errorf("%v %q: error %v, want %s", tt.rules, tt.in, err, tt.want)
		case !fails && tt.rules.FormatPosition(&s) != want:
			t.Errorf("%v %q is read as %s, want %s", tt.rules, tt.in, tt.rules.FormatPosition(&s), want)
		}
	}
}

func TestDraw(t *testing.T) {
	for _, tt := range []struct {
		rules          draughts.Rules
		position, want string
	}{
		{english, "B:W21-32:B1-12", ` 1    b   b   b   b  4
 5  b   b   b   b    8
 9    b   b   b   b  12
13  .   .   .   .    16
17    .   .   .   .  20
21  w   w   w   w    24
25    w   w   w   w  28
29  w   w   w   w    32
Black to move
`},
		{russian, "B:Wa1,Kc3:B", ` 8    .   .   .   .  8
 7  .   .   .   .    7
 6    .   .   .   .  6
 5  .   .   .   .    5
 4    .   .   .   .  4
 3  .   W   .   .    3
 2    .   .   .   .  2
 1  w   .   .   .    1
    a b c d e f g h
White has won
`},
	} {
		s := position(t, tt.rules, tt.position)
		if got := tt.rules.Draw(&s); got != tt.want {
			t.Errorf("got\n%s\nwant\n%s", got, tt.want)
		}
	}
}

// TestDress reads positions as people paste them.
func TestDress(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`[FEN "W:W18,24:B12,16"]`, "W:W18,24:B12,16"},
		{`[FEN "W:W18,24:B12,16."]`, "W:W18,24:B12,16"},
		{"  \"W:W18:B12\" ", "W:W18:B12"},
		{"“W:W18:B12”", "W:W18:B12"},
		{"W : W18 ,  24 :  B12", "W:W18,24:B12"},
		{"W:W18,24:B12,16 24-19", "B:W18,19:B12,16"},
		{"W:W18,24:B12,16 1. 24-19 16x23 *", "W:W18:B12,23"},
		{"W:W18,24:B12,16. 1.24-19 16x23 2. 18-15", "B:W15:B12,23"},
		{"[FEN \"W:W18,24:B12,16\"]\n1. 24-19 16x23 1-0", "W:W18:B12,23"},
		{`[FEN "W:W18:B12"`, "!the end, want ]"},
		{`[FEN "W:W18:B12]`, `!']', want "`},
		{"\"W:W18:B12\" x", "!'x', want the end"},
		{"W:W18:B12 24-19", "!illegal move"},
		{"W:W18:B12 1. x", "!move"},
		{"W:W18:B12x", "!'x', want the end"},
	} {
		s, err := english.ParsePosition(tt.text)
		want, fails := strings.CutPrefix(tt.want, "!")
		switch {
		case fails != (err != nil), fails && !strings.Contains(err.Error(), want):
			t.Errorf("%q: error %v, want %s", tt.text, err, tt.want)
		case !fails && english.FormatPosition(&s) != want:
			t.Errorf("%q is read as %s, want %s", tt.text, english.FormatPosition(&s), want)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"startpos", "B:W21-32:B1-12", "W:W31-50:B1-20", "W:Wa1,Kc3:Bb6,Kf8", "B:WK10,K15,18:B12,16,K22.", "W:W18:B12:H3:F40", "W:W:B1", "W:Wé:B",
	} {
		f.Add(uint8(0), text)
		f.Add(uint8(1), text)
	}
	f.Fuzz(func(t *testing.T, variant uint8, text string) {
		r := draughts.Rules{Variant: draughts.Variant(variant % 4)}
		s, err := r.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := r.ParsePosition(r.FormatPosition(&s))
		if err != nil || r.FormatPosition(&again) != r.FormatPosition(&s) {
			t.Errorf("%q reads as %s, which reads as %v, %v", text, r.FormatPosition(&s), again, err)
		}
		for m, text := range texts(r, &s) {
			if _, err := r.ParseMove(&s, text); err != nil {
				t.Errorf("%s: move %d, %s: %v", r.FormatPosition(&s), m, text, err)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"11-15", "22x15x8", "c3-d4", "a3:c5:e7", "47x38x20x9x36", "c3d4", "1-", "×", "99", "11-15-19"} {
		f.Add(text, "W:WK47:B14,19,27,33,42")
		f.Add(text, "W:W22:B18,9")
	}
	f.Fuzz(func(t *testing.T, text, where string) {
		for _, r := range family {
			s, err := r.ParsePosition(where)
			if err != nil {
				continue
			}
			m, err := r.ParseMove(&s, text)
			if err != nil {
				continue
			}
			if moves, _ := r.Moves(&s, nil); !slices.Contains(moves, m) {
				t.Errorf("%v %s: %q is read as %+v, which is not legal", r, where, text, m)
			}
		}
	})
}

// TestParseMoveOfAnySquares joins all pairs of squares by a dash, in random positions.
// A text is read as the one legal move between the two, or not at all.
func TestParseMoveOfAnySquares(t *testing.T) {
	rng := seeded.Rand(t, 1)
	for _, r := range family {
		last := 32
		if r.Variant == draughts.International {
			last = 50
		}
		s := r.Start()
		for range 40 {
			moves, status := r.Moves(&s, nil)
			if status.Over() {
				break
			}
			between := map[[2]int][]draughts.Move{}
			for _, m := range moves {
				pair := [2]int{r.Number(m.From), r.Number(m.To)}
				between[pair] = append(between[pair], m)
			}
			for from := 1; from <= last; from++ {
				for to := 1; to <= last; to++ {
					want := between[[2]int{from, to}]
					m, err := r.ParseMove(&s, fmt.Sprintf("%d-%d", from, to))
					if len(want) < 2 && (err == nil) != (len(want) == 1) || err == nil && !slices.Contains(want, m) {
						t.Fatalf("%s: %d-%d is %+v, %v, want %+v", r.FormatPosition(&s), from, to, m, err, want)
					}
				}
			}
			r.Play(&s, &s, moves[rng.IntN(len(moves))])
		}
	}
}
