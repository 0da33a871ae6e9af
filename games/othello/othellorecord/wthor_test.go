package othellorecord_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// readBase reads a base up to the first game that cannot be read.
func readBase(in io.Reader) (othellorecord.Base, error) {
	b, games, err := othellorecord.OpenBase(in)
	if err != nil {
		return b, err
	}
	for g, err := range games {
		if err != nil {
			return b, err
		}
		b.Games = append(b.Games, g)
	}
	return b, nil
}

// TestReadWTHOR reads a year of the base, if it is there: games that are
// recorded to the end must have the result that the file says.
func TestReadWTHOR(t *testing.T) {
	f, err := os.Open("../../../../shared/data/othello/wthor/WTH_2000.wtb")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	b, err := readBase(f)
	games := b.Games
	if err != nil {
		t.Fatal(err)
	}
	r := othello.Rules{}
	complete := 0
	for _, g := range games {
		s := r.Start()
		for _, m := range g.Moves {
			r.Play(&s, &s, m)
		}
		margin, over := r.Status(&s).Margin()
		if !over {
			continue
		}
		if s.Turn == othello.White {
			margin = -margin
		}
		if 2*g.Discs-64 == margin {
			complete++
		}
	}
	if len(games) != 4253 || complete < len(games)*95/100 {
		t.Errorf("%d games, %d with the recorded result; want 4253, nearly all", len(games), complete)
	}
}

func FuzzReadWTHOR(f *testing.F) {
	game := make([]byte, 16+68)
	game[4], game[10], game[11] = 1, 208, 7
	copy(game[24:], []byte{56, 64, 33})
	f.Add(game)
	f.Fuzz(func(t *testing.T, file []byte) {
		b, err := readBase(bytes.NewReader(file))
		if err == nil && len(b.Games) > len(file)/68 {
			t.Fatalf("%d games in %d bytes", len(b.Games), len(file))
		}
	})
}

const base = "../../../../shared/data/othello/wthor/"

// TestBaseRoundTrip writes every file of the base again, if it is there, byte
// by byte: games, players and tournaments.
func TestBaseRoundTrip(t *testing.T) {
	files, _ := filepath.Glob(base + "*.wtb")
	if len(files) == 0 {
		t.Skip("no base")
	}
	wtb := format(t, othello.Rules{}, "wtb")
	for i, name := range files {
		data := readFile(t, name)
		b, err := readBase(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var out bytes.Buffer
		if err := b.Write(&out); err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s is not written as it was read: %v", name, err)
		}
		if i%10 != 0 { // records tell no more of a year than of another
			continue
		}
		out.Reset()
		records, err := wtb.Read(data)
		if err == nil {
			err = wtb.Write(&out, records)
		}
		if err != nil || !bytes.Equal(out.Bytes(), data) || !wtb.Detect(data) {
			t.Errorf("%s is not written by its records as it was read: %v", name, err)
		}
	}
}

// TestWTHORThroughGGF writes a base as GGF, with and without names, and back.
func TestWTHORThroughGGF(t *testing.T) {
	day := othellorecord.Day{Century: 20, Year: 26, Month: 2, Day: 24}
	start := othello.Rules{}.Start()
	moves, err := othello.Rules{}.ParseMoves(&start, "f5d6c3d3c4")
	if err != nil {
		t.Fatal(err)
	}
	b := othellorecord.Base{Created: day, Year: 2024, Depth: 22, Games: []othellorecord.Game{
		{Year: 2024, Tournament: 3, Black: 12, White: 40, Discs: 33, Best: 40, Moves: moves},
		{Year: 2024, Tournament: 5, Black: 40, White: 0, Discs: 64, Best: 0},
	}}
	var want bytes.Buffer
	if err := b.Write(&want); err != nil {
		t.Fatal(err)
	}
	wtb, ggf := format(t, othello.Rules{}, "wtb"), format(t, othello.Rules{}, "ggf")
	games, err := wtb.Read(want.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	games[0].Players, games[0].Event = [2]string{"Ann", "Bob"}, "Open [of] Oslo"
	again := roundTrip(t, ggf, games)
	if g := again[0]; g.Players != games[0].Players || g.Event != games[0].Event {
		t.Errorf("%q at %q, want %q at %q", g.Players, g.Event, games[0].Players, games[0].Event)
	}
	var got bytes.Buffer
	if err := wtb.Write(&got, again); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("%v, %v, want %v", got.Bytes(), err, want.Bytes())
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Skip(err)
	}
	return data
}

func TestNamesRoundTrip(t *testing.T) {
	for _, tt := range []struct {
		file  string
		size  othellorecord.NameBytes
		count int
		third string
	}{
		{"WTH.JOU", othellorecord.PlayerName, 4448, "Penloup Dominique"},
		{"WTH.TRN", othellorecord.TournamentName, 492, "Championnat de France"},
	} {
		data := readFile(t, base+tt.file)
		names, err := othellorecord.ReadNames(bytes.NewReader(data), tt.size)
		if err != nil || len(names.List) != tt.count || names.Name(2) != tt.third || names.Number(tt.third) != 2 {
			t.Fatalf("%s: %d names, third %q, %v; want %d, %q", tt.file, len(names.List), names.Name(2), err, tt.count, tt.third)
		}
		var out bytes.Buffer
		if err := names.Write(&out, tt.size); err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s is not written as it was read: %v", tt.file, err)
		}
	}
}

func TestNames(t *testing.T) {
	names := othellorecord.Names{List: []string{"???", "Ünal", "Õ"}}
	var out bytes.Buffer
	if err := names.Write(&out, othellorecord.PlayerName); err != nil || out.Len() != 16+3*20 {
		t.Fatalf("%d bytes, %v, want 76", out.Len(), err)
	}
	back, err := othellorecord.ReadNames(&out, othellorecord.PlayerName)
	if err != nil || !slices.Equal(back.List, names.List) {
		t.Errorf("%v, %v, want %v", back.List, err, names.List)
	}
	if back.Name(3) != "" || back.Name(-1) != "" || back.Number("nobody") != 0 {
		t.Error("names that are not there")
	}
	for _, wrong := range []string{"a name of twenty letters", "名", "a\x00b"} {
		names.List[0] = wrong
		if err := names.Write(io.Discard, othellorecord.PlayerName); err == nil {
			t.Errorf("%q is written", wrong)
		}
	}
}

func FuzzReadNames(f *testing.F) {
	f.Add([]byte("\x14\x1a\x02\x10\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00???"))
	f.Fuzz(func(t *testing.T, file []byte) {
		names, err := othellorecord.ReadNames(bytes.NewReader(file), othellorecord.PlayerName)
		if err != nil {
			return
		}
		if len(names.List) > len(file)/int(othellorecord.PlayerName) {
			t.Fatalf("%d names in %d bytes", len(names.List), len(file))
		}
		if err := names.Write(io.Discard, othellorecord.PlayerName); err != nil && !strings.Contains(err.Error(), "at most 19") {
			t.Fatal(err)
		}
	})
}

func TestWriteBaseErrors(t *testing.T) {
	for _, b := range []othellorecord.Base{
		{Year: 70000},
		{Games: []othellorecord.Game{{Black: 1 << 16}}},
		{Games: []othellorecord.Game{{Discs: 65}}},
		{Games: []othellorecord.Game{{Best: -1}}},
	} {
		if err := b.Write(io.Discard); err == nil {
			t.Errorf("%+v is written", b)
		}
	}
	r := othello.Rules{}
	elsewhere := othellorecord.Record{Start: othello.Position{Own: 1, Opp: 2}}
	dated := func(date string) othellorecord.Record {
		return othellorecord.Record{Start: r.Start(), Heading: record.Heading{Date: date}}
	}
	for _, records := range [][]othellorecord.Record{
		{elsewhere}, {dated("May 2024")}, {dated("2024-05"), dated("2023")},
	} {
		if err := format(t, r, "wtb").Write(io.Discard, records); err == nil {
			t.Errorf("%+v is written", records)
		}
	}
}

func TestLists(t *testing.T) {
	lists := othellorecord.Lists{
		Players:     othellorecord.Names{List: []string{"???", "Tamenori", "Brightwell"}},
		Tournaments: othellorecord.Names{List: []string{"???", "WOC"}},
	}
	h := record.Heading{Players: [2]string{"Brightwell", "nobody"}, Event: "WOC"}
	lists.Complete(&h)
	if h.Tags["wthor.black"] != "2" || h.Tags["wthor.white"] != "" || h.Tags["wthor.tournament"] != "1" {
		t.Errorf("numbers %v", h.Tags)
	}
	named := record.Heading{Tags: map[string]string{"wthor.black": "2", "wthor.white": "9", "wthor.tournament": "1"}}
	lists.Complete(&named)
	if named.Players != [2]string{"Brightwell", ""} || named.Event != "WOC" {
		t.Errorf("names %+v", named)
	}
}
