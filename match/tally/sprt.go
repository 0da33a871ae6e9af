package tally

import (
	"cmp"
	"fmt"
	"math"
)

// Test is a sequential probability ratio test (Wald 1945) of two hypotheses: the
// first player is stronger by Low, or by High, in normalized Elo. It ends as soon
// as the results decide it.
//
// It is the generalized test, whose ratio takes what the hypotheses leave open, the
// share of draws and what openings do, as the results have it (Van den Bergh, A
// practical introduction to the GSPRT, 2020).
type Test struct {
	Low, High float64
	// Alpha is the chance to accept High where Low holds, and Beta that to accept
	// Low where High does. Zero means 0.05.
	Alpha, Beta float64
}

// risk is the customary chance of an error.
const risk = 0.05

// steepest bounds hypotheses, in normalized Elo: a player who is so much stronger
// needs no test.
const steepest = 250

// Check refuses what is no test.
func (t Test) Check() error {
	switch {
	case !(t.Low < t.High):
		return fmt.Errorf("%v,%v: want the lower bound first", t.Low, t.High)
	case !(t.Low >= -steepest && t.High <= steepest):
		return fmt.Errorf("%v,%v: want bounds within %d normalized Elo", t.Low, t.High, steepest)
	}
	for _, p := range []float64{t.Alpha, t.Beta} {
		if !(p >= 0 && p < 0.5) {
			return fmt.Errorf("a chance of error of %v, want less than 0.5", p)
		}
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which Low and High are accepted.
func (t Test) Bounds() (low, high float64) {
	alpha, beta := cmp.Or(t.Alpha, risk), cmp.Or(t.Beta, risk)
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// Verdict is what a test has come to.
type Verdict int

// The verdicts.
const (
	Open     Verdict = iota // more games are needed
	Accepted                // High is accepted
	Rejected                // Low is accepted
)

// String returns the name of v; "open" for Open.
func (v Verdict) String() string { return [...]string{"open", "accepted", "rejected"}[v] }

// Judge returns the verdict on results, and their log-likelihood ratio.
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

// Ratio returns the log-likelihood ratio of High to Low, 0 where there are no
// results. With a lead of d standard deviations in n observations, and hypotheses
// of d0 and d1, it is
//
//	n/2 · log((1 + (d−d0)²) / (1 + (d−d1)²))
//
// the ratio of normal distributions whose deviation is not known. A lead so large
// that more of it would count for less, for it makes the deviation look small,
// counts as the largest that does not.
func (t Test) Ratio(r Results) float64 {
	n := r.Total()
	if n == 0 {
		return 0
	}
	d0, d1 := r.deviations(t.Low), r.deviations(t.High)
	middle, half := (d0+d1)/2, (d1-d0)/2
	most := math.Hypot(1, half) // where the ratio turns: (d−d0)·(d−d1) = 1
	d := min(max(r.lead(), middle-most), middle+most)
	return float64(n) / 2 * math.Log((1+(d-d0)*(d-d0))/(1+(d-d1)*(d-d1)))
}

// lead returns by how many standard deviations of an observation the mean score
// exceeds one half. It is infinite, or 0, where nothing deviates.
func (r Results) lead() float64 {
	mean, variance := r.moments(r.weights())
	if mean == 0.5 {
		return 0
	}
	return (mean - 0.5) / math.Sqrt(variance)
}

// deviations returns normalized Elo as standard deviations of an observation.
func (r Results) deviations(elo float64) float64 {
	return elo / normal * math.Sqrt(float64(r.Games()))
}

// Remaining returns how many more observations of r's kind the test may be
// expected to take from there, if the first player is stronger by elo, normalized.
// It takes the ratio for a Brownian motion, as Wald's formulas do.
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
	// The chance to end at high, written so that neither end overflows.
	up := math.Expm1(-h*(at-low)) / math.Expm1(-h*(high-low))
	if math.IsNaN(up) {
		up = math.Exp(h * (high - at)) // h far below zero: both are infinite
	}
	return (low + up*(high-low) - at) / drift
}
