package search_test

import (
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/search"
)

// knowing is a graph whose winners are known at some positions, at a distance or at an unknown
// one.
type knowing struct {
	gametest.Sharp
	plies int // added to each distance; MaxPlies for unknown ones
}

func (k knowing) Bounds(s *gametest.GraphState) (lower, upper game.Score) {
	switch v := k.Truth(s).Later(k.plies); {
	case s.At%4 > 0:
	case v.Outcome() > 0:
		return v, game.WinIn(1)
	case v.Outcome() < 0:
		return game.LossIn(2), v
	}
	return -game.Infinity, game.Infinity
}

// TestStackIsAsDeepAsTheSearch plays out wins that the game knows without a search. The
// distance of a win that is unknown, or far beyond the depth searched, makes no frames.
func TestStackIsAsDeepAsTheSearch(t *testing.T) {
	const extended, constant = 3, 3*260 + 40 // each ply may be extended twice
	random := seeded.Rand(t, 1)
	played := 0
	for range 100 {
		g := gametest.NewGraph(random.Uint64(), gametest.GraphSpec{Width: 3, Vertices: 40})
		for _, plies := range []int{game.MaxPlies, game.MaxPlies - 100, 1 << 18, 1000, 0} {
			s := search.New(knowing{gametest.Sharp{Graph: g}, plies}, search.Options{TableBytes: 1})
			start := g.Start()
			for _, w := range []game.Window{{Alpha: -1, Beta: 1}, game.FullWindow()} {
				r := s.Search(background, &start, search.Query{Window: w, Nodes: 500, From: 3, Depth: 5}, search.Control{}, nil)
				if got := s.StackLen(); got > extended*r.Depth+constant {
					t.Fatalf("%d frames after a search to depth %d: %v, proven %v", got, r.Depth, r.Score(), r.Proof)
				}
				if n, _, known := r.Score().Distance(); known && plies == 0 && r.Exact() && len(r.Lines[0].PV) == n {
					played++
				}
			}
		}
	}
	if played < 20 {
		t.Errorf("%d lines of known distance are played out: the test tests little", played)
	}
}

// TestKnown counts positions of which the game knows bounds, and no others.
func TestKnown(t *testing.T) {
	g := gametest.NewGraph(3, gametest.GraphSpec{Width: 3, Vertices: 40})
	start := g.Start()
	q := search.Query{Depth: 4}
	if r := search.New(knowing{gametest.Sharp{Graph: g}, 0}, search.Options{}).Search(background, &start, q, search.Control{}, nil); r.Known == 0 || r.Known >= r.Nodes {
		t.Errorf("%d of %d positions are known", r.Known, r.Nodes)
	}
	if r := search.New(g, search.Options{}).Search(background, &start, q, search.Control{}, nil); r.Known != 0 {
		t.Errorf("%d positions are known in a game that knows none", r.Known)
	}
}
