package train

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/network"
)

// Trainer trains networks of a game. It implements workshop.Trainer and workshop.Tasks.
type Trainer[S any, M comparable, R Rules[S, M]] struct {
	// Game names the game, with its size or variant, and Rules are its rules.
	Game  string
	Rules R
	// Teaches says that the values of the game's own evaluation are labels, too; see
	// Options.
	Teaches bool
	// Own are settings besides those of every trainer.
	Own []workshop.Setting
	// Equip adds to the players' rules what they know, such as databases in the work
	// folder. Nil adds nothing.
	Equip func(ctx context.Context, t workshop.Training) (Equipment[R], error)
	// Fetch returns the rules that Equip made with the given files elsewhere. Nil is for
	// trainers without Equip.
	Fetch func(ctx context.Context, files map[string]string, fetch workshop.Fetch) (R, error)
}

// Equipment is what players know besides the rules.
type Equipment[R any] struct {
	Rules R // with what the players know
	// Knowledge describes it; see Options.
	Knowledge string
	// Attach adds its files to a task and returns their names in the task, by file name. Nil
	// means that it has no files.
	Attach func(e *workshop.Task) (map[string]string, error)
}

// The names of the settings of networks.
const (
	width  = "network"
	nodes  = "nodes"
	booked = "openings"
	late   = "late"
	passes = "passes"
	epochs = "epochs"
)

// Settings implements workshop.Trainer.
func (t Trainer[S, M, R]) Settings() []workshop.Setting {
	return append([]workshop.Setting{
		SelfPlay(),
		{Name: width, Usage: "width of a network, a multiple of 64", Default: 256, Low: network.Step, High: network.MaxWidth, Step: network.Step},
		{Name: nodes, Usage: "nodes a move in self-play for a network", Default: 2000, Low: 1, High: 1 << 30},
		{Name: booked, Usage: "percent of the games of self-play that begin with recorded openings, not random moves", Low: 0, High: 100},
		{Name: late, Usage: "percent of the games of self-play that are played fast up to a random ply, for more endings", Low: 0, High: 100},
		{Name: passes, Usage: "passes; each trains the players of the next", Default: 3, Low: 1, High: 100},
		{Name: epochs, Usage: "times that a fit of a network uses each position", Default: 20, Low: 1, High: 1000},
		Threads(),
	}, t.Own...)
}

// Train implements workshop.Trainer.
func (t Trainer[S, M, R]) Train(ctx context.Context, w workshop.Training) (*workshop.Model, error) {
	if w.Games != "" {
		return nil, reason.Errorf("%w: recorded games are not read for %s", workshop.ErrOptions, t.Game)
	}
	w.Settings = Complete(t.Settings(), w.Settings)
	o := Options{
		Game: t.Game, Passes: w.Settings[passes], Games: w.Settings[selfPlay], Nodes: w.Settings[nodes], Openings: w.Settings[booked],
		Late: w.Settings[late], Teaches: t.Teaches, Width: w.Settings[width], Epochs: w.Settings[epochs], Seed: w.Seed,
	}
	var err error
	if o.Begin, _, err = ReadWeights(w.From, network.Parse); err != nil {
		return nil, err
	}
	if err := check(&o, t.Rules); err != nil {
		return nil, err
	}
	e := Equipment[R]{Rules: t.Rules}
	if t.Equip != nil {
		if e, err = t.Equip(ctx, w); err != nil {
			return nil, err
		}
	}
	o.Knowledge = e.Knowledge
	r := run[S, M, R]{Options: o, Work: WorkOf(&w), rules: e.Rules, attach: e.Attach}
	net, err := r.train(ctx)
	if err != nil {
		return nil, err
	}
	return model(net, t.command(&w))
}

// command returns the command that repeats a run.
func (t Trainer[S, M, R]) command(w *workshop.Training) string {
	sorted := slices.SortedFunc(slices.Values(t.Settings()), func(a, b workshop.Setting) int { return cmp.Compare(a.Name, b.Name) })
	command := Command(t.Game, sorted, w.Settings, w.Seed)
	if w.From != "" {
		command += " --from NETWORK"
	}
	return command
}

// The names of the settings of every trainer.
const (
	selfPlay = "selfplay"
	threads  = "threads"
)

// SelfPlay returns the setting of the games of self-play per pass.
func SelfPlay() workshop.Setting {
	return workshop.Setting{Name: selfPlay, Usage: "games of self-play per pass", High: 100_000_000}
}

// Threads returns the setting of the threads.
func Threads() workshop.Setting {
	return workshop.Setting{Name: threads, Usage: "threads; 0 means one per processor", High: 4096}
}

// Complete returns the given settings, with the defaults of those that are missing.
func Complete(settings []workshop.Setting, given map[string]int) map[string]int {
	all := map[string]int{}
	for _, s := range settings {
		all[s.Name] = s.Default
		if value, ok := given[s.Name]; ok {
			all[s.Name] = value
		}
	}
	return all
}

// Command returns the command that repeats a run, with placeholders for folders and files.
// subject names the game and the options before the settings.
func Command(subject string, settings []workshop.Setting, values map[string]int, seed uint64) string {
	var b strings.Builder
	b.WriteString("ply train " + subject)
	for _, s := range settings {
		if s.Name != threads {
			fmt.Fprintf(&b, " --%s %d", s.Name, values[s.Name])
		}
	}
	fmt.Fprintf(&b, " --seed %d --work WORK", seed)
	return b.String()
}

// ReadWeights reads the file of weights that a run starts from. It also returns the file's
// SHA-256 sum. Without a name it returns zero values.
func ReadWeights[W any](name string, parse func(file []byte) (W, error)) (weights W, sum string, err error) {
	if name == "" {
		return weights, "", nil
	}
	file, err := memory.ReadFile(name, workshop.MaxFile)
	if err != nil {
		return weights, "", reason.Errorf("%w: %w", workshop.ErrData, err)
	}
	if weights, err = parse(file); err != nil {
		return weights, "", reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
	}
	return weights, workshop.FileName(file), nil
}
