package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/reason"
)

// trainFlags are the flags of the train command.
type trainFlags struct {
	workshop.Training
	away remote.Send
	out  string
}

// Train returns the command train.
func Train(env *cli.Env) *cobra.Command {
	var f trainFlags
	c := &cobra.Command{
		Use:   "train GAME",
		Short: "Fit the weights of an evaluation to games",
		Long: `Fit the weights of an evaluation to recorded games and self-play. In Othello the
labels of positions are exact values near the end of the game, and before that
searches with the weights of later phases. For checkers, draughts and chess it trains a
network on games of self-play.

Finished work is kept in the work folder. If a run ends early, for any reason, the
same command continues it.`,
		Example: `  ply train othello --games wthor --selfplay 100000 --passes 2 --work work
  ply train othello --size 6 --selfplay 20000 --work work6
  ply train checkers --selfplay 40000 --passes 4 --work work`,
		Args: cobra.MatchAll(cli.AtLeastGame, cli.Counted(cobra.MaximumNArgs(1))),
		RunE: func(c *cobra.Command, args []string) error { return runTrain(env, c, args[0], &f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.Work, "work", "", "`folder` for finished work; created if missing")
	flags.StringVar(&f.out, "out", "", "`file` for the weights, with manifest and pictures beside it; by default in the work folder")
	flags.StringVar(&f.Games, "games", "", "`folder` of WTHOR files (.wtb)")
	flags.StringVar(&f.From, "from", "", "`file` of weights to start from")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of random choices")
	f.away.Add(c, "play the games and label the positions on a farm")
	env.Intake.AddStrict(c)
	addSettings(flags)
	return c
}

// addSettings adds a flag for each setting of a trainer, with the default of most games.
// Its help names the others.
func addSettings(flags *pflag.FlagSet) {
	usages := map[string]string{}
	games := map[string]map[int][]string{} // by setting and default
	for _, g := range catalog.Games() {
		t, ok := engine.Offered[workshop.Trainer](g)
		if !ok {
			continue
		}
		for _, s := range t.Settings() {
			if games[s.Name] == nil {
				usages[s.Name], games[s.Name] = s.Usage, map[int][]string{}
			}
			games[s.Name][s.Default] = append(games[s.Name][s.Default], g.About().Name)
		}
	}
	for name, usage := range usages {
		values := slices.SortedFunc(maps.Keys(games[name]), func(a, b int) int {
			return cmp.Or(cmp.Compare(len(games[name][b]), len(games[name][a])), cmp.Compare(a, b))
		})
		for _, value := range values[1:] {
			usage += fmt.Sprintf("; in %s %d", strings.Join(games[name][value], ", "), value)
		}
		flags.Int(name, values[0], usage)
	}
}

// check refuses wrong values of flags, and stores the given settings.
func (f *trainFlags) check(given *pflag.FlagSet, t workshop.Trainer) error {
	if f.Work == "" {
		return cli.Usage(reason.Errorf("%s: which folder?", "--work"))
	}
	own := map[string]workshop.Setting{}
	for _, s := range t.Settings() {
		own[s.Name] = s
	}
	f.Settings = map[string]int{}
	var err error
	given.Visit(func(flag *pflag.Flag) {
		if value, wrong := given.GetInt(flag.Name); wrong == nil && err == nil { // only settings are numbers
			if s, ok := own[flag.Name]; !ok {
				err = reason.Errorf("%s: not a setting of this game", "--"+flag.Name)
			} else if err = s.Check(value); err != nil {
				err = reason.Errorf("--%s: %w", flag.Name, err)
			}
			f.Settings[flag.Name] = value
		}
	})
	return cli.Usage(err)
}

func runTrain(env *cli.Env, c *cobra.Command, name string, f *trainFlags) error {
	g, t, err := cli.Offering[workshop.Trainer]("train", name)
	if err != nil {
		return err
	}
	if err := f.check(c.Flags(), t); err != nil {
		return err
	}
	if f.out != "" {
		if err := writable(f.out); err != nil {
			return cli.Failure(err)
		}
	}
	f.Version = cli.Version()
	var release func()
	if f.Send, release, err = f.away.Sender(job.Train, g); err != nil {
		return err
	}
	defer release()
	bar := &bar{Env: env, began: time.Now()}
	bar.status, bar.wipe = env.Status()
	f.Progress = bar.show
	if !env.Intake.Strict {
		f.LeaveOut = func(file string, why *record.Fault) { env.LeaveGame(file, why) }
	}
	model, err := t.Train(c.Context(), f.Training)
	bar.wipe()
	switch {
	case errors.Is(err, context.Canceled):
		return &cli.Error{Code: cli.CodeInterrupted, Err: errors.New(env.Lang.Text("train.interrupted"))}
	case errors.Is(err, workshop.ErrOptions):
		return cli.Usage(err)
	case errors.Is(err, workshop.ErrData):
		return cli.Invalid(err)
	case err != nil:
		return cli.Failure(err)
	}
	return writeModel(env, model, cmp.Or(f.out, filepath.Join(f.Work, model.Name)))
}

// writable checks that a file can be created, before hours of work for it.
func writable(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	trial := file + ".part"
	if err := os.WriteFile(trial, nil, 0o666); err != nil {
		return err
	}
	return os.Remove(trial)
}

// trainJSON is the document "ply.train/1".
type trainJSON struct {
	Schema   string   `json:"schema"`
	Weights  string   `json:"weights"`
	Files    []string `json:"files"`
	Manifest any      `json:"manifest"`
}

// writeModel writes the files of a finished run and prints its result.
func writeModel(env *cli.Env, m *workshop.Model, out string) error {
	doc := trainJSON{Schema: "ply.train/1", Weights: out, Manifest: m.Manifest}
	stem := strings.TrimSuffix(out, filepath.Ext(out))
	for i, f := range m.Files {
		name := stem + f.Extension
		if i == 0 {
			name = out
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			return cli.Failure(err)
		}
		doc.Files = append(doc.Files, name)
	}
	if env.JSON {
		return env.WriteJSON(doc)
	}
	return writeErrors(env, m, out)
}

func writeErrors(env *cli.Env, m *workshop.Model, out string) error {
	text := env.Lang.Text
	var rows [][]string
	labels := []string{text("train.labels")}
	for i, p := range m.Phases {
		if i == 0 {
			rows = append(rows, []string{text(countedWord[p.Counted]), text("train.positions"), text(errorWord[p.Counted]), text("train.held"), text("train.mean")})
		}
		rows = append(rows, []string{
			fmt.Sprintf("%d–%d", p.Range[0], p.Range[1]), report.Thousands(uint64(p.Positions)),
			errorOf(env, &p, p.Fitted), errorOf(env, &p, p.HeldOut), errorOf(env, &p, p.Mean),
		})
		labels = append(labels, trained(env, p.Labels))
	}
	for i, line := range report.Aligned(rows, 0) {
		fmt.Fprintf(env.Out, "  %s  %s\n", line, labels[i])
	}
	_, err := fmt.Fprintf(env.Out, "\n%s\n", text("train.file", "file", out, "bytes", report.Thousands(uint64(m.Bytes)), "sum", m.SHA256))
	return err
}

// The keys of texts, and the decimals of errors, by the unit that phases count.
var (
	countedWord = [...]string{workshop.EmptySquares: "train.empty", workshop.Pieces: "train.pieces"}
	errorWord   = [...]string{workshop.EmptySquares: "train.error", workshop.Pieces: "train.entropy"}
	phaseWord   = [...]string{workshop.EmptySquares: "train.phase", workshop.Pieces: "train.fitted"}
	errorDigits = [...]int{workshop.EmptySquares: 2, workshop.Pieces: 4}
)

// errorOf formats an error of a phase.
func errorOf(env *cli.Env, p *workshop.Phase, x float64) string {
	return env.Lang.Number(strconv.FormatFloat(x, 'f', errorDigits[p.Counted], 64))
}

// trained translates an English text of a trainer: a stage, or the labels of a phase.
func trained(env *cli.Env, english string) string {
	text, _ := env.Lang.Phrase("trained", english)
	return text
}

// bar shows the progress of a run: a status line on a terminal, and one line for each
// finished phase.
type bar struct {
	*cli.Env
	status func(text string)
	wipe   func()
	began  time.Time
	drawn  time.Time // of the last update of the status line
}

// redraw is the least time between updates of the status line.
const redraw = 100 * time.Millisecond

func (b *bar) show(p workshop.Progress) {
	pass := b.Lang.Text("train.pass", "n", p.Pass, "passes", p.Passes)
	if r := p.Phase; r != nil {
		b.wipe()
		fmt.Fprintln(b.Err, pass+b.Lang.Text(phaseWord[r.Counted], "from", r.Range[0], "to", r.Range[1],
			"positions", report.Thousands(uint64(r.Positions)), "labels", trained(b.Env, r.Labels),
			"fitted", errorOf(b.Env, r, r.Fitted), "held", errorOf(b.Env, r, r.HeldOut), "time", time.Since(b.began).Round(time.Second)))
		return
	}
	if p.Total == 0 || time.Since(b.drawn) >= redraw {
		b.drawn = time.Now()
		b.status(pass + trained(b.Env, p.Stage) + gauge(p.Done, p.Total))
	}
}

// gauge draws a progress bar; it is empty if the total is unknown.
func gauge(done, total int) string {
	if total == 0 {
		return ""
	}
	const cells = 30
	full := done * cells / total
	return fmt.Sprintf(" [%s%s] %d %%", strings.Repeat("█", full), strings.Repeat("·", cells-full), done*100/total)
}
