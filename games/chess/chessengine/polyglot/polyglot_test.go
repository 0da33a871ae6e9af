package polyglot_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/games/chess/chessengine/polyglot"
)

// played returns the position after moves.
func played(t *testing.T, moves string) chess.Position {
	t.Helper()
	var r chess.Rules
	s := r.Start()
	for text := range strings.FieldsSeq(moves) {
		m, err := r.ParseMove(&s, text)
		if err != nil {
			t.Fatal(err)
		}
		r.Play(&s, &s, m)
	}
	return s
}

// TestKey checks the keys that the description of the format publishes.
func TestKey(t *testing.T) {
	for moves, want := range map[string]uint64{
		"":                                   0x463b96181691fc9c,
		"e2e4":                               0x823c9b50fd114196,
		"e2e4 d7d5":                          0x0756b94461c50fb0,
		"e2e4 d7d5 e4e5":                     0x662fafb965db29d4,
		"e2e4 d7d5 e4e5 f7f5":                0x22a48b5a8e47ff78,
		"e2e4 d7d5 e4e5 f7f5 e1e2":           0x652a607ca3f242c1,
		"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7":      0x00fdd303c946bdd9,
		"a2a4 b7b5 h2h4 b5b4 c2c4":           0x3c8123ea7b067637,
		"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": 0x5c3f9b829b279560,
	} {
		s := played(t, moves)
		if got := polyglot.Key(&s); got != want {
			t.Errorf("%s: %x, want %x", moves, got, want)
		}
	}
}

// TestBook builds a book and reads it.
func TestBook(t *testing.T) {
	var c polyglot.Counter
	add := func(moves, move string, times, points int) {
		s := played(t, moves)
		m, err := chess.Rules{}.ParseMove(&s, move)
		if err != nil {
			t.Fatal(err)
		}
		for range times {
			c.Add(&s, m, points)
		}
	}
	const castles = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"
	add("", "e2e4", 3, 2)
	add("", "d2d4", 50_000, 2) // more than a weight can hold
	add("", "c2c4", 9, 0)      // never won
	add("", "g1f3", 1, 2)      // too rare
	add(castles, "e1g1", 2, 1)
	var out bytes.Buffer
	if n, err := c.Write(&out, 2); n != 2 || err != nil {
		t.Fatalf("%d positions, %v; want 2", n, err)
	}
	path := filepath.Join(t.TempDir(), "book.bin")
	bad := bytes.Clone(out.Bytes()[:16]) // the first position with an impossible move
	bad[8], bad[9] = 0, 0
	if err := os.WriteFile(path, append(bad, out.Bytes()...), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := polyglot.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for moves, want := range map[string]string{"": "d4 e4", castles: "O-O", "e2e4": ""} {
		s := played(t, moves)
		r, ok := b.Probe(&s)
		var got []string
		for _, l := range r.Lines {
			got = append(got, chess.Rules{}.FormatMove(&s, l.PV[0]))
		}
		if strings.Join(got, " ") != want || ok != (want != "") {
			t.Errorf("%s: %v, want %s", moves, got, want)
		}
	}
	turned := append(bytes.Clone(out.Bytes()[32:]), out.Bytes()[:32]...)
	for _, data := range [][]byte{nil, out.Bytes()[:15], turned} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := polyglot.Open(path); err == nil {
			t.Errorf("%x is a book", data)
		}
	}
}
