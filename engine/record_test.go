package engine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// writtenRecord returns a random game that a transcript can hold.
func writtenRecord(t *testing.T, g *engine.Game, rng *rand.Rand) engine.Record {
	r := catalogtest.RandomRecord(t, g, rng)
	if n := len(r.Moves); n > 1 && r.Moves[n-1] == "pass" {
		r.Moves = r.Moves[:n-1] // transcripts of Othello omit passes, also the last
	}
	return r
}

// last returns the final position of r.
func last(t *testing.T, r *engine.Record) *engine.Position {
	t.Helper()
	all, err := r.Positions()
	if err != nil {
		t.Fatal(err)
	}
	return all[len(all)-1]
}

// TestTranscripts writes and reads random games of the whole catalog.
func TestTranscripts(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.About().Name, func(t *testing.T) {
			rng := seeded.Rand(t, 1)
			var records []engine.Record
			for range 30 {
				records = append(records, writtenRecord(t, g, rng))
			}
			for _, format := range []string{"transcript", "position"} {
				var text bytes.Buffer
				if err := g.WriteRecords(&text, format, records); err != nil {
					t.Fatal(err)
				}
				back, err := g.Records(text.Bytes(), format)
				if err != nil || len(back) != len(records) {
					t.Fatalf("%s: %d records, %v, want %d of\n%s", format, len(back), err, len(records), &text)
				}
				for i := range back {
					if got, want := last(t, &back[i]), last(t, &records[i]); got.String() != want.String() {
						t.Errorf("%s: game %d ends at %q, want %q", format, i, got, want)
					}
				}
			}
		})
	}
}

// TestPositionForms reads positions as pages write them, and says what it leaves out of them.
func TestPositionForms(t *testing.T) {
	const italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
	for _, tt := range []struct{ game, text, want, mended string }{
		{"chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_b_KQkq_-_3_3", italian, ""},
		{"chess", "https://lichess.org/analysis/standard/r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R_b_KQkq_-_3_3#5", italian, ""},
		{"chess", "https://lichess.org/editor/r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R%20b%20KQkq%20-%203%203?color=white", italian, ""},
		{"chess", "https://www.chess.com/analysis?fen=r1bqkbnr%2Fpppp1ppp%2F2n5%2F4p3%2F2B1P3%2F5N2%2FPPPP1PPP%2FRNBQK2R+b+KQkq+-+3+3", italian, ""},
		{"chess", "4k3/8/8/8/8/8/8/R3K3_w_KQ_-_0_1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "chess: left out of the position: K without its king and rook on the first rank of White"},
		{"draughts:russian", "https://lidraughts.org/analysis/russian/W:Wa1,c1:Bb8,d8:H0:F1", "W:Wa1,c1:Bb8,d8", ""},
	} {
		p, err := catalogtest.Find(t, tt.game).Parse(tt.text)
		if err != nil {
			t.Errorf("%s %s: %v", tt.game, tt.text, err)
			continue
		}
		mended := ""
		for _, m := range p.Mended() {
			mended += m.Error()
		}
		if p.String() != tt.want || mended != tt.mended {
			t.Errorf("%s is read as %s, leaving out %q, want %s, %q", tt.text, p, mended, tt.want, tt.mended)
		}
	}
	for _, text := range []string{"https://lichess.org/training/00abc", "https://", "https://[::1", "_"} {
		if p, err := catalogtest.Find(t, "chess").Parse(text); err == nil {
			t.Errorf("%s is read as %v", text, p)
		}
	}
}

func TestReadTranscript(t *testing.T) {
	const afterF5 = "---------------------------OX------XXX-------------------------- O"
	tests := []struct{ game, text, want string }{
		{"othello", "F5D6C3", "f5 d6 c3"},
		{"othello", "1. f5 d6 2. c3 d3", "f5 d6 c3 d3"},
		{"othello", "1.f5 1...d6\n# half of it\n\n2. c3 d3\n", "f5 d6 c3 d3"},
		{"othello", "f5 d6\nf5 f6\n", "f5 d6 | f5 f6"},
		{"othello", afterF5 + " moves f6 e6", "f6 e6"},
		{"othello", afterF5 + " f6 e6", "f6 e6"},
		{"othello", afterF5, ""},
		{"othello", "startpos moves f5", "f5"},
		{"othello", "startpos moves", ""},
		{"connect4", "1. 4 4 2. 4 3", "4 4 4 3"},
		{"tictactoe", "b2,a1 c3", "b2 a1 c3"},
	}
	for _, tt := range tests {
		records, err := catalogtest.Find(t, tt.game).Records([]byte(tt.text), "")
		var got []string
		for _, r := range records {
			got = append(got, strings.Join(r.Moves, " "))
		}
		if err != nil || strings.Join(got, " | ") != tt.want {
			t.Errorf("%s %q: %q, %v, want %q", tt.game, tt.text, got, err, tt.want)
		}
	}
}

func TestReadTranscriptErrors(t *testing.T) {
	tests := []struct{ game, text, format, want string }{
		{"othello", "f5d6\nf5f5", "", "line 2: othello: move 2: f5: illegal move"},
		{"othello", "startpos moves f5 z9", "", `line 1: othello: move 2: "z9", want a1 to h8 or pass`},
		{"othello", "\n# nothing\n", "", "no game in the file"},
		{"othello", "f5", "png", `othello: no format "png": want one of`},
		{"tictactoe", "b2 b2", "transcript", "line 1: move 2: mnk: move b2: illegal move"},
	}
	for _, tt := range tests {
		_, err := catalogtest.Find(t, tt.game).Records([]byte(tt.text), tt.format)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s %q: %v, want %s", tt.game, tt.text, err, tt.want)
		}
	}
}

func TestWriteRecordsErrors(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	wrong := []engine.Record{{Start: g.Start(), Moves: []string{"f5", "f5"}}}
	for format, want := range map[string]string{
		"transcript": "game 1: move 2: othello: move f5: illegal move",
		"png":        `othello: no format "png"`,
	} {
		err := g.WriteRecords(&bytes.Buffer{}, format, wrong)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", format, err, want)
		}
	}
}

// TestDetect writes games of Othello in each of its formats and reads them
// without naming the format.
func TestDetect(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	records, err := g.Records([]byte("f5d6c3d3c4"), "")
	if err != nil {
		t.Fatal(err)
	}
	want := last(t, &records[0])
	for _, f := range g.Formats() {
		var text bytes.Buffer
		if err := g.WriteRecords(&text, f.Name, records); err != nil {
			t.Fatal(err)
		}
		back, err := g.Records(text.Bytes(), "")
		if err != nil || len(back) != 1 || last(t, &back[0]).String() != want.String() {
			t.Errorf("%s is read as %+v, %v", f.Name, back, err)
		}
		if f.Detect == nil {
			continue
		}
		for _, other := range g.Formats() {
			if other.Name != f.Name && other.Detect != nil && other.Detect(text.Bytes()) && f.Name != "obf" {
				t.Errorf("%s is taken for %s", f.Name, other.Name)
			}
		}
	}
}

func TestOpening(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	for moves, want := range map[string]string{"f5d6c3d3c4f4": "Tiger 5", "f5d6": "Perpendicular Opening 2", "f5": " 0"} {
		records, err := g.Records([]byte(moves), "")
		if err != nil {
			t.Fatal(err)
		}
		all, err := records[0].Positions()
		if err != nil {
			t.Fatal(err)
		}
		if name, n := engine.Opening(all); fmt.Sprint(name, " ", n) != want {
			t.Errorf("%s is %s after %d moves, want %s", moves, name, n, want)
		}
	}
}

// TestPositionThenMoves reads a position and the moves on the line behind it as one
// game, and keeps apart games that were written apart.
func TestPositionThenMoves(t *testing.T) {
	g, err := catalog.Find("othello")
	if err != nil {
		t.Fatal(err)
	}
	const (
		start = "---------------------------OX------XO--------------------------- X"
		later = "-------------------O-------OO------XXX-------------------------- X"

		corner = "X--------------------------OX------XO--------------------------- X"
	)
	for text, want := range map[string][]string{
		start + "\nf5d6\n":                          {"f5d6"},
		"f5\n" + later + "\n\n# moves\nc3\nf5d6\n":  {"f5", later + " moves c3", "f5d6"},
		later + "\nf5d6\n":                          {later, "f5d6"},
		corner + " moves\nf5\n":                     {corner, "f5"},
		corner + "\nf5\n":                           {corner + " moves f5"},
		later + "\n" + start + "\n":                 {later, "startpos"},
		later + "\nc3\nnonsense\n" + later + "\nc3": {later + " moves c3", "line 3", later + " moves c3"},
	} {
		n := 0
		for r, err := range g.EachRecord(strings.NewReader(text), "transcript") {
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				var line bytes.Buffer
				if err := g.WriteRecords(&line, "transcript", []engine.Record{r}); err != nil {
					t.Fatal(err)
				}
				got = strings.TrimSpace(line.String())
			}
			if n == len(want) || !strings.HasPrefix(got, want[n]) {
				t.Errorf("%q: game %d is %q, want %q", text, n+1, got, want)
				break
			}
			n++
		}
		if n < len(want) {
			t.Errorf("%q: %d games, want %q", text, n, want)
		}
	}
	apart, err := g.Records([]byte(corner+" moves\nf5\n"), "transcript")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := g.WriteRecords(&text, "transcript", apart); err != nil {
		t.Fatal(err)
	}
	if got, want := text.String(), corner+" moves\nf5\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
