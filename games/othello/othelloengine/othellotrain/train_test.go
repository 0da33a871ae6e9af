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

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// games returns self-play games without an evaluation.
func games(t *testing.T, r othello.Rules, count int) []othellorecord.Game {
	return selfPlay(t.Context(), r, nil, nil, count, 0, 1, func(int) {})
}

// drafted returns positions of games, with replies that leave few moves.
func drafted(t *testing.T, r othello.Rules, phase int, seed uint64, all []othellorecord.Game) []Sample {
	d := draft{rules: r, phase: phase, count: 2, seed: seed, replies: func() chooser { return quiet(r) }}
	return d.positions(t.Context(), all)
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
	e := patterns.Default(r)
	played := selfPlay(t.Context(), r, e, nil, 2000, 0, 5, func(int) {})
	tr := trainer{Config: Config{}.filled(), rules: r}
	for count := 1; count <= 3; count++ {
		d := draft{rules: r, phase: 4, count: count, seed: 6, replies: func() chooser { return sensible(r, e) }}
		samples := d.positions(t.Context(), played)
		tr.label(t.Context(), samples, e, func(int) {})
		sum := 0.0
		for _, s := range samples {
			sum += float64(s.Label)
		}
		mean := sum / float64(len(samples))
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
	embedded, err := os.ReadFile("../patterns/weights6.bin")
	if err != nil {
		t.Fatal(err)
	}
	weights, err := patterns.ParseWeights(embedded)
	if err != nil {
		t.Fatal(err)
	}
	samples := drafted(t, r, 10, 3, games(t, r, 1000))
	tr := trainer{Config: Config{}.filled(), rules: r}
	mean := func() float64 {
		tr.label(t.Context(), samples, patterns.NewEvaluation(r, weights), func(int) {})
		sum := 0.0
		for _, s := range samples {
			sum += float64(s.Label)
		}
		return sum / float64(len(samples))
	}
	fair := mean()
	for _, of := range weights {
		for i := range of {
			of[i] += favour
		}
	}
	const discs = favour * patterns.FeatureCount / float64(patterns.Unit)
	if more := mean() - fair; math.Abs(more) > discs/10 {
		t.Errorf("a favour of %.1f discs hands %+.1f down, want none", discs, more)
	}
}

// TestSelfPlay checks that games are legal and complete, survive writing and
// reading, and do not depend on the number of threads.
func TestSelfPlay(t *testing.T) {
	r, _ := othello.Sized(6)
	e := patterns.Default(r)
	book := games(t, r, 10)
	play := func(threads int) []othellorecord.Game {
		return selfPlay(t.Context(), r, e, book, 600, threads, 7, func(int) {})
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
	weights, curve := Fit(t.Context(), samples, none, 0.01)
	first, last := curve[0], curve[len(curve)-1]
	if last.Train > first.Train/4 || last.HeldOut > first.HeldOut/2 || math.IsNaN(last.HeldOut) {
		t.Errorf("errors fall from %+v to %+v in %d steps, want much lower", first, last, len(curve)-1)
	}
	if again, _ := Fit(t.Context(), samples, none, 0.01); !reflect.DeepEqual(weights, again) {
		t.Error("two fits of the same samples differ")
	}
}

// small configures a run of a few seconds.
func small(work string) Config {
	return Config{Options: Options{Size: 6, SelfPlay: 200, Passes: 2, Exact: 9, Depth: 2}, Work: work}
}

// TestRun checks that an interrupted and resumed run gives the same model as an
// uninterrupted one.
func TestRun(t *testing.T) {
	want, err := Run(t.Context(), small(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	c := small(t.TempDir())
	c.Threads = 3
	c.Progress = func(p Progress) {
		if p.Pass == 2 && p.Phase != nil && p.Phase.Phase == 4 {
			cancel()
		}
	}
	if _, err := Run(ctx, c); !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupted run: %v, want %v", err, context.Canceled)
	}
	damaged := phaseFile(filepath.Join(c.Work, "pass-2"), 3, "bin")
	if err := os.Truncate(damaged, 100); err != nil {
		t.Fatal(err)
	}
	got, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("an interrupted run made other weights than one in one go")
	}
	checkFiles(t, got)
}

// checkFiles checks the files of a model for the 6×6 board.
func checkFiles(t *testing.T, m *Model) {
	files, err := m.Files()
	if err != nil {
		t.Fatal(err)
	}
	weights, err := patterns.ParseWeights(files.Weights)
	if err != nil || weights[firstPhase] == nil || weights[16] == nil || weights[17] != nil {
		t.Errorf("%v: want weights of phases %d to 16", err, firstPhase)
	}
	for _, part := range []string{files.Manifest.SHA256, `"schema": "ply.weights/1"`, `"held_out"`} {
		if !strings.Contains(string(files.About), part) {
			t.Errorf("manifest without %s", part)
		}
	}
	if m, err := png.Decode(bytes.NewReader(files.PNG)); err != nil || m.Bounds().Dx() < 400 {
		t.Errorf("picture: %v", err)
	}
	if got := strings.Count(string(files.SVG), "<polyline"); got < 3*len(files.Manifest.Passes[1].Phases) {
		t.Errorf("picture of %d lines, want three a phase", got)
	}
}

// TestBegin trains from a weights file and checks that the first fit starts
// from it and the manifest names it.
func TestBegin(t *testing.T) {
	c := small(t.TempDir())
	c.Passes = 1
	c.Begin = "../patterns/weights6.bin"
	got, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	files, err := got.Files()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(c.Begin)
	if err != nil {
		t.Fatal(err)
	}
	about := string(files.About)
	if sum := fmt.Sprintf(`"from": "%x"`, sha256.Sum256(file)); !strings.Contains(about, sum) || !strings.Contains(about, " --from WEIGHTS ") {
		t.Errorf("manifest without %s or the option in its command", sum)
	}
	c.Work, c.Begin = t.TempDir(), ""
	none, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	first := func(m *Model) float64 { return m.manifest.Passes[0].Phases[0].Curve[0].HeldOut }
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
		tr := trainer{begin: tt.begin}
		if got := tr.prior(tt.phase, later); got[0] != tt.want || got[len(got)-1] != tt.want {
			t.Errorf("phase %d: %v, want %v", tt.phase, got[0], tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	work, wthor := t.TempDir(), t.TempDir()
	c := small(work)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, c); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(wthor, "bad.wtb"), make([]byte, 10), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		change func(*Config)
		want   error
		text   string
	}{
		{func(c *Config) { c.Depth = 3 }, ErrOptions, `"depth": 2 there, "depth": 3 here`},
		{func(c *Config) { c.Size = 4 }, ErrOptions, "size 4"},
		{func(c *Config) { c.SelfPlay = 0 }, ErrOptions, "no games"},
		{func(c *Config) { c.Exact = 2 }, ErrOptions, "exact values up to 2"},
		{func(c *Config) { c.Games = wthor }, ErrOptions, "8×8"},
		{func(c *Config) { c.Size, c.Games = 8, wthor }, ErrData, "bad.wtb"},
		{func(c *Config) { c.Size, c.Games = 8, work }, ErrData, "no games"},
		{func(c *Config) { c.Size, c.Games = 8, filepath.Join(work, "none") }, ErrData, "none"},
		{func(c *Config) { c.Begin = filepath.Join(wthor, "bad.wtb") }, ErrData, "bad.wtb"},
		{func(c *Config) { c.Begin = filepath.Join(work, "none") }, ErrData, "none"},
		{func(c *Config) { c.Begin = "../patterns/weights6.bin" }, ErrOptions, "another run's"},
		{func(c *Config) { c.Work = filepath.Join(work, "run.json") }, nil, "run.json"},
	} {
		changed := c
		tt.change(&changed)
		_, err := Run(t.Context(), changed)
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.text) {
			t.Errorf("got %v, want %v with %q", err, tt.want, tt.text)
		}
	}
}
