package train

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/network"
)

// Rules are what a game needs to learn.
type Rules[S any, M comparable] interface {
	game.Rules[S, M]
	game.Starter[S]
	game.Featurer[S]
}

// Opener is an optional capability of a game that has recorded openings. Games of self-play can
// begin with them.
type Opener[M any] interface {
	// Openings returns openings as legal moves from the start. Callers must not modify them.
	Openings() [][]M
}

// Handicapper is an optional capability of a game. Games of self-play can begin with odds.
type Handicapper[S any] interface {
	// Odds returns starting positions in which one side lacks material. Callers must not modify
	// them.
	Odds() []S
}

// Options say what to train. Equal options give equal networks.
type Options struct {
	// Game names the game, with its size or variant.
	Game string `json:"game"`
	// Knowledge names what the game knows besides its rules, such as its
	// databases. Runs with another one need another folder.
	Knowledge string `json:"knowledge,omitempty"`
	// Passes is the number of passes, Games the number of games in each. A finished run goes on
	// with more passes.
	Passes int `json:"passes,omitempty"`
	Games  int `json:"games"` // of self-play in a pass
	// Nodes is the number of nodes that a player searches for a move.
	Nodes int `json:"nodes"`
	// Openings is the percentage of the games that begin with a recorded opening of the game,
	// which must be an Opener, instead of random moves.
	Openings int `json:"openings,omitempty"`
	// Odds is the percentage of the games that begin with material odds. The game must be a
	// Handicapper.
	Odds int `json:"odds,omitempty"`
	// Late is the percentage of the games whose first plies, 16 to 80, are searched with a
	// twentieth of the nodes and not fitted: such games cost less, and have more endings.
	Late int `json:"late,omitempty"`
	// Trust is the percentage of a label that the value of a search contributes; the rest is the
	// game's result. Zero means 70.
	Trust int `json:"trust,omitempty"`
	// Width is the width of the network.
	Width int `json:"width"`
	// Scale is the network's scale. Zero means 100.
	Scale int `json:"scale"`
	// Teaches says that the game's own evaluation is on the network's scale: a
	// value of Scale wins with log-odds of about 1. The values of its searches
	// are then part of the labels of the first pass.
	Teaches bool `json:"teaches,omitempty"`
	// Epochs is the number of times that a fit uses each position.
	Epochs int `json:"epochs"`
	// Seed seeds the random numbers.
	Seed uint64 `json:"seed"`
	// Begin plays in the first pass. Nil means the game's own evaluation. From is its SHA-256
	// sum; Run sets it.
	Begin *network.Net `json:"-"`
	From  string       `json:"from,omitempty"`
}

// About describes how a network was made.
type About struct {
	Options
	Version string `json:"version,omitempty"` // of the program
	Go      string `json:"go"`                // version of Go
	// Positions counts the fitted positions of the last pass, HeldOut the others. Active are the
	// least and the greatest number of their features in one view.
	Positions int    `json:"positions"`
	HeldOut   int    `json:"held_out"` // positions that were not fitted
	Active    [2]int `json:"active"`
	// Curves are the errors of each pass after each epoch.
	Curves [][]Errors `json:"curves"`
}

// holdOut is the divisor of the numbers of held-out games; filed is the number of games in a file.
const holdOut, filed = 20, 200

// run is the state of a run of training.
type run[S any, M comparable, R Rules[S, M]] struct {
	Options
	Work
	rules  R
	attach func(e *workshop.Task) (map[string]string, error) // adds equipment; see Equipment
	about  About
}

// Run trains a network. If ctx is done it returns its error; a run with the
// same options and folder goes on.
func Run[S any, M comparable, R Rules[S, M]](ctx context.Context, rules R, o Options, work Work) (*network.Net, error) {
	r := run[S, M, R]{Options: o, Work: work, rules: rules}
	return r.train(ctx)
}

func (t *run[S, M, R]) train(ctx context.Context) (*network.Net, error) {
	if t.Folder == "" {
		folder, err := os.MkdirTemp("", "ply-train-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		t.Folder = folder
	}
	err := t.begin()
	net := t.Begin
	for pass := 1; pass <= t.Passes && err == nil; pass++ {
		net, err = t.pass(ctx, pass, net)
	}
	return net, err
}

// begin checks the options and claims the work folder.
func (t *run[S, M, R]) begin() error {
	t.Scale = cmp.Or(t.Scale, 100)
	if t.Threads <= 0 {
		t.Threads = runtime.NumCPU()
	}
	if err := check(&t.Options, t.rules); err != nil {
		return err
	}
	if t.Begin != nil {
		if err := t.Begin.Fits(t.Game, t.rules); err != nil {
			return reason.Errorf("%w: %w", workshop.ErrData, err)
		}
		file, err := t.Begin.Format()
		if err != nil {
			return err
		}
		t.From = workshop.FileName(file)
	}
	t.about = About{Options: t.Options, Version: t.Version, Go: runtime.Version() + " " + runtime.GOARCH}
	run := t.Options
	run.Passes = 0
	return t.Claim(run)
}

// openings returns the openings of rules, or nil if they have none.
func openings[M any](rules any) [][]M {
	if o, ok := rules.(Opener[M]); ok {
		return o.Openings()
	}
	return nil
}

// starts returns the starting positions of games: the usual one, and those with odds.
func starts[S any](rules game.Starter[S]) []S {
	all := []S{rules.Start()}
	if h, ok := rules.(Handicapper[S]); ok {
		all = append(all, h.Odds()...)
	}
	return all
}

// check rejects options that give no network.
func check[S any, M comparable, R Rules[S, M]](o *Options, rules R) error {
	if o.Passes < 1 || o.Games < 1 || o.Nodes < 1 || o.Epochs < 1 {
		return reason.Errorf("%w: no games: want self-play", workshop.ErrOptions)
	}
	if len(openings[M](rules)) == 0 && o.Openings > 0 {
		return reason.Errorf("%w: %s has no recorded openings", workshop.ErrOptions, o.Game)
	}
	if len(starts[S](rules)) == 1 && o.Odds > 0 {
		return reason.Errorf("%w: %s has no starting positions with odds", workshop.ErrOptions, o.Game)
	}
	if _, err := network.New(o.shape(rules.FeatureCounts())); err != nil {
		return reason.Errorf("%w: %w", workshop.ErrOptions, err)
	}
	return nil
}

func (o *Options) shape(features, phases int) network.Shape {
	return network.Shape{Game: o.Game, Features: features, Phases: phases, Width: o.Width, Scale: cmp.Or(o.Scale, 100)}
}

// pass plays the games of a pass, with net or without if it is nil, and returns
// the network fitted to them and to the games of the pass before.
func (t *run[S, M, R]) pass(ctx context.Context, pass int, net *network.Net) (*network.Net, error) {
	name := fmt.Sprintf("pass-%d.net", pass)
	file, err := t.Load(name)
	if err != nil {
		return nil, err
	}
	if file == nil {
		if net, err = t.learn(ctx, pass, net); err != nil {
			return nil, err
		}
		if file, err = net.Format(); err == nil {
			err = t.Save(name, file)
		}
		if err != nil {
			return nil, err
		}
	}
	if net, err = network.Parse(file); err == nil {
		err = json.Unmarshal(net.About, &t.about)
		t.about.Options = t.Options
	}
	if err != nil {
		return nil, reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
	}
	t.Tell(workshop.Progress{Pass: pass, Passes: t.Passes, Phase: t.about.phase()})
	return net, nil
}

// valued reports whether the labels of a pass use the values of its searches beside the results.
func (o *Options) valued(pass int) bool { return o.Teaches || pass > 1 || o.From != "" }

// learn is pass without the finished network.
func (t *run[S, M, R]) learn(ctx context.Context, pass int, net *network.Net) (*network.Net, error) {
	folder := filepath.Join(t.Folder, "samples")
	defer os.RemoveAll(folder)
	if err := t.play(ctx, pass, net); err != nil {
		return nil, err
	}
	p, err := t.collect(ctx, pass, folder)
	if err != nil {
		return nil, err
	}
	f, err := t.fit(ctx, pass, net, p)
	if err != nil {
		return nil, err
	}
	t.about.Curves = append(t.about.Curves, f.curve)
	t.about.Positions, t.about.HeldOut, t.about.Active = int(f.counts.Fitted), int(f.counts.HeldOut), [2]int{int(f.counts.Least), int(f.counts.Most)}
	made, err := f.net()
	if err == nil {
		made.About, err = json.Marshal(t.about)
	}
	return made, err
}

// collect replays the games of a pass and of the one before, and puts their positions in a folder.
func (t *run[S, M, R]) collect(ctx context.Context, pass int, folder string) (*pool, error) {
	from, files := max(1, pass-1), (t.Games+filed-1)/filed
	jobs := (pass - from + 1) * files
	p := &pool{folder: folder, sums: make([]uint32, 1+jobs*filed/dealt)}
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o777)); err != nil {
		return nil, err
	}
	return p, Share(ctx, jobs, t.Threads, func() func(int) ([][]byte, error) {
		return func(job int) ([][]byte, error) {
			pass, first := from+job/files, job%files*filed
			name := gamesName(pass, first)
			games, err := t.Load(name)
			if err == nil && games == nil {
				err = reason.New("missing")
			}
			var records [][]byte
			if err == nil {
				records, err = t.records(games, pass, first, min(filed, t.Games-first), len(p.sums))
			}
			if err != nil {
				err = reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
			}
			return records, err
		}
	}, p.add)
}

// records returns the records of the positions of a file of games, which begin with game first.
func (t *run[S, M, R]) records(file []byte, pass, first, count, parts int) ([][]byte, error) {
	games, err := parse(file, count)
	read := newReader[S, M](t.rules, &t.Options, parts)
	for i := range games {
		if !read.add(&games[i], t.valued(pass), (first+i)%holdOut) {
			return nil, errDamaged
		}
	}
	return read.records, err
}

// fit fits a network, and stores its state after each epoch. In a run that began with a network it
// goes on with net, unless that is wider; fits of weak players' games are better without.
func (t *run[S, M, R]) fit(ctx context.Context, pass int, net *network.Net, p *pool) (*fit, error) {
	f := newFit(t.shape(t.rules.FeatureCounts()), t.seed(pass), t.Threads)
	if t.From != "" && net.Width <= t.Width {
		f.proceed(net)
	}
	name := fmt.Sprintf("fit-%d.bin", pass)
	data, err := t.Load(name)
	if err == nil && data != nil {
		if err = f.restore(data); err != nil {
			err = reason.Errorf("%w: %s: %w", workshop.ErrData, name, err)
		}
	}
	for err == nil && len(f.curve) < t.Epochs {
		if err = f.epoch(ctx, p, t.Epochs, t.Seed, func(done, total int) {
			t.Tell(workshop.Progress{Pass: pass, Passes: t.Passes, Stage: "fit", Done: done, Total: total})
		}); err != nil {
			return nil, err
		}
		if data, err = f.format(); err == nil {
			err = t.Save(name, data)
		}
	}
	return f, err
}

// gamesName returns the name of the file of games of a pass that begins with game first.
func gamesName(pass, first int) string { return fmt.Sprintf("games-%d-%07d.bin", pass, first) }

// errDamaged is returned for a file of the work folder with another checksum.
var errDamaged = reason.New("damaged, or of another version")

// checksum is the number of bytes of a checksum. sealed returns data with one after it; unsealed
// returns data without it.
const checksum = 4

func sealed(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
}

func unsealed(data []byte) ([]byte, error) {
	end := len(data) - checksum
	if end < 0 || crc32.ChecksumIEEE(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return nil, errDamaged
	}
	return data[:end], nil
}

// state lists the parts of a fit of a fixed size.
func (f *fit) state() []any { return []any{&f.steps, &f.counts, f.x, f.best, f.mean, f.square} }

// format writes the state of a fit; restore reads it.
func (f *fit) format() (b []byte, err error) {
	for _, list := range append(f.state(), f.curve) {
		if b, err = binary.Append(b, binary.LittleEndian, list); err != nil {
			return nil, err
		}
	}
	return sealed(b), nil
}

func (f *fit) restore(data []byte) error {
	data, err := unsealed(data)
	r := bytes.NewReader(data)
	for _, list := range f.state() {
		err = cmp.Or(err, binary.Read(r, binary.LittleEndian, list))
	}
	f.curve = make([]Errors, r.Len()/binary.Size(Errors{}))
	if cmp.Or(err, binary.Read(r, binary.LittleEndian, f.curve)) != nil || r.Len() > 0 {
		return errDamaged
	}
	return nil
}
