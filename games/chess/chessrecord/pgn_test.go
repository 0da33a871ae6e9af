package chessrecord_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessrecord"
)

var rules chess.Rules

func read(text string) ([]chessrecord.Record, error) { return chessrecord.Codec().Read([]byte(text)) }

func write(t testing.TB, games ...chessrecord.Record) string {
	t.Helper()
	var out strings.Builder
	if err := chessrecord.Codec().Write(&out, games); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// roster returns the seven tags, with a result, as they are written.
func roster(result string) string {
	return "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"" + result + "\"]\n"
}

// TestRoundTrip reads games and writes them in the export format, which is read as
// the same.
func TestRoundTrip(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{
			`[Event "An \"open\" one"] [Site "Kraków"] [White "Ann"] [Black "Bo"] [Date "1992.08.??"] [Result "1/2-1/2"] [WhiteElo "2400"]
{before} 1. e4! e5 ; a line
% another
2. Nf3 $5 $10 {so
far} (2. f4 {else} exf4 (2... d5) 3. Nf3 1-0) 2... Nc6 1/2-1/2`,
			`[Event "An \"open\" one"]
[Site "Kraków"]
[Date "1992.08.??"]
[Round "?"]
[White "Ann"]
[Black "Bo"]
[Result "1/2-1/2"]
[WhiteElo "2400"]

{before} 1. e4! e5 {a line} 2. Nf3 $5 $10 {so far} (2. f4 {else} 2... exf4 (2...
d5) 3. Nf3 {1-0}) 2... Nc6 1/2-1/2
`,
		},
		{"1.e4 e5 2.Nf3 *", roster("*") + "\n1. e4 e5 2. Nf3 *\n"},
		{"1.f3 e5 2.g4 Qh4 0:1", roster("0-1") + "\n1. f3 e5 2. g4 Qh4# 0-1\n"},
		{"", ""},
		{"[Event \"\"]\n[Result \"1-0\"]", roster("1-0") + "\n1-0\n"},
		{"1 e4 e5 2 Nf3 N 2... Nc6! ½-½", roster("1/2-1/2") + "\n1. e4 e5 2. Nf3 $146 Nc6! 1/2-1/2\n"},
		{"(1. d4) 1. e4 (1. c4) 1… e5(?!) *", roster("*") + "\n1. e4 (1. d4) (1. c4) 1... e5?! *\n"},
		{
			"[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40\"] 40. ed6 e.p. + Kd7 *",
			roster("*") + "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40\"]\n[SetUp \"1\"]\n\n40. exd6 Kd7 *\n",
		},
		{
			"[FEN \"4k3/p7/8/8/8/8/8/4K3 b - - 0 7\"] {only} 7... a5 $1",
			roster("*") + "[FEN \"4k3/p7/8/8/8/8/8/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n{only} 7... a5 $1 *\n",
		},
		{
			"[FEN \"4k3/8/8/8/8/8/8/2RK3R w HC - 0 1\"] 1. O-O-O *",
			roster("*") + "[FEN \"4k3/8/8/8/8/8/8/2RK3R w KQ - 0 1\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n1. O-O-O *\n",
		},
		{"1. e4 e5 (1... d5 2. -- {x} dxe4 (2... c5)) 2. d4 *", roster("*") + "\n1. e4 e5 (1... d5 {-- x dxe4 (2... c5)}) 2. d4 *\n"},
		{"1. e4 {+0.15/12 0.350s book} e5 {-M5}", roster("*") + "\n1. e4 {+0.15/12 0.350s book} 1... e5 {-M5} *\n"},
		{"1. e4 *\n1. d4 *", roster("*") + "\n1. e4 *\n\n" + roster("*") + "\n1. d4 *\n"},
		{"1. e4 1-0 {resigns}\n[Event \"x\"]\n1. d4 *", roster("1-0") + "\n1. e4 {resigns} 1-0\n\n" + strings.Replace(roster("*"), "?", "x", 1) + "\n1. d4 *\n"},
		{"[Round \"1\"]\n1. e4\n[Round \"2\"]\n1. d4", "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n" +
			"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"2\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. d4 *\n"},
	} {
		games, err := read(tt.in)
		if err != nil && !(tt.want == "" && errors.Is(err, record.ErrNoGame)) {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		text := write(t, games...)
		if text != tt.want {
			t.Errorf("%s\nis written\n%s\nwant\n%s", tt.in, text, tt.want)
		}
		if again, err := read(text); tt.want != "" && (err != nil || !reflect.DeepEqual(again, games)) {
			t.Errorf("%s\nis read as %+v, %v\nwant %+v", text, again, err, games)
		}
	}
}

func TestHeading(t *testing.T) {
	games, err := read(`[Event "E"][Site "S"][Round "3"][white "W"][Black "B"][Date "2001.02.03"][Result "0-1"][WhiteTitle "GM"] 1. e4 {+0.15/12 0.350s book}`)
	if err != nil {
		t.Fatal(err)
	}
	want := record.Heading{
		Players: [2]string{"W", "B"}, Event: "E", Place: "S", Round: "3", Date: "2001-02-03", Result: "0-1",
		Tags: map[string]string{"pgn.WhiteTitle": "GM"},
	}
	if got := games[0].Heading; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := games[0].Notes[1], (record.Note{Eval: "+0.15", Depth: 12, Time: record.Span(350 * time.Millisecond), Text: "book"}); got != want {
		t.Errorf("note %+v, want %+v", got, want)
	}
}

// TestLetters reads games with the letters of other languages and encodings.
func TestLetters(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. 0-0", "e4 e5 Nf3 Nc6 Bb5 a6 O-O"},
		{"1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. 0-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"},
		{"1. e4 e5 2. Cf3 Cc6 3. Fc4 Fc5 4. Re2", "e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2"},
		{"1. e4 e5 2. Jf3 Jc6 3. Sc4 Sc5 4. De2", "e4 e5 Nf3 Nc6 Bc4 Bc5 Qe2"},
		{"1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. Крe2", "e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2"},
		{"1. e4 e5 2. Pf3 Pc6 3. Lc4 Lc5 4. Ke2", "e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2"},
		{"1. e4 e5 2. ♘f3 ♞c6 3. ♗c4 ♝c5 4. ♔e2", "e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2"},
		{"1. e4 e5 2. Hf3 Hc6 3. Fc4 Fc5 4. Ke2", "e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2"},
	} {
		games, err := read(tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		text := record.Transcriber[chess.Position, chess.Move]{Rules: rules}
		if got := strings.Join(text.WriteLine(games[0].Start, games[0].Moves), " "); got != tt.want {
			t.Errorf("%s is read as %s, want %s", tt.in, got, tt.want)
		}
	}
	games, err := read("\ufeff[White \"Bogoljubow\"]\r\n[Site \"K\xf6ln \x96 \x80\"]\r\n\r\n1. e4 {\xbb} *\r\n")
	if err != nil || games[0].Place != "Köln – €" || games[0].Notes[1].Text != "»" {
		t.Errorf("%+v, %v", games, err)
	}
}

// TestFaults reads damaged collections: it keeps the games around a fault, and of the damaged
// game what can be read, and says what is missing.
func TestFaults(t *testing.T) {
	good := func(n int) string { return fmt.Sprintf("[Event \"%d\"]\n[White \"Ann\"]\n\n1. e4 e5 *\n\n", n) }
	const left = -1 // the game is left out
	for _, tt := range []struct {
		bad   string
		moves int
		want  string
	}{
		{"[Black \"Bo\"]\n\n1. e4 e6 2. e4 1-0\n\n", 2, `line 9: move 3: chess: move "e4": illegal move`},
		{"[Black \"Bo\"]\n\n1. e4 {never\n\n", 1, "line 9: the comment that begins here does not end"},
		{"[Black \"Bo\"]\n\n1. e4 (1. d4\n\n", 1, "line 9: the variation that begins here does not end"},
		{"[Black \"Bo\"]\n\n1. e4 )\n\n", 1, "line 9: ) without a variation"},
		{"[Black \"Bo\"]\n\n1. e4 -- 2. e5\n\n", 1, "line 9: move 2: a null move is not a move"},
		{"[Black \"Bo\"]\n\n1. Sf3 Sc6 2. Sg8\n\n", 0, `line 9: move 1: chess: move "Sf3"`},
		{"[Black \"Bo\"]\n\n1. e4 e5 2. Kxe8 *\n\n", 2, "illegal move"},
		{"[Black \"Bo\"]\n[Event never]\n[Site \"x\"]\n\n1. e4\n\n", 1, `line 8: "Event never", want the name of a tag and its value`},
		{"[Black \"Bo\"]\n[Site \"never\n\n", 0, "line 8: the tag that begins here does not end"},
		{"[Black \"Bo\"]\n[FEN \"w\"]\n\n", left, "FEN: chess: character 1: 'w', want one of"},
		{"[Black \"Bo\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 2. Nxe9 (2. d4) *\n\n", left, "a game of Atomic, which is not chess"},
		{"[Black \"Bo\"]\n\n1. " + strings.Repeat("e", 100) + "\n\n", 0, "is too long for a move"},
		{"[Black \"Bo\"]\n\n1. e4 $x\n\n", 1, "want a sign such as"},
		{"[Black \"Bo\"]\n\n" + strings.Repeat("(", 20000) + "\n\n", 0, "variations in each other"},
		{"[Black \"Bo\"]\n\n1. e4 {" + strings.Repeat(strings.Repeat("x", 1<<20)+"\n", 17) + "} *\n\n", left, "a game longer than 16 MiB"},
		{"[Black \"Bo\"]\n\n1. e4 e5 " + strings.Repeat(" ", 2<<20) + "\n2. d4 *\n\n", 3, "more than 1 MiB"},
	} {
		var events []string
		var faults []error
		for g, err := range chessrecord.Codec().Games(strings.NewReader(good(1) + "\n" + tt.bad + good(3) + good(4))) {
			var f *record.Fault
			switch {
			case errors.As(err, &f):
				if tt.moves != left || f.Game != 2 || f.Players[1] != "Bo" {
					t.Errorf("%.60q: game %d of %q is left out: %v", tt.bad, f.Game, f.Players, f)
				}
				faults = append(faults, f)
			case err != nil:
				t.Error(err)
			default:
				events = append(events, g.Event)
				if lost := record.FirstLost(g.Remarks); lost != nil {
					faults = append(faults, lost)
					if len(events) != 2 || len(g.Moves) != tt.moves || g.Players[1] != "Bo" {
						t.Errorf("%.60q: %d moves, want %d", tt.bad, len(g.Moves), tt.moves)
					}
				}
			}
		}
		want := "[1  3 4]"
		if tt.moves == left {
			want = "[1 3 4]"
		}
		if len(faults) != 1 || !strings.Contains(faults[0].Error(), tt.want) || fmt.Sprint(events) != want {
			t.Errorf("%.60q: games %v, faults %v, want %s", tt.bad, events, faults, tt.want)
		}
	}
}

// TestBrokenFile reports an error of the file once and ends.
func TestBrokenFile(t *testing.T) {
	n := 0
	for _, err := range chessrecord.Codec().Games(io.MultiReader(strings.NewReader("1. e4 * 1. d4"), broken{})) {
		if n++; n == 2 && !errors.Is(err, errBroken) {
			t.Errorf("%v", err)
		}
	}
	if n != 2 {
		t.Errorf("%d results, want 2", n)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }

// TestDetect tells PGN from PDN and from other texts.
func TestDetect(t *testing.T) {
	f := chessrecord.Codec().Format
	for in, want := range map[string]bool{
		"[Event \"x\"]\n\n1. e4 e5 *": true,
		"1. e4 e5 *":                  false, // it may be Othello
		"1.Nf3":                       true,
		"1. Sf3":                      true,

		"[FEN \"4k3/8/8/8/8/8/7P/4K3 w - - 0 1\"]": true,
		"[GameType \"0\"]\n1. e4":                  true,
		"[GameType \"21\"]\n1. 11-15":              false,
		"[Event \"x\"]\n\n1. 11-15 *":              false,
		"[Event \"x\"]\n[Result \"1-0\"]":          false,
		"f5d6c3d3c4":                               false,
		"(;GM[2])":                                 false,

		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": false,
	} {
		if got := f.Detect([]byte(in)); got != want {
			t.Errorf("%q is PGN: %t, want %t", in, got, want)
		}
	}
}

// collection returns random games of up to 80 plies in PGN.
func collection(tb testing.TB, games int) []byte {
	tb.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var records []chessrecord.Record
	for range games {
		g := chessrecord.Record{Start: rules.Start()}
		g.Players, g.Event, g.Date, g.Result = [2]string{"Player, A.", "Player, B."}, "Tournament", "2024-05-31", "1-0"
		s := rules.Start()
		for range 80 {
			moves, _ := rules.Moves(&s, nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			g.Moves = append(g.Moves, m)
			rules.Play(&s, &s, m)
		}
		records = append(records, g)
	}
	return []byte(write(tb, records...) + "\n")
}

// TestStream reads many copies of a collection and holds one game at a time.
func TestStream(t *testing.T) {
	text := collection(t, 20)
	next, stop := iter.Pull2(chessrecord.Codec().Games(bytes.NewReader(bytes.Repeat(text, 20))))
	defer stop()
	perGame := testing.AllocsPerRun(300, func() {
		if _, err, ok := next(); err != nil || !ok {
			t.Fatal(err)
		}
	})
	if perGame > 60 {
		t.Errorf("%v allocations a game of 80 plies, want 60 at most", perGame)
	}
}

// BenchmarkRead reads games of 80 plies.
func BenchmarkRead(b *testing.B) {
	text := collection(b, 200)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range chessrecord.Codec().Games(bytes.NewReader(text)) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != 200 {
			b.Fatal(n)
		}
	}
}
