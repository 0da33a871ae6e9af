package draughtstrain

import (
	"context"
	"math"
	"sync"
)

// The parameters of a fit.
const (
	// parts is the number of parts that sums over rows are split into, one per
	// goroutine. A fixed number makes results the same on every machine.
	parts = 8
	// newtons is the number of steps of Newton's method, gradients the number
	// of conjugate gradient steps in each.
	newtons, gradients = 6, 12
	// looseRidge is the ridge of squares and terms, ridge the one of blocks, in
	// the unit of the logistic. Positions of a game are highly correlated, so
	// the held-out entropy prefers almost no ridge, but play prefers a large
	// one: 15, 40, 90, 200, 600, 2000 and 6000 score 49, 54, 59, 60, 64, 62 and
	// 63 % ± 2 against features (docs/training.md).
	looseRidge, ridge = 1, 600
)

// fit is a logistic regression: it finds coefficients x for the columns of rows
// that maximise the likelihood of the results minus ridge·x²/2.
type fit struct {
	*rows
	ridge float64 // of blocks
	x     vector
	bend  []float64 // variance of each row's expected result
	sums  [parts]vector
}

func newFit(t *rows, ridge float64) *fit {
	columns := width(t.rules)
	f := &fit{rows: t, ridge: ridge, x: make(vector, columns), bend: make([]float64, len(t.list))}
	for i := range f.sums {
		f.sums[i] = make(vector, columns)
	}
	return f
}

// run runs all steps. It stops early if ctx is done.
func (f *fit) run(ctx context.Context, tick func(done int)) vector {
	for i := range newtons {
		if ctx.Err() != nil {
			return nil
		}
		f.newton()
		tick(i + 1)
	}
	return f.x
}

// newton makes a step of Newton's method, solving for it by preconditioned
// conjugate gradients.
func (f *fit) newton() {
	residual, diagonal := f.slope()
	step, direction := make(vector, len(f.x)), make(vector, len(f.x))
	precondition(direction, residual, diagonal, 0)
	rz := inner(residual, diagonal)
	for range gradients {
		image := f.multiply(direction)
		alpha := rz / product(direction, image)
		add(step, alpha, direction)
		add(residual, -alpha, image)
		last := rz
		rz = inner(residual, diagonal)
		precondition(direction, residual, diagonal, rz/last)
	}
	add(f.x, 1, step)
}

// ridgeOf returns the ridge of a column.
func (f *fit) ridgeOf(column int) float64 {
	if column < base(f.rules) {
		return looseRidge
	}
	return f.ridge
}

// slope returns the gradient of the objective and the diagonal of its negated
// Hessian. It sets bend.
func (f *fit) slope() (gradient, diagonal vector) {
	gradient = f.over(func(i int, r *row, sum vector) {
		e := logistic(f.dot(r, f.x))
		f.bend[i] = e * (1 - e)
		f.scatter(r, float64(r.result)-e, sum)
	})
	diagonal = f.over(func(i int, r *row, sum vector) { f.scatterSquares(r, f.bend[i], sum) })
	for i, x := range f.x {
		for k := range x {
			gradient[i][k] -= f.ridgeOf(i) * x[k]
			diagonal[i][k] += f.ridgeOf(i)
		}
	}
	return gradient, diagonal
}

// multiply returns the negated Hessian times p.
func (f *fit) multiply(p vector) vector {
	image := f.over(func(i int, r *row, sum vector) { f.scatter(r, f.bend[i]*f.dot(r, p), sum) })
	for i, x := range p {
		image[i][0] += f.ridgeOf(i) * x[0]
		image[i][1] += f.ridgeOf(i) * x[1]
	}
	return image
}

// over returns the sum of the contributions of all rows.
func (f *fit) over(each func(i int, r *row, sum vector)) vector {
	var group sync.WaitGroup
	for part, sum := range f.sums {
		group.Go(func() {
			clear(sum)
			n := len(f.list)
			for i := part * n / parts; i < (part+1)*n/parts; i++ {
				each(i, &f.list[i], sum)
			}
		})
	}
	group.Wait()
	total := make(vector, len(f.x))
	for _, sum := range f.sums {
		add(total, 1, sum)
	}
	return total
}

// logistic returns the expected result for log-odds x.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// entropy returns the mean cross-entropy of the rows' results under x, in nats,
// and the mean absolute error.
func (t *rows) entropy(x vector) (nats, mean float64) {
	for i := range t.list {
		r := &t.list[i]
		e, result := min(max(logistic(t.dot(r, x)), 1e-9), 1-1e-9), float64(r.result)
		nats -= result*math.Log(e) + (1-result)*math.Log(1-e)
		mean += math.Abs(result - e)
	}
	n := float64(max(1, len(t.list)))
	return nats / n, mean / n
}

// add adds times·y to x.
func add(x vector, times float64, y vector) {
	for i, v := range y {
		x[i][0] += times * v[0]
		x[i][1] += times * v[1]
	}
}

func product(x, y vector) (sum float64) {
	for i, v := range y {
		sum += x[i][0]*v[0] + x[i][1]*v[1]
	}
	return sum
}

// inner returns the inner product of residual with itself divided by the
// diagonal.
func inner(residual, diagonal vector) (sum float64) {
	for i, v := range residual {
		sum += v[0]*v[0]/diagonal[i][0] + v[1]*v[1]/diagonal[i][1]
	}
	return sum
}

// precondition sets the next direction: the residual divided by the diagonal
// plus keep times the last direction.
func precondition(direction, residual, diagonal vector, keep float64) {
	for i, v := range residual {
		for k := range v {
			direction[i][k] = v[k]/diagonal[i][k] + keep*direction[i][k]
		}
	}
}
