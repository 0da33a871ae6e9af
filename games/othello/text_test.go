package othello_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/othello"
)

const startBoard = "---------------------------OX------XO---------------------------"

func TestParsePosition(t *testing.T) {
	r := othello.Rules{}
	start := r.Start()
	for _, text := range []string{
		"startpos",
		startBoard + " X",
		startBoard + "X",
		strings.NewReplacer("X", "*", "-", ".").Replace(startBoard) + " *",
		strings.ToLower(startBoard) + " b",
		strings.NewReplacer("X", "b", "O", "w").Replace(startBoard) + " B",
		startBoard[:32] + "\n" + startBoard[32:] + "\tx  % the start",
		startBoard + " X; D3:+0;",
	} {
		if s, err := r.ParsePosition(text); err != nil || s != start {
			t.Errorf("ParsePosition(%q) = %+v, %v, want the start", text, s, err)
		}
	}
	if got, want := r.FormatPosition(&start), startBoard+" X"; got != want {
		t.Errorf("FormatPosition = %q, want %q", got, want)
	}
}

// TestDress reads boards as servers and people print them.
func TestDress(t *testing.T) {
	r := othello.Rules{}
	start := r.Start()
	ranks := regexp.MustCompile(".{8}").FindAllString(startBoard, -1)
	ggs := strings.NewReplacer("X", "*")
	var spaced, beside, below []string
	for i, rank := range ranks {
		wide := strings.Join(strings.Split(rank, ""), " ")
		spaced = append(spaced, fmt.Sprintf("%d %s %d", i+1, wide, i+1))
		beside = append(beside, ggs.Replace(fmt.Sprintf("|  %d %s  %d   Moves left: %d", i+1, wide, i+1, 60-i)))
		below = append([]string{spaced[i]}, below...)
	}
	letters := "  A B C D E F G H\n"
	for _, text := range []string{
		"8 " + ggs.Replace(strings.Join(ranks, " ")) + " *",
		"[8 " + ggs.Replace(startBoard) + " *]",
		"BO[8 " + ggs.Replace(strings.Join(ranks, " ")) + " *]",
		r.Draw(&start),
		letters + strings.Join(spaced, "\n") + "\n" + letters + "X to move",
		letters + strings.Join(spaced, "\r\n") + "\r\nBlack to play\r\n",
		"Here is my game against Bob.\n\nWe both were low on time; what now?\n" + letters + strings.Join(beside, "\n") + "\n\n* to move, 100 % sure\n\nThanks, Bo",
		"to move: B\n" + strings.Join(below, "\n"),
		strings.Join(ranks, "\n") + "\nblack is to move",
	} {
		if s, err := r.ParsePosition(text); err != nil || s != start {
			t.Errorf("%q is read as %+v, %v, want the start", text, s, err)
		}
	}
	for text, want := range map[string]string{
		strings.Join(spaced, "\n"):                                                           "no side to move, want",
		strings.Join(spaced, "\n") + "\nX to move\nO to move":                                "both sides are said to move",
		strings.Join(spaced, "\n") + "\n" + strings.Join(spaced, "\n") + "\nX to move":       "more than one board",
		strings.Join(spaced[:7], "\n") + "\nX to move":                                       "othello: ",
		"10 " + startBoard + " *":                                                            "after the side to move",
		strings.Join(spaced[:7], "\n") + "\n8 " + strings.Repeat("- ", 7) + "q 8\nX to move": "othello: ",
	} {
		if _, err := r.ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	small := sized(t, 6)
	s := small.Start()
	if got, err := small.ParsePosition(small.Draw(&s)); err != nil || got != s {
		t.Errorf("6×6: %+v, %v", got, err)
	}
}

func TestParsePositionErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{startBoard[:16] + "q" + startBoard[17:] + " X", "othello: square 17: 'q', want one of X O - ."},
		{startBoard[:60], "othello: 60 squares, want 64"},
		{"", "othello: 0 squares, want 64"},
		{startBoard, "othello: no side to move after 64 squares, want X or O"},
		{startBoard + " -", "othello: side to move '-', want X or O"},
		{startBoard + " X X", "othello: 'X' after the side to move"},
		{startBoard + " X; a comment\nO", "othello: 'O' after the side to move"},
	}
	for _, tt := range tests {
		if _, err := (othello.Rules{}).ParsePosition(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("ParsePosition(%q): %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, size := range []int{8, 6, 4} {
		r := sized(t, size)
		rng := rand.New(rand.NewPCG(uint64(size), 6))
		for range 500 {
			s := randomPosition(r, rng, rng.IntN(size*size))
			got, err := r.ParsePosition(r.FormatPosition(&s))
			if err != nil || got != s {
				t.Fatalf("%q parses as %+v, %v, want %+v", r.FormatPosition(&s), got, err, s)
			}
			moves, _ := r.Moves(&s, nil)
			for _, m := range moves {
				if got, err := r.ParseMove(&s, r.FormatMove(&s, m)); err != nil || got != m {
					t.Fatalf("%q: %s parses as %v, %v", r.FormatPosition(&s), r.FormatMove(&s, m), got, err)
				}
			}
		}
	}
}

func TestParseMove(t *testing.T) {
	r := othello.Rules{}
	s := r.Start()
	for _, text := range []string{"d3", "D3", " d3 "} {
		if m, err := r.ParseMove(&s, text); err != nil || m != 19 {
			t.Errorf("ParseMove(%q) = %v, %v, want d3", text, m, err)
		}
	}
	for _, text := range []string{"a1", "pass", "--", "d4"} {
		if _, err := r.ParseMove(&s, text); !errors.Is(err, game.ErrIllegal) {
			t.Errorf("ParseMove(%q): %v, want illegal move", text, err)
		}
	}
	for _, text := range []string{"", "d", "d9", "i1", "d3d3", "passing", "é3"} {
		if _, err := r.ParseMove(&s, text); err == nil || errors.Is(err, game.ErrIllegal) {
			t.Errorf("ParseMove(%q): %v, want a malformed move", text, err)
		}
	}
}

func TestParseMoves(t *testing.T) {
	r := othello.Rules{}
	s := r.Start()
	for _, record := range []string{"f5d6c3", "F5D6C3", " f5 d6\tc3 ", "f5 d6c3"} {
		moves, err := r.ParseMoves(&s, record)
		if got := r.FormatMoves(moves); err != nil || got != "f5d6c3" {
			t.Errorf("ParseMoves(%q) = %s, %v, want f5d6c3", record, got, err)
		}
	}
	for record, want := range map[string]string{
		"f5f5":     "othello: move 2: f5: illegal move",
		"f5 d6 z9": `othello: move 3: "z9", want a1 to h8 or pass`,
		"f5pass":   "othello: move 2: pass: illegal move",
	} {
		if _, err := r.ParseMoves(&s, record); err == nil || err.Error() != want {
			t.Errorf("ParseMoves(%q): %v, want %s", record, err, want)
		}
	}
}

// TestRecords parses the moves of random games, with passes written and
// omitted.
func TestRecords(t *testing.T) {
	passes := 0
	for _, size := range []int{8, 6, 4} {
		r := sized(t, size)
		rng := rand.New(rand.NewPCG(uint64(size), 7))
		for range 300 {
			start := r.Start()
			s, full, want := start, "", []othello.Move(nil)
			for moves, status := r.Moves(&s, nil); !status.Over(); moves, status = r.Moves(&s, nil) {
				m := moves[rng.IntN(len(moves))]
				if m == othello.Pass {
					passes++
				}
				want = append(want, m)
				full += r.FormatMove(&s, m)
				r.Play(&s, &s, m)
			}
			for _, record := range []string{full, r.FormatMoves(want)} {
				got, err := r.ParseMoves(&start, record)
				if err != nil || len(got) != len(want) {
					t.Fatalf("%s: %d moves, %v, want %d", record, len(got), err, len(want))
				}
			}
		}
	}
	if passes == 0 {
		t.Error("no game had a pass: the test shows nothing")
	}
}

func TestDraw(t *testing.T) {
	r := sized(t, 4)
	s := r.Start()
	want := strings.Join([]string{
		"  a b c d", "1 - . - - 1", "2 . O X - 2", "3 - X O . 3", "4 - - . - 4", "  a b c d", "X to move", "",
	}, "\n")
	if got := r.Draw(&s); got != want {
		t.Errorf("Draw =\n%s\nwant\n%s", got, want)
	}
}

func TestDrawFinished(t *testing.T) {
	r := sized(t, 4)
	for text, want := range map[string]string{
		"XXXXXXXXXXXXXXXX O": "X has won 16-0",
		"XXXXXXXX-------- X": "X has won 8-0",
		"XXXXXXXXOOOOOOOO X": "a draw",
		"XXXXXXXOOOOOOOOO X": "O has won 9-7",
	} {
		s, err := r.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if drawn := r.Draw(&s); !strings.HasSuffix(drawn, "\n"+want+"\n") {
			t.Errorf("%s is drawn as\n%s, want %q below", text, drawn, want)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	f.Add(startBoard+" X", uint8(0))
	f.Add("startpos", uint8(1))
	f.Add("OOOO--XXXXX----- X % comment", uint8(2))
	f.Fuzz(func(t *testing.T, text string, half uint8) {
		r, _ := othello.Sized(8 - int(half%3)*2)
		s, err := r.ParsePosition(text)
		if err != nil {
			return
		}
		if s.Own&s.Opp != 0 || (s.Own|s.Opp)&^r.Board() != 0 {
			t.Fatalf("%q gives the impossible board %+v", text, s)
		}
		if again, err := r.ParsePosition(r.FormatPosition(&s)); err != nil || again != s {
			t.Fatalf("%q: %+v does not round-trip: %+v, %v", text, s, again, err)
		}
	})
}

func FuzzParseMoves(f *testing.F) {
	f.Add("f5d6c3d3c4")
	f.Add("F5 d6 -- pa")
	f.Fuzz(func(t *testing.T, record string) {
		r := othello.Rules{}
		s := r.Start()
		moves, err := r.ParseMoves(&s, record)
		if err != nil {
			return
		}
		if again, err := r.ParseMoves(&s, r.FormatMoves(moves)); err != nil || r.FormatMoves(again) != r.FormatMoves(moves) {
			t.Fatalf("%q: %s does not round-trip: %v", record, r.FormatMoves(moves), err)
		}
	})
}
