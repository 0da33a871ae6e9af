package othellotrain

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/train"
)

// usual is the trainer of the game on the usual board.
var usual = trainer{usualSize}

// played returns self-play games.
func played(t *testing.T, r *run, count int, seed uint64) []othellorecord.Game {
	t.Helper()
	games, err := r.selfPlay(t.Context(), count, seed, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// games returns self-play games without an evaluation.
func games(t *testing.T, r othello.Rules, count int) []othellorecord.Game {
	return played(t, &run{rules: r}, count, 1)
}

// drawn returns positions of games.
func drawn(t *testing.T, d *draft, all []othellorecord.Game) []sample {
	t.Helper()
	samples, err := d.positions(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// drafted returns positions of games, with replies that leave few moves.
func drafted(t *testing.T, r othello.Rules, phase int, seed uint64, all []othellorecord.Game) []sample {
	return drawn(t, &draft{rules: r, phase: phase, count: 2, seed: seed, replies: func() chooser { return quiet(r) }}, all)
}

// labelled labels samples and returns the mean of their labels.
func labelled(t *testing.T, r *run, samples []sample, later *patterns.Weights) float64 {
	t.Helper()
	if err := r.label(t.Context(), samples, later, func(int) {}); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, s := range samples {
		sum += float64(s.Label)
	}
	return sum / float64(len(samples))
}

// weightsOf returns the weights of a file.
func weightsOf(t *testing.T, file string) *patterns.Weights {
	t.Helper()
	weights, _, err := train.ReadWeights(file, patterns.ParseWeights)
	if err != nil {
		t.Fatal(err)
	}
	return &weights
}

// TestPositions checks that the positions of a phase belong to it, are distinct
// and not terminal, and that some of them force a pass.
func TestPositions(t *testing.T) {
	for _, size := range []int{8, 6} {
		r, _ := othello.Sized(size)
		samples := drafted(t, r, 6, 1, games(t, r, 200))
		if len(samples) < 700 {
			t.Errorf("%d×%d: %d positions of 200 games, want nearly 800", size, size, len(samples))
		}
		held, passes, seen := 0, 0, map[uint64]bool{}
		for _, s := range samples {
			p := othello.Position{Own: s.Own, Opp: s.Opp, Turn: othello.Black}
			key, _ := r.Fold(&p)
			if n := r.Empties(&p); patterns.Phase(n) != 6 || r.Status(&p).Over() || s.Own&s.Opp != 0 || seen[key] {
				t.Fatalf("%s: %d empty squares, over: %v, seen: %v", r.FormatPosition(&p), n, r.Status(&p).Over(), seen[key])
			}
			if othello.Mobility(s.Own, s.Opp)&r.Board() == 0 {
				passes++
			}
			seen[key] = true
			if s.HeldOut {
				held++
			}
		}
		if share := len(samples) / held; share < holdOut/2 || share > holdOut*2 {
			t.Errorf("%d×%d: %d of %d positions held out, want one in %d", size, size, held, len(samples), holdOut)
		}
		if passes == 0 {
			t.Errorf("%d×%d: no position whose side to move must pass among %d", size, size, len(samples))
		}
	}
}

// TestBalance checks by exact values that positions favour neither side, in
// games between equal players, with and without random moves.
func TestBalance(t *testing.T) {
	r, _ := othello.Sized(6)
	e, weights := patterns.Default(r), weightsOf(t, "../patterns/weights6.bin")
	tr := run{options: options{Size: 6, Exact: 11, Depth: 4}, rules: r, playing: weights}
	all := played(t, &tr, 2000, 5)
	for count := 1; count <= 3; count++ {
		d := draft{rules: r, phase: 4, count: count, seed: 6, replies: func() chooser { return sensible(r, e) }}
		samples := drawn(t, &d, all)
		mean := labelled(t, &tr, samples, weights)
		if math.Abs(mean) > 0.5 {
			t.Errorf("%d positions at each number of empty squares: %+.2f discs in the mean of %d, want 0", count, mean, len(samples))
		}
	}
}

// TestLabelsForget labels with weights that favour the side to move and with
// the package's own, and checks that the bias cancels in the mean.
func TestLabelsForget(t *testing.T) {
	r, _ := othello.Sized(6)
	const favour = 20 // bias of each weight that an evaluation sums up
	weights := weightsOf(t, "../patterns/weights6.bin")
	samples := drafted(t, r, 10, 3, games(t, r, 1000))
	tr := run{options: options{Size: 6, Exact: 11, Depth: 4}, rules: r}
	fair := labelled(t, &tr, samples, weights)
	for _, of := range weights {
		for i := range of {
			of[i] += favour
		}
	}
	const discs = favour * patterns.FeatureCount / float64(patterns.Unit)
	if more := labelled(t, &tr, samples, weights) - fair; math.Abs(more) > discs/10 {
		t.Errorf("a favour of %.1f discs hands %+.1f down, want none", discs, more)
	}
}

// TestSelfPlay checks that games are legal and complete, survive writing and
// reading, and do not depend on the number of threads.
func TestSelfPlay(t *testing.T) {
	r, _ := othello.Sized(6)
	book, weights := games(t, r, 10), weightsOf(t, "../patterns/weights6.bin")
	play := func(threads int) []othellorecord.Game {
		return played(t, &run{Work: train.Work{Threads: threads}, rules: r, recorded: book, playing: weights}, 600, 7)
	}
	got := play(1)
	if !reflect.DeepEqual(got, play(3)) {
		t.Error("games depend on the number of threads")
	}
	again, err := parseGames(r, formatGames(r, got))
	if err != nil || !reflect.DeepEqual(got, again) {
		t.Errorf("games written and read again differ: %v", err)
	}
	for _, g := range got {
		s := r.Start()
		for _, m := range g.Moves {
			r.Play(&s, &s, m)
		}
		if !r.Status(&s).Over() {
			t.Fatalf("%s: not over", r.FormatMoves(g.Moves))
		}
	}
}

// TestFit generates labels from known weights and checks that the fit explains
// them.
func TestFit(t *testing.T) {
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(2, 2))
	truth := make([]float32, patterns.WeightCount())
	for i := range truth {
		truth[i] = float32(rng.NormFloat64())
	}
	samples := drafted(t, r, 27, 2, games(t, r, 3000))
	for i := range samples {
		var index [patterns.FeatureCount]int32
		patterns.WeightIndices(samples[i].Own, samples[i].Opp, &index)
		for _, k := range index {
			samples[i].Label += truth[k]
		}
	}
	none := make([]float32, patterns.WeightCount())
	weights, curve := solve(t.Context(), samples, none, 0.01)
	first, last := curve[0], curve[len(curve)-1]
	if last.Train > first.Train/4 || last.HeldOut > first.HeldOut/2 || math.IsNaN(last.HeldOut) {
		t.Errorf("errors fall from %+v to %+v in %d steps, want much lower", first, last, len(curve)-1)
	}
	if again, _ := solve(t.Context(), samples, none, 0.01); !reflect.DeepEqual(weights, again) {
		t.Error("two fits of the same samples differ")
	}
}

// small configures a run of a few seconds.
func small(work string) workshop.Training {
	return workshop.Training{Work: work, Settings: map[string]int{"size": 6, "selfplay": 200, "passes": 2, "exact": 9, "depth": 2}}
}

// TestRun checks that an interrupted and resumed run gives the same model as an
// uninterrupted one.
func TestRun(t *testing.T) {
	want, err := usual.Train(t.Context(), small(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w := small(t.TempDir())
	w.Settings["threads"] = 3
	w.Progress = func(p workshop.Progress) {
		if p.Pass == 2 && p.Phase != nil && p.Phase.Range == patterns.PhaseEmpties(4) {
			cancel()
		}
	}
	if _, err := usual.Train(ctx, w); !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupted run: %v, want %v", err, context.Canceled)
	}
	damaged := filepath.Join(w.Work, phaseFile(2, 3, "bin"))
	if err := os.Truncate(damaged, 100); err != nil {
		t.Fatal(err)
	}
	got, err := usual.Train(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("an interrupted run made other weights than one in one go")
	}
	checkFiles(t, got)
}

// checkFiles checks the files of a model for the 6×6 board.
func checkFiles(t *testing.T, m *workshop.Model) {
	weights, err := patterns.ParseWeights(m.Files[0].Data)
	if err != nil || weights[firstPhase] == nil || weights[16] == nil || weights[17] != nil {
		t.Errorf("%v: want weights of phases %d to 16", err, firstPhase)
	}
	about := string(m.Files[1].Data)
	for _, part := range []string{m.SHA256, `"schema": "ply.weights/1"`, `"held_out"`} {
		if !strings.Contains(about, part) {
			t.Errorf("manifest without %s", part)
		}
	}
	if strings.Contains(about, `"curve"`) || m.Manifest.(manifest).Passes[1].Phases[0].Curve == nil {
		t.Error("want curves in the manifest, and none in its file")
	}
	if got := strings.Count(string(m.Files[2].Data), "<polyline"); got < 3*len(m.Phases) {
		t.Errorf("picture of %d lines, want three a phase", got)
	}
	if m, err := png.Decode(bytes.NewReader(m.Files[3].Data)); err != nil || m.Bounds().Dx() < 400 {
		t.Errorf("picture: %v", err)
	}
}

// TestBegin trains from a weights file and checks that the first fit starts
// from it and the manifest names it.
func TestBegin(t *testing.T) {
	w := small(t.TempDir())
	w.Settings["passes"] = 1
	none, err := usual.Train(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	w.Work, w.From = t.TempDir(), "../patterns/weights6.bin"
	got, err := usual.Train(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(w.From)
	if err != nil {
		t.Fatal(err)
	}
	about := string(got.Files[1].Data)
	if sum := fmt.Sprintf(`"from": "%x"`, sha256.Sum256(file)); !strings.Contains(about, sum) || !strings.Contains(about, " --from WEIGHTS ") {
		t.Errorf("manifest without %s or the option in its command", sum)
	}
	first := func(m *workshop.Model) float64 { return m.Manifest.(manifest).Passes[0].Phases[0].Curve[0].HeldOut }
	if first(got) > first(none)*3/4 {
		t.Errorf("errors begin at %.2f, without weights at %.2f, want much less", first(got), first(none))
	}
}

// TestPrior checks that fits start from the weights of the next later phase, or
// from a file's weights with that phase's change added.
func TestPrior(t *testing.T) {
	constant := func(w int16) []int16 {
		all := make([]int16, patterns.WeightCount())
		for i := range all {
			all[i] = w * patterns.Unit
		}
		return all
	}
	later := patterns.Weights{5: constant(7)}
	for _, tt := range []struct {
		begin patterns.Weights
		phase int
		want  float32
	}{
		{patterns.Weights{}, 6, 7},
		{patterns.Weights{}, firstPhase, 0},
		{patterns.Weights{5: constant(4), 6: constant(10)}, 6, 13},
		{patterns.Weights{6: constant(10)}, 6, 10},
		{patterns.Weights{5: constant(4)}, 6, 7},
	} {
		tr := run{begin: tt.begin}
		if got := tr.prior(tt.phase, later); got[0] != tt.want || got[len(got)-1] != tt.want {
			t.Errorf("phase %d: %v, want %v", tt.phase, got[0], tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	work, wthor := t.TempDir(), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := usual.Train(ctx, small(work)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(wthor, "bad.wtb"), make([]byte, 10), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		setting           string
		value             int
		games, from, work string
		want              error
		text              string
	}{
		{"depth", 3, "", "", work, workshop.ErrOptions, `"depth": 2 there, "depth": 3 here`},
		{"size", 4, "", "", work, workshop.ErrOptions, "size 4"},
		{"selfplay", 0, "", "", work, workshop.ErrOptions, "no games"},
		{"exact", 2, "", "", work, workshop.ErrOptions, "exact values up to 2"},
		{"size", 6, wthor, "", work, workshop.ErrOptions, "8×8"},
		{"size", 8, wthor, "", work, workshop.ErrData, "bad.wtb"},
		{"size", 8, work, "", work, workshop.ErrData, "no games"},
		{"size", 8, filepath.Join(work, "none"), "", work, workshop.ErrData, "none"},
		{"size", 6, "", filepath.Join(wthor, "bad.wtb"), work, workshop.ErrData, "bad.wtb"},
		{"size", 6, "", filepath.Join(work, "none"), work, workshop.ErrData, "none"},
		{"size", 6, "", "../patterns/weights6.bin", work, workshop.ErrOptions, "another run's"},
		{"size", 6, "", "", filepath.Join(work, "run.json"), nil, "run.json"},
	} {
		w := small(tt.work)
		w.Settings[tt.setting], w.Games, w.From = tt.value, tt.games, tt.from
		_, err := usual.Train(t.Context(), w)
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.text) {
			t.Errorf("got %v, want %v with %q", err, tt.want, tt.text)
		}
	}
}
