package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/match/tune"
)

// tuneFlags are the flags of the tune command.
type tuneFlags struct {
	matchFlags
	numbers []string
	rounds  int
	gain    float64
}

func (a *app) tuneCommand() *cobra.Command {
	var f tuneFlags
	c := &cobra.Command{
		Use:   "tune GAME PLAYER",
		Short: "Find better values of a player's settings by games",
		Long: `Find better values of a player's settings by games.

In the description of the player, {NAME} stands for a number that --number says
where to begin with. In every round all numbers are moved by chance, up or down,
the player so made plays the one moved the other way, and all numbers follow the
winner a little (SPSA). Whether the result is better, 'ply match --sprt' says.`,
		Example: `  ply tune othello "level=6 random={r}" --number r=2,0,8,1 --rounds 200
  ply tune othello 'cmd:"./engine" protocol=uci option.Aspiration={a}' --number a=20,5,80,8`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeGame,
		RunE:              func(c *cobra.Command, args []string) error { return a.tune(c.Context(), args, &f) },
	}
	addLanguage(c)
	flags := c.Flags()
	flags.StringArrayVar(&f.numbers, "number", nil, "a number, `NAME=START,MIN,MAX,STEP`; whole if these are; may be given several times")
	flags.IntVar(&f.rounds, "rounds", 100, "play so many `rounds`")
	flags.Float64Var(&f.gain, "gain", 0.25, "follow a winner of all points by so many `steps` at first")
	flags.IntVar(&f.Games, "games", 2, "play so many `games` a round, an even number")
	flags.IntVar(&f.Plies, "plies", 8, "begin with so many random `moves`, or the first so many of --openings")
	flags.Uint64Var(&f.Seed, "seed", 1, "choose openings and moves of the numbers by this `number`")
	flags.StringVar(&f.Openings, "openings", "", "begin with the games or positions of a `FILE`, with moves of a book, book:FILE, or with the openings that have a name: names")
	flags.IntVar(&f.jobs, "jobs", 1, "play so many `games` at once")
	flags.DurationVar(&f.Patience, "patience", 10*time.Minute, "how long a program may think over a move, a `time`")
	return c
}

// tuning is a search for better numbers in progress.
type tuning struct {
	*app
	*tuneFlags
	game    *engine.Game
	player  string
	numbers []tune.Number
	config  match.Config
	games   int
}

func (a *app) tune(ctx context.Context, args []string, f *tuneFlags) error {
	g, err := findGame(args[0])
	if err != nil {
		return err
	}
	t := &tuning{app: a, tuneFlags: f, game: g, player: args[1]}
	if err := t.prepare(); err != nil {
		return err
	}
	show, done := func(string) {}, func() {}
	if terminal.Is(a.err) {
		show, done = terminal.Status(a.err)
	}
	began := time.Now()
	s := tune.Search{
		Numbers: t.numbers, Rounds: f.rounds, Gain: f.gain, Seed: f.Seed, Play: t.play,
		Report: func(round int, values []float64, result float64) {
			if a.json {
				a.writeJSON(tuneRoundJSON{"ply.tuneround/1", round, values, result})
			}
			show(a.lang.Text("tune.progress", "n", round+1, "rounds", f.rounds, "values", t.fill(values)))
		},
	}
	values, err := s.Run(ctx)
	done()
	if err != nil && ctx.Err() == nil {
		return exit.Failure(err)
	}
	if err := t.write(values, time.Since(began)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return exit.With(exit.CodeInterrupted)
	}
	return nil
}

// prepare checks all that can be without playing.
func (t *tuning) prepare() error {
	if err := t.check(); err != nil {
		return err
	}
	switch {
	case t.rounds < 1:
		return exit.Usage(fmt.Errorf("--rounds: %d, want 1 or more", t.rounds))
	case !(t.gain > 0) || math.IsInf(t.gain, 0):
		return exit.Usage(fmt.Errorf("--gain: %v, want more than 0", t.gain))
	case len(t.tuneFlags.numbers) == 0:
		return exit.Usage(fmt.Errorf("--number: want one or more"))
	}
	var starts []float64
	for _, text := range t.tuneFlags.numbers {
		n, err := parseNumber(text)
		if err == nil && !strings.Contains(t.player, "{"+n.Name+"}") {
			err = fmt.Errorf("no {%s} in %q", n.Name, t.player)
		}
		if err != nil {
			return exit.Usage(fmt.Errorf("--number: %w", err))
		}
		t.numbers = append(t.numbers, n)
		starts = append(starts, n.Start)
	}
	if _, err := t.entrant(starts); err != nil {
		return err
	}
	openings, err := t.openings(t.app, t.game)
	t.config = match.Config{Start: t.game.Start(), Pairs: t.Games / 2, Jobs: t.jobs, Openings: openings}
	return err
}

// parseNumber reads NAME=START,MIN,MAX,STEP.
func parseNumber(text string) (n tune.Number, err error) {
	name, rest, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return n, fmt.Errorf("%q, want NAME=START,MIN,MAX,STEP", text)
	}
	x, err := decimals(rest, 4, 4)
	if err != nil {
		return n, fmt.Errorf("%s: %w", name, err)
	}
	n = tune.Number{Name: name, Start: x[0], Min: x[1], Max: x[2], Step: x[3], Whole: true}
	for _, v := range x {
		n.Whole = n.Whole && v == math.Trunc(v)
	}
	return n, n.Check()
}

// fill returns the description of the player with values in place of names.
func (t *tuning) fill(values []float64) string {
	var pairs []string
	for i, n := range t.numbers {
		pairs = append(pairs, "{"+n.Name+"}", t.format(i, values[i]))
	}
	return strings.NewReplacer(pairs...).Replace(t.player)
}

// format writes a number, to a thousandth of its step.
func (t *tuning) format(i int, value float64) string {
	unit := t.numbers[i].Step / 1000
	if t.numbers[i].Whole {
		unit = 1
	}
	digits := max(0, int(math.Ceil(-math.Log10(unit))))
	return strconv.FormatFloat(math.Round(value/unit)*unit, 'f', digits, 64)
}

func (t *tuning) entrant(values []float64) (match.Entrant, error) {
	return opponent.New(t.game, t.fill(values), opponent.Usual{Patience: t.Patience})
}

// play plays the games of a round, each round with openings of its own.
func (t *tuning) play(ctx context.Context, round int, first, second []float64) (float64, error) {
	a, err1 := t.entrant(first)
	b, err2 := t.entrant(second)
	if err := errors.Join(err1, err2); err != nil {
		return 0, err
	}
	c := t.config
	c.Openings = func(n int) (match.Opening, error) { return t.config.Openings(round*c.Pairs + n) }
	c.Report = func(g match.Game, _ *match.Score) {
		t.games++
		if f := g.Failure(); f != nil {
			fmt.Fprintln(t.err, t.lang.Text("match.fault", "n", t.games-1, "why", plain.Message(g.Fault)))
		}
	}
	s, err := match.Play(ctx, c, a, b)
	return 2*s.Points().Mean - 1, err
}

// tuneRoundJSON is the document "ply.tuneround/1".
type tuneRoundJSON struct {
	Schema string    `json:"schema"`
	Round  int       `json:"round"` // from 0
	Values []float64 `json:"values"`
	Result float64   `json:"result"` // of the numbers moved one way, from -1 to 1
}

// tuneJSON is the document "ply.tune/1".
type tuneJSON struct {
	Schema  string       `json:"schema"`
	Game    string       `json:"game"`
	Player  string       `json:"player"` // with the values found
	Numbers []numberJSON `json:"numbers"`
	Rounds  int          `json:"rounds"`
	Games   int          `json:"games"` // played
	Seed    uint64       `json:"seed"`
	TimeMS  float64      `json:"time_ms"`
}

type numberJSON struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Value float64 `json:"value"`
}

func (t *tuning) write(values []float64, took time.Duration) error {
	doc := tuneJSON{
		Schema: "ply.tune/1", Game: t.game.About().Name, Player: t.fill(values),
		Rounds: t.rounds, Games: t.games, Seed: t.Seed, TimeMS: engine.Milliseconds(took),
	}
	for i, n := range t.numbers {
		doc.Numbers = append(doc.Numbers, numberJSON{n.Name, n.Start, values[i]})
	}
	if t.json {
		return t.writeJSON(doc)
	}
	l := t.lang
	fmt.Fprintf(t.out, "%s\n\n", l.Text("tune.heading", "game", doc.Game, "player", t.player, "rounds", t.rounds, "games", t.Games, "seed", t.Seed))
	rows := [][]string{{l.Text("tune.number"), l.Text("tune.start"), l.Text("tune.value")}}
	for i, n := range t.numbers {
		rows = append(rows, []string{n.Name, l.Number(t.format(i, n.Start)), l.Number(t.format(i, values[i]))})
	}
	t.printer().Columns(rows, 1)
	fmt.Fprintf(t.out, "\n%s\n", l.Text("tune.player", "player", doc.Player))
	return nil
}
