package othellotrain

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"runtime"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/train"
)

// options say what to train. Equal options and recorded games give equal weights.
type options struct {
	Size      int    `json:"size"`
	SelfPlay  int    `json:"selfplay"`
	Positions int    `json:"positions"`
	Exact     int    `json:"exact"`
	Depth     int    `json:"depth"`
	Passes    int    `json:"passes"`
	Seed      uint64 `json:"seed"`
	From      string `json:"from,omitempty"` // SHA-256 sum of the initial weights
}

const (
	// firstPhase is the first phase to be trained, the last in the game; later
	// positions are solved without an evaluation.
	firstPhase = 2
	// leastExact is the lowest allowed Exact: the first phase has no weights to search with.
	leastExact = 5
	// leastSize is the size of the smallest board with an evaluation.
	leastSize = 6
	// early is the divisor of the number of games in passes before the last. Their weights only
	// need to play sensibly: fitted to 12 585 positions instead of 74 768 (with 8 and 9 empty
	// squares) they err by 8.39 discs instead of 7.89 (TestRidge).
	early = 8
	// ridge is the weight of the prior, in samples. Weights from 0.5 to 50 change the error by 0.2
	// discs on 74 768 positions. More samples need less of it, and runs have ten times as many (go
	// test ./games/othello/othelloengine/othellotrain -run TestRidge -measure -v; docs/othello.md).
	ridge = 5
)

// run is the state of a run. Its work folder holds run.json, which identifies the run, and a
// folder for each pass with its self-play games, one per line, and the weights (little-endian)
// and report of each finished phase.
type run struct {
	options
	train.Work
	rules    othello.Rules
	recorded []othellorecord.Game
	sources  []source
	begin    patterns.Weights  // initial ones; empty without such a file
	playing  *patterns.Weights // of the self-play players; nil if they have no evaluation
}

// open reads the recorded games and the initial weights, and claims the work folder.
func (t *run) open(w *workshop.Training) (err error) {
	var ok bool
	if t.rules, ok = othello.Sized(t.Size); !ok || t.Size < leastSize {
		return reason.Errorf("%w: size %d, want 8 or 6", workshop.ErrOptions, t.Size)
	}
	switch {
	case w.Games != "" && t.Size != 8:
		return reason.Errorf("%w: WTHOR games are of 8×8 squares, not %d×%d", workshop.ErrOptions, t.Size, t.Size)
	case t.Exact < leastExact:
		return reason.Errorf("%w: exact values up to %d empty squares, want %d at least", workshop.ErrOptions, t.Exact, leastExact)
	case w.Games == "" && t.SelfPlay == 0:
		return reason.Errorf("%w: no games: want recorded ones or self-play", workshop.ErrOptions)
	case w.Games != "":
		if t.recorded, t.sources, err = readGames(w.Games, w.LeaveOut); err != nil {
			return err
		}
	}
	if t.begin, t.From, err = train.ReadWeights(w.From, patterns.ParseWeights); err != nil {
		return err
	}
	if t.From != "" {
		t.playing = &t.begin
	}
	return t.Claim(struct {
		Options options  `json:"options"`
		Data    []source `json:"data"`
	}{t.options, t.sources})
}

// pass trains phase by phase from the end of the game to its beginning.
func (t *run) pass(ctx context.Context, n int) (weights patterns.Weights, reports []report, err error) {
	var games []othellorecord.Game
	for phase := firstPhase; phase <= t.lastPhase(); phase++ {
		its, fitted, err := t.readPhase(n, phase)
		if err != nil {
			return weights, nil, err
		}
		if fitted == nil {
			if games == nil {
				if games, err = t.games(ctx, n); err != nil {
					return weights, nil, err
				}
			}
			if fitted, its, err = t.phase(ctx, n, phase, games, weights); err == nil {
				err = t.writePhase(n, its, fitted)
			}
			if err != nil {
				return weights, nil, err
			}
			t.Tell(workshop.Progress{Pass: n, Passes: t.Passes, Phase: its.phase()})
		}
		weights[phase] = fitted
		reports = append(reports, its)
	}
	return weights, reports, nil
}

// phaseFile returns the name of a file of a phase.
func phaseFile(pass, phase int, kind string) string {
	return fmt.Sprintf("pass-%d/phase-%02d.%s", pass, phase, kind)
}

// readPhase reads a finished phase. weights is nil if it is missing or damaged.
func (t *run) readPhase(pass, phase int) (its report, weights []int16, err error) {
	data, err := t.Load(phaseFile(pass, phase, "bin"))
	if err != nil || len(data) != 2*patterns.WeightCount() {
		return its, nil, err
	}
	about, err := t.Load(phaseFile(pass, phase, "json"))
	if err != nil || json.Unmarshal(about, &its) != nil {
		return its, nil, err
	}
	weights = make([]int16, patterns.WeightCount())
	_, err = binary.Decode(data, binary.LittleEndian, weights)
	return its, weights, err
}

// writePhase writes the files that readPhase reads, the weights last.
func (t *run) writePhase(pass int, its report, weights []int16) error {
	about, err := json.Marshal(its)
	if err == nil {
		err = t.Save(phaseFile(pass, its.Phase, "json"), about)
	}
	if err != nil {
		return err
	}
	data, err := binary.Append(nil, binary.LittleEndian, weights)
	if err != nil {
		return err
	}
	return t.Save(phaseFile(pass, its.Phase, "bin"), data)
}

// lastPhase returns the phase of the initial position.
func (t *run) lastPhase() int {
	start := t.rules.Start()
	return patterns.Phase(t.rules.Empties(&start))
}

// games returns the games of a pass, recorded and self-play.
func (t *run) games(ctx context.Context, pass int) ([]othellorecord.Game, error) {
	recorded, count := t.recorded, t.SelfPlay
	if pass < t.Passes {
		recorded, count = nil, (count+early-1)/early
		for i := pass - 1; i < len(t.recorded); i += early {
			recorded = append(recorded, t.recorded[i])
		}
	}
	played, err := t.played(ctx, pass, count)
	return append(recorded[:len(recorded):len(recorded)], played...), err
}

// played returns the self-play games of a pass, from the work folder if they are there.
func (t *run) played(ctx context.Context, pass, count int) ([]othellorecord.Game, error) {
	if count == 0 {
		return nil, nil
	}
	name := fmt.Sprintf("pass-%d/games.txt", pass)
	text, err := t.Load(name)
	if err != nil {
		return nil, err
	}
	if text != nil {
		games, err := parseGames(t.rules, text)
		if err != nil || len(games) != count {
			return nil, reason.Errorf("%w: %s: %d games, want %d; %w", workshop.ErrData, name, len(games), count, err)
		}
		return games, nil
	}
	games, err := t.selfPlay(ctx, count, t.Seed<<8+uint64(pass), func(done int) {
		t.Tell(workshop.Progress{Pass: pass, Passes: t.Passes, Stage: "self-play", Done: done, Total: count})
	})
	if err != nil {
		return nil, err
	}
	return games, t.Save(name, formatGames(t.rules, games))
}

// phase trains one phase, with labels from the weights of the later phases.
func (t *run) phase(ctx context.Context, pass, phase int, games []othellorecord.Game, later patterns.Weights) ([]int16, report, error) {
	stage := func(what string, done, total int) {
		span := patterns.PhaseEmpties(phase)
		stage := fmt.Sprintf("%d–%d empty, %s", span[0], span[1], what)
		t.Tell(workshop.Progress{Pass: pass, Passes: t.Passes, Stage: stage, Done: done, Total: total})
	}
	stage("positions", 0, 0)
	e := patterns.NewEvaluation(t.rules, later)
	d := draft{
		rules: t.rules, phase: phase, count: t.Positions, threads: t.Threads, seed: t.Seed<<16 | uint64(pass<<8|phase),
		replies: func() chooser { return sensible(t.rules, e) },
	}
	samples, err := d.positions(ctx, games)
	if err == nil {
		err = t.label(ctx, samples, &later, func(done int) { stage("labels", done, len(samples)) })
	}
	if err != nil {
		return nil, report{}, err
	}
	stage("fit", 0, 0)
	fitted, curve := solve(ctx, samples, t.prior(phase, later), ridge)
	weights := quantise(fitted)
	return weights, t.report(phase, samples, curve, weights), ctx.Err()
}

// prior returns the initial weights, in discs, for the fit of a phase: the weights of the next
// later phase. In a run with a weights file they are the file's weights for this phase plus the
// change that training made to the next later phase.
func (t *run) prior(phase int, later patterns.Weights) []float32 {
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

// Offer lets the game on the board of r train its evaluation, if the board has one.
func Offer(r othello.Rules, spec *engine.Spec[othello.Position, othello.Move]) {
	if r.Size() >= leastSize {
		spec.Offers = append(spec.Offers, workshop.Trainer(trainer{r.Size()}))
	}
}

// trainer implements workshop.Trainer and workshop.Tasks for a board size.
type trainer struct{ size int }

// usualSize is the size of the board whose trainer takes other sizes, too.
const usualSize = 8

// Settings implements workshop.Trainer. The command of a run names them in this order.
func (trainer) Settings() []workshop.Setting {
	return []workshop.Setting{
		{Name: "size", Usage: "squares along a side of the board: 8 or 6", Default: usualSize},
		train.SelfPlay(),
		{Name: "positions", Usage: "positions per game at each number of empty squares", Default: 2, Low: 1, High: 100},
		{Name: "exact", Usage: "most empty squares at which labels are exact values", Default: 11, Low: leastExact, High: 60},
		{Name: "depth", Usage: "plies of the searches that label other positions, half of them a ply less", Default: 4, Low: 1, High: 60},
		{Name: "passes", Usage: "passes; each but the last trains the players of the next", Default: 1, Low: 1, High: 100},
		train.Threads(),
	}
}

// Train implements workshop.Trainer.
func (t trainer) Train(ctx context.Context, w workshop.Training) (*workshop.Model, error) {
	size := cmp.Or(w.Settings["size"], t.size)
	if t.size != usualSize && size != t.size {
		return nil, reason.Errorf("%w: size %d of a board of size %d", workshop.ErrOptions, size, t.size)
	}
	s := train.Complete(t.Settings(), w.Settings)
	s["size"], w.Settings = size, s
	r := &run{
		Work: train.WorkOf(&w),
		options: options{
			Size: size, SelfPlay: s["selfplay"], Positions: s["positions"], Exact: s["exact"], Depth: s["depth"],
			Passes: s["passes"], Seed: w.Seed,
		},
	}
	if err := r.open(&w); err != nil {
		return nil, err
	}
	m := manifest{
		Schema: "ply.weights/1", Unit: patterns.Unit, Command: t.command(&w), Version: r.Version,
		Go: runtime.Version() + " " + runtime.GOARCH, Options: r.options, Data: r.sources,
	}
	for pass := 1; pass <= r.Passes; pass++ {
		weights, phases, err := r.pass(ctx, pass)
		if err != nil {
			return nil, err
		}
		m.Passes = append(m.Passes, passReport{pass, phases})
		r.playing = &weights
	}
	return m.model(*r.playing)
}

// command returns the command that repeats a run, with complete settings.
func (t trainer) command(w *workshop.Training) string {
	subject := fmt.Sprintf("othello --size %d", w.Settings["size"])
	if w.Games != "" {
		subject += " --games WTHOR"
	}
	if w.From != "" {
		subject += " --from WEIGHTS"
	}
	return train.Command(subject, t.Settings()[1:], w.Settings, w.Seed)
}
