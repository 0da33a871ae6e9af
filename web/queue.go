package web

import (
	"context"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/internal/reason"
)

// Limits of a queue.
const (
	maxWaiting = 64 // requests
	maxOfOne   = 8  // requests of one client: more than a page has open at once
)

// errCrowded refuses a request for which the queue has no room.
var errCrowded = reason.New("too many requests wait; try again when others have been answered")

// A queue lets in one request at a time. Clients take turns: in each round it lets in one
// request of every waiting client, however many the client has. It refuses at once a
// request that would make it too long.
type queue struct {
	mu      sync.Mutex
	inside  string // the client whose request is in
	busy    bool
	round   int // round of the request last let in
	waiting []*guest
}

// A guest is a request that waits until ready is closed.
type guest struct {
	client string
	round  int
	ready  chan struct{}
}

// enter waits until the client's request is let in. It fails with errCrowded if the queue is
// full, or when ctx ends. After success the caller must call leave.
func (q *queue) enter(ctx context.Context, client string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	q.mu.Lock()
	g, err := q.line(client)
	q.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case <-g.ready:
		return nil
	case <-ctx.Done():
		q.withdraw(g)
		return ctx.Err()
	}
}

// line puts a request in the queue, behind all other requests of its round: the round
// after the one of the client's last request.
func (q *queue) line(client string) (*guest, error) {
	g := &guest{client, q.round, make(chan struct{})}
	if q.busy && q.inside == client {
		g.round++
	}
	own := 0
	for _, other := range q.waiting {
		if other.client == client {
			own++
			g.round = other.round + 1
		}
	}
	if own == maxOfOne || len(q.waiting) == maxWaiting {
		return nil, errCrowded
	}
	at := len(q.waiting)
	for at > 0 && q.waiting[at-1].round > g.round {
		at--
	}
	q.waiting = slices.Insert(q.waiting, at, g)
	q.admit()
	return g, nil
}

// withdraw removes a request whose client has left. If the queue has let the request in
// meanwhile, withdraw calls leave for it.
func (q *queue) withdraw(g *guest) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, g); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
		return
	}
	q.busy = false
	q.admit()
}

// leave ends the current request and lets in the next.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy = false
	q.admit()
}

func (q *queue) admit() {
	if q.busy || len(q.waiting) == 0 {
		return
	}
	g := q.waiting[0]
	q.waiting = slices.Delete(q.waiting, 0, 1)
	q.busy, q.inside, q.round = true, g.client, g.round
	close(g.ready)
}
