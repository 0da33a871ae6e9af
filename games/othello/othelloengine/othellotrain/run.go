package othellotrain

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"path/filepath"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// Options say what to train and on which data. Equal options and data give
// equal weights.
type Options struct {
	// Size is the side length of the board, 8 or 6. Zero means 8.
	Size int `json:"size"`
	// SelfPlay is the number of games of self-play. Zero means none.
	SelfPlay int `json:"selfplay"`
	// Positions is the number of positions drawn from each game at each number
	// of empty squares. Zero means 2.
	Positions int `json:"positions"`
	// Exact is the largest number of empty squares at which labels are exact
	// values. Zero means 11.
	Exact int `json:"exact"`
	// Depth is the depth in plies of the searches that label other positions;
	// half of them search one ply less. Zero means 4.
	Depth int `json:"depth"`
	// Passes is the number of passes; all but the last use only some of the
	// games. Zero means 1.
	Passes int `json:"passes"`
	// Seed seeds the random numbers. Zero is an ordinary seed.
	Seed uint64 `json:"seed"`
	// From is the SHA-256 sum of the initial weights file, set by Run. Empty
	// means no such file.
	From string `json:"from,omitempty"`
}

// Config is the configuration of a run.
type Config struct {
	Options
	// Games is a directory of WTHOR files with games on the 8×8 board. Empty
	// means self-play alone.
	Games string
	// Begin is a weights file. Its weights play the games of the first pass,
	// and every pass starts its fits from them; labels do not depend on it.
	// Empty means to start from the rules alone.
	Begin string
	// Work is a directory for finished self-play games and phases. A run with
	// the same options resumes from it.
	Work string
	// Threads is the number of threads that play and label. Zero means one per
	// processor.
	Threads int
	// Version is the program's version, for the manifest.
	Version string
	// Progress, if not nil, receives progress reports, one at a time.
	Progress func(Progress)
	// Send, if not nil, sends self-play and labelling to other machines.
	Send workshop.Send
	// LeaveOut, if not nil, is called for each recorded game that cannot be read.
	LeaveOut func(file string, why *record.Fault)
}

// Progress describes the state of a run.
type Progress struct {
	Pass  int    // from 1
	Stage string // the current activity
	// Done and Total count games or positions. Total is 0 for activities
	// without a count.
	Done, Total int
	// Phase reports on a phase that just finished, or is nil.
	Phase *Report
}

const (
	// firstPhase is the first phase to be trained, the last in the game; later
	// positions are solved without an evaluation.
	firstPhase = 2
	// leastExact is the lowest allowed Exact: the first phase has no weights to
	// search with.
	leastExact = 5
	// leastSize is the size of the smallest board with an evaluation.
	leastSize = 6
	// early is the divisor of the number of games in passes before the last.
	// Their weights only need to play sensibly: fitted to 12 585 positions
	// instead of 74 768 (with 8 and 9 empty squares) they err by 8.39 discs
	// instead of 7.89 (TestRidge).
	early = 8
	// ridge is the weight of the prior, in samples. Weights from 0.5 to 50
	// change the error by 0.2 discs on 74 768 positions. More samples need less
	// of it, and runs have ten times as many (go test
	// ./games/othello/othelloengine/othellotrain -run TestRidge -measure -v;
	// docs/othello.md).
	ridge = 5
)

// trainer is the state of a run.
type trainer struct {
	Config
	rules    othello.Rules
	recorded []othellorecord.Game
	sources  []Source
	begin    patterns.Weights // empty without an initial weights file
	playing  patterns.Weights // of the self-play players; empty if they have no evaluation
}

// Run trains pass by pass, and in each pass phase by phase from the end of the
// game to its beginning. If ctx is done it returns the error of ctx; finished
// work stays in the work directory.
func Run(ctx context.Context, c Config) (*Model, error) {
	c = c.filled()
	if c.Progress == nil {
		c.Progress = func(Progress) {}
	}
	t := &trainer{Config: c}
	if err := t.open(); err != nil {
		return nil, err
	}
	m := &Model{manifest: t.manifest()}
	var player *patterns.Evaluation
	if t.From != "" {
		player, t.playing = patterns.NewEvaluation(t.rules, t.begin), t.begin
	}
	for pass := 1; pass <= t.Passes; pass++ {
		weights, p, err := t.pass(ctx, pass, player)
		if err != nil {
			return nil, err
		}
		player, t.playing = patterns.NewEvaluation(t.rules, weights), weights
		m.add(p, weights)
	}
	return m, nil
}

// open reads the recorded games and prepares the work directory.
func (t *trainer) open() (err error) {
	var ok bool
	if t.rules, ok = othello.Sized(t.Size); !ok || t.Size < leastSize {
		return reason.Errorf("%w: size %d, want 8 or 6", ErrOptions, t.Size)
	}
	switch {
	case t.Games != "" && t.Size != 8:
		return reason.Errorf("%w: WTHOR games are of 8×8 squares, not %d×%d", ErrOptions, t.Size, t.Size)
	case t.Exact < leastExact:
		return reason.Errorf("%w: exact values up to %d empty squares, want %d at least", ErrOptions, t.Exact, leastExact)
	case t.Games == "" && t.SelfPlay == 0:
		return reason.Errorf("%w: no games: want recorded ones or self-play", ErrOptions)
	case t.Games != "":
		if t.recorded, t.sources, err = readGames(t.Games, t.LeaveOut); err != nil {
			return err
		}
	}
	if t.Begin != "" {
		if t.begin, t.From, err = readWeights(t.Begin); err != nil {
			return err
		}
	}
	return t.claim()
}

// readWeights reads a weights file and also returns its SHA-256 sum.
func readWeights(name string) (weights patterns.Weights, sum string, err error) {
	file, err := memory.ReadFile(name, workshop.MaxFile)
	if err != nil {
		return weights, "", reason.Errorf("%w: %w", ErrData, err)
	}
	if weights, err = patterns.ParseWeights(file); err != nil {
		return weights, "", reason.Errorf("%w: %s: %w", ErrData, name, err)
	}
	return weights, fmt.Sprintf("%x", sha256.Sum256(file)), nil
}

// pass runs pass n. player is the evaluation of the self-play players, nil if
// they have none.
func (t *trainer) pass(ctx context.Context, n int, player *patterns.Evaluation) (weights patterns.Weights, p Pass, err error) {
	p.Pass = n
	dir := filepath.Join(t.Work, fmt.Sprintf("pass-%d", n))
	var games []othellorecord.Game
	for phase := firstPhase; phase <= t.lastPhase(); phase++ {
		report, fitted, ok := readPhase(dir, phase)
		if !ok {
			if games == nil {
				if games, err = t.games(ctx, n, dir, player); err != nil {
					return weights, p, err
				}
			}
			var err error
			if fitted, report, err = t.phase(ctx, n, phase, games, weights); err != nil {
				return weights, p, err
			}
			if err := writePhase(dir, report, fitted); err != nil {
				return weights, p, err
			}
			t.Progress(Progress{Pass: n, Phase: &report})
		}
		weights[phase] = fitted
		p.Phases = append(p.Phases, report)
	}
	return weights, p, nil
}

// lastPhase returns the phase of the initial position.
func (t *trainer) lastPhase() int {
	start := t.rules.Start()
	return patterns.Phase(t.rules.Empties(&start))
}

// games returns the games of a pass, recorded and self-play.
func (t *trainer) games(ctx context.Context, pass int, dir string, player *patterns.Evaluation) ([]othellorecord.Game, error) {
	recorded, count := t.recorded, t.SelfPlay
	if pass < t.Passes {
		recorded, count = nil, (count+early-1)/early
		for i := pass - 1; i < len(t.recorded); i += early {
			recorded = append(recorded, t.recorded[i])
		}
	}
	played, err := t.played(ctx, pass, dir, count, player)
	return append(recorded[:len(recorded):len(recorded)], played...), err
}

// phase trains one phase, with labels from the weights of the later phases.
func (t *trainer) phase(ctx context.Context, pass, phase int, games []othellorecord.Game, later patterns.Weights) ([]int16, Report, error) {
	stage := func(what string, done, total int) {
		span := patterns.PhaseEmpties(phase)
		t.Progress(Progress{Pass: pass, Stage: fmt.Sprintf("%d–%d empty, %s", span[0], span[1], what), Done: done, Total: total})
	}
	stage("positions", 0, 0)
	e := patterns.NewEvaluation(t.rules, later)
	d := draft{
		rules: t.rules, phase: phase, count: t.Positions, threads: t.Threads, seed: t.Seed<<16 | uint64(pass<<8|phase),
		replies: func() chooser { return sensible(t.rules, e) },
	}
	samples := d.positions(ctx, games)
	tick := func(done int) { stage("labels", done, len(samples)) }
	if t.Send == nil {
		t.label(ctx, samples, e, tick)
	} else if err := t.sendLabels(ctx, samples, later, tick); err != nil {
		return nil, Report{}, err
	}
	stage("fit", 0, 0)
	fitted, curve := Fit(ctx, samples, t.prior(phase, later), ridge)
	weights := quantise(fitted)
	return weights, t.report(phase, samples, curve, weights), ctx.Err()
}

// prior returns the initial weights, in discs, for the fit of a phase: the
// weights of the next later phase. In a run with a weights file they are the
// file's weights for this phase plus the change that training made to the next
// later phase.
func (t *trainer) prior(phase int, later patterns.Weights) []float32 {
	prior := make([]float32, patterns.WeightCount())
	add := func(weights []int16, times float32) {
		for i, w := range weights {
			prior[i] += times * float32(w) / patterns.Unit
		}
	}
	switch own, after := t.begin[phase], t.begin[phase-1]; {
	case own == nil:
		add(later[phase-1], 1)
	case after == nil:
		add(own, 1)
	default:
		add(own, 1)
		add(later[phase-1], 1)
		add(after, -1)
	}
	return prior
}

// quantise rounds weights to 1/Unit disc.
func quantise(weights []float32) []int16 {
	out := make([]int16, len(weights))
	for i, w := range weights {
		out[i] = int16(min(max(math.Round(float64(w)*patterns.Unit), math.MinInt16), math.MaxInt16))
	}
	return out
}
