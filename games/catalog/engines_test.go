package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/kit/enginetest"
)

// TestEngines checks every engine with every limit.
func TestEngines(t *testing.T) {
	for _, tt := range []struct {
		game, hard string // moves to a position that takes minutes
		plies      int
	}{
		{"othello", "f5d6c3", 0},
		{"othello:6", "e4", 0},
		{"connect4", "", 0},
		{"connect4:7x7", "4", 0},
		{"connect4:5x4", "", 0},
		{"tictactoe", "", 0},
		{"mnk:7,7,5", "d4", 0},
		{"mnk:4,4,3", "", 0},
		{"mnk:9,8,5", "e4", 0},
		{"qubic", "", 0},
		{"ultimate", "", 0},
		{"checkers", "", 0},
		{"draughts:russian", "", 0},
		{"draughts:international", "", 0},
		{"chess", "", 0},
	} {
		t.Run(tt.game, func(t *testing.T) {
			t.Parallel()
			g, err := catalog.Find(tt.game)
			if err != nil {
				t.Fatal(err)
			}
			o := enginetest.Options{Plies: tt.plies, Seed: 10}
			if tt.hard != "" {
				if o.Hard, err = g.Start().PlayAll(tt.hard); err != nil {
					t.Fatal(err)
				}
			}
			if tt.game == "qubic" || tt.game == "ultimate" || strings.HasPrefix(tt.game, "draughts") || tt.game == "checkers" || tt.game == "chess" {
				o.Hard = g.Start()
			}
			if tt.game == "chess" {
				// Few random games end in mate. In a window around 0 a large estimate
				// cuts before a mate is found, at any depth.
				o.Laws = []string{"same", "about", "nodes", "depth", "pulse", "lines", "questions", "stopped proofs", "game over", "time", "stop", "ponder", "held up"}
				if o.From, err = g.Parse("7k/8/5K2/8/6Q1/8/8/8 w - - 0 1"); err != nil {
					t.Fatal(err)
				}
			}
			enginetest.Run(t, g, o)
		})
	}
}

// TestBoards checks the board of every game against package engine's
// requirements.
func TestBoards(t *testing.T) {
	for _, name := range []string{
		"othello", "othello:6", "othello:4", "connect4", "connect4:5x4", "connect4:1x6", "connect4:32x1", "tictactoe", "mnk:7,7,5", "mnk:6,4,3,gravity",
		"mnk:5,5,4,wrap", "mnk:4,4,3,exact", "mnk:11,10,5", "qubic", "ultimate", "checkers", "draughts:russian",
		"draughts:international", "draughts:brazilian", "chess", "tree",
	} {
		t.Run(name, func(t *testing.T) {
			g, err := catalog.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Board(t, g, 1)
			if (g.Board() == nil) != (name == "tree") {
				t.Error("want a board for games, and none for trees")
			}
		})
	}
}

// TestWon compares the cells and owners shown for won games with the rules.
func TestWon(t *testing.T) {
	for _, tt := range []struct{ game, position, won, owners string }{
		{"connect4", "4455667", "[38 39 40 41]", "[]"},
		{"connect4:5x4", "1213142", "[]", "[]"},
		{"connect4:7x6", "1213141", "[14 21 28 35]", "[]"},
		{"tictactoe", "b2 a1 a2 b1 c2", "[3 4 5]", "[]"},
		{"mnk:4,4,3,wrap", "d1 b2 a1 b3 b1", "[0 1 3]", "[]"},
		{"mnk:11,11,5", "a1 a2 b1 b2 c1 c2 d1 d2 e1", "[0 1 2 3 4]", "[]"},
		{"qubic", "1a1 2b2 1b1 3c3 1c1 4d4 1d1", "[0 1 2 3]", "[]"},
		{"qubic", "1d1 1a2 2c2 1a3 3b3 1a4 4a4", "[3 22 41 60]", "[]"},
		{"ultimate", "XXX6/9/OO7/9/9/9/9/9/9 O -", "[]", "[0 -1 -1 -1 -1 -1 -1 -1 -1]"},
	} {
		g, err := catalog.Find(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		at := p.Placement()
		if got := fmt.Sprint(at.Won); got != tt.won {
			t.Errorf("%s %s: won %s, want %s", tt.game, tt.position, got, tt.won)
		}
		if got := fmt.Sprint(at.Owners); got != tt.owners {
			t.Errorf("%s %s: owners %s, want %s", tt.game, tt.position, got, tt.owners)
		}
	}
}
