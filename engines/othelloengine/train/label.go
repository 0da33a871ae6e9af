package train

import (
	"context"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/engines/othelloengine"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// share does jobs 0 to count-1 on several threads, zero for one each
// processor. Each has its own worker. tick, called by one thread at a time, is
// told from time to time how many jobs are done. It returns early if ctx is
// done.
func share(ctx context.Context, count, threads int, tick func(done int), worker func() func(job int)) {
	if threads <= 0 {
		threads = runtime.NumCPU()
	}
	const batch = 256
	var next, done atomic.Int64
	var telling sync.Mutex
	var group sync.WaitGroup
	for range min(threads, count/batch+1) {
		group.Go(func() {
			work := worker()
			for ctx.Err() == nil {
				at := int(next.Add(batch)) - batch
				if at >= count {
					return
				}
				for job := at; job < min(at+batch, count); job++ {
					work(job)
				}
				so := min(int(done.Add(batch)), count)
				if telling.TryLock() {
					tick(so)
					telling.Unlock()
				}
			}
		})
	}
	group.Wait()
}

// labelTable is the size of the table of a solver that labels: positions are
// few and unlike each other.
const labelTable = 4 << 20

// label sets the labels of samples: exact values with up to exact empty
// squares, and else what a search of e to depth plies finds.
func (t *trainer) label(ctx context.Context, samples []Sample, e *othelloengine.Evaluation, tick func(done int)) {
	squares := t.rules.Board()
	share(ctx, len(samples), t.Threads, tick, func() func(int) {
		solver := othelloengine.NewSolver(t.rules, othelloengine.Options{TableBytes: labelTable, Without: othelloengine.Evaluated})
		estimator := othelloengine.NewEstimator(t.rules, e)
		return func(i int) {
			s := &samples[i]
			if bits.OnesCount64(squares&^(s.Own|s.Opp)) > t.Exact {
				s.Label = float32(estimator.Estimate(s.Own, s.Opp, t.Depth)) / othelloengine.Unit
				return
			}
			got := solver.Search(context.Background(), &othello.Position{Own: s.Own, Opp: s.Opp}, search.Query{}, search.Control{}, nil)
			discs, _ := got.Score().Points()
			s.Label = float32(discs)
		}
	})
}
