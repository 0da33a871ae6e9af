package experiment

import (
	"math"
	"strconv"

	"github.com/plywood-go/plywood/match/tally"
)

// estimate is the mean of random samples, with half the width of its 95 % interval. The
// width is 0 for a count.
type estimate struct{ mean, margin float64 }

// String writes the mean with its margin.
func (e estimate) String() string {
	if e.margin == 0 {
		return figures(e.mean)
	}
	return figures(e.mean) + " ± " + strconv.FormatFloat(e.margin, 'g', 2, 64)
}

// mean estimates a mean from at least two independent samples. If all are equal, the margin is 0.
func mean(samples []float64) estimate {
	n, sum, squares := float64(len(samples)), 0.0, 0.0
	for _, x := range samples {
		sum += x
	}
	for _, x := range samples {
		squares += (x - sum/n) * (x - sum/n)
	}
	if squares == 0 {
		return estimate{sum / n, 0}
	}
	e := tally.Mean(len(samples), sum/n, squares/n)
	return estimate{e.Mean, e.Error}
}

// geometric is the interval of a geometric mean, which is not symmetric.
func geometric(logs []float64) (middle float64, interval limits) {
	e := mean(logs)
	return math.Pow(10, e.mean), limits{math.Pow(10, e.mean-e.margin), math.Pow(10, e.mean+e.margin)}
}

// ratio estimates the ratio of two sums from the pairs of their parts: for example, the
// moves per position over games of different lengths.
func ratio(parts, wholes []float64) estimate {
	top, bottom := mean(parts), mean(wholes)
	r := top.mean / bottom.mean
	rest := make([]float64, len(parts)) // the residuals
	for i := range parts {
		rest[i] = (parts[i] - r*wholes[i]) / bottom.mean
	}
	return estimate{r, mean(rest).margin}
}
