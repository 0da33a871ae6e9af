package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/engines/othello/train"
)

// trainFlags are the flags of the train command.
type trainFlags struct {
	train.Config
	out string
}

func (a *app) trainCommand() *cobra.Command {
	var f trainFlags
	c := &cobra.Command{
		Use:   "train GAME",
		Short: "Make the weights of an evaluation from games",
		Long: `Make the weights of an evaluation from recorded games and self-play: positions
are labelled with exact values near the end of the game and by searches over the
weights of later phases before, and the weights are fitted to the labels.

What is finished stays in the work folder, and a run that was ended by whatever
means goes on from there when the same command is given again.`,
		Example: `  ply train othello --games wthor --selfplay 100000 --passes 2 --work work
  ply train othello --size 6 --selfplay 20000 --work work6`,
		Args: cobra.MatchAll(atLeastGame, cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return a.train(c.Context(), args[0], &f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.Work, "work", "", "`folder` of what is finished; made if there is none")
	flags.StringVar(&f.out, "out", "", "`file` for the weights, with manifest and pictures beside it; in the work folder if left out")
	flags.StringVar(&f.Games, "games", "", "`folder` of WTHOR files (.wtb)")
	flags.IntVar(&f.SelfPlay, "selfplay", 0, "games of self-play a pass")
	flags.IntVar(&f.Size, "size", 8, "squares along a side of the board: 8 or 6")
	flags.IntVar(&f.Positions, "positions", 2, "positions of a game at each number of empty squares")
	flags.IntVar(&f.Exact, "exact", 11, "most empty squares at which labels are exact values")
	flags.IntVar(&f.Depth, "depth", 4, "plies of the searches that label other positions")
	flags.IntVar(&f.Passes, "passes", 1, "passes; the last counts, those before play its games")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of all that is random")
	flags.IntVar(&f.Threads, "threads", 0, "threads; 0 is one for each processor")
	return c
}

// check refuses values of flags that cannot be.
func (f *trainFlags) check(name string) error {
	if name != "othello" {
		return usage(fmt.Errorf("train: %q, want othello", name))
	}
	if f.Work == "" {
		return usage(errors.New("--work: want a folder"))
	}
	for _, r := range []struct {
		flag             string
		value, low, high int
	}{
		{"selfplay", f.SelfPlay, 0, 100_000_000},
		{"positions", f.Positions, 1, 100},
		{"exact", f.Exact, 5, 60},
		{"depth", f.Depth, 1, 60},
		{"passes", f.Passes, 1, 100},
		{"threads", f.Threads, 0, 4096},
	} {
		if r.value < r.low || r.value > r.high {
			return usage(fmt.Errorf("--%s: %d, want %d to %d", r.flag, r.value, r.low, r.high))
		}
	}
	return nil
}

func (a *app) train(ctx context.Context, name string, f *trainFlags) error {
	if err := f.check(name); err != nil {
		return err
	}
	if f.out == "" {
		f.out = filepath.Join(f.Work, fmt.Sprintf("weights%d.bin", f.Size))
	} else if err := writable(f.out); err != nil {
		return failure(err)
	}
	f.Version = currentVersion()
	bar := a.newBar(f.Passes)
	f.Progress = bar.show
	model, err := train.Run(ctx, f.Config)
	bar.wipe()
	switch {
	case errors.Is(err, context.Canceled):
		return &codedError{exitInterrupted, errors.New("interrupted; the same command goes on from here")}
	case errors.Is(err, train.ErrOptions):
		return usage(err)
	case errors.Is(err, train.ErrData):
		return invalid(err)
	case err != nil:
		return failure(err)
	}
	return a.writeModel(model, f.out)
}

// writable checks that a file can be made, before hours are spent on it.
func writable(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	probe := file + ".part"
	if err := os.WriteFile(probe, nil, 0o666); err != nil {
		return err
	}
	return os.Remove(probe)
}

// trainJSON is the document "ply.train/1": where the files are, and the
// manifest.
type trainJSON struct {
	Schema   string         `json:"schema"`
	Weights  string         `json:"weights"`
	Files    []string       `json:"files"`
	Manifest train.Manifest `json:"manifest"`
}

// writeModel writes the files of a finished run and says what they are.
func (a *app) writeModel(m *train.Model, out string) error {
	files, err := m.Files()
	if err != nil {
		return failure(err)
	}
	doc := trainJSON{Schema: "ply.train/1", Weights: out, Manifest: files.Manifest}
	stem := strings.TrimSuffix(out, filepath.Ext(out))
	for _, f := range []struct {
		name string
		data []byte
	}{{out, files.Weights}, {stem + ".json", files.About}, {stem + ".svg", files.SVG}, {stem + ".png", files.PNG}} {
		if err := os.WriteFile(f.name, f.data, 0o666); err != nil {
			return failure(err)
		}
		doc.Files = append(doc.Files, f.name)
	}
	if a.json {
		return a.writeJSON(doc)
	}
	return a.writeErrors(&doc)
}

func (a *app) writeErrors(doc *trainJSON) error {
	passes := doc.Manifest.Passes
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "empty\tpositions\tRMS error\theld out\tmean error\t  labels")
	for _, r := range passes[len(passes)-1].Phases {
		fmt.Fprintf(w, "%d–%d\t%s\t%.2f\t%.2f\t%.2f\t  %s\n", r.Empties[0], r.Empties[1],
			thousands(uint64(r.Positions)), r.Error.Train, r.Error.HeldOut, r.Mean, r.Labels)
	}
	w.Flush()
	_, err := fmt.Fprintf(a.out, "\n%s: %s bytes, SHA-256 %s\n", doc.Weights, thousands(uint64(doc.Manifest.Bytes)), doc.Manifest.SHA256)
	return err
}

// bar shows how far a run is: a line that is kept up to date on a terminal, and
// one for each finished phase.
type bar struct {
	*app
	passes int
	status func(text string) // nil without a terminal
	wipe   func()
	began  time.Time
	drawn  time.Time // when the line was last brought up to date
}

// redraw is how often the line on a terminal is brought up to date.
const redraw = 100 * time.Millisecond

func (a *app) newBar(passes int) *bar {
	b := &bar{app: a, passes: passes, wipe: func() {}, began: time.Now()}
	if isTerminal(a.err) {
		b.status, b.wipe = status(a.err)
	}
	return b
}

func (b *bar) show(p train.Progress) {
	pass := fmt.Sprintf("pass %d of %d, ", p.Pass, b.passes)
	if r := p.Phase; r != nil {
		b.wipe()
		fmt.Fprintf(b.err, "%s%d–%d empty: %s positions, %s, RMS error %.2f, held out %.2f (%s)\n", pass,
			r.Empties[0], r.Empties[1], thousands(uint64(r.Positions)), r.Labels, r.Error.Train, r.Error.HeldOut,
			time.Since(b.began).Round(time.Second))
		return
	}
	if b.status != nil && (p.Total == 0 || time.Since(b.drawn) >= redraw) {
		b.drawn = time.Now()
		b.status(pass + p.Stage + gauge(p.Done, p.Total))
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
