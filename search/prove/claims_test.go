package prove_test

import (
	"context"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/testgames"
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

// TestScoutKnowsTheRoot has a move back to the root that loses there. A scout
// that began below the root once took it for a win by a later repetition.
func TestScoutKnowsTheRoot(t *testing.T) {
	m := judged{Maze: testgames.Maze{
		Edges: [][]int{0: {1, 2}, 1: {0}, 2: {3}, 3: nil},
		Owner: []game.Player{2: game.Second, 3: game.First},
		End:   []game.Status{3: game.Win},
	}, again: []game.Status{0: game.Loss, 1: game.Win, 3: game.Draw}}
	for _, scout := range []int{-1, 20} {
		p := prove.New(m, prove.Options{TableBytes: 1 << 12, Scout: scout})
		r := p.Prove(context.Background(), &testgames.MazeState{}, prove.ToDraw, search.Query{}, search.Control{}, nil)
		if r.Verdict != prove.Proven || len(r.PV) == 0 || r.PV[0] != 2 {
			t.Errorf("scout %d: %v by %v, want proven by 2", scout, r.Verdict, r.PV)
		}
	}
}

// judged is a Maze in which the values of repetitions differ by vertex and all
// moves are noisy.
type judged struct {
	testgames.Maze
	again []game.Status
}

func (j judged) Repetition(s *testgames.MazeState) (int, game.Status) {
	return s.Plies, j.again[s.At]
}

func (j judged) NoisyMoves(s *testgames.MazeState, buf []int) []int {
	return append(buf, j.Edges[s.At]...)
}

// TestRepetitionsOfAnyValue compares verdicts with brute force in random mazes in which the
// values of repetitions differ by vertex, for both attackers.
func TestRepetitionsOfAnyValue(t *testing.T) {
	statuses := []game.Status{game.Loss, game.Draw, game.Win}
	known := map[prove.Verdict]int{}
	random := seeded.Rand(t, 200)
	for round := range 400 {
		m := judged{Maze: testgames.NewMaze(random, 3+round%5), again: make([]game.Status, 8)}
		for v := range m.again {
			m.again[v] = statuses[random.IntN(2+round%2)] // without wins in half of the mazes
		}
		for _, scout := range []int{-1, 20} {
			p := prove.New(m, prove.Options{TableBytes: 1 << 12, Scout: scout})
			for v := range m.Edges {
				value := m.value(v, map[int]bool{})
				for goal, reached := range map[prove.Goal]bool{prove.ToWin: value > 0, prove.ToDraw: value >= 0} {
					r := p.Prove(context.Background(), &testgames.MazeState{At: v}, goal, search.Query{}, search.Control{}, nil)
					if known[r.Verdict]++; r.Verdict != prove.Unknown && r.Verdict != verdictOf(reached) {
						t.Fatalf("scout %d, %+v, from %d to %v: %v, want %v", scout, m, v, game.Score(goal), r.Verdict, verdictOf(reached))
					}
				}
			}
		}
	}
	if known[prove.Unknown] > known[prove.Proven]+known[prove.Disproven] {
		t.Errorf("%v: too little is decided", known)
	}
}

// value returns the value of v for the side to move, 1, 0 or -1, if the vertices of line were
// visited before. It tries every continuation.
func (j judged) value(v int, line map[int]bool) int {
	if line[v] {
		return j.again[v].Score().Outcome()
	}
	if st := j.End[v]; st.Over() {
		return st.Score().Outcome()
	}
	line[v] = true
	defer delete(line, v)
	best := -1
	for _, to := range j.Edges[v] {
		next := j.value(to, line)
		if j.Owner[to] != j.Owner[v] {
			next = -next
		}
		best = max(best, next)
	}
	return best
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
