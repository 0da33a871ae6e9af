package web

import (
	"context"
	"sync"
	"testing"
)

func TestTurnsKeepTheirOrder(t *testing.T) {
	q := queue{free: 2, endless: true}
	ctx := t.Context()
	if q.enter(ctx, "", 2) != nil {
		t.Fatal("refused at once")
	}
	var mu sync.Mutex
	var order []int
	var all sync.WaitGroup
	for i, cores := range []int{2, 1, 1} {
		all.Go(func() {
			if q.enter(ctx, "", cores) == nil {
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				q.leave(cores)
			}
		})
		eventually(t, "it waits", func() bool {
			q.mu.Lock()
			defer q.mu.Unlock()
			return len(q.waiting) == i+1
		})
	}
	if !q.wanted() {
		t.Error("nobody waits")
	}
	q.leave(2)
	all.Wait()
	if len(order) != 3 || order[0] != 0 {
		t.Errorf("order %v, want the first to wait first", order)
	}
	if q.free != 2 || q.wanted() {
		t.Errorf("%d cores are free in the end", q.free)
	}
}

func TestTurnsOfThoseWhoLeave(t *testing.T) {
	q := queue{free: 1, endless: true}
	if q.enter(t.Context(), "", 1) != nil {
		t.Fatal("refused at once")
	}
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() { gone <- q.enter(ctx, "", 1) }()
	eventually(t, "it waits", q.wanted)
	cancel()
	if <-gone == nil {
		t.Error("no error")
	}
	q.leave(1)
	if q.free != 1 || q.wanted() {
		t.Errorf("%d cores are free, want 1", q.free)
	}
	if q.enter(ctx, "", 1) == nil {
		t.Error("a client that has gone had a turn")
	}
}
