package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/search/network"
)

// The parameters of a fit by Adam (Kingma and Ba 2015) with decoupled weight
// decay. They are not tuned.
const (
	// batch is the number of samples of a step, parts the number of parts that its gradient is
	// summed in: a fixed number makes results the same on every machine.
	batch, parts = 1024, 16
	// firstRate is the step size at the start, laterRate that of a fit which goes on with a
	// network, lastRate the one at the end.
	firstRate, laterRate, lastRate = 2e-3, 3e-4, 2e-5
	decay                          = 1e-2
	beta1, beta2                   = 0.9, 0.999
	epsilon                        = 1e-8
)

// fit is a network of float32 numbers while it is fitted. Its numbers lie in
// one vector: the weights, biases, outputs and their biases of network.Net.
type fit struct {
	shape        network.Shape
	rate         float64   // the step size at the start
	x, best      []float32 // now, and after the epoch with the least held-out error
	mean, square []float32 // moving averages of the gradient and its square
	steps        int64     // taken
	curve        []Errors  // after each epoch
	counts       counts    // in the last epoch
	threads      int
	sums         [parts]gradient
}

// Errors are the mean cross-entropies of the labels, in nats, for fitted and
// held-out positions after an epoch, and the mean absolute error of the latter.
type Errors struct {
	Fitted  float64 `json:"fitted"`   // of the fitted positions
	HeldOut float64 `json:"held_out"` // of the held-out positions
	Mean    float64 `json:"mean"`     // absolute error of the held-out positions
}

// counts are the numbers of positions, and the least and greatest number of a mover's features.
type counts struct{ Fitted, HeldOut, Least, Most int64 }

// gradient is a sum of gradients, losses and absolute errors, with scratch space.
type gradient struct {
	sum          []float32
	accumulators [2][]float32
	slopes       []float32
	loss, miss   float64
}

func newFit(shape network.Shape, seed uint64, threads int) *fit {
	f := &fit{shape: shape, rate: firstRate, threads: threads}
	biases := shape.Features * shape.Width
	outputs := biases + shape.Width
	size := outputs + shape.Phases*(2*shape.Width+1)
	f.x, f.best, f.mean, f.square = make([]float32, size), make([]float32, size), make([]float32, size), make([]float32, size)
	random := rand.New(rand.NewPCG(seed, 0))
	fill := func(list []float32, reach float64) {
		for i := range list {
			list[i] = float32(reach * (2*random.Float64() - 1))
		}
	}
	fill(f.x[:biases], 0.2)
	for i := range f.x[biases:outputs] {
		f.x[biases+i] = 0.3 // most sums start where their slope is not zero
	}
	fill(f.x[outputs:][:shape.Phases*2*shape.Width], 1/math.Sqrt(float64(2*shape.Width)))
	for i := range f.sums {
		f.sums[i] = gradient{
			sum: make([]float32, size), slopes: make([]float32, shape.Width),
			accumulators: [2][]float32{make([]float32, shape.Width), make([]float32, shape.Width)},
		}
	}
	return f
}

// proceed goes on with the numbers of a network of the same game, at most as wide. Further units
// have no weight in the outputs yet.
func (f *fit) proceed(n *network.Net) {
	f.rate = laterRate
	set := func(to []float32, from []int16, one float32) {
		for i, v := range from {
			to[i] = float32(v) / one
		}
	}
	for i := range n.Features {
		set(f.row(f.x, i), n.Weights[i*n.Width:][:n.Width], network.One)
	}
	set(f.row(f.x, n.Features), n.Bias, network.One)
	outputs := f.x[(n.Features+1)*f.shape.Width:]
	clear(outputs)
	for i := range 2 * n.Phases {
		set(outputs[i*f.shape.Width:], n.Output[i*n.Width:][:n.Width], network.OutputOne)
	}
	for i, v := range n.OutputBias {
		outputs[2*n.Phases*f.shape.Width+i] = float32(v) / (network.One * network.OutputOne)
	}
}

// row returns the row of a feature, or the biases as the row after the last.
func (f *fit) row(x []float32, feature int) []float32 {
	return x[feature*f.shape.Width:][:f.shape.Width]
}

// output returns the weights of a phase's output, and the index of its bias.
func (f *fit) output(x []float32, phase uint8) (row []float32, bias int) {
	start := (f.shape.Features + 1) * f.shape.Width
	row = x[start+int(phase)*2*f.shape.Width:][:2*f.shape.Width]
	return row, start + f.shape.Phases*2*f.shape.Width + int(phase)
}

// add adds the cross-entropy of a sample and its absolute error to g, and its
// gradient if back is true.
func (f *fit) add(t *samples, s *sample, g *gradient, back bool) {
	all := t.features[s.first:][:s.all]
	sides := [2][]uint16{all[:s.own], all[s.own:]} // the features in the mover's view and in the other
	weights, bias := f.output(f.x, s.phase)
	out := f.x[bias]
	for i, features := range sides {
		sum := g.accumulators[i]
		copy(sum, f.row(f.x, f.shape.Features))
		for _, feature := range features {
			add(sum, f.row(f.x, int(feature)))
		}
		for k, w := range weights[i*len(sum):][:len(sum)] {
			a := min(max(sum[k], 0), 1)
			out += float32(float32(a*a) * w)
		}
	}
	p := 1 / (1 + math.Exp(-float64(out)))
	y := float64(s.label)
	g.loss -= y*math.Log(max(p, 1e-9)) + (1-y)*math.Log(max(1-p, 1e-9))
	g.miss += math.Abs(p - y)
	if !back {
		return
	}
	slope := float32(p - y)
	gradients, _ := f.output(g.sum, s.phase)
	g.sum[bias] += slope
	for i, features := range sides {
		sum := g.accumulators[i]
		row := gradients[i*len(sum):][:len(sum)]
		for k, w := range weights[i*len(sum):][:len(sum)] {
			a := min(max(sum[k], 0), 1)
			row[k] += float32(slope * float32(a*a))
			if g.slopes[k] = 0; a > 0 && a < 1 {
				g.slopes[k] = float32(float32(2*slope*w) * a)
			}
		}
		add(f.row(g.sum, f.shape.Features), g.slopes)
		for _, feature := range features {
			add(f.row(g.sum, int(feature)), g.slopes)
		}
	}
}

// portableAdd is the portable version of add.
func portableAdd(x, y []float32) {
	x = x[:len(y)]
	for i, v := range y {
		x[i] += v
	}
}

// over calls each with the parts of a list of n, on all threads, and returns
// the sums of their losses and absolute errors.
func (f *fit) over(n int, each func(g *gradient, from, to int)) (loss, miss float64) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(f.threads, parts) {
		group.Go(func() {
			for part := int(next.Add(1)) - 1; part < parts; part = int(next.Add(1)) - 1 {
				f.sums[part].loss, f.sums[part].miss = 0, 0
				each(&f.sums[part], part*n/parts, (part+1)*n/parts)
			}
		})
	}
	group.Wait()
	for i := range f.sums {
		loss, miss = loss+f.sums[i].loss, miss+f.sums[i].miss
	}
	return loss, miss
}

// error counts the held-out positions, and returns their mean loss and absolute error.
func (f *fit) error(ctx context.Context, p *pool, order []int) (loss, miss float64, err error) {
	f.counts.HeldOut = 0
	err = p.each(ctx, order, func(_ int, t *samples) error {
		sum, misses := f.over(len(t.held), func(g *gradient, from, to int) {
			for _, i := range t.held[from:to] {
				f.add(t, &t.list[i], g, false)
			}
		})
		loss, miss, f.counts.HeldOut = loss+sum, miss+misses, f.counts.HeldOut+int64(len(t.held))
		return nil
	})
	n := float64(max(1, f.counts.HeldOut))
	return loss / n, miss / n, err
}

// epoch takes a step for each batch of the positions to fit, in random order part by part. The
// rate of steps falls linearly. tick receives the progress in all epochs.
func (f *fit) epoch(ctx context.Context, p *pool, epochs int, seed uint64, tick func(done, total int)) error {
	random := rand.New(rand.NewPCG(seed, uint64(len(f.curve)+1)))
	order, loss := random.Perm(len(p.sums)), 0.0
	f.counts = counts{Least: math.MaxUint8}
	err := p.each(ctx, order, func(k int, t *samples) error {
		n := len(t.fitted)
		for _, i := range t.fitted {
			own := int64(t.list[i].own)
			f.counts.Least, f.counts.Most = min(f.counts.Least, own), max(f.counts.Most, own)
		}
		random.Shuffle(n, func(i, j int) { t.fitted[i], t.fitted[j] = t.fitted[j], t.fitted[i] })
		for from := 0; from < n && ctx.Err() == nil; from += batch {
			chosen := t.fitted[from:min(from+batch, n)]
			sum, _ := f.over(len(chosen), func(g *gradient, from, to int) {
				clear(g.sum)
				for _, i := range chosen[from:to] {
					f.add(t, &t.list[i], g, true)
				}
			})
			done, total := (len(f.curve)*len(order)+k)*n+from, epochs*len(order)*n // as if all parts had as many
			f.step(len(chosen), f.rate+(lastRate-f.rate)*float64(done)/float64(total))
			loss += sum
			tick(done+len(chosen), total)
		}
		f.counts.Fitted += int64(n)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	out, miss, err := f.error(ctx, p, order)
	if !slices.ContainsFunc(f.curve, func(e Errors) bool { return e.HeldOut < out }) {
		copy(f.best, f.x)
	}
	f.curve = append(f.curve, Errors{loss / float64(max(1, f.counts.Fitted)), out, miss})
	return err
}

// step moves the numbers against the sum of the gradients of count samples, and
// clips them to what a quantised network can hold.
func (f *fit) step(count int, rate float64) {
	f.steps++
	correct1, correct2 := 1-math.Pow(beta1, float64(f.steps)), 1-math.Pow(beta2, float64(f.steps))
	outputs, biases := (f.shape.Features+1)*f.shape.Width, len(f.x)-f.shape.Phases
	f.over(len(f.x), func(_ *gradient, from, to int) {
		for i := from; i < to; i++ {
			var sum float32
			for part := range f.sums {
				sum += f.sums[part].sum[i]
			}
			slope := float64(sum) / float64(count)
			f.mean[i] = float32(float64(f.mean[i])*beta1 + float64(slope*(1-beta1)))
			f.square[i] = float32(float64(f.square[i])*beta2 + float64(slope*slope)*(1-beta2))
			move := float64(f.mean[i]) / correct1 / (math.Sqrt(float64(f.square[i])/correct2) + epsilon)
			x := float64(f.x[i]) - rate*(move+decay*float64(f.x[i]))
			most := math.Inf(1)
			switch {
			case i < outputs:
				most = float64(network.MaxWeight) / network.One
			case i < biases:
				most = float64(network.MaxOutput) / network.OutputOne
			}
			f.x[i] = float32(min(max(x, -most), most))
		}
	})
}

// net returns the quantised network of the best epoch. Features that no sample had get no weights,
// except those of a network that the fit went on with.
func (f *fit) net() (*network.Net, error) {
	n, err := network.New(f.shape)
	if err != nil {
		return nil, err
	}
	x := f.best
	round := func(count int, one float64, set func(i int, v float64)) {
		for i, v := range x[:count] {
			set(i, math.Round(float64(v)*one))
		}
		x = x[count:]
	}
	round(len(n.Weights), network.One, func(i int, v float64) { n.Weights[i] = int16(v) })
	for k := range n.Features {
		if f.rate == firstRate && slices.Max(f.row(f.square, k)) == 0 {
			clear(n.Weights[k*n.Width:][:n.Width])
		}
	}
	round(len(n.Bias), network.One, func(i int, v float64) { n.Bias[i] = int16(v) })
	round(len(n.Output), network.OutputOne, func(i int, v float64) { n.Output[i] = int16(v) })
	round(len(n.OutputBias), network.One*network.OutputOne, func(i int, v float64) { n.OutputBias[i] = int32(v) })
	return n, nil
}
