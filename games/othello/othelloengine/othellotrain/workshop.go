package othellotrain

import (
	"cmp"
	"context"
	"fmt"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/reason"
)

// Offer lets the game on the board of r train its evaluation, if the board has
// one.
func Offer(r othello.Rules, spec *engine.Spec[othello.Position, othello.Move]) {
	if r.Size() >= leastSize {
		spec.Offers = append(spec.Offers, workshop.Trainer(trainers{r.Size()}))
	}
}

// trainers implements workshop.Trainer for a board size.
type trainers struct{ size int }

// field is a numeric field of a Config with its allowed range.
type field struct {
	workshop.Setting
	value *int
}

// fields returns the numeric fields of c.
func (c *Config) fields() []field {
	set := func(value *int, name string, usual, low, high int, usage string) field {
		return field{workshop.Setting{Name: name, Usage: usage, Default: usual, Low: low, High: high}, value}
	}
	return []field{
		set(&c.Size, "size", 8, 0, 0, "squares along a side of the board: 8 or 6"),
		set(&c.SelfPlay, "selfplay", 0, 0, 100_000_000, "games of self-play per pass"),
		set(&c.Positions, "positions", 2, 1, 100, "positions per game at each number of empty squares"),
		set(&c.Exact, "exact", 11, leastExact, 60, "most empty squares at which labels are exact values"),
		set(&c.Depth, "depth", 4, 1, 60, "plies of the searches that label other positions, half of them a ply less"),
		set(&c.Passes, "passes", 1, 1, 100, "passes; each but the last trains the players of the next"),
		set(&c.Threads, "threads", 0, 0, 4096, "threads; 0 means one per processor"),
	}
}

// filled returns c with defaults in place of zeros.
func (c Config) filled() Config {
	for _, f := range c.fields() {
		if *f.value == 0 {
			*f.value = f.Default
		}
	}
	return c
}

func (t trainers) Settings() (all []workshop.Setting) {
	for _, f := range new(Config).fields() {
		all = append(all, f.Setting)
	}
	return all
}

func (t trainers) Train(ctx context.Context, w workshop.Training) (*workshop.Model, error) {
	c := Config{Options: Options{Seed: w.Seed}, Games: w.Games, Begin: w.From, Work: w.Work, Version: w.Version, Send: w.Send, LeaveOut: w.LeaveOut}
	for _, f := range c.fields() {
		if value, given := w.Settings[f.Name]; given {
			*f.value = value
		}
	}
	usual := new(Config).filled().Size
	if c.Size = cmp.Or(c.Size, t.size); t.size != usual && c.Size != t.size {
		return nil, reason.Errorf("%w: size %d of a board of size %d", ErrOptions, c.Size, t.size)
	}
	if w.Progress != nil {
		c.Progress = func(p Progress) { w.Progress(p.describe(max(1, c.Passes))) }
	}
	m, err := Run(ctx, c)
	if err != nil {
		return nil, err
	}
	return m.describe(fmt.Sprintf("weights%d.bin", c.Size))
}

func (p *Progress) describe(passes int) workshop.Progress {
	text := workshop.Progress{Pass: p.Pass, Passes: passes, Stage: p.Stage, Done: p.Done, Total: p.Total}
	if p.Phase != nil {
		phase := p.Phase.describe()
		text.Phase = &phase
	}
	return text
}

func (r *Report) describe() workshop.Phase {
	return workshop.Phase{
		Range: r.Empties, Positions: r.Positions, Labels: r.Labels,
		Fitted: r.Error.Train, HeldOut: r.Error.HeldOut, Mean: r.Mean,
	}
}

func (m *Model) describe(name string) (*workshop.Model, error) {
	files, err := m.Files()
	if err != nil {
		return nil, err
	}
	text := &workshop.Model{
		Name: name, Manifest: files.Manifest, Bytes: files.Manifest.Bytes, SHA256: files.Manifest.SHA256,
	}
	for _, f := range []struct {
		extension string
		data      []byte
	}{{".bin", files.Weights}, {".json", files.About}, {".svg", files.SVG}, {".png", files.PNG}} {
		text.Files = append(text.Files, workshop.File{Extension: f.extension, Data: f.data})
	}
	passes := files.Manifest.Passes
	for _, r := range passes[len(passes)-1].Phases {
		text.Phases = append(text.Phases, r.describe())
	}
	return text, nil
}
