package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/cmd/ply/internal/terminal"
	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// trainFlags are the flags of the train command.
type trainFlags struct {
	workshop.Training
	away sendFlags
	out  string
}

func (a *app) trainCommand() *cobra.Command {
	var f trainFlags
	c := &cobra.Command{
		Use:   "train GAME",
		Short: "Make the weights of an evaluation from games",
		Long: `Make the weights of an evaluation from recorded games and self-play. In Othello
positions are labelled with exact values near the end of the game and by searches
over the weights of later phases before, and the weights are fitted to the labels;
in checkers and draughts they are fitted to the results of games of self-play.

What is finished stays in the work folder, and a run that was ended by whatever
means goes on from there when the same command is given again.`,
		Example: `  ply train othello --games wthor --selfplay 100000 --passes 2 --work work
  ply train othello --size 6 --selfplay 20000 --work work6
  ply train checkers --selfplay 30000 --work work`,
		Args: cobra.MatchAll(atLeastGame, counted(cobra.MaximumNArgs(1))),
		RunE: func(c *cobra.Command, args []string) error { return a.train(c, args[0], &f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.Work, "work", "", "`folder` of what is finished; made if there is none")
	flags.StringVar(&f.out, "out", "", "`file` for the weights, with manifest and pictures beside it; in the work folder if left out")
	flags.StringVar(&f.Games, "games", "", "`folder` of WTHOR files (.wtb)")
	flags.StringVar(&f.From, "from", "", "`file` of weights to begin with")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of all that is random")
	f.away.add(flags, "have the farm play the games and label the positions")
	addLanguage(c)
	a.intake.addStrict(c)
	for _, t := range catalog.Offers[workshop.Trainer]() {
		for _, s := range t.Settings() {
			if flags.Lookup(s.Name) == nil {
				flags.Int(s.Name, s.Default, s.Usage)
			}
		}
	}
	return c
}

// check refuses values of flags that cannot be, and notes those that are given.
func (f *trainFlags) check(given *pflag.FlagSet, t workshop.Trainer) error {
	if f.Work == "" {
		return exit.Usage(words.Tell("refused.which-folder", "flag", "--work"))
	}
	if name := foreign(given, t); name != "" {
		return exit.Usage(words.Tell("refused.no-setting", "flag", "--"+name))
	}
	f.Settings = map[string]int{}
	for _, s := range t.Settings() {
		if !given.Changed(s.Name) {
			continue
		}
		value, err := given.GetInt(s.Name)
		if err == nil {
			err = s.Check(value)
		}
		if err != nil {
			return exit.Usage(reason.Errorf("--%s: %w", s.Name, err))
		}
		f.Settings[s.Name] = value
	}
	return nil
}

// foreign returns a setting that is given and is another trainer's; "" if there is none.
func foreign(given *pflag.FlagSet, t workshop.Trainer) string {
	for _, other := range catalog.Offers[workshop.Trainer]() {
		for _, s := range other.Settings() {
			same := func(own workshop.Setting) bool { return own.Name == s.Name }
			if given.Changed(s.Name) && !slices.ContainsFunc(t.Settings(), same) {
				return s.Name
			}
		}
	}
	return ""
}

// offering returns the game that a command line names, and what the command needs of it.
func offering[T any](command, name string) (g *engine.Game, offer T, err error) {
	if g, err := catalog.Find(name); err == nil {
		if offer, ok := engine.Offered[T](g); ok {
			return g, offer, nil
		}
	}
	return nil, offer, flags.Unfit(command, strconv.Quote(name), whatOffer[T]()...)
}

// whatOffer returns the names of the games that offer something.
func whatOffer[T any]() []string {
	return namesOf(func(g *engine.Game) bool {
		_, ok := engine.Offered[T](g)
		return ok
	})
}

func (a *app) train(c *cobra.Command, name string, f *trainFlags) error {
	g, t, err := offering[workshop.Trainer]("train", name)
	if err != nil {
		return err
	}
	if err := f.check(c.Flags(), t); err != nil {
		return err
	}
	if f.out != "" {
		if err := writable(f.out); err != nil {
			return exit.Failure(err)
		}
	}
	f.Version = currentVersion()
	var release func()
	if f.Send, release, err = f.away.sender(job.Train, g); err != nil {
		return err
	}
	defer release()
	bar := a.newBar()
	f.Progress = bar.show
	if !a.intake.strict {
		f.LeaveOut = func(file string, why *record.Fault) { a.leave("refused.left-out", file, why) }
	}
	model, err := t.Train(c.Context(), f.Training)
	bar.wipe()
	switch {
	case errors.Is(err, context.Canceled):
		return &exit.Error{Code: exit.CodeInterrupted, Err: errors.New(a.lang.Text("train.interrupted"))}
	case errors.Is(err, workshop.ErrOptions):
		return exit.Usage(err)
	case errors.Is(err, workshop.ErrData):
		return exit.Invalid(err)
	case err != nil:
		return exit.Failure(err)
	}
	return a.writeModel(model, cmp.Or(f.out, filepath.Join(f.Work, model.Name)))
}

// writable checks that a file can be made, before hours are spent on it.
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

// trainJSON is the document "ply.train/1": where the files are, and the
// manifest.
type trainJSON struct {
	Schema   string   `json:"schema"`
	Weights  string   `json:"weights"`
	Files    []string `json:"files"`
	Manifest any      `json:"manifest"`
}

// writeModel writes the files of a finished run and says what they are.
func (a *app) writeModel(m *workshop.Model, out string) error {
	doc := trainJSON{Schema: "ply.train/1", Weights: out, Manifest: m.Manifest}
	stem := strings.TrimSuffix(out, filepath.Ext(out))
	for i, f := range m.Files {
		name := stem + f.Extension
		if i == 0 {
			name = out
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			return exit.Failure(err)
		}
		doc.Files = append(doc.Files, name)
	}
	if a.json {
		return a.writeJSON(doc)
	}
	return a.writeErrors(m, out)
}

func (a *app) writeErrors(m *workshop.Model, out string) error {
	text := a.lang.Text
	w := a.printer().NewTable(tabwriter.AlignRight)
	for i, p := range m.Phases {
		if i == 0 {
			w.Row(text(countedWord[p.Counted]), text("train.positions"), text(errorWord[p.Counted]), text("train.held"), text("train.mean"), "  "+text("train.labels"))
		}
		w.Row(fmt.Sprintf("%d–%d", p.Range[0], p.Range[1]), report.Thousands(uint64(p.Positions)),
			a.errorOf(&p, p.Fitted), a.errorOf(&p, p.HeldOut), a.errorOf(&p, p.Mean), "  "+a.trained(p.Labels))
	}
	w.Flush()
	_, err := fmt.Fprintf(a.out, "\n%s\n", text("train.file", "file", out, "bytes", report.Thousands(uint64(m.Bytes)), "sum", m.SHA256))
	return err
}

// The words for what a phase counts, and for its errors.
var (
	countedWord = [...]string{workshop.EmptySquares: "train.empty", workshop.Pieces: "train.pieces"}
	errorWord   = [...]string{workshop.EmptySquares: "train.error", workshop.Pieces: "train.entropy"}
	phaseWord   = [...]string{workshop.EmptySquares: "train.phase", workshop.Pieces: "train.fitted"}
	errorDigits = [...]int{workshop.EmptySquares: 2, workshop.Pieces: 4}
)

// errorOf writes an error of a phase.
func (a *app) errorOf(p *workshop.Phase, x float64) string {
	return a.lang.Number(strconv.FormatFloat(x, 'f', errorDigits[p.Counted], 64))
}

// trained says what a trainer tells in English: what it is at, and what a phase was
// fitted to.
func (a *app) trained(english string) string {
	text, _ := a.lang.Phrase("trained", english)
	return text
}

// bar shows how far a run is: a line that is kept up to date on a terminal, and
// one for each finished phase.
type bar struct {
	*app
	status func(text string) // nil without a terminal
	wipe   func()
	began  time.Time
	drawn  time.Time // when the line was last brought up to date
}

// redraw is how often the line on a terminal is brought up to date.
const redraw = 100 * time.Millisecond

func (a *app) newBar() *bar {
	b := &bar{app: a, wipe: func() {}, began: time.Now()}
	if terminal.Is(a.err) {
		b.status, b.wipe = terminal.Status(a.err)
	}
	return b
}

func (b *bar) show(p workshop.Progress) {
	pass := b.lang.Text("train.pass", "n", p.Pass, "passes", p.Passes)
	if r := p.Phase; r != nil {
		b.wipe()
		fmt.Fprintln(b.err, pass+b.lang.Text(phaseWord[r.Counted], "from", r.Range[0], "to", r.Range[1],
			"positions", report.Thousands(uint64(r.Positions)), "labels", b.trained(r.Labels),
			"fitted", b.errorOf(r, r.Fitted), "held", b.errorOf(r, r.HeldOut), "time", time.Since(b.began).Round(time.Second)))
		return
	}
	if b.status != nil && (p.Total == 0 || time.Since(b.drawn) >= redraw) {
		b.drawn = time.Now()
		b.status(pass + b.trained(p.Stage) + gauge(p.Done, p.Total))
	}
}

// gauge draws how much of a total is done.
func gauge(done, total int) string {
	if total == 0 {
		return ""
	}
	const cells = 30
	full := done * cells / total
	return fmt.Sprintf(" [%s%s] %d %%", strings.Repeat("█", full), strings.Repeat("·", cells-full), done*100/total)
}
