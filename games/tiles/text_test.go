package tiles_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/tiles"
	"github.com/plywood-go/plywood/kit/gametest"
)

func TestLaws(t *testing.T) {
	for _, n := range []int{3, 4, 5} {
		gametest.Test(t, puzzle(t, n, nil), gametest.Config[tiles.Board, tiles.Move]{
			Games: 5, Plies: 60, Illegal: []string{"", "0", "25", "-1", "north", "01", "é", " 1"},
		})
	}
}

func TestRefused(t *testing.T) {
	p := puzzle(t, 3, nil)
	for text, want := range map[string]string{
		"":                      "0 numbers, want 9",
		"0 1 2 3 4 5 6 7":       "8 numbers, want 9",
		"0 1 2 3 4 5 6 7 8 8":   "number 10: 8 stands at number 9 already",
		"0 1 2 3 4 5 6 7 9":     `number 9: "9", want 0 to 8`,
		"0 1 2 3 4 5 6 7 7":     "number 9: 7 stands at number 8 already",
		"0 1 2 x 4 5 6 7 8":     `number 4: "x", want 0 to 8`,
		"0 1 2 3 4 5 6 7 8 9":   `number 10: "9", want 0 to 8`,
		"0 1 2 3 4 5 6 7 -8":    `number 9: "-8", want 0 to 8`,
		"0 1 2 3 4 5 6 7 8 0 1": "number 10: 0 stands at number 1 already",
	} {
		if _, err := p.ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if b := parse(t, p, "1,0 2\t3,4,5 6 7 8"); p.FormatPosition(&b) != "1 0 2 3 4 5 6 7 8" {
		t.Errorf("got %s", p.FormatPosition(&b))
	}
	for text, legal := range map[string]bool{"right": true, "left": true, "2": true, "up": false, "3": false} {
		b := parse(t, p, "1 0 2 3 4 5 6 7 8")
		if _, err := p.ParseMove(&b, text); (err == nil) != legal || err != nil && !errors.Is(err, game.ErrIllegal) {
			t.Errorf("move %q: %v", text, err)
		}
	}
	if _, err := tiles.New(tiles.Square(6), tiles.First, nil); err == nil {
		t.Error("6×6 squares are taken")
	}
}

// TestUnsolvable exchanges two tiles of solvable arrangements.
func TestUnsolvable(t *testing.T) {
	for _, n := range []int{3, 4, 5} {
		p := puzzle(t, n, nil)
		b := p.Start()
		if err := p.Unsolvable(&b); err != nil {
			t.Errorf("%d: the start: %v", n, err)
		}
		i := 0
		if b.Tiles[0] == 0 || b.Tiles[1] == 0 {
			i = 2
		}
		b.Tiles[i], b.Tiles[i+1] = b.Tiles[i+1], b.Tiles[i]
		if p.Unsolvable(&b) == nil {
			t.Errorf("%d: %s is not called unsolvable", n, p.FormatPosition(&b))
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	f.Add("8 7 6 0 4 1 2 5 3")
	f.Add("0,1,2,3,4,5,6,7,8,9")
	p, err := tiles.New(tiles.Square(3), tiles.First, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := p.ParsePosition(text)
		if err != nil {
			return
		}
		again, err := p.ParsePosition(p.FormatPosition(&b))
		if err != nil || again != b {
			t.Errorf("%q becomes %v, %v", text, again, err)
		}
	})
}

func TestPuzzleLaws(t *testing.T) {
	p := puzzle(t, 3, nil)
	gametest.TestPuzzle[tiles.Board, tiles.Move](t, p, gametest.PuzzleConfig[tiles.Board]{
		Starts: []tiles.Board{parse(t, p, "1 2 5 3 4 8 6 7 0"), parse(t, p, "0 1 2 3 4 5 6 7 8"), parse(t, p, "3 1 2 6 4 5 0 7 8")}, Walks: 6, Consistent: true,
	})
}
