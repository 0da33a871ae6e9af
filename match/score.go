package match

import "github.com/plywood-go/plywood/match/tally"

// Estimate is a mean and half the width of its 95 % interval.
type Estimate = tally.Estimate

// Score is the result so far of two players, from the first player's side.
type Score struct {
	Wins, Draws, Losses int // of the first player
	pairs               [tally.OfPairs]int
	half                *Game // the first game of a pair whose second game is not counted yet

	// Statistics of the pairs that ended on the board: their number, the mean
	// of their margins, and the sum of squared deviations from it.
	measured int
	margin   float64
	squares  float64
	margins  bool // whether any game had a margin
}

func (s *Score) add(g *Game) {
	switch g.Result {
	case 1:
		s.Wins++
	case 0:
		s.Draws++
	default:
		s.Losses++
	}
	s.margins = s.margins || g.End == OnBoard && g.Margin != 0
	first := s.half
	if first == nil {
		s.half = g
		return
	}
	s.half = nil
	s.pairs[first.Result+g.Result+2]++
	if first.End != OnBoard || g.End != OnBoard {
		return
	}
	s.measured++
	margin := (first.Margin + g.Margin) / 2
	off := margin - s.margin
	s.margin += off / float64(s.measured)
	s.squares += off * (margin - s.margin)
}

// Games returns the number of games.
func (s *Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Results returns the counts of complete pairs. Every figure except Margin is
// computed from them.
func (s *Score) Results() tally.Results { return s.pairs[:] }

// Pairs returns the number of complete pairs.
func (s *Score) Pairs() int { return s.Results().Total() }

// Points returns the first player's share of the points.
func (s *Score) Points() Estimate { return s.Results().Points() }

// Margin returns the first player's mean margin a game, over the pairs that
// ended on the board.
func (s *Score) Margin() Estimate {
	return tally.Mean(s.measured, s.margin, s.squares/float64(max(s.measured, 1)))
}

// HasMargin reports whether any game had a margin. Games that are only won,
// lost or drawn have none.
func (s *Score) HasMargin() bool { return s.margins }

// Elo returns the difference in strength estimated from the points; see
// tally.Results.Elo.
func (s *Score) Elo() (mean, low, high float64) { return s.Results().Elo() }
