package cube

import (
	"context"
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/path"
)

// phases returns the bound that needs only the tables of both phases.
func phases(t testing.TB) Phases {
	tables := loaded(t)
	return Phases{tables, tables.first, Near}
}

// general hides the loop of a puzzle.
type general struct{ *Puzzle }

func (general) Iterate() {}

// TestIterate compares the loop with the general search: nodes, moves and bounds must agree, for
// every kind of ending, on cubes near the goal, far from it, and alike along all axes.
func TestIterate(t *testing.T) {
	p := New(phases(t))
	rng := seeded.Rand(t, 6)
	cubes := []Cube{solved, parse(t, "U2 D2 R2 L2 F2 B2"), parse(t, "R2 L2"), parse(t, "U R F U R F")}
	for depth := range 9 {
		for range 4 {
			c := solved
			for range depth {
				c = c.after(&turns[rng.IntN(moveCount)])
			}
			cubes = append(cubes, c)
		}
	}
	solvedOnes := 0
	for _, c := range append(cubes, random(t, 10)...) {
		for _, nodes := range []uint64{1, 2, 333, 6000} {
			var told [2]string
			for i, rules := range []path.Puzzle[Cube, Move]{p, general{p}} {
				s, err := path.New(rules, path.Options{Algorithm: path.IDAStar})
				if err != nil {
					t.Fatal(err)
				}
				r := s.Search(context.Background(), &c, path.Query{Nodes: nodes}, search.Control{}, nil)
				if r.Elapsed = 0; r.Found {
					solvedOnes++
				}
				told[i] = fmt.Sprintf("%+v", r)
			}
			if told[0] != told[1] {
				t.Fatalf("%s, %d nodes:\ngot  %s\nwant %s", p.FormatPosition(&c), nodes, told[0], told[1])
			}
		}
	}
	if solvedOnes < 100 {
		t.Errorf("%d searches came to a solution, want more", solvedOnes)
	}
}

// TestBeyond searches without any moves left: the least total beyond the bound is the minimum
// over all next cubes. The cube with every edge flipped in place looks alike along all axes.
func TestBeyond(t *testing.T) {
	p := New(phases(t))
	flipped := solved
	for i := range flipped.edges {
		flipped.edges[i] |= 1 << flipShift
	}
	for _, c := range append(random(t, 50), flipped) {
		want := path.Infinite
		for i := range turns {
			next := c.after(&turns[i])
			want = min(want, 1+p.Estimate(&next))
		}
		tally := &path.Tally{Generated: 1, Limit: 1000}
		_, got, found, ok := p.Iterate(&c, 0, tally)
		if got != want || found || !ok || tally.Generated != 1+uint64(len(turns)) {
			t.Errorf("%s: %d, %v, %v, %d cubes; want %d", p.FormatPosition(&c), got, found, ok, tally.Generated, want)
		}
	}
}
