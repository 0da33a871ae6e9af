package matches

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/internal/wording"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/match/tally"
)

// writeMatchGame prints a game.
func (m *contest) writeMatchGame(g *match.Game) {
	doc := g.Describe()
	if m.JSON {
		m.WriteJSON(doc)
		return
	}
	first := g.Players[boolInt(g.Swapped)] + 1
	line := m.Lang.Text("match.game", "n", g.Index, "player", first, "moves", strings.Join(g.Moves, " "))
	if g.Margin == 0 {
		fmt.Fprintf(m.Out, "%s  %s\n", line, resultOf(g))
		return
	}
	margin := m.Lang.Number(fmt.Sprintf("%+g", g.Margin))
	fmt.Fprintf(m.Out, "%s  %s %s\n", line, margin, wording.Unit(m.Lang, unitOf(m.game), margin))
}

// resultOf returns the result for the first player: "+1", "0" or "-1".
func resultOf(g *match.Game) string {
	if g.Result == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", g.Result)
}

// progress returns several lines about the progress and the score of the match.
func (m *contest) progress(t *match.Table) string {
	l, total := m.Lang, 2*m.config.Pairs*len(m.schedule)
	if len(m.schedule) > 1 {
		doc := m.describeTournament(t, nil)
		rows := m.standings(&doc)
		most := min(len(rows), mostRows)
		lines := report.Aligned(rows[:most], 1)
		return strings.Join(append([]string{l.Text("match.progress-many", "n", t.Games(), "games", total)}, lines...), "\n")
	}
	s := t.Score(0)
	first := l.Text("match.progress", "n", s.Games(), "games", total, "won", s.Wins, "drawn", s.Draws, "lost", s.Losses)
	if m.config.Test != nil {
		low, high := m.config.Test.Bounds()
		first = l.Text("match.progress-sprt", "n", s.Games(), "won", s.Wins, "drawn", s.Draws, "lost", s.Losses,
			"llr", signed(l, m.config.Test.Ratio(s.Results()), 2), "low", signed(l, low, 2), "high", signed(l, high, 2))
	}
	if s.Pairs() == 0 {
		return first
	}
	doc := m.describe(s, nil)
	percent := l.Number(fmt.Sprintf("%.1f", 100*doc.Points))
	lines := []string{first, l.Text("match.share", "games", s.Games(), "percent", percent) + plusMinus(l, doc.PointsE, 100)}
	return strings.Join(append(lines, eloLines(m.Env, &doc)...), "\n")
}

// mostRows is the largest number of players in the table of progress.
const mostRows = 20

// matchJSON is the document "ply.match/1". Errors are half the widths of 95 %
// intervals. Infinite or unknown numbers are left out.
type matchJSON struct {
	Schema  string   `json:"schema"`
	Game    string   `json:"game"`
	Players []string `json:"players"`
	Games   int      `json:"games"`
	Plies   int      `json:"plies"`
	Seed    uint64   `json:"seed"`
	Opening string   `json:"openings,omitempty"`
	Wins    *int     `json:"wins,omitempty"`
	Draws   *int     `json:"draws,omitempty"`
	Losses  *int     `json:"losses,omitempty"`
	Won     *int     `json:"won,omitempty"` // the same three under the names that other programs use
	Drawn   *int     `json:"drawn,omitempty"`
	Lost    *int     `json:"lost,omitempty"`
	Points  float64  `json:"points"`
	PointsE *float64 `json:"points_error,omitempty"`
	Margin  *float64 `json:"margin,omitempty"`
	MarginE *float64 `json:"margin_error,omitempty"`
	Unit    string   `json:"unit,omitempty"`
	Elo     *float64 `json:"elo,omitempty"`
	EloLow  *float64 `json:"elo_low,omitempty"`
	EloHigh *float64 `json:"elo_high,omitempty"`
	NElo    *float64 `json:"nelo,omitempty"`
	NEloE   *float64 `json:"nelo_error,omitempty"`
	// Pairs counts pairs of games by result, from LL to WW. Single counts games lost,
	// drawn and won if their pairs are not known.
	Pairs  []int `json:"pairs,omitempty"`
	Single []int `json:"single,omitempty"`
	sprtJSON
	Failures []match.Failure `json:"failures"`
	TimeMS   float64         `json:"time_ms"`
}

// sprtJSON is the state of a sequential test.
type sprtJSON struct {
	SPRT    string      `json:"sprt"` // accepted, rejected or open; "" without a test
	Bounds  *[2]float64 `json:"sprt_elo,omitempty"`
	LLR     *float64    `json:"llr,omitempty"`
	LLRLow  *float64    `json:"llr_low,omitempty"`
	LLRHigh *float64    `json:"llr_high,omitempty"`
	// More is the expected number of further observations, usually pairs, at the
	// difference measured so far. Length is the expected total number if the true
	// difference is the lower bound, the middle, or the upper bound.
	More   *float64    `json:"expected_more,omitempty"`
	Length *[3]float64 `json:"expected_length,omitempty"`
}

// describeResults returns the document of results and of a test, which may be nil.
func describeResults(r tally.Results, test *tally.Test) matchJSON {
	points, normalized := r.Points(), r.Normalized()
	elo, low, high := r.Elo()
	doc := matchJSON{
		Schema: "ply.match/1", Players: []string{}, Games: r.Total() * r.Games(), Failures: []match.Failure{},
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
		doc.sprtJSON = describeTest(r, test)
	}
	return doc
}

// score sets the games won, drawn and lost.
func (d *matchJSON) score(won, drawn, lost int) {
	d.Wins, d.Draws, d.Losses = &won, &drawn, &lost
	d.Won, d.Drawn, d.Lost = &won, &drawn, &lost
}

func describeTest(r tally.Results, test *tally.Test) sprtJSON {
	verdict, ratio := test.Judge(r)
	low, high := test.Bounds()
	doc := sprtJSON{
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

// describe returns the document of a match of two players.
func (m *contest) describe(s *match.Score, failures []match.Failure) matchJSON {
	doc := describeResults(s.Results(), m.config.Test)
	margin := s.Margin()
	doc.Game, doc.Players, doc.Games = m.game.About().Name, m.players, s.Games()
	doc.Plies, doc.Seed, doc.Opening = m.Plies, m.Seed, m.Openings
	doc.score(s.Wins, s.Draws, s.Losses)
	if s.HasMargin() {
		doc.Margin, doc.MarginE, doc.Unit = &margin.Mean, finite(margin.Error), unitOf(m.game)
	}
	doc.Failures = append(doc.Failures, failures...)
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

// signed formats a number with its sign and a number of decimals.
func signed(l words.Lang, x float64, decimals int) string {
	return l.Number(fmt.Sprintf("%+.*f", decimals, x))
}

func writeMatch(env *cli.Env, m *matchJSON) error {
	if env.JSON {
		return env.WriteJSON(m)
	}
	l := env.Lang
	if m.Game != "" {
		fmt.Fprintf(env.Out, "%s\n\n", heading(env, m))
	}
	percent := l.Number(fmt.Sprintf("%.1f", 100*m.Points))
	if m.Won != nil {
		fmt.Fprintln(env.Out, l.Text("match.points", "won", *m.Won, "drawn", *m.Drawn, "lost", *m.Lost, "percent", percent)+plusMinus(l, m.PointsE, 100))
	} else {
		fmt.Fprintln(env.Out, l.Text("match.share", "games", m.Games, "percent", percent)+plusMinus(l, m.PointsE, 100))
	}
	if m.Margin != nil {
		margin := signed(l, *m.Margin, 2)
		fmt.Fprintln(env.Out, l.Text("match.margin", "margin", margin, "unit", wording.Unit(l, m.Unit, margin))+plusMinus(l, m.MarginE, 1))
	}
	writeElo(env, m)
	writeTest(env, m)
	return nil
}

// heading describes the match.
func heading(env *cli.Env, m *matchJSON) string {
	key := "match.games"
	if m.Opening != "" {
		key = "match.games-listed"
	}
	return env.Lang.Text(key, "game", m.Game, "first", m.Players[0], "second", m.Players[1],
		"games", m.Games, "plies", m.Plies, "seed", m.Seed, "openings", m.Opening)
}

// writeElo prints the difference in Elo and, with a test, the normalized one.
func writeElo(env *cli.Env, m *matchJSON) {
	for _, line := range eloLines(env, m) {
		fmt.Fprintln(env.Out, line)
	}
}

// eloLines returns the lines that writeElo prints.
func eloLines(env *cli.Env, m *matchJSON) []string {
	l := env.Lang
	if m.Elo == nil {
		return []string{l.Text("match.no-elo")}
	}
	decimals := 0
	if m.SPRT != "" {
		decimals = 2
	}
	bound := func(x *float64, infinite string) string {
		if x == nil {
			return infinite
		}
		return signed(l, *x, decimals)
	}
	lines := []string{l.Text("match.elo", "elo", signed(l, *m.Elo, decimals), "low", bound(m.EloLow, "−∞"), "high", bound(m.EloHigh, "+∞"))}
	if m.SPRT != "" && m.NElo != nil {
		lines = append(lines, l.Text("match.nelo", "elo", signed(l, *m.NElo, 2))+plusMinus(l, m.NEloE, 1))
	}
	return lines
}

// writeTest prints the state of the sequential test, if any.
func writeTest(env *cli.Env, m *matchJSON) {
	if m.SPRT == "" {
		return
	}
	l := env.Lang
	if len(m.Pairs) > 0 {
		fmt.Fprintln(env.Out, l.Text("match.pairs", "ll", m.Pairs[0], "ld", m.Pairs[1], "level", m.Pairs[2], "wd", m.Pairs[3], "ww", m.Pairs[4]))
	}
	number := func(x float64) string { return l.Number(fmt.Sprintf("%g", x)) }
	key := map[string]string{
		"accepted": "match.sprt-accepted", "rejected": "match.sprt-rejected", "open": "match.sprt-open",
	}[m.SPRT]
	fmt.Fprintln(env.Out, l.Text(key, "low", number(m.Bounds[0]), "high", number(m.Bounds[1]),
		"llr", signed(l, *m.LLR, 3), "from", signed(l, *m.LLRLow, 3), "to", signed(l, *m.LLRHigh, 3)))
	if m.More != nil {
		fmt.Fprintln(env.Out, l.Text("match.more", "n", number(*m.More)))
	}
	fmt.Fprintln(env.Out, l.Text("match.length", "low", number(m.Bounds[0]), "high", number(m.Bounds[1]),
		"atlow", fmt.Sprintf("%.0f", m.Length[0]), "middle", fmt.Sprintf("%.0f", m.Length[1]), "athigh", fmt.Sprintf("%.0f", m.Length[2])))
}

func plusMinus(l words.Lang, e *float64, scale float64) string {
	if e == nil {
		return ""
	}
	return " ± " + l.Number(fmt.Sprintf("%.2f", *e*scale))
}

// tournamentJSON is the document "ply.tournament/1".
type tournamentJSON struct {
	Schema    string          `json:"schema"`
	Game      string          `json:"game"`
	Players   []string        `json:"players"`
	Games     int             `json:"games"`
	Plies     int             `json:"plies"`
	Seed      uint64          `json:"seed"`
	Opening   string          `json:"openings,omitempty"`
	Standings []standingJSON  `json:"standings"` // the strongest first; of a ladder, in its order
	Meetings  []meetingJSON   `json:"meetings"`
	Failures  []match.Failure `json:"failures"`
	TimeMS    float64         `json:"time_ms"`
}

// standingJSON is the result of one player. Elo is relative to the first player, and
// left out if no games determine it.
type standingJSON struct {
	Player int      `json:"player"` // from 1
	Elo    *float64 `json:"elo,omitempty"`
	EloE   *float64 `json:"elo_error,omitempty"`
	Games  int      `json:"games"`
	Points float64  `json:"points"` // a share
}

// meetingJSON is the result between two players, from the first player's view.
type meetingJSON struct {
	Players [2]int   `json:"players"`
	Won     int      `json:"won"`
	Drawn   int      `json:"drawn"`
	Lost    int      `json:"lost"`
	Pairs   []int    `json:"pairs"`
	Elo     *float64 `json:"elo,omitempty"`
	EloLow  *float64 `json:"elo_low,omitempty"`
	EloHigh *float64 `json:"elo_high,omitempty"`
}

func (m *contest) describeTournament(t *match.Table, failures []match.Failure) tournamentJSON {
	doc := tournamentJSON{
		Schema: "ply.tournament/1", Game: m.game.About().Name, Players: m.players, Games: t.Games(),
		Plies: m.Plies, Seed: m.Seed, Opening: m.Openings, Failures: append([]match.Failure{}, failures...),
	}
	standings := make([]standingJSON, len(m.players))
	for i, r := range t.Ratings() {
		standings[i] = standingJSON{Player: i + 1, Elo: finite(r.Mean), EloE: finite(r.Error)}
	}
	for i, players := range t.Schedule {
		s := t.Score(i)
		elo, low, high := s.Elo()
		doc.Meetings = append(doc.Meetings, meetingJSON{
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
	if !m.Ladder {
		slices.SortStableFunc(standings, func(a, b standingJSON) int {
			if a.Elo == nil || b.Elo == nil {
				return cmp.Compare(b.Points, a.Points)
			}
			return cmp.Compare(*b.Elo, *a.Elo)
		})
	}
	doc.Standings = standings
	return doc
}

// writeTournament prints a table of the players.
func (m *contest) writeTournament(doc *tournamentJSON) error {
	if m.JSON {
		return m.WriteJSON(doc)
	}
	l := m.Lang
	key := "match.many"
	if doc.Opening != "" {
		key = "match.many-listed"
	}
	fmt.Fprintf(m.Out, "%s\n\n", l.Text(key, "game", doc.Game, "players", len(doc.Players), "games", doc.Games,
		"plies", doc.Plies, "seed", doc.Seed, "openings", doc.Opening))
	m.Printer().Columns(m.standings(doc), 1)
	return nil
}

// standings returns the rows of the table of players, starting with its headings.
func (m *contest) standings(doc *tournamentJSON) [][]string {
	l := m.Lang
	rows := [][]string{{l.Text("match.column-player"), l.Text("match.column-elo"), "±", l.Text("match.column-games"), l.Text("match.column-points")}}
	for _, s := range doc.Standings {
		elo, within := "?", ""
		if s.Elo != nil {
			elo = fmt.Sprintf("%+.0f", *s.Elo)
		}
		if s.EloE != nil {
			within = fmt.Sprintf("%.0f", *s.EloE)
		}
		rows = append(rows, []string{m.entrants[s.Player-1].Name, elo, within, fmt.Sprint(s.Games), l.Number(fmt.Sprintf("%.1f", 100*s.Points)) + " %"})
	}
	return rows
}
