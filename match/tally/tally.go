// Package tally says what counted results of games prove: how much stronger one
// player is, with its error, and by a sequential test whether that is more or
// less than what was asked.
//
// Two games that begin alike, with sides changed, are one observation: an opening
// that favours a side makes their results depend on each other, and only pairs
// have the error that is theirs. Single games are for what was not played in
// pairs.
package tally

import (
	"fmt"
	"math"
)

// Results count observations by the score of the first player, in equal steps
// from 0 to 1: single games as lost, drawn and won; pairs of games as both lost,
// one lost and one drawn, level, one drawn and one won, both won.
type Results []int

// The numbers of kinds that results have.
const (
	OfGames = 3
	OfPairs = 5
)

// Check refuses what are no results.
func (r Results) Check() error {
	if len(r) != OfGames && len(r) != OfPairs {
		return fmt.Errorf("%d counts, want %d, of pairs, or %d, of games", len(r), OfPairs, OfGames)
	}
	const most = math.MaxInt32 // so that sums are exact
	for _, n := range r {
		if n < 0 || n > most {
			return fmt.Errorf("%d, want 0 to %d", n, most)
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

// score returns the share of the points that results of a kind have.
func (r Results) score(kind int) float64 { return float64(kind) / float64(len(r)-1) }

// moments returns the mean and the variance of the scores, each of a weight.
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

// weights returns the counts.
func (r Results) weights() []float64 {
	w := make([]float64, len(r))
	for i, n := range r {
		w[i] = float64(n)
	}
	return w
}

// Estimate is a mean and half the width of its 95 % interval.
type Estimate struct{ Mean, Error float64 }

// z95 is how many standard errors on either side of the mean hold 95 %.
const z95 = 1.96

// Mean returns the estimate of a mean from a sample of n by its own mean and its
// variance, the mean square of the deviations. Below two the error is infinite.
func Mean(n int, mean, variance float64) Estimate {
	if n < 2 {
		return Estimate{mean, math.Inf(1)}
	}
	return Estimate{mean, z95 * math.Sqrt(max(variance, 0)/float64(n-1))}
}

// Points returns the share of the points that the first player has won.
func (r Results) Points() Estimate {
	n := r.Total()
	if n == 0 {
		return Mean(0, 0, 0)
	}
	mean, variance := r.moments(r.weights())
	return Mean(n, mean, variance)
}

// Elo returns the difference in strength that the points stand for, with the
// ends of its 95 % interval. They are infinite where all points went to one
// player, or the ends of their interval reach that.
func (r Results) Elo() (mean, low, high float64) {
	p := r.Points()
	return Elo(p.Mean), Elo(p.Mean - p.Error), Elo(p.Mean + p.Error)
}

// Elo returns the difference in strength at which a share of the points is to be
// expected, by the logistic curve (Elo 1978). At nothing and at all of them it is
// infinite.
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

// normal is the number of normalized Elo in one standard deviation of the score
// of a game: as many as Elo in a unit of the score near one half (Van den Bergh,
// Normalized Elo, 2021).
const normal = 800 / math.Ln10

// Normalized returns the difference in normalized Elo: by how many standard
// deviations of a game the mean score exceeds one half. It tells how many games
// show the difference, whatever the share of draws. It is infinite, or 0, where
// nothing deviates.
func (r Results) Normalized() Estimate {
	n := r.Total()
	if n == 0 {
		return Estimate{0, math.Inf(1)}
	}
	// The variance of the whole is that of the sample times n/(n−1).
	games := float64(r.Games())
	e := Estimate{normal * r.lead() / math.Sqrt(games) * math.Sqrt(float64(n-1)/float64(n)), math.Inf(1)}
	if _, variance := r.moments(r.weights()); variance > 0 {
		e.Error = normal * z95 / math.Sqrt(games*float64(n))
	}
	return e
}
