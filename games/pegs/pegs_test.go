package pegs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/pegs"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

func parse(t testing.TB, text string) pegs.Holes {
	t.Helper()
	s, err := pegs.Puzzle{}.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLaws(t *testing.T) {
	p := pegs.Puzzle{}
	gametest.Test(t, p, gametest.Config[pegs.Holes, pegs.Jump]{Games: 5, Plies: 30, Illegal: []string{"", "a1", "a1-b1", "d1-b1-", "f1-d1", "é"}})
	gametest.TestPuzzle(t, p, gametest.PuzzleConfig[pegs.Holes]{
		Starts: []pegs.Holes{parse(t, "./../ooo/.o../o...."), parse(t, "./oo/.o./..../oo..o")}, Consistent: true,
	})
}

// TestUnsolvable searches backwards from all goals. The rule of three must exclude none of the
// positions met and half of the others.
func TestUnsolvable(t *testing.T) {
	p := pegs.Puzzle{}
	solvable, queue := map[pegs.Holes]bool{}, p.Goals(nil)
	for len(queue) > 0 {
		s := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if solvable[s] {
			continue
		}
		solvable[s] = true
		for _, j := range p.Retractions(&s, nil) {
			var before pegs.Holes
			p.Retract(&before, &s, j)
			queue = append(queue, before)
		}
	}
	excluded := 0
	for s := pegs.Holes(1); s < 1<<15; s++ {
		if p.Unsolvable(&s) == nil {
			continue
		}
		excluded++
		if solvable[s] {
			t.Fatalf("%s can be solved", p.FormatPosition(&s))
		}
	}
	t.Logf("%d arrangements can be solved, %d are excluded", len(solvable), excluded)
	if start := p.Start(); !solvable[start] || excluded != 8191 { // a quarter of 2^15, without the empty one
		t.Errorf("%d arrangements excluded; the start can be solved: %v", excluded, solvable[start])
	}
}

func TestRefused(t *testing.T) {
	p := pegs.Puzzle{}
	for text, want := range map[string]string{
		"":                       "1 rows, want 5",
		"./oo/ooo/oooo/oooo":     "row 5 has 4 holes, want 5",
		"./oo/oooo/oooo/ooooo":   "row 3 has more than 3 holes",
		"./oo/oxo/oooo/ooooo":    `row 3, hole 2: 'x'`,
		"./../.../..../.....":    "no peg",
		"./oo/ooo/oooo/ooooo/o ": "6 rows",
	} {
		if _, err := p.ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for text, legal := range map[string]bool{"c1-a1": true, "c3-a1": true, "d1-b1": false, "e1-c1": false} {
		s := p.Start()
		if _, err := p.ParseMove(&s, text); (err == nil) != legal || err != nil && !errors.Is(err, game.ErrIllegal) {
			t.Errorf("move %q: %v", text, err)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	p := pegs.Puzzle{}
	f.Add("./oo/ooo/oooo/ooooo")
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

// A puzzle with dead ends; the last position is one.
func Example() {
	p := pegs.Puzzle{}
	searcher, err := path.New(p, path.Options{Algorithm: path.AStar})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"./oo/ooo/oooo/ooooo", "o/.o/ooo/oooo/ooooo", "o/oo/o.o/oooo/ooooo", "o/../.../..../o...."} {
		s, err := p.ParsePosition(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		result := searcher.Search(context.Background(), &s, path.Query{}, search.Control{}, nil)
		fmt.Println(&result)
	}
	// Output:
	// cost 13, optimality optimal
	// cost 13, optimality optimal
	// cost 13, optimality optimal
	// no solution
}
