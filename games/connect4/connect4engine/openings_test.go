package connect4engine

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine/openings"
	"github.com/plywood-go/plywood/internal/seeded"
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

// books is the number of positions that TestBook solves:
//
//	go test ./games/connect4/connect4engine -run TestBook -books 300
var books = flag.Int("books", 4, "`number` of positions of TestBook")

// TestBook solves positions of the last ply in the book without using the book.
// The scores of earlier plies follow from these.
func TestBook(t *testing.T) {
	rng := seeded.Rand(t, 0)
	last := openings.Levels(openings.Plies)[openings.Plies]
	for range *books {
		p := last[rng.IntN(len(last))]
		var solved int
		err := NewSolver(connect4.Rules{}, Options{TableBytes: 64 << 20}).Scores(t.Context(), []connect4.State{p}, func(_, score int) { solved = score })
		if err != nil {
			t.Fatal(err)
		}
		if score, ok := openings.Score(&p); !ok || score != solved {
			t.Errorf("%s: %d, %v in the book, solved %d", connect4.Rules{}.FormatPosition(&p), score, ok, solved)
		}
	}
}
