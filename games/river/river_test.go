package river_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/river"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

func TestLaws(t *testing.T) {
	p := river.Puzzle{}
	gametest.Test(t, p, gametest.Config[river.Across, river.Move]{Games: 5, Plies: 30, Illegal: []string{"", "farmer", "Wolf", "wolf ", "é"}})
	var safe []river.Across
	for s := range river.Across(16) {
		if p.Unsolvable(&s) == nil {
			safe = append(safe, s)
		}
	}
	if len(safe) != 10 {
		t.Errorf("%d positions in which nothing is eaten, want 10", len(safe))
	}
	gametest.TestPuzzle(t, p, gametest.PuzzleConfig[river.Across]{Starts: safe, Walks: len(safe), Consistent: true})
}

// TestUnsolvable compares Unsolvable with a search.
func TestUnsolvable(t *testing.T) {
	p := river.Puzzle{Blind: true}
	for s := range river.Across(16) {
		moves, status := p.Moves(&s, nil)
		if dead := p.Unsolvable(&s) != nil; dead != (status == game.Loss) || dead && len(moves) > 0 {
			t.Errorf("%s: unsolvable %v, but %v with moves %v", p.FormatPosition(&s), dead, status, moves)
		}
	}
}

func TestRefused(t *testing.T) {
	p := river.Puzzle{}
	for text, want := range map[string]string{
		"":        "want the letters",
		"FWGC":    "want the letters",
		"FWG/":    "nobody says where C is",
		"FWGC/W":  `'W' on bank 2 stands there twice`,
		"FWXC/-":  `'X' on bank 1`,
		"F-/WGC":  `'-' on bank 1`,
		"FWéC/-G": `'é' on bank 1`,
	} {
		if _, err := p.ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, test := range []struct{ position, move, want string }{
		{"FWGC/-", "wolf", "the goat is alone with the cabbage"},
		{"FWGC/-", "cabbage", "the wolf is alone with the goat"},
		{"WC/FG", "wolf", "on the other bank"},
		{"F/WGC", "alone", "the wolf is alone with the goat"},
		{"-/FWGC", "alone", "all have crossed"},
	} {
		s, err := p.ParsePosition(test.position)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.ParseMove(&s, test.move); !errors.Is(err, game.ErrIllegal) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %s: %v, want %q", test.position, test.move, err, test.want)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	p := river.Puzzle{}
	f.Add("WC/FG")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := p.ParsePosition(text)
		if err != nil {
			return
		}
		if again, err := p.ParsePosition(p.FormatPosition(&s)); err != nil || again != s {
			t.Errorf("%q becomes %v, %v", text, again, err)
		}
	})
}

// The fewest crossings.
func Example() {
	p := river.Puzzle{}
	searcher, err := path.New(p, path.Options{Algorithm: path.BreadthFirst})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := p.Start()
	result := searcher.Search(context.Background(), &s, path.Query{}, search.Control{}, nil)
	fmt.Println(&result)
	for i, m := range result.Moves {
		fmt.Println(i+1, p.FormatMove(&s, m))
	}
	// Output:
	// cost 7, optimality optimal
	// 1 goat
	// 2 alone
	// 3 wolf
	// 4 goat
	// 5 cabbage
	// 6 alone
	// 7 goat
}
