package othelloengine

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
)

// deepest is the largest depth, in plies, that TestNeighbours compares.
const deepest = 10

// recorded returns the positions after 8 to 20 plies of the named openings, as
// players of the WTHOR base reach them, without duplicates.
func recorded(r othello.Rules) (list []othello.Position) {
	seen := map[uint64]bool{}
	for _, moves := range openings {
		s := r.Start()
		for i, m := range moves[:min(20, len(moves))] {
			r.Play(&s, &s, m)
			if key, _ := r.Fold(&s); i+1 >= 8 && !seen[key] {
				seen[key] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// swings accumulates the changes of values from each depth, starting at 1, to
// the next.
type swings struct {
	apart [deepest]sample // absolute change in discs
	mover [deepest]sample // change in discs in favour of the side to move at the leaves of the deeper search
}

// add searches a position at all depths.
func (w *swings) add(t *testing.T, s *Solver, p othello.Position) {
	s.Clear()
	last := 0
	for depth := 1; depth <= deepest; depth++ {
		value := solve(t, s, p, search.Query{Depth: depth}).value
		if depth > 1 {
			change := float64(value - last)
			if depth%2 != 0 { // the other side is to move at the leaves
				change = -change
			}
			w.apart[depth-1].add(math.Abs(change))
			w.mover[depth-1].add(change)
		}
		last = value
	}
}

// mean returns the mean of all changes.
func mean(of []sample) float64 {
	sum, n := 0.0, 0
	for i := range of {
		sum, n = sum+of[i].sum, n+of[i].n
	}
	return sum / float64(n)
}

// TestNeighbours searches recorded openings at depths 1 to 10. It checks that
// neighbouring depths differ by at most 2 discs in the mean and that values do
// not favour the side to move at the leaves: such a bias makes values alternate
// with the depth. With -measure it prints the changes by depth, for later
// positions too.
func TestNeighbours(t *testing.T) {
	r := othello.Rules{}
	s := NewSolver(r, Options{TableBytes: 16 << 20})
	var opening swings
	for _, p := range recorded(r) {
		opening.add(t, s, p)
	}
	if apart, mover := mean(opening.apart[:]), mean(opening.mover[:]); apart > 2 || math.Abs(mover) > 1 {
		t.Errorf("neighbouring depths are %.2f discs apart in the mean, and the deeper one is %+.2f discs better for the side to move at its leaves; want at most 2 and 1", apart, mover)
	}
	small := sized(t, 6)
	var six swings
	for n := 16; n <= 22; n += 2 {
		for _, p := range played(small, NewEstimator(small, patterns.Default(small)), n, 10, rand.New(rand.NewPCG(6, uint64(n)))) {
			six.add(t, NewSolver(small, Options{TableBytes: 1 << 20}), p)
		}
	}
	if mover := mean(six.mover[:]); math.Abs(mover) > 1 {
		t.Errorf("6×6: of neighbouring depths the deeper one is %+.2f discs better for the side to move at its leaves, want at most 1", mover)
	}
	if !*measure {
		return
	}
	t.Logf("6×6, 16 to 22 empty: apart %.2f, favour %+.2f", mean(six.apart[:]), mean(six.mover[:]))
	t.Logf("%d positions after 8 to 20 plies: apart %.2f, favour %+.2f", opening.apart[1].n, mean(opening.apart[:]), mean(opening.mover[:]))
	for depth := 1; depth < deepest; depth++ {
		t.Logf("  depth %d and %d: apart %.2f, favour %+.2f", depth, depth+1, opening.apart[depth].mean(), opening.mover[depth].mean())
	}
	rng := rand.New(rand.NewPCG(4, 26))
	e := NewEstimator(r, patterns.Default(r))
	for n := 48; n >= 24; n -= 4 {
		var later swings
		for _, p := range played(r, e, n, 40, rng) {
			later.add(t, s, p)
		}
		t.Logf("%d empty: apart %.2f, favour %+.2f", n, mean(later.apart[:]), mean(later.mover[:]))
	}
}

// level is a drawn game, the 43rd of 2024 in the WTHOR base. It was also drawn
// when it could first be solved.
const level = "f5f6e6f4c3d7e7d6e3c5c6b5g3f7b4c4g5d3e8g4d2f2d8c8b3c7f3h6f1c2d1a4b8a3f8g6h3e2e1h4b6c1b1a7b2a1a2h2h5g2h1g1h7g7a6a5h8g8a8b7"

// TestLevelGame reviews a drawn game with searches to 3 to 6 plies. It checks
// that the values for the side to move before the game is solved are zero in
// the mean, so that a review does not credit both sides. It prints the losses
// of both sides.
func TestLevelGame(t *testing.T) {
	g, err := Game("")
	if err != nil {
		t.Fatal(err)
	}
	records, err := g.Records([]byte(level), "")
	if err != nil {
		t.Fatal(err)
	}
	e := g.NewEngine(engine.Options{Options: search.Options{TableBytes: 4 << 20}})
	for depth := 3; depth <= 6; depth++ {
		got, err := review.Game(t.Context(), e, &records[0], review.Limits{Query: search.Query{Depth: depth}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var credit sample
		var lost [2]float64
		for i, m := range got.Moves[:got.ExactFrom-1] {
			credit.add(float64(m.Best.Score))
			lost[i%2] += m.Loss
		}
		if math.Abs(credit.mean()) > 1 {
			t.Errorf("depth %d: %+.2f discs for the side to move in the mean of %d moves, want at most 1", depth, credit.mean(), credit.n)
		}
		t.Logf("depth %d: %+.2f discs for the side to move in the mean of %d moves; Black lost %v, White %v", depth, credit.mean(), credit.n, lost[0], lost[1])
	}
}
