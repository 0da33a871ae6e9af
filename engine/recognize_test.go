package engine_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
)

// TestRecognize finds the game of a file by its content: the tag that names the
// variant in any letters, else the variants whose rules fit, be they several.
func TestRecognize(t *testing.T) {
	long := "[Event \"x\"]\n\n{" + strings.Repeat("a comment\n", 9000) + "}\n1. 32-28 19-23 *\n"
	for _, tt := range []struct {
		text, format string
		games        string
		shown        bool
	}{
		{"[Event \"x\"]\n\n1. 32-28 19-23 *\n", "", "draughts:international", true},
		{"1. 32-28 19-23", "", "draughts:international", true},
		{"1. 32-28 19-23", "pdn", "draughts:international", true},
		{"[Gametype \"25\"]\n\n1. c3-d4 b6-a5 *\n", "", "draughts:russian", true},
		{"[GAMETYPE \"20\"]\n\n*\n", "", "draughts:international", true},
		{"[White \"a\"]\n[FEN \"W:W31-50:B1-20\"]\n[Result \"1-1\"]\n", "", "draughts:international", true},
		{"[FEN \"W:WK3:BK10\"] *\n", "", "checkers draughts:international draughts:brazilian", true},
		{"(;GM[2];B[f5])", "", "othello", true},
		{"(;GM[2];B[f5])", "sgf", "othello", true},
		{"(;GM[2];B[f5])", "pdn", "", false},
		{"1. 4 4 2. 4 3", "", "connect4:7x6", false},
		{"[GameType \"20\"]\n\n1. e2e4 *\n", "", "draughts:international", true},
		{"[Event \"x\"]\n\n1. e4 e5 *\n", "", "chess", true},
		{"[Event \"x\"]\n\n1. e4 e4 *\n", "", "chess", true},
		{"f5d6c3\nz9\nf5f6\n", "", "othello", false},
		{long, "", "", false},
	} {
		found, shown, _ := engine.Recognize(catalog.Games(), engine.Source{Data: []byte(tt.text), Format: tt.format})
		var names []string
		for _, g := range found {
			names = append(names, g.About().Name)
		}
		if got := strings.Join(names, " "); got != tt.games || shown != tt.shown {
			t.Errorf("%.60q %s: %q, shown %v; want %q, %v", tt.text, tt.format, got, shown, tt.games, tt.shown)
		}
	}
}
