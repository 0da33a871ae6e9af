package web

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/search"
)

// TestExplore finds a position in recorded games by keys, also where symmetric moves or another
// order of moves lead to it.
func TestExplore(t *testing.T) {
	t.Parallel()
	config := testConfig()
	config.Books = map[string]engine.Book{"checkers": newBook(t)}
	_, server := newTest(t, config)
	explore := func(game string, moves ...string) exploreReply {
		t.Helper()
		return posted[exploreReply](t, server.URL+base+"/explore", obj{"game": game, "moves": moves})
	}
	named := func(game string) (out openingsDoc) {
		t.Helper()
		status, _, text := do(t, request(t, "GET", server.URL+base+"/openings?game="+game, nil))
		if err := json.Unmarshal([]byte(text), &out); status != http.StatusOK || err != nil {
			t.Fatalf("%s: %d, %v", game, status, err)
		}
		return out
	}
	games := posted[recordsReply](t, server.URL+base+"/records/read", obj{"game": "othello", "text": "f5d6c3d3\nd3c5f6f5\n", "keys": true})
	if len(games.Records) != 2 {
		t.Fatalf("%d games", len(games.Records))
	}
	keys := func(n int) (all []uint64) {
		for k := games.Records[n].Keys; len(k) > 0; k = k[engine.ShortKeyBytes:] {
			var word [8]byte
			copy(word[8-engine.ShortKeyBytes:], k[:engine.ShortKeyBytes])
			all = append(all, binary.BigEndian.Uint64(word[:]))
		}
		return all
	}
	one, two := keys(0), keys(1)
	if w := games.Records[0].Winner; w != "" {
		t.Errorf("winner %q of an unfinished game", w)
	}
	if len(one) != 5 || len(two) != 5 {
		t.Fatalf("%d and %d keys of 5 positions", len(one), len(two))
	}
	for i, want := range []bool{true, true, true, true, true} { // the second game is an image of the first
		if got := one[i] == two[i]; got != want {
			t.Errorf("position %d: one key %v, want %v", i, got, want)
		}
	}
	at := explore("othello", "f5")
	if at.Key != one[1] || len(at.Moves) != 3 || at.Counted == nil || at.Counted.Games != 137548 {
		t.Fatalf("%+v", at)
	}
	total := workshop.Count{}
	for _, m := range at.Moves {
		if want := m.Move == "d6"; (m.Key == one[2]) != want {
			t.Errorf("%s leads to the recorded position: %v, want %v", m.Move, m.Key == one[2], want)
		}
		total.Games += m.Games
		total.Second += m.First + m.Draws + m.Second
		names := map[string]string{"d6": "Perpendicular Opening", "f6": "Diagonal Opening", "f4": "Parallel Opening"}
		if m.Opening != names[m.Move] || m.Openings == 0 {
			t.Errorf("%s leads to %q and %d openings, want %q", m.Move, m.Opening, m.Openings, names[m.Move])
		}
	}
	if total.Games != 137548 || total.Second != total.Games {
		t.Errorf("%d games with %d results go on from f5", total.Games, total.Second)
	}
	if len(at.Book) != 3 || at.Book[0].Move != "d6" {
		t.Errorf("book moves %+v, want d6 first", at.Book)
	}
	for game, least := range map[string]int{"chess": 3000, "checkers": 174} {
		all := named(game).Openings
		first, through := map[string]int{}, map[string]int{}
		for _, o := range all {
			first[o.Moves[0]]++
		}
		for _, m := range explore(game).Moves {
			if m.Openings > 0 {
				through[m.Move] = m.Openings
			}
		}
		if len(all) < least || !maps.Equal(first, through) {
			t.Errorf("%s: %d openings, %v by their first moves, %v in the explorer", game, len(all), first, through)
		}
	}
	if all := named("tictactoe").Openings; all == nil || len(all) > 0 {
		t.Errorf("openings of tictactoe: %v", all)
	}
	if book := explore("checkers").Book; len(book) != 1 || book[0].Move != "9-13" {
		t.Errorf("book moves %+v, want 9-13", book)
	}
	if over := explore("tictactoe", "a1", "a2", "b1", "b2", "c1"); len(over.Moves) != 0 || over.Moves == nil {
		t.Errorf("moves after the end: %+v", over.Moves)
	}
}

// TestConnectFourBook explores the positions of the built-in scores: the values of the first moves are
// those that Allis and Tromp have published, and after seven discs each value is the solver's.
func TestConnectFourBook(t *testing.T) {
	t.Parallel()
	_, server := newTest(t, testConfig())
	book := func(moves ...string) map[string]float64 {
		values := map[string]float64{}
		for _, l := range posted[exploreReply](t, server.URL+base+"/explore", obj{"game": "connect4", "moves": moves}).Book {
			var err error
			if values[l.Move], err = l.Value.Float64(); err != nil || !l.Exact {
				t.Errorf("%v: %+v", moves, l)
			}
		}
		return values
	}
	want := map[string]float64{"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2}
	if got := book(); !maps.Equal(got, want) {
		t.Errorf("first moves %v, want %v", got, want)
	}
	late := strings.Split("4444332", "")
	g := catalogtest.Find(t, "connect4")
	p, err := g.Start().PlayAll("4444332")
	if err != nil {
		t.Fatal(err)
	}
	a := g.NewEngine(engine.Options{}).Analyze(t.Context(), p, search.Query{Lines: 7}, search.Control{}, nil)
	got := book(late...)
	for _, l := range a.Lines {
		if got[l.Move] != l.Value.Number || len(got) != len(a.Lines) {
			t.Errorf("%s: %v, the solver says %v", l.Move, got[l.Move], l.Value.Number)
		}
	}
	if later := book(append(late, "1")...); len(later) > 0 {
		t.Errorf("eight discs: %v", later)
	}
}
