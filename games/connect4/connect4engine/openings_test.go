package connect4engine

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine/openings"
	"github.com/plywood-go/plywood/search"
)

// TestOpenings solves all moves of positions whose successors are in the
// openings: the first report and the result have all values, even with a low
// node limit. After the moves 4 4 the columns next to the middle lose.
func TestOpenings(t *testing.T) {
	b := standard
	for _, columns := range []string{"", "4", "44", "123"} {
		r, p := connect4.Rules{}, connect4.State{}
		moves, err := parseMoves(r, &p, columns)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			r.Play(&p, &p, m)
		}
		check := func(got search.Result[connect4.Move]) {
			t.Helper()
			if len(got.Lines) != 7 {
				t.Fatalf("%q: %d lines", columns, len(got.Lines))
			}
			for i, l := range got.Lines {
				var after connect4.State
				r.Play(&after, &p, l.PV[0])
				score, _ := openings.Score(&after)
				if want := b.value(-score, p.Plies()); l.Score != want || l.Proof != game.Exact || i > 0 && l.Score > got.Lines[i-1].Score {
					t.Errorf("%q: line %d, column %d: %v %v, want %v", columns, i, l.PV[0]+1, l.Score, l.Proof, want)
				}
			}
		}
		reports := 0
		check(compared(t.Context(), t, columns, engine.Options{}, search.Query{Lines: 7, Nodes: 1000}, func(r search.Result[connect4.Move]) {
			reports++
			check(r)
		}))
		if reports == 0 {
			t.Errorf("%q: no report", columns)
		}
	}
}

// TestScoresOfMany solves positions together and one by one.
func TestScoresOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 5))
	var positions []connect4.State
	for range 200 {
		positions = append(positions, randomPosition(rng, 20))
	}
	one := NewSolver(connect4.Rules{}, Options{})
	for _, threads := range []int{1, 2} {
		found := 0
		err := NewSolver(connect4.Rules{}, Options{Threads: threads, TableBytes: 1 << 20}).Scores(t.Context(), positions, func(i, score int) {
			found++
			if want := evaluated(one, positions[i], strong).lower; score != want {
				t.Errorf("position %d: %d, want %d", i, score, want)
			}
		})
		if err != nil || found != len(positions) {
			t.Errorf("%d of %d found: %v", found, len(positions), err)
		}
	}
}
