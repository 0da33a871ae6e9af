package draughtstrain

import (
	"math"

	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/games/draughts"
)

// weightsOf converts coefficients to weights in units of draughtspatterns.Unit.
// The square coefficients are added to the blocks that cover the squares.
func (t *rows) weightsOf(x vector) *draughtspatterns.Weights {
	scale := draughtspatterns.Unit * 100 / t.man(x)
	w := &draughtspatterns.Weights{Blocks: make([][2]int16, draughtspatterns.Count(t.rules))}
	terms := x[squares(t.rules):][:draughtspatterns.Terms]
	for i := range w.Terms {
		for k := range w.Terms[i] {
			w.Terms[i][k] = int32(math.Round(scale * terms[i][k]))
		}
	}
	shares := t.shares(x)
	for block, places := range draughtspatterns.Blocks(t.rules) {
		for filling := range uint16(draughtspatterns.Fills) {
			n := draughtspatterns.Number(t.rules, block, filling)
			if n <= 0 {
				continue
			}
			sum := x[base(t.rules)+int(n)-1]
			for k, worth := range t.worth(filling, &places, shares) {
				sum[k] += worth
			}
			w.Blocks[n-1] = [2]int16{rounded(scale * sum[0]), rounded(scale * sum[1])}
		}
	}
	return w
}

// worth returns the sum of the shares of a filling's men.
func (t *rows) worth(filling uint16, places *[8]draughts.Square, shares vector) (sum [2]float64) {
	for _, at := range places {
		switch filling % 3 {
		case 1:
			v := shares[t.rules.Number(at)-1]
			sum[0], sum[1] = sum[0]+v[0], sum[1]+v[1]
		case 2:
			v := shares[squares(t.rules)-t.rules.Number(at)]
			sum[0], sum[1] = sum[0]-v[0], sum[1]-v[1]
		}
		filling /= 3
	}
	return sum
}

// shares returns the square coefficients, each divided by the number of blocks
// that cover the square.
func (t *rows) shares(x vector) vector {
	covers := make([]float64, squares(t.rules))
	for _, places := range draughtspatterns.Blocks(t.rules) {
		for _, at := range places {
			covers[t.rules.Number(at)-1]++
		}
	}
	shares := make(vector, len(covers))
	for i, n := range covers {
		shares[i] = [2]float64{x[i][0] / n, x[i][1] / n}
	}
	return shares
}

// man returns the average value of a man in the unit of the logistic: the mean
// over all rows of the square's coefficient plus the one of a lead by one.
func (t *rows) man(x vector) float64 {
	lead := x[squares(t.rules)+int(draughtspatterns.Lead)]
	total, men := 0.0, 0.0
	for i := range t.list {
		r := &t.list[i]
		full := float64(r.full)
		pieces := full * float64(draughtspatterns.FullBoard(t.rules))
		for _, c := range t.columns[r.first:][:r.count] {
			if column := int(c >> 1); column < squares(t.rules) {
				total += full*(x[column][0]+16/pieces*lead[0]) + (1-full)*(x[column][1]+16/pieces*lead[1])
				men++
			}
		}
	}
	return total / max(1, men)
}

// rounded returns the nearest weight. All men of one side, at two each, are
// below the maximum.
func rounded(x float64) int16 {
	return int16(min(max(math.Round(x), math.MinInt16), math.MaxInt16))
}
