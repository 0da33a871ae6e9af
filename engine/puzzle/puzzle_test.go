package puzzle_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/puzzle"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

// TestShelf converts the start of every puzzle to text and back, and checks that nonsense is
// refused.
func TestShelf(t *testing.T) {
	for _, name := range shelf.Names() {
		p, err := shelf.Find(name)
		if err != nil || p.About().Name != name {
			t.Fatalf("%s: %v", name, err)
		}
		start := p.Start()
		again, err := p.Parse(start.String())
		if err != nil || again.String() != start.String() || start.Draw() == "" || again.Puzzle() != p {
			t.Errorf("%s: %q becomes %v, %v", name, start, again, err)
		}
		if _, err := start.PlayAll("nonsense"); err == nil || !strings.HasPrefix(err.Error(), "move 1: ") {
			t.Errorf("%s: nonsense is played: %v", name, err)
		}
	}
	if _, err := shelf.Find("tiles:"); err == nil {
		t.Error("a puzzle without its size is found")
	}
}

func TestSolver(t *testing.T) {
	p, err := shelf.Find("tiles:3")
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.NewSolver(context.Background(), puzzle.Options{Options: path.Options{Algorithm: path.AStar}}, puzzle.Resources{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]puzzle.Document{
		"1 2 3 4 0 6 7 5 8": {Moves: []string{"5", "8"}, Stopped: "solved"},
		"1 0 2 3 4 5 6 8 7": {Stopped: "unsolvable"},
	} {
		pos, err := p.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r := s.Solve(context.Background(), pos, path.Query{}, search.Control{}, nil)
		d := s.Describe(pos, &r)
		if !slices.Equal(d.Moves, want.Moves) || d.Stopped != want.Stopped || (d.Cost != nil) != (d.Moves != nil) || (d.Lower == nil) != (d.Reason != "") {
			t.Errorf("%s: %+v", text, d)
		}
	}
}

func TestParseLine(t *testing.T) {
	p, err := shelf.Find("tiles:3")
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]int{"0 1 2 3 4 5 6 7 8": -1, "0 1 2 3 4 5 6 7 8 12": 12, "startpos 31": 31} {
		got, err := p.ParseLine(line)
		if err != nil || (got.Expected == nil) != (want < 0) || got.Expected != nil && *got.Expected != want {
			t.Errorf("%q: %+v, %v", line, got, err)
		}
	}
	for _, line := range []string{"", "0 1 2 3 4 5 6 7 8 -1", "0 1 2 3 4 5 6 7 8 x", "0 1 2 3 4 5 6 7 7 3"} {
		if _, err := p.ParseLine(line); err == nil {
			t.Errorf("%q is read", line)
		}
	}
}
