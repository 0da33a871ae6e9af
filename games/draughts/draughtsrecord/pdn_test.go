package draughtsrecord_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/games/draughts/draughtsrecord"
	"github.com/plywood-go/plywood/internal/seeded"
)

var (
	english       = draughts.Rules{}
	russian       = draughts.Rules{Variant: draughts.Russian}
	international = draughts.Rules{Variant: draughts.International}
	brazilian     = draughts.Rules{Variant: draughts.Brazilian}
	family        = []draughts.Rules{english, russian, international, brazilian}
)

func read(r draughts.Rules, text string) ([]draughtsrecord.Record, error) {
	return draughtsrecord.Codec(r).Read([]byte(text))
}

func write(t *testing.T, r draughts.Rules, records ...draughtsrecord.Record) string {
	t.Helper()
	var out bytes.Buffer
	if err := draughtsrecord.Codec(r).Write(&out, records); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestRoundTrip reads games and writes them in the form of PDN 3.0, which is read
// as the same.
func TestRoundTrip(t *testing.T) {
	for _, tt := range []struct {
		rules    draughts.Rules
		in, want string
	}{
		{
			english,
			`[Event "An \"open\" one"] [Site "?"] [Black "Tinsley"] [White "Chinook"] [Date "1992.08.??"] [Result "1/2-1/2"] [Ply "3"]
{before} 1. 11-15! 23-19 ; a line
% another
2. 8-11 $5 $10 {so
far} (2. 9-14 {else} 22-17 (27-23) 3. 5-9 1-0) 22-17 1/2-1/2`,
			`[Event "An \"open\" one"]
[Date "1992.08"]
[Black "Tinsley"]
[White "Chinook"]
[Result "1/2-1/2"]
[GameType "21,B,8,8,N1,0"]
[Ply "3"]
[Site "?"]

{before} 1. 11-15! 23-19 {a line} 2. 8-11 $5 $10 {so far} (2. 9-14 {else} 2...
22-17 (2... 27-23) 3. 5-9 {1-0}) 2... 22-17 *
`,
		},
		{
			russian,
			"[GameType \"25\"] 1.c3-d4 d6c5 2. b2-c3 f6-g5 3. c3-b4(?!) 2-0",
			"[Result \"2-0\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4?! *\n",
		},
		{
			international,
			`[FEN "W:WK47:B14,19,27,33,42"] 1. 47x20x36* *`,
			"[GameType \"20,W,10,10,N2,0\"]\n[FEN \"W:WK47:B14,19,27,33,42\"]\n\n1. 47x38x20x9x36 $7 *\n",
		},
		{
			brazilian,
			`[FEN "B:W22:B18,1"] {only} 1... 18x25 $1`,
			"[GameType \"26,W,8,8,N2,0\"]\n[FEN \"B:W22:B1,18\"]\n\n{only} 1... 18x25 $1 *\n",
		},
		{english, "(11-15) *", "[GameType \"21,B,8,8,N1,0\"]\n\n(1. 11-15) *\n"},
		{english, "(1. 11-15) 1. 9-13", "[GameType \"21,B,8,8,N1,0\"]\n\n1. 9-13 (1. 11-15) *\n"},
		{english, "1. 11-15 (1. 9-13) 23-19", "[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 (1. 9-13) 1... 23-19 *\n"},
		{english, "[Event \"\"]", "[GameType \"21,B,8,8,N1,0\"]\n[Event \"\"]\n\n*\n"},
		{english, "1. 11-15 *\n1. 9-13 *", "[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 *\n\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 9-13 *\n"},
		{english, "[Round \"1\"] 1. 11-15 [Round \"2\"] 9-13", "[Round \"1\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 *\n\n[Round \"2\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 9-13 *\n"},
	} {
		games, err := read(tt.rules, tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		text := write(t, tt.rules, games...)
		if text != tt.want {
			t.Errorf("%s\nis written\n%s\nwant\n%s", tt.in, text, tt.want)
		}
		if again, err := read(tt.rules, text); err != nil || !reflect.DeepEqual(again, games) {
			t.Errorf("%s\nis read as %+v, %v\nwant %+v", text, again, err, games)
		}
	}
}

func TestHeading(t *testing.T) {
	games, err := read(english, `[Event "E"][Site "S"][Round "3"][Black "B"][White "W"][Date "2001.02.03"][Result "0-1"][BlackTitle "GM"] 11-15`)
	if err != nil {
		t.Fatal(err)
	}
	want := record.Heading{
		Players: [2]string{"B", "W"}, Event: "E", Place: "S", Round: "3", Date: "2001-02-03", Result: "0-1",
		Tags: map[string]string{"pdn.BlackTitle": "GM"},
	}
	if got := games[0].Heading; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	games, err = read(international, `[Black "B"][White "W"] 32-28`)
	if err != nil || games[0].Players != [2]string{"W", "B"} {
		t.Errorf("White moves first: %v, %v", games, err)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", "no game in the file"},
		{"\n{never", "draughts: line 2: the comment that begins here does not end"},
		{"1. 11-15\n(1. 9-13\n(", "draughts: line 3: the variation that begins here does not end"},
		{"1. 11-15\n(1. 9-13 *", "draughts: line 2: the variation that begins here does not end"},
		{"1. 11-15 )", "draughts: line 1: ) without a variation"},
		{"1. 11-15 ]", "draughts: line 1: ']', which nothing has begun"},
		{"1. 11-15 }", "draughts: line 1: '}', which nothing has begun"},
		{"11-15 *\n\n11-16 23-18\n9-20", "draughts: line 4: move 3: draughts: move 9-20: illegal move"},
		{"11-15 (11-30)", "draughts: line 1: move 1: draughts: move 11-30: illegal move"},
		{"[GameType \"20\"]\n11-15", "draughts: line 2: a game of GameType 20, want 21, checkers"},
		{"[FEN \"W\"]\n11-15", "draughts: line 2: FEN: draughts: character 2: the end"},
		{"[Event \"", "draughts: line 1: the tag that begins here does not end"},
		{"[Event \"x\\", "draughts: line 1: the tag that begins here does not end"},
		{"[Event]", "no game in the file"},
		{"[E t \"x\"]", "want the name of a tag and its value"},
		{"[Event \"x\" y]", "the tag that begins here does not end"},
		{"11-15 $", "want a sign such as"},
		{"11-15 $x", "want a sign such as"},
		{"11-15 !!!!!!!", "want a sign such as"},
		{"11-15 /FEN \"W\"/", "line 1: FEN: draughts: character 2: the end"},
		{"11-15 (/W:W30:B1/ 30-26)", "a position set up in a variation is not read"},
		{"1. 11-15 " + strings.Repeat("11-", 1000), "is too long for a move"},
		{"1. 11-15 " + strings.Repeat("(", 10_002), "more than 10000 variations in each other"},
	} {
		_, err := read(english, tt.in)
		if err == nil || !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 200 {
			t.Errorf("%.40q: error %.300v, want %s", tt.in, err, tt.want)
		}
	}
	if err := draughtsrecord.Codec(english).Write(io.Discard, []draughtsrecord.Record{{
		Start: english.Start(), Variations: []record.Variation[draughts.Move]{{At: 1}},
	}}); err == nil {
		t.Error("a variation from nowhere is written")
	}
	if err := draughtsrecord.Codec(english).Write(broken{}, []draughtsrecord.Record{{Start: english.Start()}}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestNested reads variations in variations, thousands deep, and writes them.
func TestNested(t *testing.T) {
	const depth = 9_000
	text := "1. 11-15 " + strings.Repeat("(1. 9-13 ", depth) + strings.Repeat(")", depth)
	games, err := read(english, text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := read(english, write(t, english, games...))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for list := again[0].Variations; len(list) > 0; list = list[0].Variations {
		found++
	}
	if found != depth {
		t.Errorf("%d variations, want %d", found, depth)
	}
}

// TestDetect tells the games of a file apart.
func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want draughts.Variant
		none bool
	}{
		{`[GameType "20,W,10,10,N2,0"] 32-28`, draughts.International, false},
		{"[Event \"x\"]\n[GameType \"25\"] 1. c3-d4", draughts.Russian, false},
		{`[GameType "26"]`, draughts.Brazilian, false},
		{`[GameType "21"]`, draughts.English, false},
		{"[Event \"x\"]\n1. 11-15 23-19", draughts.English, false},
		{"[Event \"x\"]\n1. e4 e5", 0, true},
		{"[Event \"x\"]\n1. 32-28", draughts.International, false},
		{"1. 11-15 23-19", draughts.English, false},
		{"1. f5 d6 2. c3 d3", 0, true},
		{"\ufeff[Gametype \"26\"]", draughts.Brazilian, false},
		{"[GAMETYPE \"20\"]", draughts.International, false},
		{"{a comment}\n1. c3-d4 d6-c5", draughts.Russian, false},
		{"1. cb4", draughts.Russian, false},
		{"[FEN \"W:W31,K46:B12\"]\n[Result \"*\"]", draughts.International, false},
		{`[GameType "20`, 0, true},
		{"[White \"an escaped \\\"\"] 32-28", draughts.International, false},
		{"32-28 19-23 (18-23 38-32 (37-32? 23-29! {Black wins}) 12-18) 28x19", draughts.International, false},
		{"1.a3b4", draughts.Russian, false},
		{"1.f5d6", 0, true},
	} {
		for _, r := range family {
			want := !tt.none && r.Variant == tt.want
			if got := draughtsrecord.Codec(r).Detect([]byte(tt.in)); got != want {
				t.Errorf("%q: %v is detected: %v", tt.in, r, got)
			}
		}
	}
}

// TestStream writes hundreds of annotated games, three hundred plies some of
// them, and reads them one by one.
func TestStream(t *testing.T) {
	random := seeded.Rand(t, 1)
	const games = 400
	for _, r := range family {
		in, out := io.Pipe()
		lengths := make(chan int, games)
		go func() {
			for range games {
				g := randomGame(r, random.IntN)
				lengths <- len(g.Moves)
				_ = draughtsrecord.Codec(r).Write(out, []draughtsrecord.Record{g})
			}
			out.Close()
		}()
		read, longest := 0, 0
		for g, err := range draughtsrecord.Codec(r).Games(in) {
			if err != nil {
				t.Fatalf("%v: game %d: %v", r, read+1, err)
			}
			if want := <-lengths; len(g.Moves) != want || len(g.Variations) != want/20 {
				t.Fatalf("%v: game %d: %d moves, %d variations, want %d and %d", r, read+1, len(g.Moves), len(g.Variations), want, want/20)
			}
			longest = max(longest, len(g.Moves))
			read++
		}
		if read != games || longest < 80 {
			t.Errorf("%v: %d games were read, of %d plies at most", r, read, longest)
		}
	}
}

// randomGame plays at random, with a note on every tenth move and a variation at
// every twentieth.
func randomGame(r draughts.Rules, intN func(int) int) draughtsrecord.Record {
	g := draughtsrecord.Record{Start: r.Start(), Notes: record.Notes{}}
	s := g.Start
	for ply := range 300 {
		moves, status := r.Moves(&s, nil)
		if status.Over() {
			break
		}
		m := moves[intN(len(moves))]
		if ply%20 == 19 {
			g.Variations = append(g.Variations, record.Variation[draughts.Move]{At: ply, Moves: moves[:1]})
		}
		r.Play(&s, &s, m)
		g.Moves = append(g.Moves, m)
		if ply%10 == 9 {
			g.Notes[ply+1] = record.Note{Text: fmt.Sprintf("move %d, ход, 着", ply), Sign: "!"}
		}
	}
	return g
}

// TestThoughts reads what movers thought as programs write it in comments, and writes it
// so; other comments stay as they are.
func TestThoughts(t *testing.T) {
	const text = "[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 {+0.15/12 0.350s} 1... d6-c5 {-M/3 1.000s so} 2. b2-c3 {+0.15} 2...\nf6-g5 {5/3 1s} *\n"
	records, err := read(russian, text)
	if err != nil {
		t.Fatal(err)
	}
	for ply, want := range map[int]record.Note{
		1: {Eval: "+0.15", Depth: 12, Time: record.Span(350 * time.Millisecond)},
		2: {Eval: "-M", Depth: 3, Time: record.Span(time.Second), Text: "so"},
		3: {Text: "+0.15"},
		4: {Text: "5/3 1s"},
	} {
		if got := records[0].Notes[ply]; got != want {
			t.Errorf("after %d plies: %+v, want %+v", ply, got, want)
		}
	}
	if got := write(t, russian, records...); got != text {
		t.Errorf("%q, want %q", got, text)
	}
}
