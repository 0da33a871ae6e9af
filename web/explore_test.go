package web

import (
	"encoding/binary"
	"testing"

	"github.com/plywood-go/plywood/engine"
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
	games := posted[recordsReply](t, server.URL+base+"/records/read", obj{"game": "othello", "text": "f5d6c3d3\nd3c5f6f5\n", "keys": true})
	if len(games.Records) != 2 {
		t.Fatalf("%d games", len(games.Records))
	}
	keys := func(n int) (all []uint64) {
		for k := games.Records[n].Keys; len(k) > 0; k = k[keyBytes:] {
			var word [8]byte
			copy(word[8-keyBytes:], k[:keyBytes])
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
	if at.Key != one[1] || len(at.Moves) != 3 || at.Book != nil {
		t.Fatalf("%+v", at)
	}
	for _, m := range at.Moves {
		if want := m.Move == "d6"; (m.Key == one[2]) != want {
			t.Errorf("%s leads to the recorded position: %v, want %v", m.Move, m.Key == one[2], want)
		}
	}
	if book := explore("checkers").Book; len(book) != 1 || book[0].Move != "9-13" {
		t.Errorf("book moves %+v, want 9-13", book)
	}
	if over := explore("tictactoe", "a1", "a2", "b1", "b2", "c1"); len(over.Moves) != 0 || over.Moves == nil {
		t.Errorf("moves after the end: %+v", over.Moves)
	}
}
