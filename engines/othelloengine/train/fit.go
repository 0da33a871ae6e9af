package train

import (
	"context"
	"math"
	"sync"

	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
)

// Errors are root mean square errors in discs: of the samples fitted and of
// those held out.
type Errors struct {
	Train   float64 `json:"train"`
	HeldOut float64 `json:"held_out"`
}

const (
	// patience is how many steps without a better held-out error end a fit:
	// conjugate gradients fall almost monotonously, so few are enough. What all
	// further steps won of 7.5 discs was 0.005 (TestSteps).
	patience = 3
	// maxSteps bounds a fit: twice what phases need (TestSteps).
	maxSteps = 60
	// minGain is the least fall of the held-out error, in discs, that counts.
	minGain = 1e-4
	// parts is the number of parts that sums over samples are taken in, each by a
	// goroutine; that it is fixed makes results the same on every machine.
	parts = 8
)

// Fit finds weights, in discs, whose sums over the samples are nearest to the
// labels:
//
//	minimise Σ (label − Σ w)² + ridge·|w − prior|²
//
// by conjugate gradients on the normal equations, preconditioned by their
// diagonal. The iteration stops when the error of the samples held out has not
// fallen for patience steps, or ctx is done; the weights with the smallest one
// are returned together with the errors before and after each step.
func Fit(ctx context.Context, samples []Sample, prior []float32, ridge float64) (weights []float32, curve []Errors) {
	f := newFit(samples, prior, ridge)
	curve = append(curve, f.errors())
	best, since := curve[0].HeldOut, 0
	weights = append([]float32(nil), prior...)
	for since < patience && len(curve) <= maxSteps && f.rz > 0 && ctx.Err() == nil {
		f.step()
		e := f.errors()
		curve = append(curve, e)
		if since++; e.HeldOut < best-minGain || f.held.empty() {
			best, since = e.HeldOut, 0
			for i, p := range prior {
				weights[i] = p + float32(f.w[i])
			}
		}
	}
	return weights, curve
}

// rows are samples as the fit sees them: the weights each sums up, what is left
// to explain, and the product of the row and the direction of a step.
type rows struct {
	index   [][patterns.FeatureCount]int32
	left    []float32
	product []float32
}

func (r *rows) add(s *Sample, prior []float32) {
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

func (r *rows) empty() bool { return len(r.left) == 0 }

// advance takes step times the products away from what is left.
func (r *rows) advance(step float64) {
	for i, p := range r.product {
		r.left[i] -= float32(step) * p
	}
}

// rms returns the root mean square of what is left.
func (r *rows) rms() float64 {
	total := 0.0
	for _, x := range r.left {
		total += float64(x) * float64(x)
	}
	return math.Sqrt(total / float64(max(len(r.left), 1)))
}

// multiply sets the products of rows lo to hi with p. If normal is not nil it
// adds to it what they contribute to the normal matrix times p.
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

// fit is the state of the conjugate gradients: the solution w, less the prior,
// the residual r of the normal equations, the direction p and its predecessor's
// product with the residual.
type fit struct {
	train, held rows
	ridge       float64
	diagonal    []float64
	w, r, p     []float64
	rz          float64
	normal      [parts][]float64
}

func newFit(samples []Sample, prior []float32, ridge float64) *fit {
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

func (f *fit) errors() Errors { return Errors{f.train.rms(), f.held.rms()} }

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

// multiply returns the matrix of the normal equations times p, and sets the
// products of all rows.
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

// slice returns the bounds of a part of n things.
func slice(part, n int) (lo, hi int) { return part * n / parts, (part + 1) * n / parts }
