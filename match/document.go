package match

import (
	"cmp"
	"math"
	"slices"

	"github.com/plywood-go/plywood/match/tally"
)

// Heading says what was played.
type Heading struct {
	Schema  string   `json:"schema"`             // "ply.match/1" or "ply.tournament/1"
	Game    string   `json:"game"`               // as engine.About.Name
	Players []string `json:"players"`            // names; results are from the first one's view
	Games   int      `json:"games"`              // played
	Plies   int      `json:"plies"`              // random plies before each pair
	Seed    uint64   `json:"seed"`               // of the random openings
	Opening string   `json:"openings,omitempty"` // source of the openings
}

// Document is the document "ply.match/1". Errors are half the widths of 95 %
// intervals. Infinite or unknown numbers are left out.
type Document struct {
	Heading
	Wins    *int     `json:"wins,omitempty"`         // of the first player
	Draws   *int     `json:"draws,omitempty"`        // games drawn
	Losses  *int     `json:"losses,omitempty"`       // games that it lost
	Won     *int     `json:"won,omitempty"`          // the same three under the names that other programs use
	Drawn   *int     `json:"drawn,omitempty"`        // as Draws
	Lost    *int     `json:"lost,omitempty"`         // as Losses
	Points  float64  `json:"points"`                 // share of the points, 0 to 1
	PointsE *float64 `json:"points_error,omitempty"` // its error
	Margin  *float64 `json:"margin,omitempty"`       // mean margin of a game, in Unit
	MarginE *float64 `json:"margin_error,omitempty"` // its error
	Unit    string   `json:"unit,omitempty"`         // of the game's values
	Elo     *float64 `json:"elo,omitempty"`          // difference from the second player
	EloLow  *float64 `json:"elo_low,omitempty"`      // lower end of the 95 % interval
	EloHigh *float64 `json:"elo_high,omitempty"`     // its upper end
	NElo    *float64 `json:"nelo,omitempty"`         // normalized Elo difference
	NEloE   *float64 `json:"nelo_error,omitempty"`   // its error
	// Pairs counts pairs of games by result, from LL to WW. Single counts games lost,
	// drawn and won if their pairs are not known.
	Pairs  []int `json:"pairs,omitempty"`
	Single []int `json:"single,omitempty"`
	TestDocument
	Failures []Failure `json:"failures"` // faults of the players
	TimeMS   float64   `json:"time_ms"`  // milliseconds of the match
}

// TestDocument is the state of a sequential test.
type TestDocument struct {
	SPRT    string      `json:"sprt"`               // accepted, rejected or open; "" without a test
	Bounds  *[2]float64 `json:"sprt_elo,omitempty"` // Elo of the two hypotheses
	LLR     *float64    `json:"llr,omitempty"`      // log-likelihood ratio of the results
	LLRLow  *float64    `json:"llr_low,omitempty"`  // at which the test rejects
	LLRHigh *float64    `json:"llr_high,omitempty"` // at which the test accepts
	// More is the expected number of further observations, usually pairs, at the
	// difference measured so far. Length is the expected total number if the true
	// difference is the lower bound, the middle, or the upper bound.
	More   *float64    `json:"expected_more,omitempty"`
	Length *[3]float64 `json:"expected_length,omitempty"`
}

// Describe returns the document of results and of a test, which may be nil.
func Describe(r tally.Results, test *tally.Test) Document {
	points, normalized := r.Points(), r.Normalized()
	elo, low, high := r.Elo()
	doc := Document{
		Heading: Heading{Schema: "ply.match/1", Players: []string{}, Games: r.Total() * r.Games()}, Failures: []Failure{},
		Points: points.Mean, PointsE: finite(points.Error), Elo: finite(elo), EloLow: finite(low), EloHigh: finite(high),
		NElo: finite(normalized.Mean), NEloE: finite(normalized.Error),
	}
	if len(r) == tally.OfPairs {
		doc.Pairs = r
	} else {
		doc.Single = r
		doc.score(r[2], r[1], r[0])
	}
	if test != nil {
		doc.TestDocument = describeTest(r, test)
	}
	return doc
}

// score sets the games won, drawn and lost.
func (d *Document) score(won, drawn, lost int) {
	d.Wins, d.Draws, d.Losses = &won, &drawn, &lost
	d.Won, d.Drawn, d.Lost = &won, &drawn, &lost
}

func describeTest(r tally.Results, test *tally.Test) TestDocument {
	verdict, ratio := test.Judge(r)
	low, high := test.Bounds()
	doc := TestDocument{
		SPRT: verdict.String(), Bounds: &[2]float64{test.Low, test.High},
		LLR: rounded(ratio, 1e5), LLRLow: rounded(low, 1e5), LLRHigh: rounded(high, 1e5), Length: new([3]float64),
	}
	none := make(tally.Results, len(r))
	for i, elo := range []float64{test.Low, (test.Low + test.High) / 2, test.High} {
		doc.Length[i] = math.Ceil(test.Remaining(none, elo))
	}
	if n := r.Normalized(); verdict == tally.Open && !math.IsInf(n.Mean, 0) && r.Total() > 1 {
		doc.More = finite(math.Ceil(test.Remaining(r, n.Mean)))
	}
	return doc
}

// Describe returns the document of a match of two players. The caller adds what the score
// does not know.
func (s *Score) Describe(test *tally.Test) Document {
	doc := Describe(s.Results(), test)
	doc.Games = s.Games()
	doc.score(s.Wins, s.Draws, s.Losses)
	if margin := s.Margin(); s.HasMargin() {
		doc.Margin, doc.MarginE = &margin.Mean, finite(margin.Error)
	}
	return doc
}

// finite returns a pointer to x rounded to a thousandth, or nil if x is not finite.
func finite(x float64) *float64 { return rounded(x, 1e3) }

func rounded(x, digits float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	x = math.Round(x*digits) / digits
	return &x
}

// TournamentDocument is the document "ply.tournament/1".
type TournamentDocument struct {
	Heading
	Standings []Standing `json:"standings"` // the strongest first; of a ladder, in its order
	Meetings  []Meeting  `json:"meetings"`  // one of each two players that met
	Failures  []Failure  `json:"failures"`  // faults of the players
	TimeMS    float64    `json:"time_ms"`   // milliseconds of the tournament
}

// Standing is the result of one player. Elo is relative to the first player, and
// left out if no games determine it.
type Standing struct {
	Player int      `json:"player"`              // from 1
	Elo    *float64 `json:"elo,omitempty"`       // above the first player
	EloE   *float64 `json:"elo_error,omitempty"` // half the 95 % interval
	Games  int      `json:"games"`               // played
	Points float64  `json:"points"`              // a share
}

// Meeting is the result between two players, from the first player's view.
type Meeting struct {
	Players [2]int   `json:"players"`            // from 1
	Won     int      `json:"won"`                // games that the first won
	Drawn   int      `json:"drawn"`              // games drawn
	Lost    int      `json:"lost"`               // games that the first lost
	Pairs   []int    `json:"pairs"`              // of games by result, from LL to WW
	Elo     *float64 `json:"elo,omitempty"`      // of the first over the second
	EloLow  *float64 `json:"elo_low,omitempty"`  // lower end of the 95 % interval
	EloHigh *float64 `json:"elo_high,omitempty"` // its upper end
}

// Describe returns the document of a tournament, with the strongest player first if sorted
// is set. The caller adds what the table does not know.
func (t *Table) Describe(sorted bool) TournamentDocument {
	doc := TournamentDocument{Heading: Heading{Schema: "ply.tournament/1", Games: t.Games()}, Failures: []Failure{}}
	ratings := t.Ratings()
	standings := make([]Standing, len(ratings))
	for i, r := range ratings {
		standings[i] = Standing{Player: i + 1, Elo: finite(r.Mean), EloE: finite(r.Error)}
	}
	for i, players := range t.Schedule {
		s := t.Score(i)
		elo, low, high := s.Elo()
		doc.Meetings = append(doc.Meetings, Meeting{
			[2]int{players[0] + 1, players[1] + 1}, s.Wins, s.Draws, s.Losses, s.Results(), finite(elo), finite(low), finite(high),
		})
		points := float64(s.Wins) + float64(s.Draws)/2
		for k, who := range players {
			standings[who].Games += s.Games()
			standings[who].Points += float64(k)*(float64(s.Games())-2*points) + points
		}
	}
	for i := range standings {
		standings[i].Points /= float64(max(standings[i].Games, 1))
	}
	if sorted {
		slices.SortStableFunc(standings, func(a, b Standing) int {
			if a.Elo == nil || b.Elo == nil {
				return cmp.Compare(b.Points, a.Points)
			}
			return cmp.Compare(*b.Elo, *a.Elo)
		})
	}
	doc.Standings = standings
	return doc
}

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

// Results returns the counts of complete pairs. Every figure except Margin is computed from them.
func (s *Score) Results() tally.Results { return s.pairs[:] }

// Pairs returns the number of complete pairs.
func (s *Score) Pairs() int { return s.Results().Total() }

// Points returns the first player's share of the points.
func (s *Score) Points() tally.Estimate { return s.Results().Points() }

// Margin returns the first player's mean margin a game, over the pairs that ended on the board.
func (s *Score) Margin() tally.Estimate {
	return tally.Mean(s.measured, s.margin, s.squares/float64(max(s.measured, 1)))
}

// HasMargin reports whether any game had a margin. Games that are only won,
// lost or drawn have none.
func (s *Score) HasMargin() bool { return s.margins }

// Elo returns the difference in strength estimated from the points; see tally.Results.Elo.
func (s *Score) Elo() (mean, low, high float64) { return s.Results().Elo() }
