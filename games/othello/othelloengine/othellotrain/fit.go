package othellotrain

import (
	"context"
	"math"
	"sync"

	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
)

// rmsErrors are root mean square errors, in discs, of the fitted and the held-out samples.
type rmsErrors struct {
	Train   float64 `json:"train"`    // of the fitted samples
	HeldOut float64 `json:"held_out"` // of the others
}

const (
	// patience is the number of steps without a better held-out error after
	// which a fit stops. Conjugate gradients converge almost monotonically, so
	// a few suffice: all further steps gained 0.005 of 7.5 discs (TestSteps).
	patience = 3
	// maxSteps bounds a fit: twice as many steps as phases need (TestSteps).
	maxSteps = 60
	// minGain is the least improvement of the held-out error, in discs.
	minGain = 1e-4
	// parts is the number of parts that sums over samples are split into, one
	// per goroutine. A fixed number makes results the same on every machine.
	parts = 8
)

// solve returns the weights, in discs, whose sums over the samples best fit the labels:
//
//	minimise Σ (label − Σ w)² + ridge·|w − prior|²
//
// It runs conjugate gradients on the normal equations, preconditioned by their diagonal, until the
// held-out error has not improved for patience steps or ctx is done. It returns the weights with
// the smallest held-out error, and the errors before and after each step.
func solve(ctx context.Context, samples []sample, prior []float32, ridge float64) (weights []float32, curve []rmsErrors) {
	f := newFit(samples, prior, ridge)
	curve = append(curve, f.errors())
	best, since := curve[0].HeldOut, 0
	weights = append([]float32(nil), prior...)
	for since < patience && len(curve) <= maxSteps && f.rz > 0 && ctx.Err() == nil {
		f.step()
		e := f.errors()
		curve = append(curve, e)
		if since++; e.HeldOut < best-minGain || len(f.held.left) == 0 {
			best, since = e.HeldOut, 0
			for i, p := range prior {
				weights[i] = p + float32(f.w[i])
			}
		}
	}
	return weights, curve
}

// rows are samples prepared for the fit: the indices of their weights, the
// residuals, and the products with the search direction.
type rows struct {
	index   [][patterns.FeatureCount]int32
	left    []float32
	product []float32
}

func (r *rows) add(s *sample, prior []float32) {
	var index [patterns.FeatureCount]int32
	patterns.WeightIndices(s.Own, s.Opp, &index)
	left := s.Label
	for _, k := range index {
		left -= prior[k]
	}
	r.index = append(r.index, index)
	r.left = append(r.left, left)
	r.product = append(r.product, 0)
}

// advance subtracts step times the products from the residuals.
func (r *rows) advance(step float64) {
	for i, p := range r.product {
		r.left[i] -= float32(step) * p
	}
}

// rms returns the root mean square of the residuals.
func (r *rows) rms() float64 {
	total := 0.0
	for _, x := range r.left {
		total += float64(x) * float64(x)
	}
	return math.Sqrt(total / float64(max(len(r.left), 1)))
}

// multiply sets the products of rows lo to hi with p. If normal is not nil, it
// adds the rows' part of the normal matrix times p to it.
func (r *rows) multiply(lo, hi int, p, normal []float64) {
	for i := lo; i < hi; i++ {
		sum := 0.0
		for _, k := range &r.index[i] {
			sum += p[k]
		}
		r.product[i] = float32(sum)
		if normal == nil {
			continue
		}
		for _, k := range &r.index[i] {
			normal[k] += sum
		}
	}
}

// fit is the state of the conjugate gradients: the solution w relative to the prior, the residual r
// of the normal equations, the direction p, and rz, the preconditioned squared norm of r.
type fit struct {
	train, held rows
	ridge       float64
	diagonal    []float64
	w, r, p     []float64
	rz          float64
	normal      [parts][]float64
}

func newFit(samples []sample, prior []float32, ridge float64) *fit {
	n := len(prior)
	f := &fit{
		ridge: ridge, diagonal: make([]float64, n),
		w: make([]float64, n), r: make([]float64, n), p: make([]float64, n),
	}
	for i := range f.normal {
		f.normal[i] = make([]float64, n)
	}
	for i := range samples {
		if samples[i].HeldOut {
			f.held.add(&samples[i], prior)
		} else {
			f.train.add(&samples[i], prior)
		}
	}
	for i := range f.diagonal {
		f.diagonal[i] = ridge
	}
	for i, left := range f.train.left {
		for _, k := range f.train.index[i] {
			f.diagonal[k]++
			f.r[k] += float64(left)
		}
	}
	for i := range f.p {
		f.p[i] = f.r[i] / f.diagonal[i]
		f.rz += f.r[i] * f.p[i]
	}
	return f
}

func (f *fit) errors() rmsErrors { return rmsErrors{f.train.rms(), f.held.rms()} }

// step makes one step of preconditioned conjugate gradients.
func (f *fit) step() {
	q := f.multiply()
	var curvature float64
	for i := range q {
		curvature += f.p[i] * q[i]
	}
	alpha, rz := f.rz/curvature, 0.0
	f.train.advance(alpha)
	f.held.advance(alpha)
	for i := range f.w {
		f.w[i] += alpha * f.p[i]
		f.r[i] -= alpha * q[i]
		rz += f.r[i] * f.r[i] / f.diagonal[i]
	}
	for i := range f.p {
		f.p[i] = f.r[i]/f.diagonal[i] + rz/f.rz*f.p[i]
	}
	f.rz = rz
}

// multiply returns the matrix of the normal equations times p, and sets the products of all rows.
func (f *fit) multiply() []float64 {
	var group sync.WaitGroup
	for part, normal := range f.normal {
		group.Go(func() {
			clear(normal)
			lo, hi := slice(part, len(f.train.left))
			f.train.multiply(lo, hi, f.p, normal)
			lo, hi = slice(part, len(f.held.left))
			f.held.multiply(lo, hi, f.p, nil)
		})
	}
	group.Wait()
	sum := f.normal[0]
	for i, p := range f.p {
		sum[i] += f.ridge * p
		for _, normal := range f.normal[1:] {
			sum[i] += normal[i]
		}
	}
	return sum
}

// slice returns the bounds of one of parts equal parts of n items.
func slice(part, n int) (lo, hi int) { return part * n / parts, (part + 1) * n / parts }
