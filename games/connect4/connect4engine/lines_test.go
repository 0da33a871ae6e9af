package connect4engine

import (
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/games/connect4"
)

// walk calls visit with the positions of n random games.
func walk(r connect4.Rules, n int, visit func(s connect4.State)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		s := r.Start()
		for {
			moves, status := r.Moves(&s, nil)
			if status.Over() {
				break
			}
			visit(s)
			r.Play(&s, &s, moves[rng.IntN(len(moves))])
		}
	}
}

// plainLines counts the lines open to each side cell by cell.
func plainLines(r connect4.Rules, s *connect4.State) (own, other int) {
	at := func(c, row int, discs uint64) bool {
		return c >= 0 && c < r.Width() && row >= 0 && row < r.Height() &&
			discs>>(c*(r.Height()+1)+row)&1 == 0
	}
	open := func(discs uint64) (n int) {
		for c := range r.Width() {
			for row := range r.Height() {
				for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
					i := 0
					for i < 4 && at(c+i*d[0], row+i*d[1], discs) {
						i++
					}
					n += i / 4
				}
			}
		}
		return n
	}
	return open(s.Own() ^ s.All()), open(s.Own())
}

func testBoards(t *testing.T) (all []connect4.Rules) {
	t.Helper()
	for _, wh := range [][2]int{{7, 6}, {4, 4}, {5, 4}, {8, 7}, {9, 6}, {3, 3}, {1, 63}, {2, 31}, {32, 1}, {6, 9}} {
		r, err := connect4.New(wh[0], wh[1])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func TestEvaluate(t *testing.T) {
	for _, r := range testBoards(t) {
		l := NewLines(r)
		walk(r, 20, func(s connect4.State) {
			own, other := plainLines(r, &s)
			if got, want := l.Evaluate(&s), game.Score(own-other); got != want {
				t.Fatalf("%v: got %v, want %v\n%s", r, got, want, r.Draw(&s))
			}
		})
	}
}

// TestLastPly compares LastPly with a search to depth 1.
func TestLastPly(t *testing.T) {
	for _, r := range testBoards(t) {
		l := NewLines(r)
		walk(r, 20, func(s connect4.State) {
			moves, _ := r.Moves(&s, nil)
			want := -game.Infinity
			for _, m := range moves {
				var child connect4.State
				r.Play(&child, &s, m)
				v := l.Evaluate(&child)
				if status := r.Status(&child); status.Over() {
					v = status.Score()
				}
				want = max(want, (-v).Later(1))
			}
			if got, n := l.LastPly(&s); got != want || n != len(moves) {
				t.Fatalf("%v: got %v, %d children; want %v, %d\n%s", r, got, n, want, len(moves), r.Draw(&s))
			}
		})
	}
}

func TestScoreMoves(t *testing.T) {
	l := Lines{}
	for _, tt := range []struct {
		position string
		want     connect4.Move
	}{
		{"startpos", 3},
		{"121212", 0}, // wins
		{"12121", 0},  // prevents the win
	} {
		s, err := l.ParsePosition(tt.position)
		if err != nil {
			t.Fatal(err)
		}
		moves, _ := l.Moves(&s, nil)
		scores := make([]int32, len(moves))
		l.ScoreMoves(&s, moves, scores)
		best := 0
		for i := range scores {
			if scores[i] > scores[best] {
				best = i
			}
		}
		if moves[best] != tt.want {
			t.Errorf("%s: rates column %d best, want %d: %v", tt.position, moves[best]+1, tt.want+1, scores)
		}
	}
}

func BenchmarkLastPly(b *testing.B) {
	l := Lines{}
	s, err := l.ParsePosition("44443526655")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		l.LastPly(&s)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	l := Lines{}
	s, err := l.ParsePosition("44443526655")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		l.Evaluate(&s)
	}
}
