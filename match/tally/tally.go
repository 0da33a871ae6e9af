// Package tally turns counted results of games into estimates of strength with
// error bounds, and into verdicts of a sequential test.
//
// Two games from the same opening with sides swapped are one observation: an opening that
// favours a side makes their results dependent, so only pairs give correct errors. Counts of
// single games are for results that were not played in pairs.
package tally

import (
	"cmp"
	"math"

	"github.com/plywood-go/plywood/internal/reason"
)

// Results counts observations by the score of the first player, in equal steps
// from 0 to 1. Single games are counted as lost, drawn, won; pairs as both
// lost, one lost and one drawn, level, one drawn and one won, both won.
type Results []int

// The lengths of Results.
const (
	OfGames = 3
	OfPairs = 5
)

// Check returns an error if r is malformed.
func (r Results) Check() error {
	if len(r) != OfGames && len(r) != OfPairs {
		return reason.Errorf("%d counts, want %d, of pairs, or %d, of games", len(r), OfPairs, OfGames)
	}
	const most = math.MaxInt32 // keeps sums exact
	for _, n := range r {
		if n < 0 || n > most {
			return reason.Errorf("%d, want 0 to %d", n, most)
		}
	}
	return nil
}

// Games returns the number of games in one observation.
func (r Results) Games() int { return (len(r) - 1) / 2 }

// Total returns the number of observations.
func (r Results) Total() (n int) {
	for _, k := range r {
		n += k
	}
	return n
}

// score returns the score of one observation of the given kind.
func (r Results) score(kind int) float64 { return float64(kind) / float64(len(r)-1) }

// moments returns the weighted mean and variance of the scores.
func (r Results) moments(weights []float64) (mean, variance float64) {
	var sum float64
	for i, w := range weights {
		mean += w * r.score(i)
		sum += w
	}
	mean /= sum
	for i, w := range weights {
		variance += w * (r.score(i) - mean) * (r.score(i) - mean)
	}
	return mean, variance / sum
}

// weights returns the counts as weights.
func (r Results) weights() []float64 {
	w := make([]float64, len(r))
	for i, n := range r {
		w[i] = float64(n)
	}
	return w
}

// Estimate is a mean and half the width of its 95 % interval.
type Estimate struct {
	Mean, Error float64 // in the unit of what is estimated
}

// z95 is the half-width of the 95 % interval in standard errors.
const z95 = 1.96

// Mean returns the estimate of a mean from a sample of size n with the given mean and mean squared
// deviation. The error is infinite if n < 2 or if the sample has no deviation to estimate it from.
func Mean(n int, mean, variance float64) Estimate {
	if n < 2 || variance <= 0 {
		return Estimate{mean, math.Inf(1)}
	}
	return Estimate{mean, z95 * math.Sqrt(variance/float64(n-1))}
}

// Points returns the first player's share of the points. If all n results are alike, their
// variance says nothing: the error then assumes that other results have the largest
// probability compatible with that at 95 %, 1 − 0.05^(1/n).
func (r Results) Points() Estimate { return r.points(r.weights()) }

func (r Results) points(weights []float64) Estimate {
	var n float64
	for _, k := range weights {
		n += k
	}
	if n == 0 {
		return Mean(0, 0, 0)
	}
	mean, variance := r.moments(weights)
	if variance == 0 {
		return Estimate{mean, (1 - math.Pow(0.05, 1/n)) * max(mean, 1-mean)}
	}
	return Mean(int(n), mean, variance)
}

// Elo returns the difference in strength estimated from the points, and the ends of its 95 %
// interval. A value is infinite if the corresponding share is 0 or 1.
func (r Results) Elo() (mean, low, high float64) {
	p := r.Points()
	return Elo(p.Mean), Elo(p.Mean - p.Error), Elo(p.Mean + p.Error)
}

// Elo returns the difference in strength at which the given share of the points is expected on
// the logistic curve (Elo 1978). For shares 0 and 1 it is infinite.
func Elo(share float64) float64 {
	switch {
	case math.IsNaN(share) || share >= 1:
		return math.Inf(1)
	case share <= 0:
		return math.Inf(-1)
	}
	return 400 * math.Log10(share/(1-share))
}

// Share is the inverse of Elo.
func Share(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// normal converts standard deviations of a game's score to normalized Elo. It is the slope of
// Elo by score at one half (Van den Bergh, Normalized Elo, 2021).
const normal = 800 / math.Ln10

// Normalized returns the difference in normalized Elo: by how many standard deviations of a game
// the mean score exceeds one half. It determines how many games are needed to show the difference,
// for any share of draws. If the variance is 0, it is infinite, or 0 for a level score.
func (r Results) Normalized() Estimate {
	n := r.Total()
	if n == 0 {
		return Estimate{0, math.Inf(1)}
	}
	// The variance of the population is n/(n−1) times that of the sample.
	games := float64(r.Games())
	e := Estimate{normal * r.lead() / math.Sqrt(games) * math.Sqrt(float64(n-1)/float64(n)), math.Inf(1)}
	if _, variance := r.moments(r.weights()); variance > 0 {
		e.Error = normal * z95 / math.Sqrt(games*float64(n))
	}
	return e
}

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
