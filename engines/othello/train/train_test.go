package train

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"

	engine "github.com/plywood-go/plywood/engines/othello"
	"github.com/plywood-go/plywood/games/othello"
)

// TestPositions checks that the positions of a phase are of it and have moves.
func TestPositions(t *testing.T) {
	for _, size := range []int{8, 6} {
		r, _ := othello.Sized(size)
		rng := rand.New(rand.NewPCG(1, 1))
		samples := Positions(r, SelfPlay(r, 200, rng), 3, rng)
		if len(samples) < 600 {
			t.Errorf("%d×%d: %d positions of 200 games, want nearly 800", size, size, len(samples))
		}
		for _, s := range samples {
			p := othello.Position{Own: s.Own, Opp: s.Opp}
			moves := othello.Mobility(s.Own, s.Opp) & r.Board()
			if n := r.Empties(&p); engine.Phase(n) != 3 || moves == 0 || s.Own&s.Opp != 0 {
				t.Fatalf("%s: %d empty squares, %d moves", r.FormatPosition(&p), n, bits.OnesCount64(moves))
			}
		}
	}
}

// TestFit makes labels of known weights: the fit must find weights that
// explain them.
func TestFit(t *testing.T) {
	r := othello.Rules{}
	rng := rand.New(rand.NewPCG(2, 2))
	truth := make([]float32, engine.WeightCount())
	for i := range truth {
		truth[i] = float32(rng.NormFloat64())
	}
	samples := Positions(r, SelfPlay(r, 2000, rng), 14, rng)
	for i := range samples {
		var index [engine.FeatureCount]int32
		engine.WeightIndices(samples[i].Own, samples[i].Opp, &index)
		for _, k := range index {
			samples[i].Label += truth[k]
		}
	}
	_, curve := Fit(samples, make([]float32, engine.WeightCount()), 0.01)
	first, last := curve[0], curve[len(curve)-1]
	if last.Train > first.Train/4 || last.HeldOut > first.HeldOut/2 || math.IsNaN(last.HeldOut) {
		t.Errorf("errors fall from %+v to %+v in %d steps, want much lower", first, last, len(curve))
	}
}

// TestRun trains two phases of the 6×6 board, interrupts, goes on and packs.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for some seconds")
	}
	work := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	c := Config{Size: 6, Work: work, Count: 300, Progress: func(string) {
		if _, err := os.Stat(phaseFile(work, 2)); err == nil {
			cancel()
		}
	}}
	if err := Run(ctx, c); err == nil {
		t.Fatal("an interrupted run reports no error")
	}
	c.Progress = nil
	if err := Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	file, about, err := Pack(work)
	if err != nil || len(about) == 0 {
		t.Fatal(err)
	}
	weights, err := engine.ParseWeights(file)
	if err != nil || weights[1] == nil || weights[8] == nil || weights[9] != nil {
		t.Errorf("%v: want weights of phases 1 to 8", err)
	}
}
