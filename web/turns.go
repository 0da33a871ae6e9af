package web

import (
	"context"
	"slices"
	"sync"
)

// turns lends a number of cores, first come, first served: requests for few cores do not
// overtake a request for many.
type turns struct {
	mu    sync.Mutex
	free  int
	queue []*turn
}

// A turn is a request for cores that waits until ready is closed.
type turn struct {
	cores int
	ready chan struct{}
}

// take waits until the given number of cores is free and takes them. give returns them. take
// fails only if ctx ends first.
func (t *turns) take(ctx context.Context, cores int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.mu.Lock()
	w := &turn{cores, make(chan struct{})}
	t.queue = append(t.queue, w)
	t.admit()
	t.mu.Unlock()
	select {
	case <-w.ready:
		return nil
	case <-ctx.Done():
		t.leave(w)
		return ctx.Err()
	}
}

// leave withdraws a request whose client has left. If its cores were granted meanwhile,
// leave returns them.
func (t *turns) leave(w *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.queue, w); i >= 0 {
		t.queue = slices.Delete(t.queue, i, i+1)
	} else {
		t.free += w.cores
	}
	t.admit()
}

func (t *turns) give(cores int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free += cores
	t.admit()
}

// admit grants cores to the requests at the head of the queue while enough are free.
func (t *turns) admit() {
	for len(t.queue) > 0 && t.queue[0].cores <= t.free {
		t.free -= t.queue[0].cores
		close(t.queue[0].ready)
		t.queue = slices.Delete(t.queue, 0, 1)
	}
}

// wanted reports whether any request waits.
func (t *turns) wanted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.queue) > 0
}
