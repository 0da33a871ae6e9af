package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/wording"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/match"
)

// matchFlags are the flags of the match command.
type matchFlags struct {
	games, plies int
	seed         uint64
	records      bool
	patience     time.Duration
}

func (a *app) matchCommand() *cobra.Command {
	var f matchFlags
	c := &cobra.Command{
		Use:   "match GAME PLAYER PLAYER",
		Short: "Play games between two players and say which is stronger",
		Long: `Play games between two players and say which is stronger.

A PLAYER is a list of settings, named like the flags of 'ply engine': "level=6",
"depth=4 random=2". Without one it thinks for 100 ms a move. The word discs, in
Othello, stands for the alpha-beta of the textbook over the difference of discs.
"cmd:PROGRAM ARGUMENTS" is a program that speaks gtp.`,
		Example: `  ply match othello level=6 level=4 --games 100
  ply match othello level=6 "cmd:./ply-old engine othello --protocol gtp --level 6"`,
		Args:              cobra.ExactArgs(3),
		ValidArgsFunction: completeGame,
		RunE:              func(c *cobra.Command, args []string) error { return a.match(c.Context(), args, &f) },
	}
	addLanguage(c)
	flags := c.Flags()
	flags.IntVar(&f.games, "games", 100, "play so many `games`, an even number: each opening twice, with sides changed")
	flags.IntVar(&f.plies, "plies", 8, "begin with so many random `moves`")
	flags.Uint64Var(&f.seed, "seed", 1, "choose the openings by this `number`")
	flags.DurationVar(&f.patience, "patience", 10*time.Minute, "how long a program may think over a move, a `time`")
	flags.BoolVar(&f.records, "records", false, "print the moves of each game")
	return c
}

func (a *app) match(ctx context.Context, args []string, f *matchFlags) error {
	g, err := findGame(args[0])
	switch {
	case err != nil:
		return err
	case f.games < 2 || f.games%2 != 0:
		return exit.Usage(fmt.Errorf("--games: %d, want an even number", f.games))
	case f.plies < 0:
		return exit.Usage(fmt.Errorf("--plies: %d, want 0 or more", f.plies))
	case f.patience <= 0:
		return exit.Usage(fmt.Errorf("--patience: %v, want more than 0", f.patience))
	}
	var players [2]match.Player
	for i := range players {
		if players[i], err = opponent.New(ctx, g, args[i+1], f.patience); err != nil {
			return err
		}
		defer players[i].Close()
	}
	began := time.Now()
	s, err := a.playMatch(ctx, g, players, f)
	switch {
	case errors.Is(err, match.ErrNoOpening):
		return exit.Invalid(fmt.Errorf("--plies: %w", err))
	case err != nil && ctx.Err() == nil:
		return exit.Failure(err)
	}
	doc := describeMatch(g, args[1:], f, s)
	doc.TimeMS = engine.Milliseconds(time.Since(began))
	if err := a.writeMatch(&doc); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return exit.With(exit.CodeInterrupted)
	}
	return nil
}

// playMatch plays the games, with progress on a terminal.
func (a *app) playMatch(ctx context.Context, g *engine.Game, players [2]match.Player, f *matchFlags) (*match.Score, error) {
	show, done := func(string) {}, func() {}
	if terminal.Is(a.err) {
		show, done = terminal.Status(a.err)
	}
	defer done()
	return match.Play(ctx, match.Config{
		Start: g.Start(), Pairs: f.games / 2, Plies: f.plies, Seed: f.seed,
		Report: func(game match.Game, s *match.Score) {
			if f.records {
				a.writeGameOfMatch(g, &game)
			}
			show(a.lang.Text("match.progress", "n", s.Games(), "games", f.games, "won", s.Wins, "drawn", s.Draws, "lost", s.Losses))
		},
	}, players[0], players[1])
}

// matchGameJSON is the document "ply.matchgame/1".
type matchGameJSON struct {
	Schema string   `json:"schema"`
	Game   int      `json:"game"`
	First  int      `json:"first"` // the player, 1 or 2, that moved first
	Random int      `json:"random"`
	Moves  []string `json:"moves"`
	Result int      `json:"result"`
	Margin float64  `json:"margin"`
}

func (a *app) writeGameOfMatch(g *engine.Game, game *match.Game) {
	first := 1
	if game.Swapped {
		first = 2
	}
	if a.json {
		a.writeJSON(matchGameJSON{
			"ply.matchgame/1", game.Index, first, game.Opening, game.Moves, game.Result, game.Margin,
		})
		return
	}
	margin := a.lang.Number(fmt.Sprintf("%+g", game.Margin))
	fmt.Fprintln(a.out, a.lang.Text("match.game", "n", game.Index, "player", first, "moves", strings.Join(game.Moves, " "),
		"margin", margin, "unit", wording.Unit(a.lang, unitOf(g), margin)))
}

// matchJSON is the document "ply.match/1". Errors are half the widths of 95 %
// intervals; what is infinite is left out.
type matchJSON struct {
	Schema  string    `json:"schema"`
	Game    string    `json:"game"`
	Players [2]string `json:"players"`
	Games   int       `json:"games"`
	Plies   int       `json:"plies"`
	Seed    uint64    `json:"seed"`
	Wins    int       `json:"wins"`
	Draws   int       `json:"draws"`
	Losses  int       `json:"losses"`
	Points  float64   `json:"points"`
	PointsE *float64  `json:"points_error,omitempty"`
	Margin  float64   `json:"margin"`
	MarginE *float64  `json:"margin_error,omitempty"`
	Unit    string    `json:"unit"`
	Elo     *float64  `json:"elo,omitempty"`
	EloLow  *float64  `json:"elo_low,omitempty"`
	EloHigh *float64  `json:"elo_high,omitempty"`
	TimeMS  float64   `json:"time_ms"`
}

func describeMatch(g *engine.Game, players []string, f *matchFlags, s *match.Score) matchJSON {
	points, margin := s.Points(), s.Margin()
	elo, low, high := s.Elo()
	return matchJSON{
		Schema: "ply.match/1", Game: g.About().Name, Players: [2]string(players),
		Games: s.Games(), Plies: f.plies, Seed: f.seed, Wins: s.Wins, Draws: s.Draws, Losses: s.Losses,
		Points: points.Mean, PointsE: finite(points.Error), Margin: margin.Mean, MarginE: finite(margin.Error),
		Unit: unitOf(g), Elo: finite(elo), EloLow: finite(low), EloHigh: finite(high),
	}
}

// unitOf returns the unit of the values of finished games.
func unitOf(g *engine.Game) string { return cmp.Or(g.About().Proven, g.About().Unit) }

// finite returns a pointer to x, rounded to a thousandth; nil if x is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	x = math.Round(x*1000) / 1000
	return &x
}

func (a *app) writeMatch(m *matchJSON) error {
	if a.json {
		return a.writeJSON(m)
	}
	l, margin := a.lang, a.lang.Number(fmt.Sprintf("%+.2f", m.Margin))
	fmt.Fprintf(a.out, "%s\n\n", l.Text("match.games", "game", m.Game, "first", m.Players[0], "second", m.Players[1],
		"games", m.Games, "plies", m.Plies, "seed", m.Seed))
	fmt.Fprintln(a.out, l.Text("match.points", "won", m.Wins, "drawn", m.Draws, "lost", m.Losses,
		"percent", l.Number(fmt.Sprintf("%.1f", 100*m.Points)))+plusMinus(l, m.PointsE, 100))
	fmt.Fprintln(a.out, l.Text("match.margin", "margin", margin, "unit", wording.Unit(l, m.Unit, margin))+plusMinus(l, m.MarginE, 1))
	if m.Elo == nil {
		fmt.Fprintln(a.out, l.Text("match.no-elo"))
		return nil
	}
	fmt.Fprintln(a.out, l.Text("match.elo", "elo", fmt.Sprintf("%+.0f", *m.Elo), "low", bound(m.EloLow, "−∞"), "high", bound(m.EloHigh, "+∞")))
	return nil
}

func plusMinus(l words.Lang, e *float64, scale float64) string {
	if e == nil {
		return ""
	}
	return " ± " + l.Number(fmt.Sprintf("%.2f", *e*scale))
}

func bound(x *float64, infinite string) string {
	if x == nil {
		return infinite
	}
	return fmt.Sprintf("%+.0f", *x)
}
