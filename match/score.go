package match

import "math"

// Score is what a match has come to so far, seen from the first player.
type Score struct {
	Wins, Draws, Losses int
	pairs               []pair
	half                *Game // the first of a pair whose second is not over
}

// pair is the mean of two games: points of 1, ½ and 0, and margin.
type pair struct{ points, margin float64 }

func (s *Score) add(g *Game) {
	switch g.Result {
	case 1:
		s.Wins++
	case 0:
		s.Draws++
	default:
		s.Losses++
	}
	if s.half == nil {
		s.half = g
		return
	}
	s.pairs = append(s.pairs, pair{
		points: (points(s.half) + points(g)) / 2, margin: (s.half.Margin + g.Margin) / 2,
	})
	s.half = nil
}

func points(g *Game) float64 { return float64(g.Result+1) / 2 }

// Games returns the number of games.
func (s *Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Pairs returns the number of complete pairs. All other figures are computed
// from them.
func (s *Score) Pairs() int { return len(s.pairs) }

// Estimate is a mean and half the width of its 95 % interval.
type Estimate struct{ Mean, Error float64 }

// z95 is how many standard errors on either side of the mean hold 95 %.
const z95 = 1.96

// estimate returns the mean of a quantity of the pairs. Below two pairs the error
// is infinite.
func (s *Score) estimate(of func(pair) float64) Estimate {
	n := float64(len(s.pairs))
	var sum, squares float64
	for _, p := range s.pairs {
		sum += of(p)
	}
	mean := sum / max(n, 1)
	for _, p := range s.pairs {
		squares += (of(p) - mean) * (of(p) - mean)
	}
	if n < 2 {
		return Estimate{mean, math.Inf(1)}
	}
	return Estimate{mean, z95 * math.Sqrt(squares/(n-1)/n)}
}

// Points returns the share of the points that the first player has won.
func (s *Score) Points() Estimate { return s.estimate(func(p pair) float64 { return p.points }) }

// Margin returns the mean margin of a game for the first player.
func (s *Score) Margin() Estimate { return s.estimate(func(p pair) float64 { return p.margin }) }

// Elo returns the difference in strength that the points stand for, with the
// ends of its 95 % interval. They are infinite where all points went to one
// player, or the ends of their interval reach that.
func (s *Score) Elo() (mean, low, high float64) {
	p := s.Points()
	return elo(p.Mean), elo(p.Mean - p.Error), elo(p.Mean + p.Error)
}

// elo returns the difference at which a share of points is to be expected.
func elo(share float64) float64 {
	switch {
	case math.IsNaN(share) || share >= 1:
		return math.Inf(1)
	case share <= 0:
		return math.Inf(-1)
	}
	return 400 * math.Log10(share/(1-share))
}
