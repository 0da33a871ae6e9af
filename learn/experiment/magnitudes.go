package experiment

import (
	"context"
	"math"
	"math/big"
	"strconv"

	"github.com/plywood-go/plywood/match/tally"
)

// magnitudes recomputes numbers that the texts name in passing.
func magnitudes(_ context.Context, r *report) error {
	positions := checkersPositions(32, 4, 12)
	r.text("positions of checkers", "500995484682338672639", positions.String(), "by counting")
	size, _ := new(big.Float).SetInt(positions).Float64()
	r.within("positions of checkers, in the lecture", "5·10^20", size, limits{4.5e20, 5.5e20}, "")
	r.within("ten plies of ten moves, in minutes", "10 … 20", math.Pow(10, 10)/1e7/60, limits{10, 20}, "10^7 positions a second")
	const points, moves = 361, 150 // of a board, and of an average game (Allis 1994)
	r.wrong("Go", "361.00", estimate{mean: points - (moves-1)/2.}, limits{360.5, 361.5}, "lecture, branching factors: Connect Four 7.00, Go 361.00",
		"361 at the first move; mean of the empty points in 150 moves; 250 by Allis 1994")
	leaves := 1
	for n := 9; n > 1; n-- {
		leaves *= n
	}
	r.measured("leaves of 9 plies of 9 moves", figures(math.Pow(9, 9)), "")
	r.measured("leaves where moves fall by one a ply", figures(float64(leaves)), "b^d is only an upper bound")
	return nil
}

// checkersPositions counts the positions of checkers with 1 to most pieces a side or on one side alone.
// Men stand on any of the squares except the other side's edge.
func checkersPositions(squares, edge, most int) *big.Int {
	choose := func(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
	middle := squares - 2*edge
	sum := big.NewInt(-1) // the empty board
	for black := range most + 1 {
		for white := range most + 1 {
			men := new(big.Int)
			for far := range min(black, edge) + 1 { // black men on their edge
				ways := choose(edge, far)
				ways.Mul(ways, choose(middle, black-far))
				men.Add(men, ways.Mul(ways, choose(middle+edge-(black-far), white)))
			}
			for blackKings := range most - black + 1 {
				for whiteKings := range most - white + 1 {
					ways := choose(squares-black-white, blackKings)
					ways.Mul(ways, choose(squares-black-white-blackKings, whiteKings))
					sum.Add(sum, ways.Mul(ways, men))
				}
			}
		}
	}
	return sum
}

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
