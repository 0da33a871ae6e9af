package prove_test

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
)

// Each case here once produced a false proof. TestSoak of gametest looks for
// others.

// TestRepetitionThatLoses has a win in three that was once reported as
// disproven: the side that repeats a position loses.
func TestRepetitionThatLoses(t *testing.T) {
	m := testgames.Maze{
		Edges: [][]int{0: {4, 3}, 3: {4}, 4: {3}},
		Owner: []game.Player{3: game.Second, 4: game.First},
		End:   make([]game.Status, 5),
		Again: game.Loss,
	}
	p := prove.New(m, prove.Options{TableBytes: 1 << 12})
	for _, goal := range []prove.Goal{prove.ToWin, prove.ToDraw} {
		if r := p.Prove(context.Background(), &testgames.MazeState{}, goal, search.Query{}, search.Control{}, nil); r.Verdict == prove.Disproven {
			t.Errorf("goal %v: %v, but it is won in 3", game.Score(goal), r.Verdict)
		}
	}
}

// TestContradictoryRepetitions proves a win that needs no repetition in a game
// where a repetition reaches the goal at some positions and fails at others.
func TestContradictoryRepetitions(t *testing.T) {
	m := testgames.Maze{
		Edges: [][]int{0: {1, 4}, 1: {0}, 4: {5, 6}, 6: {7}, 7: nil},
		Owner: []game.Player{1: game.Second, 4: game.Second, 5: game.First, 6: game.First, 7: game.Second},
		End:   []game.Status{5: game.Win, 7: game.Loss},
		Again: game.Loss,
	}
	p := prove.New(m, prove.Options{TableBytes: 1 << 12})
	for at, want := range map[int]prove.Verdict{0: prove.Proven, 4: prove.Disproven} {
		for range 2 {
			if r := p.Prove(context.Background(), &testgames.MazeState{At: at}, prove.ToWin, search.Query{}, search.Control{}, nil); r.Verdict != want || r.Stopped != search.Solved {
				t.Errorf("from %d: %v (%v), want %v", at, r.Verdict, r.Stopped, want)
			}
		}
	}
}

// TestProofByBounds asks for a proof that ends in bounds of a Bounder without
// a distance.
func TestProofByBounds(t *testing.T) {
	s := 5
	r := prove.New(promised{}, prove.Options{TableBytes: 1 << 12}).Prove(context.Background(), &s, prove.ToWin, search.Query{}, search.Control{}, nil)
	if r.Verdict != prove.Proven || r.Plies != -1 {
		t.Errorf("%v in %d plies, want proven in nobody knows how many", r.Verdict, r.Plies)
	}
}

// promised is a one-player game. Each move takes one, the player has won three
// points at 0, and the bounds show it from 3 on.
type promised struct{}

func (promised) Moves(s *int, buf []int) ([]int, game.Status) {
	if *s == 0 {
		return buf, game.Final(3)
	}
	return append(buf, 1), game.Ongoing
}
func (promised) Play(dst, src *int, m int) { *dst = *src - m }
func (promised) ToMove(*int) game.Player   { return game.First }
func (promised) Hash(s *int) uint64        { return uint64(*s) }
func (promised) Bounds(s *int) (lower, upper game.Score) {
	if *s <= 3 {
		return game.Margin(1), game.Infinity
	}
	return -game.Infinity, game.Infinity
}
