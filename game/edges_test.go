package game

import "testing"

// TestEdges classifies the first and last score of each band, and the scores
// just outside.
func TestEdges(t *testing.T) {
	for _, tt := range []struct {
		v       Score
		plies   int // -1 for none
		points  int // 0 for none
		outcome int
	}{
		{MaxEval, -1, 0, 0},
		{MaxEval + 1, -1, 0, 1}, // not a value
		{Margin(1), -1, 1, 1},
		{Margin(MaxMargin), -1, MaxMargin, 1},
		{WinIn(MaxPlies), MaxPlies, 0, 1},
		{WinIn(0), 0, 0, 1},
		{WinIn(0) + 1, -1, 0, 1}, // not a value
		{Infinity, -1, 0, 1},
	} {
		for _, won := range []bool{true, false} {
			v, sign := tt.v, 1
			if !won {
				v, sign = -v, -1
			}
			plies, quick, distant := v.Plies()
			if distant != (tt.plies >= 0) || distant && (plies != tt.plies || quick != won) {
				t.Errorf("%d: %d plies, won %v, %v; want %d", int(v), plies, quick, distant, tt.plies)
			}
			points, final := v.Points()
			if final != (tt.points > 0) || points != sign*tt.points {
				t.Errorf("%d: %d points, %v; want %d", int(v), points, final, sign*tt.points)
			}
			if v.Outcome() != sign*tt.outcome || v.Proven() != (tt.outcome != 0) {
				t.Errorf("%d: outcome %d, proven %v; want %d", int(v), v.Outcome(), v.Proven(), sign*tt.outcome)
			}
		}
	}
}

func TestStatusMargin(t *testing.T) {
	for _, s := range []Status{Ongoing, Draw, Win, Loss} {
		if n, ok := s.Margin(); n != 0 || ok {
			t.Errorf("%d: a margin of %d", s, n)
		}
	}
	for _, want := range []int{-MaxMargin, -1, 0, 1, MaxMargin} {
		if n, ok := Final(want).Margin(); n != want || !ok {
			t.Errorf("a margin of %d: %d, %v", want, n, ok)
		}
	}
	if First.String() != "first" || Second.String() != "second" {
		t.Errorf("players are %v and %v", First, Second)
	}
}
