package search_test

import (
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/kit/gametest"
	"github.com/plywood-go/plywood/kit/testgames"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/search/prove"
	"github.com/plywood-go/plywood/textbook"
)

func TestDomineering(t *testing.T) {
	gametest.Test(t, testgames.Domineering{Size: 4}, gametest.Config[testgames.Dominoes, uint8]{Starts: []testgames.Dominoes{{}}, Games: 10})
	// The winner if First begins (Breuker, Uiterwijk and van den Herik 2000).
	for size, wins := range map[int]bool{2: true, 3: true, 4: true, 5: false} {
		for _, from := range []int{1, search.MaxDepth} {
			s := search.New(testgames.Domineering{Size: size}, search.Options{TableBytes: 1 << 20})
			r := s.Search(background, &testgames.Dominoes{}, search.Query{Window: game.Null(0), Exhaustive: true, From: from}, search.Control{}, nil)
			if outcome, ok := r.Outcome(); !ok || (outcome == 1) != wins {
				t.Errorf("%d×%d from depth %d: %v, proven %v", size, size, from, r.Score(), r.Proof)
			}
		}
	}
}

func TestKalah(t *testing.T) {
	gametest.Test(t, testgames.Kalah{Houses: 3, Seeds: 3}, gametest.Config[testgames.KalahState, uint8]{Games: 20, Solve: 6})
	// The margins of small boards, computed by the textbook search.
	for _, k := range []testgames.Kalah{{Houses: 1, Seeds: 4}, {Houses: 2, Seeds: 2}, {Houses: 3, Seeds: 2}} {
		s := k.Start()
		want := textbook.New(textbook.AlphaBeta, k, textbook.Options{}).Search(background, &s, 60).Value
		r := search.New(k, search.Options{TableBytes: 1 << 16}).Search(background, &s, search.Query{Lines: 3}, search.Control{}, nil)
		if r.Score() != want || r.Proof != game.Exact {
			t.Errorf("%+v: %v, proven %v, want %v", k, r.Score(), r.Proof, want)
		}
	}
}

// TestEstimatesShareTheUnit compares a line proven lost by 2 with one
// estimated at -20: the proven line is better if estimates are margins, and
// worse if they have another unit.
func TestEstimatesShareTheUnit(t *testing.T) {
	for _, tt := range []struct {
		shares bool
		best   int
		value  game.Score
	}{{true, 0, game.Margin(-2)}, {false, 1, -20}} {
		s := crossroads(0)
		r := search.New(roads{tt.shares}, search.Options{TableBytes: 1 << 12}).Search(background, &s, search.Query{Depth: 5, Lines: 2}, search.Control{}, nil)
		if best, _ := r.Best(); best != tt.best || r.Score() != tt.value {
			t.Errorf("shared unit %v: move %d, %v, want %d, %v", tt.shares, best, r.Score(), tt.best, tt.value)
		}
	}
}

// roads offers two roads: one loses two points at once; the other is long and
// looks worse.
type (
	roads      struct{ shares bool }
	crossroads int
)

func (roads) Moves(s *crossroads, buf []int) ([]int, game.Status) {
	switch {
	case *s == 0:
		return append(buf, 0, 1), game.Ongoing
	case *s == 1 || *s == 100:
		return buf, game.Final(-2)
	}
	return append(buf, 0), game.Ongoing
}

func (roads) Play(dst, src *crossroads, m int) {
	if *src == 0 {
		*dst = crossroads(1 + m)
	} else {
		*dst = *src + 1
	}
}
func (roads) ToMove(*crossroads) game.Player  { return game.First }
func (roads) Hash(s *crossroads) uint64       { return uint64(*s) + 7 }
func (roads) Evaluate(*crossroads) game.Score { return -20 }
func (r roads) EvaluatesMargin() bool         { return r.shares }

// alphabeta finds the winner as handwritten code would: depth first to the
// end, with a table of wins and losses. Solving should not cost more than
// this.
type alphabeta struct {
	rules testgames.Domineering
	known map[testgames.Dominoes]bool
	nodes int
}

func (a *alphabeta) wins(s testgames.Dominoes) bool {
	a.nodes++
	if won, ok := a.known[s]; ok {
		return won
	}
	moves, _ := a.rules.Moves(&s, nil)
	scores := make([]int32, len(moves))
	a.rules.ScoreMoves(&s, moves, scores)
	won := false
	for len(moves) > 0 && !won {
		best := 0
		for i := range moves {
			if scores[i] > scores[best] {
				best = i
			}
		}
		var next testgames.Dominoes
		a.rules.Play(&next, &s, moves[best])
		won = !a.wins(next)
		last := len(moves) - 1
		moves[best], scores[best] = moves[last], scores[last]
		moves, scores = moves[:last], scores[:last]
	}
	a.known[s] = won
	return won
}

// BenchmarkWhoWins solves Domineering 6×6 in several ways.
func BenchmarkWhoWins(b *testing.B) {
	b.Run("by hand", func(b *testing.B) {
		for b.Loop() {
			a := alphabeta{rules: testgames.Domineering{Size: 6}, known: map[testgames.Dominoes]bool{}}
			if !a.wins(testgames.Dominoes{}) {
				b.Fatal("lost")
			}
			b.ReportMetric(float64(a.nodes), "nodes/op")
		}
	})
	for _, from := range []int{1, search.MaxDepth} {
		b.Run(fmt.Sprintf("from depth %d", from), func(b *testing.B) {
			for b.Loop() {
				r := search.New(testgames.Domineering{Size: 6}, search.Options{}).Search(background, &testgames.Dominoes{}, search.Query{Window: game.Null(0), Exhaustive: true, From: from}, search.Control{}, nil)
				if outcome, _ := r.Outcome(); outcome != 1 {
					b.Fatal(r.Score(), r.Proof)
				}
				b.ReportMetric(float64(r.Nodes), "nodes/op")
			}
		})
	}
	b.Run("proof numbers", func(b *testing.B) {
		for b.Loop() {
			r := prove.New(testgames.Domineering{Size: 6}, prove.Options{}).Prove(background, &testgames.Dominoes{}, prove.ToWin, search.Query{}, search.Control{}, nil)
			if r.Verdict != prove.Proven {
				b.Fatal(r.Verdict)
			}
			b.ReportMetric(float64(r.Nodes), "nodes/op")
		}
	})
}
