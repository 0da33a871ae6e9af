package connect4engine

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/search"
)

// Scores solves positions in order, as many at a time as the solver has threads. It keeps
// the table between positions, so that similar ones cost less. It calls found with the
// index of each position and its score in stones left, one call at a time. If ctx ends
// early, Scores returns the cause; scores already found remain valid.
func (s *Solver) Scores(ctx context.Context, positions []connect4.State, found func(i, score int)) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	a, end := s.begin(ctx, search.Query{}, search.Control{})
	defer end()
	s.workers[0].table.whole()
	var next atomic.Int64
	var tell sync.Mutex
	var all sync.WaitGroup
	for _, w := range a.workers {
		one := &asking{s, []*worker{w}}
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(positions) {
					return
				}
				f := one.evaluate(positions[i], strong)
				if !f.solved() {
					return
				}
				tell.Lock()
				found(i, f.lower)
				tell.Unlock()
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
