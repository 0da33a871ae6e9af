package connect4

import (
	"context"
	"sync/atomic"
	"time"
)

// lookUpNodes is the number of nodes between two looks at the clock, a third
// of a millisecond.
const lookUpNodes = 1024

// control is what stops the workers of one solve.
type control struct {
	halt     atomic.Bool        // by the context
	spent    atomic.Int64       // nodes of all workers, as of their last look
	limit    int64              // of nodes
	deadline time.Time          // zero for none
	pulse    func(nodes uint64) // nil for none
}

// newControl returns the control for a solve under ctx, and the function that
// ends it.
func newControl(ctx context.Context, limits Limits) (c *control, end func() bool) {
	c = &control{limit: limits.Nodes, pulse: limits.Pulse}
	if limits.Time > 0 {
		c.deadline = time.Now().Add(limits.Time)
	}
	if ctx.Err() != nil {
		c.halt.Store(true)
	}
	if ctx.Done() == nil {
		return c, func() bool { return true }
	}
	return c, context.AfterFunc(ctx, func() { c.halt.Store(true) })
}

// over reports whether a limit has been reached.
func (c *control) over() bool {
	return c.halt.Load() ||
		c.limit > 0 && c.spent.Load() >= c.limit ||
		!c.deadline.IsZero() && time.Now().After(c.deadline)
}

// lookUp tells the control how many nodes w has visited, and decides whether
// to stop and when to look up next.
func (w *worker) lookUp() (stop bool) {
	fresh := w.nodes - w.reported
	w.reported = w.nodes
	if w.control.pulse != nil {
		w.control.pulse(uint64(fresh))
	}
	spent := w.control.spent.Add(int64(fresh))
	w.pause = w.nodes + lookUpNodes
	if limit := w.control.limit; limit > 0 {
		w.pause = min(w.pause, w.nodes+int(max(limit-spent, 0)))
	}
	w.stop = w.control.over() || w.crew.finished() || w.solo && w.table.grown()
	return w.stop
}
