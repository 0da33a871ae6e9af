package matches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/opponent"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/match"
	"github.com/plywood-go/plywood/match/tune"
)

// tuneFlags are the flags of the tune command.
type tuneFlags struct {
	matchFlags
	numbers []string
	Rounds  int     `flag:"rounds" help:"play this many {rounds}"`
	Gain    float64 `flag:"gain" help:"at first follow a winner of all points by this many {steps}"`
}

// Tune returns the command tune.
func Tune(env *cli.Env) *cobra.Command {
	var f tuneFlags
	c := &cobra.Command{
		Use:   "tune GAME PLAYER",
		Short: "Tune the settings of a player by games",
		Long: `Tune the settings of a player by games.

In the description of the player, {NAME} stands for a number whose start and range
--number gives. Every round moves all numbers at random, up or down. The player with
these numbers plays the player with the opposite moves, and all numbers follow the
winner a little (SPSA). Use 'ply match --sprt' to test whether the result is better.`,
		Example: `  ply tune othello "level=6 random={r}" --number r=2,0,8,1 --rounds 200
  ply tune othello 'cmd:"./engine" protocol=uci option.Aspiration={a}' --number a=20,5,80,8`,
		ValidArgsFunction: cli.CompleteGame,
		RunE:              func(c *cobra.Command, args []string) error { return runTune(env, c, args, &f) },
	}
	f.Plies, f.Patience, f.Jobs, f.Rounds, f.Gain = 8, 10*time.Minute, 1, 100, 0.25
	cli.Bind(c, &f, "plies", "openings", "patience", "jobs", "log", "rounds", "gain")
	flags := c.Flags()
	flags.StringArrayVar(&f.numbers, "number", nil, "number to tune, `NAME=START,MIN,MAX,STEP`; whole if all four are; repeatable")
	flags.IntVar(&f.Games, "games", 2, "play this many `games` a round, an even number")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of the openings and of the moves of the numbers, a `number`")
	flags.StringVar(&f.Resume, "resume", "", "continue the search of the log in `FILE`")
	return c
}

// tuning is a search for better numbers.
type tuning struct {
	*cli.Env
	*tuneFlags
	game    *engine.Game
	player  string
	numbers []tune.Number
	config  match.Config
	games   int

	journal *match.Journal // nil without a log
	path    string         // of the journal
	played  []float64      // the results of the rounds in the journal
}

// tuneLogJSON is the document "ply.tunelog/1", the first line of a log.
type tuneLogJSON struct {
	Schema   string      `json:"schema"`
	Game     string      `json:"game"`
	Player   string      `json:"player"`
	Numbers  []string    `json:"numbers"`
	Rounds   int         `json:"rounds"`
	Gain     float64     `json:"gain"`
	Settings *matchFlags `json:"settings"`
}

func runTune(env *cli.Env, c *cobra.Command, args []string, f *tuneFlags) error {
	if f.Resume != "" {
		return resumeTuning(env, c, args, f)
	}
	if len(args) != 2 {
		return cli.Usage(reason.Errorf("%d arguments, want a game and a player", len(args)))
	}
	g, err := cli.AnyGame(env, args[0])
	if err != nil {
		return err
	}
	t := &tuning{Env: env, tuneFlags: f, game: g, player: args[1]}
	if err := t.prepare(); err != nil {
		return err
	}
	if f.Log != "" {
		if t.journal, err = match.NewJournal(f.Log, tuneLogJSON{
			"ply.tunelog/1", t.game.About().Name, t.player, t.tuneFlags.numbers, t.Rounds, t.Gain, &t.matchFlags,
		}); err != nil {
			return cli.Failure(reason.Errorf("--log: %w", err))
		}
		t.path = f.Log
		defer t.journal.Close()
	}
	return t.run(c.Context())
}

// resumeTuning continues the search of a log.
func resumeTuning(env *cli.Env, c *cobra.Command, args []string, f *tuneFlags) error {
	if err := saidByLog(c, args, "resume", "jobs", "json", "color", "lang"); err != nil {
		return err
	}
	var head tuneLogJSON
	t := &tuning{Env: env, tuneFlags: f, path: f.Resume}
	j, err := match.OpenJournal(f.Resume, func(h *tuneLogJSON) error { head = *h; return nil }, func(round *tuneRoundJSON) error {
		if round.Schema != "ply.tuneround/1" || round.Round != len(t.played) || !(math.Abs(round.Result) <= 1) {
			return reason.Errorf("want round %d of a search for numbers", len(t.played))
		}
		t.played = append(t.played, round.Result)
		return nil
	})
	if err == nil && (head.Schema != "ply.tunelog/1" || head.Settings == nil) {
		err = errors.Join(reason.Errorf("%s: not the log of a search for numbers", f.Resume), j.Close())
	}
	if err != nil {
		return cli.Invalid(reason.Errorf("--resume: %w", err))
	}
	defer j.Close()
	t.journal, t.player = j, head.Player
	if t.game, err = cli.AnyGame(env, head.Game); err != nil {
		return err
	}
	jobs := f.Jobs
	f.matchFlags, f.numbers, f.Rounds, f.Gain = *head.Settings, head.Numbers, head.Rounds, head.Gain
	f.Jobs = jobs
	if err := t.prepare(); err != nil {
		return err
	}
	t.games = len(t.played) * t.Games
	return t.run(c.Context())
}

// run searches and prints the result.
func (t *tuning) run(ctx context.Context) error {
	show, done := t.Status()
	began := time.Now()
	s := tune.Search{
		Numbers: t.numbers, Rounds: t.Rounds, Gain: t.Gain, Seed: t.Seed, Played: t.played, Play: t.play,
		Report: func(round int, values []float64, result float64) error {
			doc := tuneRoundJSON{"ply.tuneround/1", round, values, result}
			if t.JSON {
				t.WriteJSON(doc)
			}
			show(t.Lang.Text("tune.progress", "n", round+1, "rounds", t.Rounds, "values", t.fill(values)))
			if t.journal == nil {
				return nil
			}
			if err := t.journal.Add(doc); err != nil {
				return reason.Errorf("%s: %w", t.path, err)
			}
			return nil
		},
	}
	values, err := s.Run(ctx)
	done()
	if err != nil && ctx.Err() == nil {
		return cli.Failure(err)
	}
	if err := t.write(values, time.Since(began)); err != nil {
		return err
	}
	if ctx.Err() != nil {
		if t.journal != nil {
			fmt.Fprintln(t.Err, t.Lang.Text("match.resume", "command", "ply tune --resume "+quoted(t.path)))
		}
		return cli.With(cli.CodeInterrupted)
	}
	return nil
}

// prepare checks the flags and the player, without playing.
func (t *tuning) prepare() error {
	err := cmp.Or(t.check(), cli.AtLeast("--rounds", t.Rounds, 1), cli.Above("--gain", t.Gain, 0), cli.AtLeast("--number", len(t.tuneFlags.numbers), 1))
	if err != nil {
		return err
	}
	var starts []float64
	for _, text := range t.tuneFlags.numbers {
		n, err := parseNumber(text)
		if err == nil && slices.ContainsFunc(t.numbers, func(other tune.Number) bool { return other.Name == n.Name }) {
			err = reason.Errorf("%s: given twice", n.Name)
		}
		if err == nil && !strings.Contains(t.player, "{"+n.Name+"}") {
			err = reason.Errorf("no %s in %q", "{"+n.Name+"}", t.player)
		}
		if err != nil {
			return cli.Usage(reason.Errorf("--number: %w", err))
		}
		t.numbers = append(t.numbers, n)
		starts = append(starts, n.Start)
	}
	if _, err := t.entrant(starts); err != nil {
		return err
	}
	openings, err := t.openings(t.Env, t.game)
	t.config = match.Config{Start: t.game.Start(), Pairs: t.Games / 2, Jobs: t.Jobs, Openings: openings}
	return err
}

// parseNumber parses NAME=START,MIN,MAX,STEP.
func parseNumber(text string) (n tune.Number, err error) {
	name, rest, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return n, reason.Errorf("%q, want %s", text, "NAME=START,MIN,MAX,STEP")
	}
	x, err := decimals(rest, 4, 4)
	if err != nil {
		return n, reason.Errorf("%s: %w", name, err)
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

// format formats a number, rounded to a thousandth of its step.
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

// play plays the games of a round and returns the result of the first player, -1 to 1.
// Every round has other openings.
func (t *tuning) play(ctx context.Context, round int, first, second []float64) (float64, error) {
	a, err1 := t.entrant(first)
	b, err2 := t.entrant(second)
	if err := errors.Join(err1, err2); err != nil {
		return 0, err
	}
	c := t.config
	c.Openings = func(n int) (match.Opening, error) { return t.config.Openings(round*c.Pairs + n) }
	c.Report = func(g match.Game, _ *match.Table) {
		t.games++
		if f := g.Failure(); f != nil {
			fmt.Fprintln(t.Err, t.Lang.Text("match.fault", "n", t.games-1, "why", cli.Message(t.Lang, g.Fault)))
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
	Result float64   `json:"result"` // of the first player, -1 to 1
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
		Rounds: t.Rounds, Games: t.games, Seed: t.Seed, TimeMS: engine.Milliseconds(took),
	}
	for i, n := range t.numbers {
		doc.Numbers = append(doc.Numbers, numberJSON{n.Name, n.Start, values[i]})
	}
	if t.JSON {
		return t.WriteJSON(doc)
	}
	l := t.Lang
	fmt.Fprintf(t.Out, "%s\n\n", l.Text("tune.heading", "game", doc.Game, "player", t.player, "rounds", t.Rounds, "games", t.Games, "seed", t.Seed))
	rows := [][]string{{l.Text("tune.number"), l.Text("tune.start"), l.Text("tune.value")}}
	for i, n := range t.numbers {
		rows = append(rows, []string{n.Name, l.Number(t.format(i, n.Start)), l.Number(t.format(i, values[i]))})
	}
	t.Printer().Columns(rows, 1)
	fmt.Fprintf(t.Out, "\n%s\n", l.Text("tune.player", "player", doc.Player))
	return nil
}
