package web

import (
	"context"
	"sync"
	"testing"
)

func TestTurnsKeepTheirOrder(t *testing.T) {
	turns := turns{free: 2}
	ctx := t.Context()
	if turns.take(ctx, 2) != nil {
		t.Fatal("refused at once")
	}
	var mu sync.Mutex
	var order []int
	var all sync.WaitGroup
	for i, cores := range []int{2, 1, 1} {
		all.Go(func() {
			if turns.take(ctx, cores) == nil {
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				turns.give(cores)
			}
		})
		eventually(t, "it waits", func() bool {
			turns.mu.Lock()
			defer turns.mu.Unlock()
			return len(turns.queue) == i+1
		})
	}
	if !turns.wanted() {
		t.Error("nobody waits")
	}
	turns.give(2)
	all.Wait()
	if len(order) != 3 || order[0] != 0 {
		t.Errorf("order %v, want the first to wait first", order)
	}
	if turns.free != 2 || turns.wanted() {
		t.Errorf("%d cores are free in the end", turns.free)
	}
}

func TestTurnsOfThoseWhoLeave(t *testing.T) {
	turns := turns{free: 1}
	if turns.take(t.Context(), 1) != nil {
		t.Fatal("refused at once")
	}
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() { gone <- turns.take(ctx, 1) }()
	eventually(t, "it waits", turns.wanted)
	cancel()
	if <-gone == nil {
		t.Error("no error")
	}
	turns.give(1)
	if turns.free != 1 || turns.wanted() {
		t.Errorf("%d cores are free, want 1", turns.free)
	}
	if turns.take(ctx, 1) == nil {
		t.Error("a client that has gone had a turn")
	}
}
