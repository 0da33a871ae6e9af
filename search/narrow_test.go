package search_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/search"
)

// hall is a game of one move: the player opens one of eight doors, and only
// the last one wins. The game calls the first three promising.
type hall struct{}

func (hall) Moves(s *int, buf []int) ([]int, game.Status) {
	switch {
	case *s == 8:
		return buf, game.Loss
	case *s > 0:
		return buf, game.Draw
	}
	return append(buf, 1, 2, 3, 4, 5, 6, 7, 8), game.Ongoing
}

func (hall) Play(dst, _ *int, m int) { *dst = m }
func (hall) ToMove(s *int) game.Player {
	if *s == 0 {
		return game.First
	}
	return game.Second
}
func (hall) Hash(s *int) uint64          { return uint64(*s) * 0x9e3779b97f4a7c15 }
func (hall) Promising(*int, []int) int   { return 3 }
func (h hall) Status(s *int) game.Status { _, st := h.Moves(s, nil); return st }

// corridor is a hall behind a door, so that the search gambles below the root.
type corridor struct{ hall }

func (c corridor) Moves(s *int, buf []int) ([]int, game.Status) {
	if *s < 0 {
		return append(buf, 0), game.Ongoing
	}
	return c.hall.Moves(s, buf)
}

func (c corridor) ToMove(s *int) game.Player {
	if *s < 0 {
		return game.Second
	}
	return c.hall.ToMove(s)
}
func (corridor) Promising(s *int, moves []int) int { return min(3, len(moves)) }

// TestNarrowProvesNothing has a winning move that the search leaves out: its
// result is not proven unless the query asks for all moves.
func TestNarrowProvesNothing(t *testing.T) {
	for _, tt := range []struct {
		start int
		rules game.Rules[int, int]
		win   game.Score
	}{{0, hall{}, game.WinIn(1)}, {-1, corridor{}, game.LossIn(2)}} {
		for _, x := range []struct {
			without search.Feature
			query   search.Query
			win     bool
		}{
			{0, search.Query{Depth: 4}, false},
			{search.Narrow, search.Query{Depth: 4}, true},
			{0, search.Query{Depth: 4, Exhaustive: true}, true},
		} {
			s := search.New(tt.rules, search.Options{TableBytes: 1 << 12, Without: x.without})
			r := s.Search(background, &tt.start, x.query, search.Control{}, nil)
			if x.win && (r.Score() != tt.win || r.Proof != game.Exact) {
				t.Errorf("%T without %q, %+v: %v, proven %v; want %v, exact", tt.rules, x.without, x.query, r.Score(), r.Proof, tt.win)
			}
			if !x.win && (r.Score() != 0 || r.Proof&game.Upper != 0 && tt.win > 0 || r.Proof&game.Lower != 0 && tt.win < 0) {
				t.Errorf("%T: %v, proven %v; the move that wins was left out", tt.rules, r.Score(), r.Proof)
			}
		}
	}
}

// TestNarrowComparesAll asks for more lines than there are promising moves.
func TestNarrowComparesAll(t *testing.T) {
	s := search.New(hall{}, search.Options{TableBytes: 1 << 12})
	start := 0
	r := s.Search(background, &start, search.Query{Depth: 2, Lines: 8}, search.Control{}, nil)
	if len(r.Lines) != 8 || r.Lines[0].PV[0] != 8 || r.Proof != game.Exact {
		t.Errorf("%d lines, the first %v, proven %v; want 8, move 8, exact", len(r.Lines), r.Lines[0].PV, r.Proof)
	}
	for i, l := range r.Lines {
		if l.Depth == 0 || l.Bound != game.Exact {
			t.Errorf("line %d: depth %d, bound %v", i, l.Depth, l.Bound)
		}
	}
}
