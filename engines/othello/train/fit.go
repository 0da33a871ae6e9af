package train

import (
	"math"

	engine "github.com/plywood-go/plywood/engines/othello"
)

// row is a sample as the fit sees it: the weights it sums up and what is left
// to explain.
type row struct {
	index [engine.FeatureCount]int32
	y     float32
}

// Fit finds weights, in discs, whose sums over the samples are nearest to the
// labels:
//
//	minimise Σ (label − Σ w)² + ridge·|w − prior|²
//
// by conjugate gradients on the normal equations, preconditioned by their
// diagonal. One sample in holdOut is held out; the iteration stops
// when their error has not fallen for patience steps, and the weights with the
// smallest one are returned together with the errors (root mean squares, in
// discs) of each step.
func Fit(samples []Sample, prior []float32, ridge float64) (weights []float32, curve []Errors) {
	train, held := rows(samples, prior)
	f := newFit(train, ridge)
	best, since := math.Inf(1), 0
	weights = append([]float32(nil), prior...)
	for since < patience && len(curve) < maxSteps {
		f.step()
		e := Errors{Train: rms(train, f.w), HeldOut: rms(held, f.w)}
		curve = append(curve, e)
		if since++; e.HeldOut < best-1e-4 {
			best, since = e.HeldOut, 0
			for i, p := range prior {
				weights[i] = p + float32(f.w[i])
			}
		}
	}
	return weights, curve
}

// Errors are root mean square errors in discs.
type Errors struct {
	Train   float64 `json:"train"`
	HeldOut float64 `json:"held_out"`
}

const (
	// patience is how many steps without a better held-out error end a fit;
	// conjugate gradients fall almost monotonously, so few are enough.
	patience = 3
	// maxSteps bounds a fit: three times what the phases were seen to need.
	maxSteps = 60
	// holdOut is the part of the samples held out: one in holdOut.
	holdOut = 20
)

// rows turns samples into rows, labels reduced by what the prior explains.
func rows(samples []Sample, prior []float32) (train, held []row) {
	for i := range samples {
		s := &samples[i]
		r := row{y: s.Label}
		engine.WeightIndices(s.Own, s.Opp, &r.index)
		for _, k := range r.index {
			r.y -= prior[k]
		}
		if i%holdOut == 0 {
			held = append(held, r)
		} else {
			train = append(train, r)
		}
	}
	return train, held
}

// fit is the state of the conjugate gradients: the solution w, the residual r
// of the normal equations, the direction p and its predecessor's product.
type fit struct {
	rows     []row
	ridge    float64
	diagonal []float64
	w, r, p  []float64
	rz       float64
	product  []float64
}

func newFit(rows []row, ridge float64) *fit {
	n := engine.WeightCount()
	f := &fit{
		rows: rows, ridge: ridge, diagonal: make([]float64, n),
		w: make([]float64, n), r: make([]float64, n), p: make([]float64, n), product: make([]float64, n),
	}
	for i := range f.diagonal {
		f.diagonal[i] = ridge
	}
	for i := range rows {
		for _, k := range rows[i].index {
			f.diagonal[k]++
			f.r[k] += float64(rows[i].y)
		}
	}
	for i := range f.p {
		f.p[i] = f.r[i] / f.diagonal[i]
		f.rz += f.r[i] * f.p[i]
	}
	return f
}

// step makes one step of preconditioned conjugate gradients.
func (f *fit) step() {
	f.multiply()
	var curvature float64
	for i, q := range f.product {
		curvature += f.p[i] * q
	}
	if curvature == 0 {
		return
	}
	alpha, rz := f.rz/curvature, 0.0
	for i := range f.w {
		f.w[i] += alpha * f.p[i]
		f.r[i] -= alpha * f.product[i]
		rz += f.r[i] * f.r[i] / f.diagonal[i]
	}
	for i := range f.p {
		f.p[i] = f.r[i]/f.diagonal[i] + rz/f.rz*f.p[i]
	}
	f.rz = rz
}

// multiply sets product to the matrix of the normal equations times p.
func (f *fit) multiply() {
	for i, p := range f.p {
		f.product[i] = f.ridge * p
	}
	for i := range f.rows {
		index := &f.rows[i].index
		sum := 0.0
		for _, k := range index {
			sum += f.p[k]
		}
		for _, k := range index {
			f.product[k] += sum
		}
	}
}

// rms returns the root mean square of what w leaves unexplained.
func rms(rows []row, w []float64) float64 {
	total := 0.0
	for i := range rows {
		e := float64(rows[i].y)
		for _, k := range rows[i].index {
			e -= w[k]
		}
		total += e * e
	}
	return math.Sqrt(total / float64(max(len(rows), 1)))
}
