package engine_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
	"github.com/plywood-go/plywood/game/record"
)

// kept are the parts of a record that a format keeps, apart from positions and moves:
// its notation writes them, and reads them back as they were.
var kept = map[string]string{
	"pdn": "players event place round date result comment notes variations",
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
	if err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) && g.About().Name != "tree" { // which may name its tree or not
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
		if g.About().Name == "tree" { // a position there is a tree and moves, as a game is
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

// never are the characters that PDN cannot express: a brace ends comments, and a tag of
// question marks is unknown.
const never = "}?"

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
	if format == "pdn" {
		r.Result = pick(rng, "", "1-0", "0-2", "1/2-1/2")
	} else {
		r.Result = pick(rng, "", "+12", "0", "-64", "+:r", "-:t", "+:f")
	}
	r.Notes = notesFor(rng, len(r.Moves), say, format == "pdn")
	if format == "pdn" {
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
		n.Eval, n.Time = pick(rng, "+0.15", "-M", "-12.30"), time.Duration(rng.IntN(5000))*time.Millisecond
		if whole {
			n.Depth, n.Sign = rng.IntN(30), pick(rng, "", "!", "?!", "$7", "! $140")
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
