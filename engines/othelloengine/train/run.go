package train

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"path/filepath"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/game/record"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/memory"
)

// Options say what to train, and on what. Equal options on equal data make
// equal weights.
type Options struct {
	// Size is the board's, 8 or 6. Zero means 8.
	Size int `json:"size"`
	// SelfPlay is the number of games of self-play. Zero means none.
	SelfPlay int `json:"selfplay"`
	// Positions is the number of positions taken of a game at each number of
	// empty squares. Zero means 2.
	Positions int `json:"positions"`
	// Exact is the largest number of empty squares at which labels are exact
	// values. Zero means 11.
	Exact int `json:"exact"`
	// Depth of the searches that label other positions, in plies: the mean of one
	// so deep and one a ply less deep is the label. Zero means 4.
	Depth int `json:"depth"`
	// Passes is the number of passes; those before the last take a part of the
	// games. Zero means 1.
	Passes int `json:"passes"`
	// Seed makes all that is random. Zero is a seed like any other.
	Seed uint64 `json:"seed"`
	// From is the SHA-256 sum of the weights file that the run begins with. Empty
	// means none; Run sets it.
	From string `json:"from,omitempty"`
}

// Config says what to train, and how.
type Config struct {
	Options
	// Games is a folder of WTHOR files, of games on the board of 8×8. Empty means
	// self-play alone.
	Games string
	// Begin is a weights file. Its players play the games of the first pass, and the
	// weights of every pass start from it; labels do not depend on it. Empty means
	// that nothing is known but the rules.
	Begin string
	// Work is a folder for what is finished: games of self-play and phases. A run
	// with the same options goes on from there.
	Work string
	// Threads play and label. Zero means one for each processor.
	Threads int
	// Version of the program, for the manifest.
	Version string
	// Progress, if not nil, is told what has been done, by one thread at a time.
	Progress func(Progress)
	// Send, if not nil, has games played and positions labelled elsewhere.
	Send workshop.Send
	// LeaveOut, if not nil, is called for each recorded game that cannot be read.
	LeaveOut func(file string, why *record.Fault)
}

// Progress says how far a run is.
type Progress struct {
	Pass  int
	Stage string // what is being done
	// Done and Total are games or positions; Total is 0 where there is nothing to
	// count.
	Done, Total int
	// Phase is the report on a phase that was just finished, else nil.
	Phase *Report
}

const (
	// firstPhase is the last phase of the game that is trained; later positions
	// are solved without an evaluation.
	firstPhase = 2
	// leastExact is the least possible Exact: the first phase has no weights to
	// search with.
	leastExact = 5
	// leastSize is that of the least board with an evaluation.
	leastSize = 6
	// early is the part of the games that passes before the last take: one in
	// early. Their weights only have to play sensibly: fitted to 12 585 positions
	// with 8 and 9 empty squares in place of 74 768 they err by 8.39 discs in place
	// of 7.89. TestRidge measures that anew.
	early = 8
	// ridge is the weight of the prior, in samples. With 0.5, 1, 2, 5, 10, 20 and 50
	// weights fitted to 74 768 positions with 8 and 9 empty squares err by 8.01, 7.97,
	// 7.94, 7.89, 7.83, 7.80 and 7.83 discs, those fitted to 12 585 by 8.34 to 8.39.
	// More samples want less of it, and runs have ten times as many. TestRidge
	// measures them anew: go test ./engines/othelloengine/train -run TestRidge -measure -v.
	ridge = 5
)

// trainer is a run.
type trainer struct {
	Config
	rules    othello.Rules
	recorded []othellorecord.Game
	sources  []Source
	begin    patterns.Weights // none if there is no file to begin with
	playing  patterns.Weights // of those who play the games of a pass, none as player is nil
}

// Run trains, pass after pass and phase after phase from the end of the game to
// its beginning. If ctx is done it returns its error; what is finished is in the
// work folder then.
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

// open reads the recorded games and makes the work folder ready.
func (t *trainer) open() (err error) {
	var ok bool
	if t.rules, ok = othello.Sized(t.Size); !ok || t.Size < leastSize {
		return fmt.Errorf("%w: size %d, want 8 or 6", ErrOptions, t.Size)
	}
	switch {
	case t.Games != "" && t.Size != 8:
		return fmt.Errorf("%w: WTHOR games are of 8×8 squares, not %d×%d", ErrOptions, t.Size, t.Size)
	case t.Exact < leastExact:
		return fmt.Errorf("%w: exact values up to %d empty squares, want %d at least", ErrOptions, t.Exact, leastExact)
	case t.Games == "" && t.SelfPlay == 0:
		return fmt.Errorf("%w: no games: want recorded ones or self-play", ErrOptions)
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

// readWeights reads a weights file and returns its SHA-256 sum as well.
func readWeights(name string) (weights patterns.Weights, sum string, err error) {
	file, err := memory.ReadFile(name, workshop.MaxFile)
	if err != nil {
		return weights, "", fmt.Errorf("%w: %w", ErrData, err)
	}
	if weights, err = patterns.ParseWeights(file); err != nil {
		return weights, "", fmt.Errorf("%w: %s: %w", ErrData, name, err)
	}
	return weights, fmt.Sprintf("%x", sha256.Sum256(file)), nil
}

// pass makes one pass with games of self-play between players with an
// evaluation, nil for those of the first pass.
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

// games returns the games of a pass: recorded ones and self-play.
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

// phase trains one phase on labels made with the weights of the later ones.
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

// prior returns the weights, in discs, that the fit of a phase starts from: those
// of the phase after. In a run that begins with a file they are the file's own of
// this phase, changed as those of the phase after were.
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
