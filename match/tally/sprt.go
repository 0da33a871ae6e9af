package tally

import (
	"cmp"
	"math"

	"github.com/plywood-go/plywood/internal/reason"
)

// Test is a sequential probability ratio test (Wald 1945) of two hypotheses: the first player
// is stronger by Low or by High, in normalized Elo. It ends as soon as the results decide it.
//
// It is the generalized test: parameters that the hypotheses leave open, such
// as the share of draws and the effect of openings, are estimated from the
// results (Van den Bergh, A practical introduction to the GSPRT, 2020).
type Test struct {
	Low, High float64 // of the two hypotheses, in normalized Elo
	// Alpha is the probability of accepting High when Low is true, Beta the
	// probability of accepting Low when High is true. Zero means 0.05.
	Alpha, Beta float64
}

// risk is the default error probability.
const risk = 0.05

// steepest bounds the hypotheses, in normalized Elo: larger differences show without a test.
const steepest = 250

// Check returns an error if t is not a valid test.
func (t Test) Check() error {
	switch {
	case !(t.Low < t.High):
		return reason.Errorf("%v,%v: want the lower bound first", t.Low, t.High)
	case !(t.Low >= -steepest && t.High <= steepest):
		return reason.Errorf("%v,%v: want bounds within %d normalized Elo", t.Low, t.High, steepest)
	}
	for _, p := range []float64{t.Alpha, t.Beta} {
		if !(p >= 0 && p < 0.5) {
			return reason.Errorf("a chance of error of %v, want less than 0.5", p)
		}
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which Low and High are accepted.
func (t Test) Bounds() (low, high float64) {
	alpha, beta := cmp.Or(t.Alpha, risk), cmp.Or(t.Beta, risk)
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// Verdict is the outcome of a test.
type Verdict int

// The verdicts.
const (
	Open     Verdict = iota // more games are needed
	Accepted                // High is accepted
	Rejected                // Low is accepted
)

// String returns "open", "accepted" or "rejected".
func (v Verdict) String() string { return [...]string{"open", "accepted", "rejected"}[v] }

// Judge returns the verdict on results and their log-likelihood ratio.
func (t Test) Judge(r Results) (Verdict, float64) {
	ratio := t.Ratio(r)
	switch low, high := t.Bounds(); {
	case ratio >= high:
		return Accepted, ratio
	case ratio <= low:
		return Rejected, ratio
	}
	return Open, ratio
}

// Ratio returns the log-likelihood ratio of High to Low, or 0 if there are no results. With a
// lead of d standard deviations in n observations and hypotheses d0 and d1 it is
//
//	n/2 · log((1 + (d−d0)²) / (1 + (d−d1)²))
//
// the ratio of normal distributions with unknown deviation. Beyond some lead
// this ratio falls again, because a larger lead makes the estimated deviation
// smaller; such leads count as the one with the largest ratio.
func (t Test) Ratio(r Results) float64 {
	n := r.Total()
	if n == 0 {
		return 0
	}
	d0, d1 := r.deviations(t.Low), r.deviations(t.High)
	middle, half := (d0+d1)/2, (d1-d0)/2
	most := math.Hypot(1, half) // the ratio turns where (d−d0)·(d−d1) = 1
	d := min(max(r.lead(), middle-most), middle+most)
	return float64(n) / 2 * math.Log((1+(d-d0)*(d-d0))/(1+(d-d1)*(d-d1)))
}

// lead returns by how many standard deviations of an observation the mean score exceeds one
// half. If the variance is 0, it is infinite, or 0 for a level score.
func (r Results) lead() float64 {
	mean, variance := r.moments(r.weights())
	if mean == 0.5 {
		return 0
	}
	return (mean - 0.5) / math.Sqrt(variance)
}

// deviations converts normalized Elo to standard deviations of an observation.
func (r Results) deviations(elo float64) float64 {
	return elo / normal * math.Sqrt(float64(r.Games()))
}

// Remaining estimates how many more observations the test takes if the first player is stronger
// by elo, in normalized Elo. It treats the ratio as a Brownian motion, as Wald's formulas do.
func (t Test) Remaining(r Results, elo float64) float64 {
	low, high := t.Bounds()
	at := t.Ratio(r)
	if at <= low || at >= high {
		return 0
	}
	d0, d1, d := r.deviations(t.Low), r.deviations(t.High), r.deviations(elo)
	variance := (d1 - d0) * (d1 - d0)
	drift := (d1 - d0) * (d - (d0+d1)/2)
	h := 2 * drift / variance
	if math.Abs(h)*(high-low) < 1e-6 {
		return (at - low) * (high - at) / variance
	}
	// The probability of ending at high, written so that neither exponential overflows.
	up := math.Expm1(-h*(at-low)) / math.Expm1(-h*(high-low))
	if math.IsNaN(up) {
		up = math.Exp(h * (high - at)) // h is far below zero and both are infinite
	}
	return (low + up*(high-low) - at) / drift
}
