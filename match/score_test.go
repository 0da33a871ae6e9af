package match

import (
	"math"
	"testing"
)

// scored returns the score of pairs with the given results.
func scored(results ...[2]int) *Score {
	s := new(Score)
	for _, r := range results {
		for _, x := range r {
			s.add(&Game{Result: x, Margin: float64(10 * x), End: OnBoard})
		}
	}
	return s
}

func near(a, b float64) bool { return a == b || math.Abs(a-b) < 0.05 }

func TestScore(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		name           string
		score          *Score
		points, spread float64
		elo            float64
	}{
		{"nothing", scored(), 0, inf, -inf},
		{"one pair", scored([2]int{1, -1}), 0.5, 0.95 / 2, 0},
		{"split pairs", scored([2]int{1, -1}, [2]int{-1, 1}, [2]int{0, 0}), 0.5, (1 - math.Cbrt(0.05)) / 2, 0},
		{"all won", scored([2]int{1, 1}, [2]int{1, 1}), 1, 1 - math.Sqrt(0.05), inf},
		// Pairs of 1, ½, ¾, ¾: mean ¾, variance 1/24, standard error √(1/96).
		{"mixed", scored([2]int{1, 1}, [2]int{1, -1}, [2]int{1, 0}, [2]int{0, 1}), 0.75, 1.96 * math.Sqrt(1.0/96), 190.85},
	}
	for _, tt := range tests {
		p := tt.score.Points()
		mean, low, high := tt.score.Elo()
		if !near(p.Mean, tt.points) || !near(p.Error, tt.spread) || !near(mean, tt.elo) || low > mean || high < mean {
			t.Errorf("%s: points %v, Elo %v in %v to %v; want %v ± %v, Elo %v", tt.name, p, mean, low, high, tt.points, tt.spread, tt.elo)
		}
	}
	// Mean margins 5, 10 and -10: mean 5/3, variance 325/3.
	s := scored([2]int{1, 0}, [2]int{1, 1}, [2]int{-1, -1})
	s.add(&Game{Result: 1, End: OnBoard})
	s.add(&Game{Result: 1, End: Forfeited}) // a forfeited game has no margin
	if m := s.Margin(); !near(m.Mean, 5.0/3) || !near(m.Error, 1.96*math.Sqrt(325.0/9)) {
		t.Errorf("margin %v, want 1.67 ± %v", m, 1.96*math.Sqrt(325.0/9))
	}
}
