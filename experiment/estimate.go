package experiment

import (
	"math"
	"strconv"
)

// estimate is the mean of what was sampled at random, with half the width of
// its interval of 95 %; of what was counted that is 0.
type estimate struct{ mean, margin float64 }

// String writes the mean with its margin.
func (e estimate) String() string {
	if e.margin == 0 {
		return figures(e.mean)
	}
	return figures(e.mean) + " ± " + strconv.FormatFloat(e.margin, 'g', 2, 64)
}

// normal95 is the number of standard deviations on either side of the mean that
// hold 95 % of a normal distribution.
const normal95 = 1.96

// mean estimates a mean from independent samples, two at least.
func mean(samples []float64) estimate {
	n, sum, squares := float64(len(samples)), 0.0, 0.0
	for _, x := range samples {
		sum += x
	}
	for _, x := range samples {
		squares += (x - sum/n) * (x - sum/n)
	}
	return estimate{sum / n, normal95 * math.Sqrt(squares/(n-1)/n)}
}

// geometric is the interval of a geometric mean, which is not symmetric.
func geometric(logs []float64) (middle float64, interval limits) {
	e := mean(logs)
	return math.Pow(10, e.mean), limits{math.Pow(10, e.mean-e.margin), math.Pow(10, e.mean+e.margin)}
}

// ratio estimates the ratio of two sums from pairs of their parts: how many
// moves a position has in games of different lengths.
func ratio(parts, wholes []float64) estimate {
	top, bottom := mean(parts), mean(wholes)
	r := top.mean / bottom.mean
	rest := make([]float64, len(parts)) // what the ratio does not explain
	for i := range parts {
		rest[i] = (parts[i] - r*wholes[i]) / bottom.mean
	}
	return estimate{r, mean(rest).margin}
}
