package web

import (
	"context"
	"slices"
	"sync"

	"github.com/plywood-go/plywood/internal/reason"
)

// Bounds of a queue.
const (
	maxWaiting = 64 // requests
	maxOfOne   = 8  // of them, of one client: more than a page has open at once
)

// errCrowded is the answer to a request for which a queue has no room.
var errCrowded = reason.New("too many requests wait; try again when others have been answered")

// A queue lets one request in after the other. Clients take turns: of those who
// wait, one who has many requests has one let in a round, as everybody has.
// Who would have to wait behind too many is sent away at once.
type queue struct {
	mu      sync.Mutex
	inside  string // the client whose request is in
	busy    bool
	round   int // of the last that was let in
	waiting []*guest
}

// A guest is a request that waits until ready is closed.
type guest struct {
	client string
	round  int
	ready  chan struct{}
}

// enter waits until the request of a client is let in; leave lets it out. It
// fails with errCrowded, or if ctx ends first.
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

// line gives a request its place: after all of its round, which is the one after
// that of the client's last.
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

// withdraw takes back a request whose client has gone, or lets it out if it was
// let in meanwhile.
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

// leave lets the request out that is in, and in the next.
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
