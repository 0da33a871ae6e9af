package draughtstrain

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"runtime"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/network"
)

// Offer lets a game train its evaluation, with databases that take seconds to build.
func Offer(r draughts.Rules, spec *engine.Spec[draughts.Position, draughts.Move]) {
	pieces := 4
	if r.Size() > 8 {
		pieces = 3
	}
	spec.Offers = append(spec.Offers, workshop.Trainer(trainer{r, pieces}))
}

// trainer implements workshop.Trainer.
type trainer struct {
	rules  draughts.Rules
	pieces int // default number of pieces of the databases that end games
}

// The names of the settings.
const (
	selfPlay = "selfplay"
	plies    = "plies"
	pieces   = "pieces"
	threads  = "threads"
	wide     = "network"
	nodes    = "nodes"
	passes   = "passes"
	epochs   = "epochs"
)

func (t trainer) Settings() []workshop.Setting {
	return []workshop.Setting{
		{Name: selfPlay, Usage: "games of self-play per pass", Low: 0, High: 100_000_000},
		{Name: plies, Usage: "search depth in self-play of checkers and draughts, in plies", Default: 4, Low: 1, High: 60},
		{Name: pieces, Usage: "pieces of the databases that end self-play games of checkers and draughts", Default: t.pieces, Low: 2, High: 6},
		{Name: threads, Usage: "threads; 0 means one per processor", Low: 0, High: 4096},
		{Name: wide, Usage: "width of a network to train instead of patterns, a multiple of 64", Low: 0, High: network.MaxWidth},
		{Name: nodes, Usage: "nodes a move in self-play for a network", Default: 2000, Low: 1, High: 1 << 30},
		{Name: passes, Usage: "passes of a network; each trains the players of the next", Default: 3, Low: 1, High: 100},
		{Name: epochs, Usage: "times that a fit of a network uses each position", Default: 20, Low: 1, High: 1000},
	}
}

func (t trainer) Train(ctx context.Context, w workshop.Training) (*workshop.Model, error) {
	r := &run{
		options: options{
			Game: t.rules.String(), SelfPlay: w.Settings[selfPlay], Plies: cmp.Or(w.Settings[plies], 4),
			Pieces: cmp.Or(w.Settings[pieces], t.pieces), Seed: w.Seed,
		},
		Training: w, rules: t.rules, threads: w.Settings[threads],
	}
	switch {
	case w.Games != "":
		return nil, reason.Errorf("%w: recorded games are not read for %s", workshop.ErrOptions, t.rules)
	case r.SelfPlay == 0:
		return nil, reason.Errorf("%w: no games: want self-play", workshop.ErrOptions)
	}
	if r.Progress == nil {
		r.Progress = func(workshop.Progress) {}
	}
	if w.Settings[wide] > 0 {
		return r.learn(ctx)
	}
	return r.train(ctx)
}

// Manifest describes a weights file.
type Manifest struct {
	Schema  string  `json:"schema"`
	SHA256  string  `json:"sha256"`
	Bytes   int     `json:"bytes"`
	Unit    int     `json:"unit"` // a weight is in 1/unit of a hundredth of a man
	Command string  `json:"command"`
	Version string  `json:"version"` // of the training program
	Go      string  `json:"go"`
	Options options `json:"options"`
	// Positions counts the fitted positions, HeldOut the others.
	Positions int `json:"positions"`
	HeldOut   int `json:"held_out"`
	// Entropy is the mean cross-entropy of the results, in nats, for fitted and
	// held-out positions. Mean is the mean absolute error for held-out
	// positions.
	Entropy [2]float64 `json:"cross_entropy"`
	Mean    float64    `json:"mean_absolute_error"`
}

// model returns the result of a run: a weights file with coefficients x.
func (t *run) model(x vector, fitted, held *rows) (*workshop.Model, error) {
	data := draughtspatterns.FormatWeights(t.rules, fitted.weightsOf(x))
	m := Manifest{
		Schema: "ply.draughts-weights/1", SHA256: fmt.Sprintf("%x", sha256.Sum256(data)), Bytes: len(data), Unit: draughtspatterns.Unit,
		Command: fmt.Sprintf("ply train %s --selfplay %d --plies %d --pieces %d --seed %d --work WORK",
			t.rules, t.SelfPlay, t.Plies, t.Pieces, t.options.Seed),
		Version: t.Version, Go: runtime.Version() + " " + runtime.GOARCH, Options: t.options,
		Positions: len(fitted.list), HeldOut: len(held.list),
	}
	if t.options.From != "" {
		m.Command += " --from WEIGHTS"
	}
	m.Entropy[0], _ = fitted.entropy(x)
	m.Entropy[1], m.Mean = held.entropy(x)
	for _, number := range []*float64{&m.Entropy[0], &m.Entropy[1], &m.Mean} {
		*number = math.Round(*number*1e5) / 1e5
	}
	about, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	return &workshop.Model{
		Name: draughtspatterns.FileName(t.rules), Manifest: m, Bytes: m.Bytes, SHA256: m.SHA256,
		Files: []workshop.File{{Extension: ".bin", Data: data}, {Extension: ".json", Data: append(about, '\n')}},
		Phases: []workshop.Phase{{
			Counted: workshop.Pieces, Range: [2]int{t.Pieces + 1, draughtspatterns.FullBoard(t.rules)}, Positions: len(fitted.list) + len(held.list),
			Labels: "results of games", Fitted: m.Entropy[0], HeldOut: m.Entropy[1], Mean: m.Mean,
		}},
	}, nil
}
