package farm

import (
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
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Worker does chunks of jobs, several at once.
type Worker struct {
	Queue *queue.Queue
	// Name is that of the worker, which no other has.
	Name string
	// Slots is how many chunks are done at once, one on a core. Zero means 1.
	Slots int
	// Version is that of the program.
	Version string
	// Find returns the game of a name.
	Find func(name string) (*engine.Game, error)
	// Work does jobs that are not about a position; see job.Doer.
	Work map[job.Kind]job.Work
	// Lease is how long the queue waits for a sign of life. Zero means 30 s.
	Lease time.Duration
	// Now tells the time that results say they took. Nil means time.Now.
	Now func() time.Time
	// Log is told what an operator should know. Nil means slog.Default.
	Log *slog.Logger

	mu       sync.Mutex
	running  map[uint64]context.CancelCauseFunc // by the number of a chunk
	unwanted []uint64                           // the chunks cancelled last
}

// maxUnwanted is how many chunks that are cancelled are known still: one may be on its
// way to the worker.
const maxUnwanted = 256

// maxDeliveries is how often a chunk is begun before it is held to be what ends
// workers.
const maxDeliveries = 3

// errUnwanted is the reason to break off a chunk.
var errUnwanted = reason.New("nobody wants it any more")

// Run works until ctx is done. It waits for a coordinator, and for one that went away.
// The error wraps [ErrVersion] if the coordinator is of another version.
func (w *Worker) Run(ctx context.Context) error {
	if err := CheckName(w.Name); err != nil {
		return err
	}
	if w.Log == nil {
		w.Log = slog.Default()
	}
	if w.Lease == 0 {
		w.Lease = 30 * time.Second
	}
	w.Slots, w.running = max(1, w.Slots), map[uint64]context.CancelCauseFunc{}
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
		rest(ctx, w.Lease/6)
		if err = w.hello(ctx); errors.Is(err, ErrVersion) {
			w.Log.Error("the coordinator has changed", "error", err)
		}
	}
	all.Wait()
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), w.Lease/6)
	defer stop()
	_ = w.say(last, 0) // its chunks go to others when it is silent
	return nil
}

func (w *Worker) doer() *job.Doer {
	return &job.Doer{Find: w.Find, Worker: w.Name, Engine: w.Version, Work: w.Work, Now: w.Now}
}

// greet waits until a coordinator answers.
func (w *Worker) greet(ctx context.Context) error {
	for n := 0; ctx.Err() == nil; n++ {
		err := w.hello(ctx)
		if err == nil || errors.Is(err, ErrVersion) {
			return err
		}
		if n == 0 {
			w.Log.Info("waiting for a coordinator", "error", err)
		}
		rest(ctx, w.Lease/30)
	}
	return nil
}

// hello says that the worker is there.
func (w *Worker) hello(ctx context.Context) error { return w.say(ctx, w.Slots) }

// say says how much the worker does at once; 0 that it goes.
func (w *Worker) say(ctx context.Context, slots int) error {
	text, err := json.Marshal(hello{Schema: helloSchema, Worker: w.Name, Slots: slots, Version: w.Version})
	if err != nil {
		return err
	}
	within, stop := context.WithTimeout(ctx, w.Lease/6)
	defer stop()
	answer, err := w.Queue.Greet(within, w.Name, text)
	if err != nil {
		return err
	}
	var back hello
	if err := json.Unmarshal(answer, &back); err != nil {
		return err
	}
	if back.Version != w.Version {
		return reason.Errorf("%w: this is %s, the coordinator %s", ErrVersion, w.Version, back.Version)
	}
	return nil
}

// cancel breaks off chunks.
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

// work does one chunk after the other.
func (w *Worker) work(ctx context.Context) {
	d := w.doer()
	for ctx.Err() == nil {
		list, err := w.Queue.Work(ctx, w.Name, 2*time.Second)
		if err != nil {
			if ctx.Err() == nil {
				w.Log.Debug("no work", "error", err)
			}
			rest(ctx, w.Lease/30)
		}
		for _, m := range list {
			w.attend(ctx, d, m)
		}
	}
}

// attend does a chunk, unless it is better left to others.
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
		w.send(ctx, m, deliver(&c, w.Name, results))
	}
}

// do does the jobs of a chunk, and says meanwhile that it is at work.
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

// deliveryBytes is about how much a message of results has: it may have a MiB on
// servers of others.
const deliveryBytes = 800 << 10

// send sends what came of a chunk until it is queued, and then lets go of the chunk.
func (w *Worker) send(ctx context.Context, m queue.Message, d *job.Delivery) {
	for _, part := range d.Split(deliveryBytes) {
		text := part.Write()
		w.insist(ctx, m, func(within context.Context) error { return w.Queue.PutResult(within, w.Name, text) })
	}
	within, stop := context.WithTimeout(ctx, w.Lease/3)
	defer stop()
	_ = m.Done(within) // it is done again if that is lost, and compared
}

// insist tries until it succeeds.
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
		rest(ctx, w.Lease/30)
	}
}
