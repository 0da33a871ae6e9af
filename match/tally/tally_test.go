package tally_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/match/tally"
)

func near(a, b, within float64) bool { return a == b || math.Abs(a-b) <= within }

// TestByHand compares estimates with values computed by hand.
func TestByHand(t *testing.T) {
	inf := math.Inf(1)
	const unit = 800 / math.Ln10
	tests := []struct {
		name       string
		results    tally.Results
		points     tally.Estimate
		elo        float64
		normalized tally.Estimate
	}{
		{"nothing", tally.Results{0, 0, 0, 0, 0}, tally.Estimate{Mean: 0, Error: inf}, -inf, tally.Estimate{Mean: 0, Error: inf}},
		{"one pair", tally.Results{0, 0, 1, 0, 0}, tally.Estimate{Mean: 0.5, Error: 0.95 / 2}, 0, tally.Estimate{Mean: 0, Error: inf}},
		{"level", tally.Results{0, 0, 3, 0, 0}, tally.Estimate{Mean: 0.5, Error: (1 - math.Cbrt(0.05)) / 2}, 0, tally.Estimate{Mean: 0, Error: inf}},
		{"all won", tally.Results{0, 0, 0, 0, 2}, tally.Estimate{Mean: 1, Error: 1 - math.Sqrt(0.05)}, inf, tally.Estimate{Mean: inf, Error: inf}},
		{"all lost", tally.Results{2, 0, 0}, tally.Estimate{Mean: 0, Error: 1 - math.Sqrt(0.05)}, -inf, tally.Estimate{Mean: -inf, Error: inf}},
		// Pairs of 1, ½, ¾, ¾: mean ¾, variance 1/24, standard error √(1/96);
		// (¾−½)/√(2/24) standard deviations of a game.
		{
			"pairs",
			tally.Results{0, 0, 1, 2, 1},
			tally.Estimate{Mean: 0.75, Error: 1.96 * math.Sqrt(1.0/96)},
			400 * math.Log10(3),
			tally.Estimate{Mean: unit * 0.25 * math.Sqrt(12), Error: unit * 1.96 / math.Sqrt(8)},
		},
		// Games of 1, 1, ½, 0, 0, 1: mean 7/12, sum of squares of the deviations
		// (3·25 + 1 + 2·49)/144 = 174/144, variance 174/720.
		{
			"games",
			tally.Results{2, 1, 3},
			tally.Estimate{Mean: 7.0 / 12, Error: 1.96 * math.Sqrt(174.0/720/6)},
			400 * math.Log10(7.0/5),
			tally.Estimate{Mean: unit / 12 / math.Sqrt(174.0/720), Error: unit * 1.96 / math.Sqrt(6)},
		},
	}
	for _, tt := range tests {
		p, n := tt.results.Points(), tt.results.Normalized()
		elo, low, high := tt.results.Elo()
		const eps = 1e-9
		if !near(p.Mean, tt.points.Mean, eps) || !near(p.Error, tt.points.Error, eps) || !near(elo, tt.elo, eps) || low > elo || high < elo {
			t.Errorf("%s: points %v, Elo %v in %v to %v; want %v, %v", tt.name, p, elo, low, high, tt.points, tt.elo)
		}
		if !near(n.Mean, tt.normalized.Mean, eps) || !near(n.Error, tt.normalized.Error, eps) {
			t.Errorf("%s: normalized %v, want %v", tt.name, n, tt.normalized)
		}
	}
}

// TestShare checks that Elo and Share are inverse functions.
func TestShare(t *testing.T) {
	for elo := -800.0; elo <= 800; elo += 50 {
		if back := tally.Elo(tally.Share(elo)); !near(back, elo, 1e-9) {
			t.Errorf("%v is %v again", elo, back)
		}
	}
}

// large holds the counts of another project's long test, whose verdict its own
// program printed.
var large = tally.Results{379, 10170, 21828, 10640, 343}

func TestLarge(t *testing.T) {
	elo, _, _ := large.Elo()
	n := large.Normalized()
	verdict, ratio := tally.Test{Low: 0, High: 2}.Judge(large)
	if !near(elo, 1.59, 0.005) || !near(n.Mean, 3.05, 0.005) || !near(n.Error, 2.31, 0.005) {
		t.Errorf("Elo %v, normalized %v, want 1.59 and 3.05 ± 2.31", elo, n)
	}
	if verdict != tally.Accepted || !near(ratio, 2.94598, 0.000005) {
		t.Errorf("%v at %v, want accepted at 2.94598", verdict, ratio)
	}
}

// TestMirror swaps the players and negates the hypotheses: the ratio must
// change its sign. Without results it is 0.
func TestMirror(t *testing.T) {
	rng := seeded.Rand(t, 1)
	for range 2000 {
		r := random(rng)
		back := make(tally.Results, len(r))
		for i, n := range r {
			back[len(r)-1-i] = n
		}
		test := tally.Test{Low: -100 + 150*rng.Float64()}
		test.High = test.Low + 1 + 50*rng.Float64()
		mirrored := tally.Test{Low: -test.High, High: -test.Low}
		a, b := test.Ratio(r), mirrored.Ratio(back)
		if !near(a, -b, 1e-6*(1+math.Abs(a))) || math.IsNaN(a) || r.Total() == 0 && a != 0 {
			t.Errorf("%v, %+v: %v, mirrored %v", r, test, a, b)
		}
	}
}

// random returns results of games or of pairs; some counts may be 0.
func random(rng *rand.Rand) tally.Results {
	r := make(tally.Results, tally.OfGames+2*rng.IntN(2))
	for i := range r {
		r[i] = max(0, rng.IntN(60)-20)
	}
	return r
}

// TestLopsided decides matches in which one side has nearly all points. Results
// without variance must not reduce the lead.
func TestLopsided(t *testing.T) {
	test := tally.Test{Low: 0, High: 50}
	for _, r := range []tally.Results{{0, 0, 0, 0, 40}, {0, 0, 0, 1, 39}, {0, 0, 0, 20, 20}, {0, 0, 0, 30, 10}} {
		if verdict, ratio := test.Judge(r); verdict != tally.Accepted {
			t.Errorf("%v: %v at %v", r, verdict, ratio)
		}
	}
	if verdict, ratio := test.Judge(tally.Results{40, 0, 0, 0, 0}); verdict != tally.Rejected {
		t.Errorf("all lost: %v at %v", verdict, ratio)
	}
	// A boundless lead counts as the one with the largest ratio.
	rng := seeded.Rand(t, 4)
	for range 200 {
		test := tally.Test{Low: -100 + 200*rng.Float64()}
		test.High = test.Low + 1 + 100*rng.Float64()
		n := 1 + rng.IntN(500)
		perElo := math.Sqrt2 / (800 / math.Ln10)
		most := 0.0
		for d := -3.0; d < 3; d += 1e-3 {
			low, high := d-test.Low*perElo, d-test.High*perElo
			most = max(most, float64(n)/2*math.Log((1+low*low)/(1+high*high)))
		}
		if got := test.Ratio(tally.Results{0, 0, 0, 0, n}); !near(got, most, 1e-5*most) {
			t.Errorf("%+v, %d pairs won: %v, want %v", test, n, got, most)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []tally.Test{
		{0, 0, 0, 0},
		{5, 0, 0, 0},
		{0, 1000, 0, 0},
		{-1000, 0, 0, 0},
		{0, math.NaN(), 0, 0},
		{0, 5, 0.5, 0},
		{0, 5, 0, -0.1},
	} {
		if test.Check() == nil {
			t.Errorf("%+v is no test, but passes", test)
		}
	}
	if err := (tally.Test{Low: 0, High: 5, Alpha: 0.01}).Check(); err != nil {
		t.Error(err)
	}
	for _, r := range []tally.Results{nil, {1, 2}, {1, 2, 3, 4}, {1, -1, 3}} {
		if r.Check() == nil {
			t.Errorf("%v are no results, but pass", r)
		}
	}
	for _, r := range []tally.Results{large, {0, 0, 3}} {
		if err := r.Check(); err != nil {
			t.Error(err)
		}
	}
}

// tests is the number of sequential tests to simulate.
var tests = flag.Int("tests", 10000, "`number` of sequential tests to simulate for each hypothesis, with games and with pairs")

// TestErrors simulates tests in which one hypothesis is true. The share of
// wrong verdicts must not exceed the limit, nor be far below it, and the
// lengths must be as expected, within four standard deviations.
func TestErrors(t *testing.T) {
	test := tally.Test{Low: 0, High: 20, Alpha: 0.05, Beta: 0.1}
	for _, tt := range []struct {
		name   string
		chance []float64 // of each kind of result if Low is true
		high   []float64 // if High is true
	}{
		{"games", []float64{0.25, 0.5, 0.25}, shifted([]float64{0.25, 0.5, 0.25}, test.High)},
		{"pairs", []float64{0.02, 0.23, 0.5, 0.23, 0.02}, shifted([]float64{0.02, 0.23, 0.5, 0.23, 0.02}, test.High)},
	} {
		rng := seeded.Rand(t, 3)
		accepted, length := simulate(rng, test, tt.chance)
		verify(t, tt.name+" at low", accepted, test.Alpha)
		fits(t, tt.name+" at low", length, test.Remaining(make(tally.Results, len(tt.chance)), test.Low))
		accepted, length = simulate(rng, test, tt.high)
		verify(t, tt.name+" at high", 1-accepted, test.Beta)
		fits(t, tt.name+" at high", length, test.Remaining(make(tally.Results, len(tt.chance)), test.High))
	}
}

func verify(t *testing.T, name string, got, want float64) {
	t.Helper()
	t.Logf("%s: wrong in %.4f of %d tests, want %.4f", name, got, *tests, want)
	if !near(got, want, 4*math.Sqrt(want*(1-want)/float64(*tests))) {
		t.Errorf("%s: wrong in %.4f of %d tests, want %.4f", name, got, *tests, want)
	}
}

// fits compares mean lengths; the deviation of a length is about the length
// itself.
func fits(t *testing.T, name string, got, want float64) {
	t.Helper()
	t.Logf("%s: %.0f observations, want %.0f", name, got, want)
	if !near(got, want, want*(0.06+4/math.Sqrt(float64(*tests)))) {
		t.Errorf("%s: %.0f observations, want %.0f", name, got, want)
	}
}

// shifted returns the probabilities of a level game, shifted towards the better
// results until the difference is elo.
func shifted(level []float64, elo float64) []float64 {
	n := len(level)
	games := float64(n-1) / 2
	low, high := 0.0, 1.0
	p := make([]float64, n)
	for range 60 {
		by := (low + high) / 2
		var mean, variance float64
		for i := range p {
			p[i] = level[i]
			if i > 0 {
				p[i] += by * level[i-1]
			}
			if i < n-1 {
				p[i] -= by * level[i]
			}
			mean += p[i] * float64(i) / float64(n-1)
		}
		for i := range p {
			a := float64(i)/float64(n-1) - mean
			variance += p[i] * a * a
		}
		if 800/math.Ln10*(mean-0.5) < elo*math.Sqrt(games*variance) {
			low = by
		} else {
			high = by
		}
	}
	return p
}

// simulate returns the share of tests that accept High and their mean number of
// observations. Far from both bounds it does not judge every observation: one
// observation moves the ratio by at most the square root of its number of games
// times the difference of the hypotheses in standard deviations.
func simulate(rng *rand.Rand, test tally.Test, chance []float64) (accepted, length float64) {
	low, high := test.Bounds()
	const step = 0.5 // more than one observation moves the ratio
	for range *tests {
		r := make(tally.Results, len(chance))
		for wait := 1; ; wait-- {
			r[draw(rng, chance)]++
			length++
			if wait > 1 {
				continue
			}
			verdict, ratio := test.Judge(r)
			if verdict == tally.Accepted {
				accepted++
			}
			if verdict != tally.Open {
				break
			}
			wait = 1 + max(1, int(min(ratio-low, high-ratio)/step))
		}
	}
	return accepted / float64(*tests), length / float64(*tests)
}

// draw returns a random kind of result.
func draw(rng *rand.Rand, chance []float64) int {
	x := rng.Float64()
	for i, p := range chance[:len(chance)-1] {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(chance) - 1
}

// TestRemaining checks a test half-way: at the bounds nothing remains, a true
// strength between the hypotheses takes longest, and a distant one is finite.
func TestRemaining(t *testing.T) {
	test := tally.Test{Low: 0, High: 2}
	none := make(tally.Results, tally.OfPairs)
	if got := test.Remaining(large, 3); got != 0 {
		t.Errorf("%v remain of a test that is decided", got)
	}
	// Wald: (1−α)·A + α·B over the drift d²/2, and A·B/d² in the middle. For α
	// = β the bounds are ∓ln 19.
	d := 2 / (800 / math.Ln10) * math.Sqrt2
	for _, tt := range []struct{ elo, want float64 }{
		{0, 0.9 * math.Log(19) / (d * d / 2)},
		{2, 0.9 * math.Log(19) / (d * d / 2)},
		{1, math.Log(19) * math.Log(19) / (d * d)},
		{1 + 1e-9, math.Log(19) * math.Log(19) / (d * d)},
		{201, math.Log(19) / (200 * d * d / 2)},
		{-199, math.Log(19) / (200 * d * d / 2)},
		{1e6, math.Log(19) / ((1e6 - 1) * d * d / 2)},
		{-1e6, math.Log(19) / ((1e6 + 1) * d * d / 2)},
	} {
		if got := test.Remaining(none, tt.elo); !near(got, tt.want, tt.want*1e-6) {
			t.Errorf("at %v: %v, want %v", tt.elo, got, tt.want)
		}
		// Only the distances to the hypotheses matter.
		if got := (tally.Test{Low: 50, High: 52}).Remaining(none, tt.elo+50); !near(got, tt.want, tt.want*1e-5) {
			t.Errorf("at %v, all greater by 50: %v, want %v", tt.elo, got, tt.want)
		}
	}
	// A test that is under way ends after the expected time, by Wald's formula in the middle
	// of the hypotheses: the product of the distances to the bounds over d².
	for _, r := range []tally.Results{{100, 1000, 2000, 1010, 110}, {110, 1010, 2000, 1000, 100}} {
		low, high := test.Bounds()
		at := test.Ratio(r)
		if got, want := test.Remaining(r, 1), (at-low)*(high-at)/(d*d); !near(got, want, want*1e-6) || got == test.Remaining(none, 1) {
			t.Errorf("%v: %v, want %v", r, got, want)
		}
	}
}
