package farm

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
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

	mu       sync.Mutex
	running  map[uint64]context.CancelCauseFunc // by number of the chunk
	unwanted []uint64                           // numbers of the chunks cancelled last
}

// maxUnwanted is how many cancelled chunks a worker remembers: one may still be on its way to it.
const maxUnwanted = 256

// maxDeliveries is how often a chunk is begun before it is assumed to kill workers.
const maxDeliveries = 3

// errUnwanted is the cause of the cancellation of a chunk.
var errUnwanted = reason.New("cancelled")

// Run works until ctx is done, and waits while no coordinator runs. The error wraps
// [ErrVersion] if the coordinator has another version, and queue.ErrRejected if the worker's
// credentials were revoked.
func (w *Worker) Run(ctx context.Context) error {
	if err := CheckName(w.Name); err != nil {
		return err
	}
	if w.Log == nil {
		w.Log = slog.Default()
	}
	w.Lease = cmp.Or(w.Lease, queue.Lease)
	w.Slots, w.running = max(1, w.Slots), map[uint64]context.CancelCauseFunc{}
	ctx, end := context.WithCancel(ctx)
	defer end()
	if err := w.greet(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	stopCancel, err := w.Queue.OnCancel(w.cancel)
	if err != nil {
		return err
	}
	defer stopCancel()
	var all sync.WaitGroup
	for range w.Slots {
		all.Go(func() { w.work(ctx) })
	}
	for ctx.Err() == nil {
		queue.Rest(ctx, w.Lease/6)
		switch err = w.say(ctx, w.Slots); {
		case errors.Is(err, ErrVersion):
			w.Log.Error("the coordinator has changed", "error", err)
		case errors.Is(err, queue.ErrRejected):
			end()
			all.Wait()
			return err
		}
	}
	all.Wait()
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), w.Lease/6)
	defer stop()
	_ = w.say(last, 0) // otherwise others get its chunks at the end of the lease
	return nil
}

// greet greets until a coordinator answers.
func (w *Worker) greet(ctx context.Context) error {
	for n := 0; ctx.Err() == nil; n++ {
		err := w.say(ctx, w.Slots)
		if err == nil || errors.Is(err, ErrVersion) || errors.Is(err, queue.ErrRejected) {
			return err
		}
		if n == 0 {
			w.Log.Warn("waiting for a coordinator", "error", err)
		}
		queue.Rest(ctx, w.Lease/30)
	}
	return nil
}

// say greets the coordinator with a number of slots; 0 means that the worker leaves.
func (w *Worker) say(ctx context.Context, slots int) error {
	text, err := json.Marshal(wire.NewHello(w.Name, slots, w.Version))
	if err != nil {
		return err
	}
	within, stop := context.WithTimeout(ctx, w.Lease/6)
	defer stop()
	answer, err := w.Queue.Greet(within, w.Name, text)
	if err != nil {
		return err
	}
	var back wire.Hello
	if err := json.Unmarshal(answer, &back); err != nil {
		return err
	}
	if back.Version != w.Version {
		return reason.Errorf("%w: this is %s, the coordinator %s", ErrVersion, w.Version, back.Version)
	}
	return nil
}

// cancel cancels chunks.
func (w *Worker) cancel(numbers []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ; len(numbers) >= 8; numbers = numbers[8:] {
		n := binary.BigEndian.Uint64(numbers)
		w.unwanted = append(w.unwanted[max(0, len(w.unwanted)-maxUnwanted+1):], n)
		if stop := w.running[n]; stop != nil {
			stop(errUnwanted)
		}
	}
}

// work does one chunk after another.
func (w *Worker) work(ctx context.Context) {
	d := &job.Doer{Find: w.Find, Worker: w.Name, Engine: w.Version, Work: w.Work, Now: w.Now}
	for ctx.Err() == nil {
		list, err := w.Queue.Work(ctx, w.Name, 2*time.Second)
		if err != nil {
			if ctx.Err() == nil {
				w.Log.Debug("no work", "error", err)
			}
			queue.Rest(ctx, w.Lease/30)
		}
		for _, m := range list {
			w.attend(ctx, d, m)
		}
	}
}

// attend does a chunk or returns it undone.
func (w *Worker) attend(ctx context.Context, d *job.Doer, m queue.Message) {
	c, err := job.ReadChunk(m.Data())
	if err != nil {
		w.Log.Error("a chunk is damaged", "error", err)
		m.Drop() // the coordinator dispatches its jobs again
		return
	}
	if m.Deliveries() > maxDeliveries {
		why := fmt.Sprintf("begun %d times, and no worker came back", maxDeliveries)
		w.Log.Error("dead letter", "chunk", c.Number, "jobs", len(c.Jobs), "error", why)
		w.send(ctx, m, giveBack(&c, w.Name, why, false))
		return
	}
	within, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.mu.Lock()
	w.running[c.Number] = stop
	if slices.Contains(w.unwanted, c.Number) {
		stop(errUnwanted)
	}
	w.mu.Unlock()
	results, err := w.do(within, d, &c, m)
	w.mu.Lock()
	delete(w.running, c.Number)
	w.mu.Unlock()
	switch {
	case errors.Is(err, errUnwanted):
		m.Drop()
	case errors.Is(err, job.ErrForeign):
		w.Log.Error("left to others", "error", err)
		w.send(ctx, m, giveBack(&c, w.Name, err.Error(), true))
	case err != nil:
		m.Again(0)
	default:
		w.send(ctx, m, &job.Delivery{Chunk: c.Number, Worker: w.Name, Results: results})
	}
}

// do does the jobs of a chunk. Meanwhile it extends the time for the message m.
func (w *Worker) do(ctx context.Context, d *job.Doer, c *job.Chunk, m queue.Message) (results []job.Result, err error) {
	done := make(chan struct{})
	defer close(done)
	go func() {
		tick := time.NewTicker(w.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				m.Busy()
			}
		}
	}()
	for _, j := range c.Jobs {
		r, err := d.Do(ctx, j)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

// deliveryBytes is about the size of a message of results, in bytes. Servers of others may
// limit messages to 1 MiB.
const deliveryBytes = 800 << 10

// send queues a delivery and then acknowledges its chunk.
func (w *Worker) send(ctx context.Context, m queue.Message, d *job.Delivery) {
	for _, part := range d.Split(deliveryBytes) {
		text := part.Write()
		w.insist(ctx, m, func(within context.Context) error { return w.Queue.PutResult(within, w.Name, text) })
	}
	within, stop := context.WithTimeout(ctx, w.Lease/3)
	defer stop()
	_ = m.Done(within) // otherwise the chunk is done again, and the results compared
}

// insist calls try until it succeeds.
func (w *Worker) insist(ctx context.Context, m queue.Message, try func(context.Context) error) {
	for ctx.Err() == nil {
		m.Busy()
		within, stop := context.WithTimeout(ctx, w.Lease/3)
		err := try(within)
		stop()
		if err == nil {
			return
		}
		w.Log.Error("waiting until results can be sent", "error", err)
		queue.Rest(ctx, w.Lease/30)
	}
}
