package othellotrain

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/engines/othelloengine"
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello"
)

var measure = flag.Bool("measure", false, "measure what the numbers of training are worth")

// TestRidge prints the held-out error by the weight of the prior, also with
// only one game in early fitted. The samples are exact values of 8 and 9 empty
// squares from games without an evaluation.
func TestRidge(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	tr := trainer{Config: Config{Options: Options{Exact: 11}, Threads: 1}.filled(), rules: r}
	all := games(t, r, 20000)
	samples := drafted(t, r, 4, 3, all)
	tr.label(t.Context(), samples, nil, func(int) {})
	var few []Sample
	for i, s := range samples {
		if s.HeldOut || i%early == 0 {
			few = append(few, s)
		}
	}
	// As in a run, the prior is fitted to the next later phase.
	none := make([]float32, patterns.WeightCount())
	later := drafted(t, r, 3, 4, all)
	tr.label(t.Context(), later, nil, func(int) {})
	prior, _ := Fit(t.Context(), later, none, ridge)
	t.Logf("%d positions, %d of them for one in early", len(samples), len(few))
	for _, weight := range []float64{0.5, 1, 2, 5, 10, 20, 50} {
		t.Logf("ridge %v: %.3f discs; of one game in %d %.3f", weight, least(t, samples, prior, weight), early, least(t, few, prior, weight))
	}
}

// least returns the lowest error of the held-out positions.
func least(t *testing.T, samples []Sample, prior []float32, ridge float64) float64 {
	_, curve := Fit(t.Context(), samples, prior, ridge)
	best := curve[0].HeldOut
	for _, e := range curve {
		best = min(best, e.HeldOut)
	}
	return best
}

// TestSteps prints the lowest held-out error after each number of steps, for a
// fit from zero and one from the next later phase, and the step at which Fit
// stops.
func TestSteps(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	tr := trainer{Config: Config{Options: Options{Exact: 11}, Threads: 1}.filled(), rules: r}
	all := games(t, r, 20000)
	prior := make([]float32, patterns.WeightCount())
	for _, phase := range []struct {
		name   string
		number int
		seed   uint64
	}{{"from nothing", 3, 4}, {"from the phase after", 4, 3}} {
		samples := drafted(t, r, phase.number, phase.seed, all)
		tr.label(t.Context(), samples, nil, func(int) {})
		weights, curve := Fit(t.Context(), samples, prior, ridge)
		f, best := newFit(samples, prior, ridge), math.Inf(1)
		for step := 1; step <= 2*maxSteps; step++ {
			f.step()
			best = min(best, f.errors().HeldOut)
			if step%10 == 0 {
				t.Logf("%s, %d steps: %.4f discs", phase.name, step, best)
			}
		}
		t.Logf("%s: the fit ends after %d", phase.name, len(curve)-1)
		prior = weights
	}
}

// TestNoise prints, for several amounts of noise in self-play, how many moves
// differ from the best move and how much they cost.
func TestNoise(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	r := othello.Rules{}
	x := othelloengine.NewEstimator(r, patterns.Default(r))
	for _, sigma := range []float64{0.5, 1, 2, 4, 8} {
		rng := rand.New(rand.NewPCG(5, 26))
		moves, other, cost := 0, 0, 0.0
		for range 200 {
			s, _ := opening(r, nil, rng)
			for legal, status := r.Moves(&s, nil); !status.Over(); legal, status = r.Moves(&s, legal[:0]) {
				heard, clear := make([]float64, len(legal)), make([]float64, len(legal))
				chosen, best := 0, 0
				for i, m := range legal {
					next := s
					r.Play(&next, &s, m)
					clear[i] = -float64(x.Estimate(next.Own, next.Opp, lookAhead-1)) / patterns.Unit
					heard[i] = clear[i] + sigma*rng.NormFloat64()
					if heard[i] > heard[chosen] {
						chosen = i
					}
					if clear[i] > clear[best] {
						best = i
					}
				}
				if len(legal) > 1 {
					moves++
					cost += clear[best] - clear[chosen]
					if clear[chosen] < clear[best] {
						other++
					}
				}
				r.Play(&s, &s, legal[chosen])
			}
		}
		t.Logf("noise %v: %.0f %% of %d moves are not the best; a move costs %.2f discs", sigma, 100*float64(other)/float64(moves), moves, cost/float64(moves))
	}
}
