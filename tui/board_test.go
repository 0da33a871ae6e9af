package tui

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/play"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/kit/enginetest"
)

// TestSketched draws boards of every kind with their marks.
func TestSketched(t *testing.T) {
	for _, tt := range []struct{ name, game, start, moves, chosen string }{
		{"discs", "othello:6", "startpos", "e4 c5", "d5"},
		{"columns", "connect4", "startpos", "4 4 5 5 6 6 7", ""},
		{"frames", "ultimate", "startpos", "e5 d4 a1 b2", "e4"},
		{"levels", "qubic", "startpos", "1a1 2b2 1b1 3c3 1c1 4d4 1d1", ""},
		{"large", "mnk:12,11,5", "startpos", "f6 g6", "l11"},
		{"paths", "jumps", "B-----/-a----/------/---a--/------/---A-- A", "", "a1xc3xe5"},
		{"sliding", "jumps", "startpos", "a6-b5", "b1-a2"},
		{"numbered", "draughts:international", "startpos", "32-28 19-23 28x19", "14x23"},
		{"lettered", "draughts:russian", "startpos", "c3-d4", "b6-a5"},
		{"alone", "pegs", "startpos", "", "a1-c1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			session := new(play.Session)
			session.Start(position(t, tt.game, tt.start))
			p := NewPlay(t.Context(), session, words.English)
			for _, m := range strings.Fields(tt.moves) {
				if p.play(m); p.message != "" {
					t.Fatal(p.message)
				}
			}
			p.input.SetValue(tt.chosen)
			golden.Check(t, "board-"+tt.name+".txt", []byte(strings.Join(p.board(), "\n")+"\n"))
		})
	}
}

// position reads a position of a game of the catalog or of a test game.
func position(t *testing.T, name, text string) *engine.Position {
	t.Helper()
	g, err := catalog.Find(name)
	for _, toy := range enginetest.Toys() {
		if toy.About().Name == name {
			g, err = toy, nil
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
