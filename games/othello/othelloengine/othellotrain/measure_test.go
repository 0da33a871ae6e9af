package othellotrain

import (
	"flag"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/search"
	"github.com/plywood-go/plywood/train"
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
	tr := run{options: options{Size: 8, Exact: 11, Depth: 4}, Work: train.Work{Threads: 1}, rules: r}
	all := games(t, r, 20000)
	samples := drafted(t, r, 4, 3, all)
	labelled(t, &tr, samples, nil)
	var few []sample
	for i, s := range samples {
		if s.HeldOut || i%early == 0 {
			few = append(few, s)
		}
	}
	// As in a run, the prior is fitted to the next later phase.
	none := make([]float32, patterns.WeightCount())
	later := drafted(t, r, 3, 4, all)
	labelled(t, &tr, later, nil)
	prior, _ := solve(t.Context(), later, none, ridge)
	t.Logf("%d positions, %d of them for one in early", len(samples), len(few))
	for _, weight := range []float64{0.5, 1, 2, 5, 10, 20, 50} {
		t.Logf("ridge %v: %.3f discs; of one game in %d %.3f", weight, least(t, samples, prior, weight), early, least(t, few, prior, weight))
	}
}

// least returns the lowest error of the held-out positions.
func least(t *testing.T, samples []sample, prior []float32, ridge float64) float64 {
	_, curve := solve(t.Context(), samples, prior, ridge)
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
	tr := run{options: options{Size: 8, Exact: 11, Depth: 4}, Work: train.Work{Threads: 1}, rules: r}
	all := games(t, r, 20000)
	prior := make([]float32, patterns.WeightCount())
	for _, phase := range []struct {
		name   string
		number int
		seed   uint64
	}{{"from nothing", 3, 4}, {"from the phase after", 4, 3}} {
		samples := drafted(t, r, phase.number, phase.seed, all)
		labelled(t, &tr, samples, nil)
		weights, curve := solve(t.Context(), samples, prior, ridge)
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

// TestCeiling fits the built-in weights of phase 18, 36 and 37 empty squares, to the values of
// searches to 8 and 9 plies, and prints the errors of held-out positions: before and after the
// fit, with a term for the moves of both sides beside it, and with a fit for each number of
// empty squares.
func TestCeiling(t *testing.T) {
	if !*measure {
		t.Skip("no -measure")
	}
	const phase, prior = 18, 50 // in samples
	r := othello.Rules{}
	e := patterns.Default(r)
	d := draft{rules: r, phase: phase, count: 2, seed: 77, threads: 1, replies: func() chooser { return sensible(r, e) }}
	weights := weightsOf(t, "../patterns/weights8.bin")
	samples := drawn(t, &d, played(t, &run{rules: r, playing: weights}, 20000, 77))
	solver := othelloengine.NewSolver(r, othelloengine.Options{TableBytes: labelTable})
	for i := range samples {
		s := &samples[i]
		got := solver.Search(t.Context(), &othello.Position{Own: s.Own, Opp: s.Opp}, search.Query{Depth: 9 - i%2}, search.Control{}, nil)
		s.Label = float32(got.Score()) // an estimate, in discs
		if discs, exact := got.Score().Points(); exact {
			s.Label = float32(discs)
		}
	}
	begin := make([]float32, patterns.WeightCount())
	for i, w := range weights[phase] {
		begin[i] = float32(w) / patterns.Unit
	}
	fitted, curve := solve(t.Context(), samples, begin, prior)
	t.Logf("%d positions: %.3f discs before the fit, %.3f after", len(samples), curve[0].HeldOut, least(t, samples, begin, prior))
	left := func(s *sample) float64 {
		var index [patterns.FeatureCount]int32
		patterns.WeightIndices(s.Own, s.Opp, &index)
		v := float64(s.Label)
		for _, k := range index {
			v -= float64(fitted[k])
		}
		return v
	}
	moves := func(s *sample) [2]int {
		return [2]int{bits.OnesCount64(othello.Mobility(s.Own, s.Opp)), bits.OnesCount64(othello.Mobility(s.Opp, s.Own))}
	}
	sums, counts := map[[2]int]float64{}, map[[2]int]float64{}
	var squares, held float64
	for i := range samples {
		if s := &samples[i]; !s.HeldOut {
			sums[moves(s)] += left(s)
			counts[moves(s)]++
		}
	}
	var byEmpties [2][]sample
	for i := range samples {
		s := &samples[i]
		n := bits.OnesCount64(s.Own|s.Opp) & 1
		byEmpties[n] = append(byEmpties[n], *s)
		if s.HeldOut {
			x := left(s) - sums[moves(s)]/(counts[moves(s)]+20)
			squares, held = squares+x*x, held+1
		}
	}
	t.Logf("%.3f with a term for the moves of both sides", math.Sqrt(squares/held))
	for n, some := range byEmpties {
		_, together := solve(t.Context(), some, fitted, 1e9)
		t.Logf("%d empty squares: %.3f, %.3f with weights of their own", 36+n, together[0].HeldOut, least(t, some, begin, prior))
	}
}
