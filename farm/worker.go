package farm

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm/internal/wire"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Worker does chunks of jobs, several at once.
type Worker struct {
	Queue queue.Worker // brings its work
	// Name is the name of the worker. No two workers may share a name.
	Name string
	// Slots is how many chunks it does at once, each on one core. Zero means 1.
	Slots int
	// Version is the version of the program.
	Version string
	// Find returns the game with the given name.
	Find func(name string) (*engine.Game, error)
	// Work does the jobs that are not about a position; see job.Doer.
	Work map[job.Kind]job.Work
	// Lease is how long the worker may be silent before its jobs are dispatched to others.
	// Zero means queue.Lease.
	Lease time.Duration
	// Now returns the time, to measure how long jobs take. Nil means time.Now.
	Now func() time.Time
	// Log logs events for the operator. Nil means slog.Default.
	Log *slog.Logger

	mu      sync.Mutex
	session string
	held    map[uint64]*held // chunks, by number
	again   func()           // ends the present greeting, if it asks for nothing
	idle    chan *job.Doer
}

// held is a chunk that the coordinator has not yet got back.
type held struct {
	job.Chunk
	sealed wire.Sealed
	stop   context.CancelCauseFunc
	// results are its deliveries as documents, once it is done, and sent is when they were last
	// queued; zero while they are on their way there.
	results [][]byte
	sent    time.Time
	lost    bool // the coordinator may have refused them
}

// errUnwanted is the cause of the cancellation of a chunk.
var errUnwanted = reason.New("cancelled")

// Run works until ctx is done, and waits while no coordinator runs. The error wraps
// [ErrVersion] if the coordinator has another version when the worker begins, [ErrReplaced] if
// another worker has taken the name, and queue.ErrRejected if the credentials were revoked.
func (w *Worker) Run(ctx context.Context) error {
	if err := CheckName(w.Name); err != nil {
		return err
	}
	if w.Log == nil {
		w.Log = slog.Default()
	}
	w.Lease = cmp.Or(w.Lease, queue.Lease)
	w.Slots, w.held, w.session = max(1, w.Slots), map[uint64]*held{}, rand.Text()
	w.idle = make(chan *job.Doer, w.Slots)
	for range w.Slots {
		w.idle <- &job.Doer{Find: w.Find, Worker: w.Name, Engine: w.Version, Work: w.Work, Now: w.Now}
	}
	ctx, end := context.WithCancel(ctx)
	var all sync.WaitGroup
	err := w.greet(ctx, &all)
	end()
	all.Wait()
	if err == nil {
		last, stop := context.WithTimeout(context.WithoutCancel(ctx), w.Lease/6)
		defer stop()
		_, _ = w.say(last, wire.Hello{}) // otherwise others get its chunks at the end of the lease
	}
	return err
}

// greet greets again and again, and begins the chunks that it gets, until ctx is done.
func (w *Worker) greet(ctx context.Context, all *sync.WaitGroup) error {
	waiting, known := false, false
	var unknown []uint64
	for ctx.Err() == nil {
		within, stop := context.WithTimeout(ctx, w.Lease/4)
		back, err := w.say(within, w.hello(unknown, stop))
		early := errors.Is(within.Err(), context.Canceled)
		stop()
		switch {
		case errors.Is(err, queue.ErrRejected), errors.Is(err, ErrReplaced), errors.Is(err, ErrVersion) && !known:
			return err
		case err == nil:
			waiting, known = false, true
			w.take(ctx, back, all)
			unknown = back.Unknown
		case !early: // a slot is free, so that it greets again
			if !waiting {
				w.Log.Warn("waiting for a coordinator", "error", err)
			}
			waiting = true
			queue.Rest(ctx, w.Lease/30)
		}
	}
	return nil
}

// hello returns a greeting, with the chunks that the coordinator does not know. A slot that becomes
// free calls again, unless the greeting asks for chunks: the answer may be on its way.
func (w *Worker) hello(unknown []uint64, again func()) wire.Hello {
	w.mu.Lock()
	defer w.mu.Unlock()
	h, size := wire.Hello{Slots: w.Slots, Room: w.Slots}, 0
	for n, c := range w.held {
		h.Held = append(h.Held, n)
		if slices.Contains(unknown, n) && size < deliveryBytes {
			h.Chunks = append(h.Chunks, c.sealed)
			size += len(c.sealed.Chunk)
		}
		if c.results == nil {
			h.Room--
		}
	}
	if w.again = again; h.Room > 0 {
		w.again = func() {}
	}
	return h
}

// say greets the coordinator and returns its answer.
func (w *Worker) say(ctx context.Context, h wire.Hello) (back wire.Welcome, err error) {
	h.Version, h.Session = w.Version, w.session
	text, err := json.Marshal(h)
	if err != nil {
		return back, err
	}
	answer, err := w.Queue.Greet(ctx, w.Name, text)
	if err == nil {
		err = json.Unmarshal(answer, &back)
	}
	switch {
	case err != nil:
	case back.Replaced:
		err = reason.Errorf("%w: %s", ErrReplaced, w.Name)
	case back.Version != w.Version:
		err = reason.Errorf("%w: this is %s, the coordinator %s", ErrVersion, w.Version, back.Version)
	}
	return back, err
}

// take begins the chunks of an answer, drops those that are no longer wanted, and queues again the
// results that the coordinator seems not to have got.
func (w *Worker) take(ctx context.Context, back wire.Welcome, all *sync.WaitGroup) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range back.Unwanted {
		if c := w.held[n]; c != nil {
			c.stop(errUnwanted)
			delete(w.held, n)
		}
	}
	for n, c := range w.held {
		switch {
		case slices.Contains(back.Unknown, n):
			c.lost = true
		case !c.sent.IsZero() && (c.lost || time.Since(c.sent) > w.Lease):
			c.sent, c.lost = time.Time{}, false
			all.Go(func() { w.send(ctx, c) })
		}
	}
	for _, s := range back.Chunks {
		chunk, err := job.ReadChunk(s.Chunk)
		if err != nil {
			w.Log.Error("a chunk is damaged", "error", err) // it is not held, so others get its jobs
			continue
		}
		c := &held{Chunk: chunk, sealed: s}
		within, stop := context.WithCancelCause(ctx)
		c.stop, w.held[c.Number] = stop, c
		all.Go(func() { w.attend(within, c) })
	}
}

// attend does a chunk as soon as a doer is idle, or returns it undone.
func (w *Worker) attend(ctx context.Context, c *held) {
	var d *job.Doer
	select {
	case <-ctx.Done():
		return
	case d = <-w.idle:
	}
	back := &job.Delivery{Chunk: c.Number, Worker: w.Name}
	var err error
	for i := 0; i < len(c.Jobs) && err == nil; i++ {
		var r job.Result
		r, err = d.Do(ctx, c.Jobs[i])
		back.Results = append(back.Results, r)
	}
	w.idle <- d
	switch {
	case errors.Is(err, job.ErrForeign):
		w.Log.Error("left to others", "error", err)
		back.Results, back.Why = nil, err.Error()
		for i := range c.Jobs {
			back.Returned = append(back.Returned, c.Jobs[i].Key())
		}
	case err != nil:
		return // it is unwanted, or the worker ends
	}
	w.mu.Lock()
	for _, part := range back.Split(deliveryBytes) {
		c.results = append(c.results, part.Write())
	}
	w.again()
	w.mu.Unlock()
	w.send(ctx, c)
}

// deliveryBytes is about the size of a message of results, in bytes. Servers of others may
// limit messages to 1 MiB.
const deliveryBytes = 800 << 10

// send queues the results of a chunk. It tries until it succeeds.
func (w *Worker) send(ctx context.Context, c *held) {
	for _, text := range c.results {
		for ctx.Err() == nil {
			within, stop := context.WithTimeout(ctx, w.Lease/3)
			err := w.Queue.PutResult(within, w.Name, text)
			stop()
			if err == nil {
				break
			}
			w.Log.Warn("waiting until results can be sent", "error", err)
			queue.Rest(ctx, w.Lease/30)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	c.sent = time.Now()
}
