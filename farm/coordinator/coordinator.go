// Package coordinator runs the coordinator of a farm: it accepts submissions, dispatches
// their jobs to workers and stores the results.
package coordinator

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/internal/wire"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Coordinator connects a ledger to a queue.
type Coordinator struct {
	Queue  queue.Coordinator // carries its messages
	Ledger *ledger.Ledger    // keeps jobs and results
	// Version is the version of the program and of its workers.
	Version string
	// Log logs events for the operator. Nil means slog.Default.
	Log *slog.Logger
	// Folders are the folders whose disks the status shows, by their use.
	Folders map[string]string
	// Tick is the interval of the coordinator's own checks. Zero means 1 s.
	Tick time.Duration

	started  time.Time
	fail     context.CancelCauseFunc // ends Run with an error
	mu       sync.Mutex
	troubles map[string]string       // by the activity that waits
	pages    map[string]map[int]page // of incomplete submissions, by name and number
	places   map[uint64]uint64       // in the queue, by number of the chunk
	more     chan struct{}           // wakes the dispatcher
	prepared map[string]bool         // workers for which PrepareWorker was called
	meters   map[string]*meter       // of the deliveries of each worker
}

// page is a page of a submission with its message.
type page struct {
	wire.Submission
	queue.Message
}

// Run runs until ctx is done, or another coordinator uses the queue: the error then wraps
// [archive.ErrForked]. It calls ready, which may be nil, when it accepts submissions.
func (c *Coordinator) Run(ctx context.Context, ready func()) error {
	within, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	c.fail = fail
	err := c.run(within, ready)
	if err == nil && ctx.Err() == nil {
		err = context.Cause(within)
	}
	return err
}

func (c *Coordinator) run(ctx context.Context, ready func()) error {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Tick = cmp.Or(c.Tick, time.Second)
	c.started, c.pages = time.Now(), map[string]map[int]page{}
	c.places, c.prepared, c.meters = map[uint64]uint64{}, map[string]bool{}, map[string]*meter{}
	c.more = make(chan struct{}, 1)
	if err := c.Queue.Prepare(ctx); err != nil {
		return err
	}
	read, err := c.Ledger.Follow(ctx, c.Queue.Journal())
	if err != nil {
		return err
	}
	if read > 0 {
		c.Log.Info("read into the archive", "messages", read)
	}
	if err := c.restore(ctx); err != nil {
		return err
	}
	stop, err := c.Queue.Answer(c.answer)
	if err != nil {
		return err
	}
	defer stop()
	stopGreet, err := c.Queue.OnGreet(c.greet)
	if err != nil {
		return err
	}
	defer stopGreet()
	if ready != nil {
		ready()
	}
	var all sync.WaitGroup
	all.Go(func() { c.listen(ctx, "results", c.Queue.Results, c.accept) })
	all.Go(func() { c.listen(ctx, "submissions", c.Queue.Submissions, c.submit) })
	all.Go(func() { c.dispatch(ctx) })
	all.Wait()
	return nil
}

// keep stores in the queue what the archive holds, before anything of it is acknowledged, unless
// err is an error.
func (c *Coordinator) keep(ctx context.Context, err error) error {
	if err == nil {
		err = c.Ledger.Archive.Flush(ctx, c.Queue.Journal())
	}
	if errors.Is(err, archive.ErrForked) {
		c.fail(err)
	}
	return err
}

// restore reads the queued chunks into the ledger, and deletes those that are done.
func (c *Coordinator) restore(ctx context.Context) error {
	chunks, err := c.Queue.Queued(ctx)
	if err != nil {
		return err
	}
	for _, m := range chunks {
		wanted := false
		chunk, err := job.ReadChunk(m.Data)
		if err == nil {
			if wanted, err = c.Ledger.Restore(m.Worker, chunk.Number, chunk.Jobs); err != nil {
				return err
			}
		}
		if wanted {
			c.places[chunk.Number] = m.Place
			continue
		}
		if err := c.Queue.Delete(ctx, m.Place); err != nil {
			return err
		}
	}
	return nil
}

// listen calls handle with the messages that fetch returns until ctx is done.
func (c *Coordinator) listen(
	ctx context.Context, activity string,
	fetch func(context.Context, time.Duration) ([]queue.Message, error), handle func(context.Context, []queue.Message) error,
) {
	for ctx.Err() == nil {
		list, err := fetch(ctx, 2*time.Second)
		if err == nil && len(list) > 0 {
			err = handle(ctx, list)
			c.wake()
		}
		if ctx.Err() == nil {
			c.Note(activity, err)
		}
		if err != nil {
			queue.Rest(ctx, c.Tick)
		}
	}
}

// wake makes the dispatcher look for work.
func (c *Coordinator) wake() {
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// Note stores the error that an activity of the farm waits for, for the status, and logs a
// change. No error means that the activity goes on.
func (c *Coordinator) Note(activity string, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	c.mu.Lock()
	changed := text != c.troubles[activity]
	if c.troubles == nil {
		c.troubles = map[string]string{}
	}
	c.troubles[activity] = text
	c.mu.Unlock()
	switch {
	case changed && text != "":
		c.Log.Error("waiting", "activity", activity, "trouble", text)
	case changed:
		c.Log.Info("going on", "activity", activity)
	}
}

// trouble returns the errors that activities wait for; "" if there are none.
func (c *Coordinator) trouble() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var texts []string
	for _, activity := range slices.Sorted(maps.Keys(c.troubles)) {
		if text := c.troubles[activity]; text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}

// acceptBytes is about the size of the deliveries that are accepted at once: less than 100 ms of
// work.
const acceptBytes = 4 << 20

// accept accepts deliveries of results until ctx is done. Others come again.
func (c *Coordinator) accept(ctx context.Context, list []queue.Message) (err error) {
	for len(list) > 0 && ctx.Err() == nil && err == nil {
		n, size := 1, len(list[0].Data())
		for n < len(list) && size+len(list[n].Data()) <= acceptBytes {
			size += len(list[n].Data())
			n++
		}
		err = c.acceptSome(ctx, list[:n])
		list = list[n:]
	}
	for _, m := range list {
		m.Again(0)
	}
	return err
}

// acceptSome accepts deliveries in one transaction. It acknowledges them when they are in the
// archive and in the queue.
func (c *Coordinator) acceptSome(ctx context.Context, list []queue.Message) error {
	var all []job.Delivery
	var whole []queue.Message
	for _, m := range list {
		if !c.admit(m) {
			continue
		}
		d, err := job.ReadDelivery(m.Data())
		if err == nil && m.Sender() != d.Worker {
			err = reason.Errorf("delivery of %q sent by %q", d.Worker, m.Sender())
		}
		if err != nil {
			c.Log.Error("dropped a damaged delivery", "error", err)
			m.Drop()
			continue
		}
		all, whole = append(all, d), append(whole, m)
	}
	done, err := c.Ledger.Accept(all...)
	if err = c.keep(ctx, err); err != nil {
		for _, m := range whole {
			m.Again(c.Tick)
		}
		return err
	}
	for _, m := range whole {
		err = errors.Join(err, m.Ack())
	}
	return errors.Join(err, c.delete(ctx, done), c.cancel(ctx))
}

// delete deletes chunks from the queue.
func (c *Coordinator) delete(ctx context.Context, numbers []uint64) (err error) {
	for _, n := range numbers {
		if place := c.place(n); place > 0 {
			err = errors.Join(err, c.Queue.Delete(ctx, place))
		}
	}
	return err
}

// place returns and forgets the place of a chunk in the queue; 0 if it is unknown.
func (c *Coordinator) place(number uint64) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	place := c.places[number]
	delete(c.places, number)
	return place
}

// cancel cancels the chunks that no batch needs any more.
func (c *Coordinator) cancel(ctx context.Context) error {
	numbers := c.Ledger.Unwanted()
	var text []byte
	for _, n := range numbers {
		text = binary.BigEndian.AppendUint64(text, n)
	}
	if len(text) == 0 {
		return nil
	}
	return errors.Join(c.Queue.Cancel(text), c.delete(ctx, numbers))
}

// dispatch dispatches work whenever a worker has room, and regularly searches for lost chunks.
func (c *Coordinator) dispatch(ctx context.Context) {
	tick := time.NewTicker(c.Tick)
	defer tick.Stop()
	for n := 0; ctx.Err() == nil; {
		err := c.fill(ctx)
		select {
		case <-ctx.Done():
		case <-c.more:
		case <-tick.C:
			err = errors.Join(err, c.review(ctx))
			if n++; n%findTicks == 0 {
				err = errors.Join(err, c.find(ctx))
			}
		}
		if ctx.Err() == nil {
			c.Note("dispatch", err)
		}
		if err != nil {
			queue.Rest(ctx, c.Tick)
		}
	}
}

// review recalls chunks from silent workers, and reviews the jobs that wait for another worker.
func (c *Coordinator) review(ctx context.Context) error {
	numbers, err := c.Ledger.Silent()
	err = errors.Join(err, c.delete(ctx, numbers), c.Ledger.Review())
	return c.keep(ctx, errors.Join(err, c.Ledger.Archive.Check(ctx, c.Queue.Journal())))
}

// findTicks is the number of ticks between searches for lost chunks.
const findTicks = 10

// atOnce is how many questions are put to the queue at once, which stores chunks before it answers.
const atOnce = 16

// together calls ask for each worker, some at once, and returns the answers in their order.
func together(ctx context.Context, workers []string, ask func(context.Context, string) (bool, error)) (answers []bool, err error) {
	answers, errs := make([]bool, len(workers)), make([]error, len(workers)+1)
	var all sync.WaitGroup
	room := make(chan struct{}, atOnce)
	for i, worker := range workers {
		room <- struct{}{}
		all.Go(func() {
			answers[i], errs[i] = ask(ctx, worker)
			<-room
		})
	}
	all.Wait()
	return answers, cmp.Or(errs...)
}

// fill dispatches chunks until no worker has room or no jobs are left.
func (c *Coordinator) fill(ctx context.Context) error {
	for again := true; again && ctx.Err() == nil; {
		again = false
		free := c.Ledger.Free()
		sent, err := together(ctx, free, c.send)
		if err != nil {
			return err
		}
		for i, worker := range free {
			if again = again || sent[i]; sent[i] {
				continue
			}
			number, ok := c.Ledger.Steal(worker)
			if !ok {
				continue
			}
			if err := c.delete(ctx, []uint64{number}); err != nil {
				return err
			}
			again = true
		}
	}
	return nil
}

// send dispatches a chunk to a worker, if the ledger has one for it.
func (c *Coordinator) send(ctx context.Context, worker string) (sent bool, err error) {
	c.mu.Lock()
	prepared := c.prepared[worker]
	c.prepared[worker] = true
	c.mu.Unlock()
	if !prepared {
		if err := c.Queue.PrepareWorker(ctx, worker); err != nil {
			c.mu.Lock()
			delete(c.prepared, worker)
			c.mu.Unlock()
			return false, err
		}
	}
	chunk, err := c.Ledger.Dispatch(worker)
	if chunk == nil || err != nil {
		return false, err
	}
	place, err := c.Queue.PutWork(ctx, worker, chunk.Write())
	if err != nil {
		c.Ledger.Lost(chunk.Number)
		return false, err
	}
	c.mu.Lock()
	c.places[chunk.Number] = place
	c.mu.Unlock()
	return true, nil
}

// find dispatches again the chunks that are neither queued nor at a worker, and deletes
// queued chunks that the ledger does not know.
func (c *Coordinator) find(ctx context.Context) error {
	before := c.Ledger.Outstanding()
	chunks, err := c.Queue.Queued(ctx)
	if err != nil {
		return err
	}
	there, idle := map[uint64]bool{}, map[string]bool{}
	for _, m := range chunks {
		chunk, err := job.ReadChunk(m.Data)
		if before[chunk.Number] != m.Worker || err != nil {
			if err := c.Queue.Delete(ctx, m.Place); err != nil {
				return err
			}
			continue
		}
		there[chunk.Number], idle[m.Worker] = true, false
	}
	workers := slices.Collect(maps.Keys(idle))
	answers, err := together(ctx, workers, c.Queue.Idle)
	if err != nil {
		return err
	}
	for i, worker := range workers {
		idle[worker] = answers[i]
	}
	// An idle worker had queued its results before it was idle. If no results are queued
	// now, they were accepted, or it had none.
	settled, err := c.Queue.Settled(ctx)
	if err != nil {
		return err
	}
	now := c.Ledger.Outstanding()
	c.mu.Lock()
	maps.DeleteFunc(c.places, func(n, _ uint64) bool { return now[n] == "" })
	c.mu.Unlock()
	for n, worker := range before {
		if now[n] == worker && settled && (!there[n] || idle[worker]) {
			c.Ledger.Lost(n)
			if err := c.delete(ctx, []uint64{n}); err != nil {
				return err
			}
		}
	}
	return nil
}

// submit collects pages of submissions. It adopts each batch when it is complete.
func (c *Coordinator) submit(ctx context.Context, list []queue.Message) error {
	for _, m := range list {
		p := page{Message: m}
		err := json.Unmarshal(m.Data(), &p.Submission)
		if err == nil {
			err = p.Check()
		}
		if err != nil {
			c.Log.Error("dropped a message that is no submission", "error", err)
			m.Drop()
			continue
		}
		if c.pages[p.Name] == nil {
			c.pages[p.Name] = map[int]page{}
		}
		pages := c.pages[p.Name]
		pages[p.Page] = p
		if len(pages) < p.Pages {
			continue
		}
		if err := c.adopt(ctx, pages); err != nil {
			return err
		}
		delete(c.pages, p.Name)
	}
	return nil
}

// adopt submits a complete batch to the ledger. It drops a batch that cannot be done.
func (c *Coordinator) adopt(ctx context.Context, pages map[int]page) error {
	b := pages[0].Batch
	for n := range len(pages) {
		b.Lines = append(b.Lines, pages[n].Submission.Lines...)
	}
	name, err := c.Ledger.Submit(b)
	if errors.Is(err, ledger.ErrInvalid) {
		c.Log.Error("dropped a batch that cannot be done", "batch", pages[0].Name, "error", err)
		err = nil
	}
	if err = c.keep(ctx, err); err != nil {
		for _, p := range pages {
			p.Again(c.Tick)
		}
		return err
	}
	for _, p := range pages {
		if err := p.Done(ctx); err != nil {
			return err
		}
	}
	c.Log.Info("batch", "name", name, "kind", b.Spec.Kind, "game", b.Spec.Game, "jobs", len(b.Lines))
	return nil
}

// answer answers a question about a topic.
func (c *Coordinator) answer(topic string, question []byte) []byte {
	var a wire.Answer
	body, err := c.reply(topic, question)
	if err == nil {
		a.Body, err = json.Marshal(body)
	}
	if err != nil {
		a = wire.Answer{Error: err.Error(), Unknown: errors.Is(err, job.ErrNoBatch)}
	}
	text, _ := json.Marshal(a) // every field of it can be marshalled
	return text
}

// replyTime is how long the queue may take for what a question changes.
const replyTime = 2 * time.Second

// reply answers a question. What it changes is in the archive and in the queue.
func (c *Coordinator) reply(topic string, question []byte) (body any, err error) {
	ctx, stop := context.WithTimeout(context.Background(), replyTime)
	defer stop()
	var q wire.Question
	if len(question) > 0 {
		if err := json.Unmarshal(question, &q); err != nil {
			return nil, err
		}
	}
	switch topic {
	case wire.AskStatus:
		return c.Status(), nil
	case wire.AskBatch:
		return c.Ledger.Batch(q.Batch)
	case wire.AskRows:
		return c.Ledger.Rows(q.Batch, q.From)
	case wire.AskCancel:
		if err := c.Ledger.Cancel(q.Batch); err != nil {
			return nil, err
		}
		return struct{}{}, c.keep(ctx, c.cancel(ctx))
	case wire.AskTrust, wire.AskDistrust:
		change := c.Ledger.Trust
		if topic == wire.AskDistrust {
			change = c.Ledger.Distrust
		}
		jobs, err := change(q.Worker)
		c.Log.Warn(topic, "worker", q.Worker, "jobs", len(jobs), "error", err)
		c.wake()
		return wire.Reopened{Total: len(jobs), Jobs: jobs[:min(len(jobs), wire.MostListed)]}, c.keep(ctx, err)
	case wire.AskRetry:
		jobs, err := c.Ledger.Retry(q.Batch)
		return wire.Retried{Jobs: jobs}, c.keep(ctx, err)
	}
	return nil, reason.Errorf("unknown topic %q", topic)
}

// greet registers a worker, or one that leaves.
func (c *Coordinator) greet(worker string, text []byte) []byte {
	var h wire.Hello
	if err := json.Unmarshal(text, &h); err == nil && h.Worker == worker && h.Version == c.Version && farm.CheckName(worker) == nil {
		if h.Slots > 0 {
			if c.Ledger.Hello(worker, h.Slots) {
				c.mu.Lock()
				delete(c.prepared, worker)
				c.mu.Unlock()
			}
		} else {
			ctx, stop := context.WithTimeout(context.Background(), replyTime)
			defer stop()
			if err := c.delete(ctx, c.Ledger.Bye(worker)); err != nil {
				c.Log.Error("chunks of a worker that leaves", "worker", worker, "error", err)
			}
		}
		c.wake()
	}
	back, _ := json.Marshal(wire.NewHello("", 0, c.Version)) // every field of it can be marshalled
	return back
}

// disks returns the disks of the folders.
func (c *Coordinator) disks() (all []farm.Disk) {
	for _, use := range slices.Sorted(maps.Keys(c.Folders)) {
		if free, ok := queue.Free(c.Folders[use]); ok {
			all = append(all, farm.Disk{What: use, Folder: c.Folders[use], Free: free})
		}
	}
	return all
}

// Status returns the status of the farm.
func (c *Coordinator) Status() farm.Status {
	s := farm.NewStatus(c.Version, c.started)
	s.InFlight, s.Trouble, s.Disks = len(c.Ledger.Outstanding()), c.trouble(), c.disks()
	s.Counters, s.Workers, s.Batches = c.Ledger.Counts(), c.Ledger.Workers(), c.Ledger.Batches()
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range s.Workers {
		sent := c.meters[s.Workers[i].Name]
		s.Workers[i].Paused = sent != nil && sent.paused(time.Now())
	}
	return s
}
