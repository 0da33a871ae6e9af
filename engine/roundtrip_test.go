package engine_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// kept are the parts of a record that a format keeps, apart from positions and moves:
// its notation writes them, and reads them back as they were.
var kept = map[string]string{
	"pgn": "players event place round date result comment notes variations tags",
	"pdn": "players event place round date result comment notes variations tags",
	"ggf": "players event place round date result comment notes",
	"sgf": "players event place round date result comment notes variations",
}

// lastOnly are the formats of positions, which keep the last one of a game.
const lastOnly = "position obf board"

// FuzzRoundTrip writes random games in every notation of the catalog, reads them back,
// and writes them again.
func FuzzRoundTrip(f *testing.F) {
	games := catalog.Games()
	for which := range games {
		for seed := range uint64(4) {
			f.Add(uint8(which), seed, `Zoë "X" \ [y] (z); 1. {`+"\n Ω 1-0 *")
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, text string) {
		g := games[int(which)%len(games)]
		rng := rand.New(rand.NewPCG(seed, uint64(which)))
		for _, format := range g.Formats() {
			records := []engine.Record{
				anyRecord(t, g, rng, text, format.Name), anyRecord(t, g, rng, text, format.Name), anyRecord(t, g, rng, text, format.Name),
			}
			checkRoundTrip(t, g, format.Name, records)
		}
	})
}

// texts are games in text notations, and damaged ones.
var texts = []string{
	"f5d6c3", "1. 4 4 2. 4 3\n", "X-X/O-O/--- X moves b1", "X1X/1.O/1.1", "((1 4)(5 6)) 2", "1 moves", "f5 d6\nf5 a1 d6\n",
	"[Event \"x\"]\n\n1. e4 {a\n\n[Event \"y\"]\n1. Sf3 (1. -- d5 (1... c5)) 1... e5(!) ½-½ 1 e4 ;x\n%y\n d5 $1",
	"[FEN \"4k3/8/8/8/8/8/8/2RK3R w HC - 0 1\"] 1. O-O-O (1. d1c1 e7) *",
	"1. e4 {[%eval 0.3,12] [%clk 1:00:00]} e5± (1... c5 2. Ke3 $1) 2. Nf3 Nc6 (2... d5 {x}) 1 - 0\ntext 1. d4 +--",
	"[Event \"x\"]\n\n1. 11- 15 {a\n\n[Event \"y\"]\n1. cd4 (1. 9-13) /W:W30:B1/ 3026 ½-½",
	"[GameType \"21\"]\n[White \"é\"] 1. 11-15! {x} (1. 9-13 $3 (1. 10-14)) 23-19 1-0",
	"[FEN \"W:WK47:B14,19,27,33,42\"] 47x20x36* *", "1.c3-d4 d6-c5(?) *", "{", "((((", "[Event \"\\", "11-15 ; x\n% y\n23-19",
	"1... 11-15 ) ]", "((!))", "(!!!!!!(!))",
	"(;GM[Othello]PB[A]PW[B]RE[+12.00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5//0.5]W[d6/-1.25/3]W[a1];)",
	"(;GM[2]SZ[8]AB[a1]PL[W]C[x];W[c5];B[])",
	"(;GM[2];B[f5](;W[d6];B[c3](;W[d3])(;W[g5](;B[f6])(;B[g6])))(;C[else]W[f6];B[e6]))",
	"---------------------------OX------XO--------------------------- X; D3:+2; c4:-4;\n",
	"  a b c d e f g h\n1 - - - - - - - - 1\n2 - - - - - - - -\n3 - - - . - - - -\n4 - - . O X - - - words\n5 - - - X O . - -\n6 - - - - . - - -\n7 - - - - - - - -\n8 - - - - - - - -\nX to move\n",
}

// FuzzNotations reads a text in each notation of each game. What it reads, it writes and reads
// back as the same games, and the text spells each move.
func FuzzNotations(f *testing.F) {
	games := catalog.Games()
	for i, g := range games {
		if which := uint8(i); len(g.Formats()) > 2 || i%4 == 0 {
			for _, text := range texts {
				f.Add([]byte(text), which)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		g := games[int(which)%len(games)]
		for _, format := range g.Formats() {
			var records []engine.Record
			for r, err := range g.EachRecord(bytes.NewReader(data), format.Name) {
				if err == nil && !(format.Name == "board" && r.Start.Status().Over()) { // which has no side to move
					r.Remarks = nil
					records = append(records, r)
				}
			}
			if records == nil {
				continue
			}
			checkRoundTrip(t, g, format.Name, records)
			for _, r := range records {
				checkSpelled(t, strings.ToLower(string(data)), format.Name, &r)
			}
		}
	})
}

var (
	// named matches squares with names as in chess, targets also numbers of squares.
	named   = regexp.MustCompile(`[a-h][1-8]`)
	targets = regexp.MustCompile(`[a-h][1-8]|[0-9]+`)
)

// checkSpelled checks that a text names the square where each move of a record ends, at least
// its file where that is enough for a pawn's capture.
func checkSpelled(t *testing.T, text, format string, r *engine.Record) {
	t.Helper()
	if format != "pgn" && format != "pdn" && format != "ggf" {
		return
	}
	for _, m := range r.Moves {
		squares := targets.FindAllString(m, -1)
		if squares == nil { // castling, a pass
			continue
		}
		to := squares[len(squares)-1]
		switch {
		case format == "pgn" && strings.Contains(m, "x"):
			to = to[:1]
		case format == "pdn" && (to[0] >= 'a' || named.MatchString(text)): // squares have two names
			continue
		}
		if !strings.Contains(text, to) {
			t.Errorf("%q does not spell %s", text, m)
		}
	}
}

// checkRoundTrip checks that records are read back as they were written.
func checkRoundTrip(t *testing.T, g *engine.Game, format string, records []engine.Record) {
	t.Helper()
	var first, second bytes.Buffer
	if err := g.WriteRecords(&first, format, records); err != nil {
		return // the format cannot express it
	}
	back, err := g.Records(first.Bytes(), format)
	if err != nil || len(back) != len(records) {
		t.Fatalf("%s %s: %d games, %v, want %d of\n%s", g.About().Name, format, len(back), err, len(records), &first)
	}
	err = g.WriteRecords(&second, format, back)
	name := g.About().Name
	asMoves := name == "tree" || strings.HasPrefix(name, "connect4") // a position may be written as moves
	if err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) && !asMoves {
		n := 0
		for n < min(first.Len(), second.Len()) && first.Bytes()[n] == second.Bytes()[n] {
			n++
		}
		t.Fatalf("%s %s: %v, read back is written differently from byte %d: %.80q, want %.80q in\n%s", g.About().Name, format, err, n, second.Bytes()[n:], first.Bytes()[n:], &first)
	}
	for i := range back {
		got, want := back[i], records[i]
		if strings.Contains(lastOnly, format) {
			want = engine.Record{Start: last(t, &want)}
		}
		if asMoves {
			got, want = engine.Record{Start: last(t, &got)}, engine.Record{Start: last(t, &want)}
		}
		if format == "board" && want.Start.Status().Over() {
			continue // a finished board has no side to move
		}
		trimmed(&got)
		trimmed(&want)
		if got.Start.String() != want.Start.String() || strings.Join(got.Moves, " ") != strings.Join(want.Moves, " ") {
			t.Errorf("%s %s: %v %v, want %v %v", g.About().Name, format, got.Start, got.Moves, want.Start, want.Moves)
		}
		keeps := strings.Fields(kept[format])
		for _, part := range []struct {
			name      string
			got, want any
		}{
			{"players", got.Players, want.Players},
			{"event", got.Event, want.Event},
			{"place", got.Place, want.Place},
			{"round", got.Round, want.Round},
			{"date", got.Date, want.Date},
			{"result", got.Result, cmp.Or(want.Result, got.Result)}, // may be that of the last position
			{"comment", got.Comment, want.Comment},
			{"notes", got.Notes, want.Notes},
			{"variations", got.Variations, want.Variations},
			{"tags", got.Tags, want.Tags},
		} {
			if slices.Contains(keeps, part.name) && fmt.Sprintf("%+v", part.got) != fmt.Sprintf("%+v", part.want) {
				t.Errorf("%s %s: %s %+v, want %+v\n%s", g.About().Name, format, part.name, part.got, part.want, &first)
			}
		}
	}
}

// trimmed leaves out passes at the end, which transcripts of Othello omit, and makes
// empty what is missing.
func trimmed(r *engine.Record) {
	for n := len(r.Moves); n > 0 && r.Moves[n-1] == "pass"; n = len(r.Moves) {
		r.Moves = r.Moves[:n-1]
	}
	if len(r.Notes) == 0 {
		r.Notes = nil
	}
}

// never are the characters that movetext cannot express: a brace ends comments, a tag of
// question marks is unknown, and % begins values.
const never = "}?%"

// anyRecord returns a random game with all that the format keeps, in words of text.
func anyRecord(t *testing.T, g *engine.Game, rng *rand.Rand, text, format string) engine.Record {
	r := catalogtest.RandomRecord(t, g, rng)
	trimmed(&r)
	words := strings.FieldsFunc(strings.ToValidUTF8(text, "!"), func(c rune) bool {
		return unicode.IsSpace(c) || unicode.IsControl(c) || c == '\ufeff' || strings.ContainsRune(never, c)
	})
	say := func() string {
		if len(words) == 0 || rng.IntN(4) == 0 {
			return ""
		}
		n := rng.IntN(len(words))
		return strings.Join(words[n:n+1+rng.IntN(len(words)-n)], " ")
	}
	r.Heading = record.Heading{
		Players: [2]string{say(), say()}, Event: say(), Place: say(), Round: say(), Comment: say(),
		Date: pick(rng, "", "2024", "2024-05", "2024-05-31"),
	}
	whole := format == "pdn" || format == "pgn"
	switch format {
	case "pdn":
		r.Result = pick(rng, "", "1-0", "0-2", "1/2-1/2")
	case "pgn":
		r.Result = pick(rng, "", "1-0", "0-1", "1/2-1/2", "adjourned")
	default:
		r.Result = pick(rng, "", "+12", "0", "-64", "+:r", "-:t", "+:f")
	}
	r.Notes = notesFor(rng, len(r.Moves), say, whole)
	if whole {
		r.Tags = map[string]string{format + ".Annotator": say(), format + ".ECO": "?"}
		r.Variations = variationsOf(t, rng, r.Start, r.Moves, say, 2)
	}
	return r
}

func pick(rng *rand.Rand, list ...string) string { return list[rng.IntN(len(list))] }

// notesFor returns notes on some moves.
func notesFor(rng *rand.Rand, moves int, say func() string, whole bool) record.Notes {
	notes := record.Notes{}
	for i := range moves + 1 {
		n := record.Note{Text: say()}
		if rng.IntN(2) == 0 || i == 0 && !whole {
			if n.Text != "" {
				notes[i] = n
			}
			continue
		}
		n.Eval, n.Time = pick(rng, "+0.15", "-M", "-12.30"), record.Span(1+rng.IntN(5000))*record.Span(time.Millisecond)
		if whole {
			n.Depth, n.Sign = rng.IntN(30), pick(rng, "", "!", "?!", "$7", "! $140")
			if rng.IntN(2) == 0 {
				n.Eval, n.Depth, n.Time = pick(rng, "0.15", "#3", "#-12", "-0.3", "0.00"), rng.IntN(2)*rng.IntN(30), 0
			}
			if rng.IntN(2) == 0 {
				n.Clock = record.Left{Span: record.Span(rng.IntN(7_200_000)) * record.Span(time.Millisecond), Known: true}
			}
		} else if n.Eval == "-M" {
			n.Eval = ""
		}
		if n != (record.Note{}) {
			notes[i] = n
		}
	}
	return notes
}

// variationsOf returns lines that depart from moves, with variations of their own.
func variationsOf(t *testing.T, rng *rand.Rand, p *engine.Position, moves []string, say func() string, depth int) (list []record.Variation[string]) {
	for at, m := range moves {
		if all := p.Moves(); depth > 0 && len(all) > 1 && rng.IntN(8) == 0 {
			v := record.Variation[string]{At: at}
			q := p
			for n := rng.IntN(4); n > 0 && len(q.Moves()) > 0; n-- {
				move := q.Moves()[rng.IntN(len(q.Moves()))]
				v.Moves = append(v.Moves, move)
				next, err := q.Play(move)
				if err != nil {
					t.Fatal(err)
				}
				q = next
			}
			if v.Notes = notesFor(rng, len(v.Moves), say, true); len(v.Notes) == 0 {
				v.Notes = nil
			}
			v.Variations = variationsOf(t, rng, p, v.Moves, say, depth-1)
			list = append(list, v)
		}
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	return list
}
