package train

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

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
	// Teaches says that the values of the game's own evaluation are labels, too; see Options.
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

// Settings implements workshop.Trainer.
func (t Trainer[S, M, R]) Settings() []workshop.Setting {
	return append([]workshop.Setting{
		SelfPlay(),
		{Name: "network", Usage: "width of a network, a multiple of 64", Default: 256, Low: network.Step, High: network.MaxWidth, Step: network.Step},
		{Name: "nodes", Usage: "nodes a move in self-play for a network", Default: 2000, Low: 1, High: 1 << 30},
		{Name: "openings", Usage: "percent of the games of self-play that begin with recorded openings, not random moves", Low: 0, High: 100},
		{Name: "odds", Usage: "percent of the games of self-play that begin with material odds, such as without a queen", Low: 0, High: 100},
		{Name: "late", Usage: "percent of the games of self-play that are played fast up to a random ply, for more endings", Low: 0, High: 100},
		{Name: "trust", Usage: "percent of a label that the value of a search contributes; the rest is the game's result", Default: usualTrust, Low: 1, High: 100},
		{Name: "passes", Usage: "passes; each trains the players of the next", Default: 3, Low: 1, High: 100},
		{Name: "epochs", Usage: "times that a fit of a network uses each position", Default: 20, Low: 1, High: 1000},
		Threads(),
	}, t.Own...)
}

// Train implements workshop.Trainer.
func (t Trainer[S, M, R]) Train(ctx context.Context, w workshop.Training) (*workshop.Model, error) {
	if w.Games != "" {
		return nil, reason.Errorf("%w: recorded games are not read for %s", workshop.ErrOptions, t.Game)
	}
	w.Settings = Complete(t.Settings(), w.Settings)
	o := Options{Game: t.Game, Teaches: t.Teaches, Seed: w.Seed}
	for name, to := range map[string]*int{
		selfPlay: &o.Games, "network": &o.Width, "nodes": &o.Nodes, "openings": &o.Openings, "odds": &o.Odds,
		"late": &o.Late, "trust": &o.Trust, "passes": &o.Passes, "epochs": &o.Epochs,
	} {
		*to = w.Settings[name]
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

// Work says how a run is done. The weights do not depend on it.
type Work struct {
	// Folder is for finished parts. For Run, empty means a temporary one.
	Folder string
	// Threads is the number of threads. Zero means one per processor.
	Threads int
	// Version is the program's version, recorded with the weights.
	Version string
	// Progress receives the progress, one call at a time. Nil means never.
	Progress func(workshop.Progress)
	// Send does parts on other machines. Nil means here.
	Send workshop.Send
}

// WorkOf returns how a training is done.
func WorkOf(t *workshop.Training) Work {
	return Work{Folder: t.Work, Threads: t.Settings[threads], Version: t.Version, Progress: t.Progress, Send: t.Send}
}

// Claim assigns the work folder to a run, or checks that it belongs to it.
// identity is a JSON document that identifies the run, stored in run.json. The
// error wraps workshop.ErrOptions if the folder belongs to another run.
func (w *Work) Claim(identity any) error {
	const name = "run.json"
	mine, err := json.MarshalIndent(identity, "", "  ")
	if err != nil {
		return err
	}
	theirs, err := w.Load(name)
	switch {
	case err != nil || bytes.Equal(mine, theirs):
		return err
	case theirs == nil:
		return w.Save(name, mine)
	}
	return reason.Errorf("%w: %s is another run's: %v; use its options, or a new folder", workshop.ErrOptions, w.Folder, difference(mine, theirs))
}

// difference returns the first line in which two documents differ.
func difference(mine, theirs []byte) error {
	a, b := bytes.Split(mine, []byte("\n")), bytes.Split(theirs, []byte("\n"))
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			trim := func(line []byte) []byte { return bytes.Trim(line, " ,") }
			return reason.Errorf("%s there, %s here", trim(b[i]), trim(a[i]))
		}
	}
	return reason.New("one of them has more data")
}

// maxKept bounds the files of a work folder that are read, in bytes. The largest hold games:
// about five million of Othello.
const maxKept = 1 << 30

// Load returns a file of the work folder, or nil if it is missing.
func (w *Work) Load(name string) ([]byte, error) {
	data, err := memory.ReadFile(filepath.Join(w.Folder, name), maxKept)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// Save writes a file of the work folder atomically, so that a run can be killed at any time.
func (w *Work) Save(name string, data []byte) error {
	file := filepath.Join(w.Folder, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return memory.WriteFile(file, 0o666, func(to io.Writer) error { _, err := to.Write(data); return err })
}

// Tell passes progress on.
func (w *Work) Tell(p workshop.Progress) {
	if w.Progress != nil {
		w.Progress(p)
	}
}

// Do does the parts of a task. It passes their results to take in order, one at a time. worker
// returns a worker for one thread of this machine. For other machines, plan returns the
// document that all parts share, and adds files to the task.
func (w *Work) Do(ctx context.Context, parts []string, worker func() workshop.Worker, plan func(e *workshop.Task) (any, error), take func(part int, data string) error) error {
	if w.Send == nil {
		return Share(ctx, len(parts), w.Threads, func() func(int) (string, error) {
			do := worker()
			return func(i int) (string, error) {
				data, _, err := do(ctx, parts[i])
				return data, err
			}
		}, take)
	}
	if len(parts) == 0 {
		return nil
	}
	e := workshop.Task{Parts: parts}
	its, err := plan(&e)
	if err != nil {
		return err
	}
	text, err := json.Marshal(its)
	if err != nil {
		return err
	}
	e.Plan = string(text)
	return w.Send(ctx, e, take)
}

// Share does jobs 0 to count-1 on several threads, zero meaning one per processor, each with its
// own worker. It passes their results to take, in order and one at a time. Share ends early with
// the first error of a job or of take, or if ctx is done.
func Share[T any](ctx context.Context, count, threads int, worker func() func(job int) (T, error), take func(job int, result T) error) error {
	if threads <= 0 {
		threads = runtime.NumCPU()
	}
	var mu sync.Mutex
	begun, taken := 0, 0   // jobs that were begun, and results that were taken
	results := map[int]T{} // of jobs done before an earlier one
	var failed error       // the first
	next := func() (job int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		begun++
		return begun - 1, begun <= count && failed == nil && ctx.Err() == nil
	}
	done := func(job int, result T, err error) { // passes on all results that are next
		mu.Lock()
		defer mu.Unlock()
		results[job], failed = result, cmp.Or(failed, err)
		for failed == nil {
			result, ready := results[taken]
			if !ready {
				return
			}
			delete(results, taken)
			failed = take(taken, result)
			taken++
		}
	}
	var group sync.WaitGroup
	for range min(threads, count) {
		group.Go(func() {
			work := worker()
			for job, ok := next(); ok; job, ok = next() {
				result, err := work(job)
				done(job, result, err)
			}
		})
	}
	group.Wait()
	return cmp.Or(ctx.Err(), failed)
}
