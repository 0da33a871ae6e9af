package matches

import (
	"fmt"
	"strings"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine/wording"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/match"
)

// writeMatchGame prints a game.
func (m *contest) writeMatchGame(g *match.Game) {
	doc := g.Describe()
	if m.JSON {
		m.WriteJSON(doc)
		return
	}
	first := g.Players[0]
	if g.Swapped {
		first = g.Players[1]
	}
	line := m.Lang.Text("match.game", "n", g.Index, "player", first+1, "moves", strings.Join(g.Moves, " "))
	if g.Margin == 0 {
		fmt.Fprintf(m.Out, "%s  %s\n", line, [...]string{"-1", "0", "+1"}[g.Result+1])
		return
	}
	margin := m.Lang.Number(fmt.Sprintf("%+g", g.Margin))
	fmt.Fprintf(m.Out, "%s  %s %s\n", line, margin, wording.Unit(m.Lang, unitOf(m.game), margin))
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

// signed formats a number with its sign and a number of decimals.
func signed(l words.Lang, x float64, decimals int) string {
	return l.Number(fmt.Sprintf("%+.*f", decimals, x))
}

func writeMatch(env *cli.Env, m *match.Document) error {
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
	fmt.Fprintln(env.Out, strings.Join(eloLines(env, m), "\n"))
	writeTest(env, m)
	return nil
}

// heading describes the match.
func heading(env *cli.Env, m *match.Document) string {
	key := "match.games"
	if m.Opening != "" {
		key = "match.games-listed"
	}
	return env.Lang.Text(key, "game", m.Game, "first", m.Players[0], "second", m.Players[1],
		"games", m.Games, "plies", m.Plies, "seed", m.Seed, "openings", m.Opening)
}

// eloLines returns the difference in Elo and, with a test, the normalized one.
func eloLines(env *cli.Env, m *match.Document) []string {
	l := env.Lang
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
	low, high := bound(m.EloLow, "−∞"), bound(m.EloHigh, "+∞")
	if m.Elo == nil {
		return []string{l.Text("match.no-elo", "low", low, "high", high)}
	}
	lines := []string{l.Text("match.elo", "elo", signed(l, *m.Elo, decimals), "low", low, "high", high)}
	if m.SPRT != "" && m.NElo != nil {
		lines = append(lines, l.Text("match.nelo", "elo", signed(l, *m.NElo, 2))+plusMinus(l, m.NEloE, 1))
	}
	return lines
}

// writeTest prints the state of the sequential test, if any.
func writeTest(env *cli.Env, m *match.Document) {
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

// entitle completes the heading of a document.
func (m *contest) entitle(h *match.Heading) {
	h.Game, h.Players, h.Plies, h.Seed, h.Opening = m.game.About().Name, m.players, m.Plies, m.Seed, m.Openings
}

// describe returns the document of a match of two players.
func (m *contest) describe(s *match.Score, failures []match.Failure) match.Document {
	doc := s.Describe(m.config.Test)
	m.entitle(&doc.Heading)
	doc.Failures = append(doc.Failures, failures...)
	if doc.Margin != nil {
		doc.Unit = unitOf(m.game)
	}
	return doc
}

// describeTournament returns the document of a tournament.
func (m *contest) describeTournament(t *match.Table, failures []match.Failure) match.TournamentDocument {
	doc := t.Describe(!m.Ladder)
	m.entitle(&doc.Heading)
	doc.Failures = append(doc.Failures, failures...)
	return doc
}

// writeTournament prints a table of the players.
func (m *contest) writeTournament(doc *match.TournamentDocument) error {
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
func (m *contest) standings(doc *match.TournamentDocument) [][]string {
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
