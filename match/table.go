package match

import (
	"github.com/plywood-go/plywood/match/tally"
)

// Table is the state of a tournament.
type Table struct {
	// Schedule holds the pairings, by indexes of entrants.
	Schedule [][2]int
	entrants int
	scores   []Score
}

// Score returns the score of a pairing, from its first player's side.
func (t *Table) Score(pairing int) *Score { return &t.scores[pairing] }

// Games returns the number of games.
func (t *Table) Games() (n int) {
	for i := range t.scores {
		n += t.scores[i].Games()
	}
	return n
}

// Ratings returns the strength of each entrant relative to the first.
func (t *Table) Ratings() []tally.Rating {
	meetings := make([]tally.Meeting, len(t.Schedule))
	for i, players := range t.Schedule {
		meetings[i] = tally.Meeting{Players: players, Results: t.Score(i).Results()}
	}
	return tally.Rate(t.entrants, 0, meetings)
}

// RoundRobin returns the schedule in which each of n entrants meets every other.
func RoundRobin(n int) (schedule [][2]int) {
	for i := range n {
		for j := i + 1; j < n; j++ {
			schedule = append(schedule, [2]int{i, j})
		}
	}
	return schedule
}

// Gauntlet returns the schedule in which the first of n entrants meets every other.
func Gauntlet(n int) (schedule [][2]int) {
	for j := 1; j < n; j++ {
		schedule = append(schedule, [2]int{0, j})
	}
	return schedule
}

// Ladder returns the schedule in which each of n entrants meets the one before it.
func Ladder(n int) (schedule [][2]int) {
	for j := 1; j < n; j++ {
		schedule = append(schedule, [2]int{j, j - 1})
	}
	return schedule
}

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

// Margin returns the first player's mean margin a game, over the pairs that ended on the board.
func (s *Score) Margin() Estimate {
	return tally.Mean(s.measured, s.margin, s.squares/float64(max(s.measured, 1)))
}

// HasMargin reports whether any game had a margin. Games that are only won,
// lost or drawn have none.
func (s *Score) HasMargin() bool { return s.margins }

// Elo returns the difference in strength estimated from the points; see tally.Results.Elo.
func (s *Score) Elo() (mean, low, high float64) { return s.Results().Elo() }
