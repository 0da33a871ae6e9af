// Package coordinator runs the coordinator of a farm: it accepts submissions, dispatches
// their jobs to workers and stores the results.
package coordinator

import (
	"cmp"
	"context"
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
	ready    time.Time               // when it begins to dispatch chunks
	fail     context.CancelCauseFunc // ends Run with an error
	mu       sync.Mutex
	troubles map[string]string    // by the activity that waits
	lines    map[string][]string  // of incomplete submissions, by the name of the batch
	waiting  map[string]*greeting // the last of each worker, until it is answered
	sessions map[string][]string  // the last of each worker, the present one behind
	more     chan struct{}        // wakes the dispatcher
	meters   map[string]meter     // of the messages of each worker
}

// greeting is a greeting of a worker that waits for an answer.
type greeting struct {
	answer func([]byte)
	room   int       // chunks that the worker can begin
	until  time.Time // when it is answered in any case
	size   int       // bytes of the chunks in back
	back   wire.Welcome
}

// Run runs until ctx is done, or another coordinator uses the queue: the error then wraps
// [archive.ErrForked]. It calls ready, which may be nil, when it accepts submissions.
func (c *Coordinator) Run(ctx context.Context, ready func()) error {
	outside := ctx
	ctx, c.fail = context.WithCancelCause(ctx)
	defer c.fail(nil)
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Tick = cmp.Or(c.Tick, time.Second)
	c.started, c.lines = time.Now(), map[string][]string{}
	c.waiting, c.meters = map[string]*greeting{}, map[string]meter{}
	c.sessions = map[string][]string{}
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
	if c.ready = time.Now(); c.Ledger.Unfinished() {
		c.ready = c.ready.Add(c.Ledger.Lease / 4)
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
	all.Go(func() { c.listen(ctx) })
	all.Go(func() { c.dispatch(ctx) })
	all.Wait()
	if outside.Err() != nil {
		return nil
	}
	return context.Cause(ctx)
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

// listen accepts deliveries of results until ctx is done.
func (c *Coordinator) listen(ctx context.Context) {
	for ctx.Err() == nil {
		list, err := c.Queue.Results(ctx, 2*time.Second)
		if err == nil && len(list) > 0 {
			err = c.accept(ctx, list)
			c.wake()
		}
		if ctx.Err() == nil {
			c.Note("results", err)
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
		if !c.admit(m.Sender(), len(m.Data())) {
			m.Again(pause)
			continue
		}
		c.Ledger.Received(m.Sender(), len(m.Data()))
		d, err := job.ReadDelivery(m.Sender(), m.Data())
		if err != nil {
			c.Log.Error("dropped a damaged delivery", "error", err)
			m.Drop()
			continue
		}
		all, whole = append(all, d), append(whole, m)
	}
	err := c.Ledger.Accept(all...)
	if err = c.keep(ctx, err); err != nil {
		for _, m := range whole {
			m.Again(c.Tick)
		}
		return err
	}
	for _, m := range whole {
		err = errors.Join(err, m.Ack())
	}
	c.cancel()
	return err
}

// cancel tells the workers which chunks no batch needs any more.
func (c *Coordinator) cancel() {
	unwanted := c.Ledger.Unwanted()
	c.mu.Lock()
	defer c.mu.Unlock()
	for worker, numbers := range unwanted {
		if g := c.waiting[worker]; g != nil { // otherwise its next greeting is answered so
			g.back.Unwanted = append(g.back.Unwanted, numbers...)
			c.welcome(worker, g)
		}
	}
}

// welcome answers a greeting; c.mu is held.
func (c *Coordinator) welcome(worker string, g *greeting) {
	g.back.Version = c.Version
	text, _ := json.Marshal(g.back) // every field of it can be marshalled
	g.answer(text)
	if c.waiting[worker] == g {
		delete(c.waiting, worker)
	}
}

// dispatch dispatches work whenever a worker has room.
func (c *Coordinator) dispatch(ctx context.Context) {
	tick := time.NewTicker(c.Tick)
	defer tick.Stop()
	for ctx.Err() == nil {
		err := c.fill(ctx)
		select {
		case <-ctx.Done():
		case <-c.more:
		case <-tick.C:
			err = c.keep(ctx, errors.Join(err, c.Ledger.Review(), c.Ledger.Archive.Check(ctx, c.Queue.Journal())))
		}
		if ctx.Err() == nil {
			c.Note("dispatch", err)
		}
		if err != nil {
			queue.Rest(ctx, c.Tick)
		}
	}
}

// mostChunks is about the most bytes of chunks in an answer.
const mostChunks = 800 << 10

// fill dispatches a chunk after the other to the workers that wait for some, until none has room
// or no jobs are left. Then it answers them, and those that have waited long.
func (c *Coordinator) fill(ctx context.Context) (err error) {
	for again := !time.Now().Before(c.ready); again && ctx.Err() == nil && err == nil; {
		again = false
		for _, worker := range c.Ledger.Free() {
			sent, err2 := c.send(worker)
			again, err = again || sent, errors.Join(err, err2)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for worker, g := range c.waiting {
		if len(g.back.Chunks) > 0 || time.Now().After(g.until) {
			c.welcome(worker, g)
		}
	}
	return err
}

// send adds a chunk to the answer to a worker, if it waits for one and the ledger has one for it.
func (c *Coordinator) send(worker string) (sent bool, err error) {
	c.mu.Lock()
	g := c.waiting[worker]
	full := g == nil || len(g.back.Chunks) >= g.room || g.size > mostChunks
	c.mu.Unlock()
	if full {
		return false, nil
	}
	chunk, err := c.Ledger.Dispatch(worker)
	if chunk == nil || err != nil {
		return false, err
	}
	text := chunk.Write()
	c.mu.Lock()
	defer c.mu.Unlock()
	g.size += len(text)
	g.back.Chunks = append(g.back.Chunks, wire.Seal(c.Ledger.Archive.Name(), worker, chunk.Number, text))
	return true, nil
}

// mostSubmissions is the most incomplete submissions that are remembered.
const mostSubmissions = 64

// submit collects the parts of a submission, and adopts the batch with the last one. It returns the
// number of the lines that it has.
func (c *Coordinator) submit(text []byte) (next int, err error) {
	var s wire.Submission
	if err := json.Unmarshal(text, &s); err != nil {
		return 0, err
	}
	c.mu.Lock()
	lines := c.lines[s.Name]
	if s.From == len(lines) { // otherwise this or another coordinator has lost the part before
		lines = append(lines, s.Lines...)
	}
	if len(c.lines) > mostSubmissions {
		clear(c.lines) // most were given up; the others begin again
	}
	if c.lines[s.Name] = lines; len(lines) == s.Size {
		delete(c.lines, s.Name)
	}
	c.mu.Unlock()
	if len(lines) < s.Size {
		return len(lines), nil
	}
	s.Batch.Lines = lines
	if s.Batch.Name() != s.Name {
		return 0, farm.ErrChanged
	}
	name, err := c.Ledger.Submit(s.Batch)
	ctx, stop := context.WithTimeout(context.Background(), 5*replyTime)
	defer stop()
	if err = c.keep(ctx, err); err == nil {
		c.Log.Info("batch", "name", name, "kind", s.Spec.Kind, "game", s.Spec.Game, "jobs", len(lines))
		c.wake()
	}
	return len(lines), err
}

// answer answers a question about a topic.
func (c *Coordinator) answer(topic string, question []byte) []byte {
	var a wire.Answer
	body, err := c.reply(topic, question)
	if err == nil {
		a.Body, err = json.Marshal(body)
	}
	switch {
	case errors.Is(err, archive.ErrForked):
		return nil
	case err != nil:
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
	if topic == wire.AskSubmit {
		return c.submit(question)
	}
	var q wire.Question
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
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
		c.cancel()
		return struct{}{}, c.keep(ctx, nil)
	case wire.AskTrust:
		change := c.Ledger.Distrust
		if q.Trust {
			change = c.Ledger.Trust
		}
		jobs, err := change(q.Worker)
		c.Log.Warn("trust", "trusted", q.Trust, "worker", q.Worker, "jobs", len(jobs), "error", err)
		c.wake()
		return wire.Reopened{Total: len(jobs), Jobs: jobs[:min(len(jobs), wire.MostListed)]}, c.keep(ctx, err)
	case wire.AskRetry:
		jobs, err := c.Ledger.Retry(q.Batch)
		return jobs, c.keep(ctx, err)
	}
	return nil, reason.Errorf("unknown topic %q", topic)
}

// A greeting above largeGreeting bytes counts as greetingWeight times as many bytes of a delivery: all
// workers wait while it is read. A greeting with more chunks than mostHeld is refused.
const (
	largeGreeting  = 64 << 10
	greetingWeight = 16
	mostHeld       = 4 << 10
)

// greet registers a worker, or one that leaves. The dispatcher answers it: soon if the worker holds
// chunks that it should not, and later otherwise.
func (c *Coordinator) greet(worker string, text []byte, answer func([]byte)) {
	var h wire.Hello
	g := &greeting{answer: answer}
	switch {
	case len(text) > largeGreeting && !c.admit(worker, greetingWeight*len(text)):
	case json.Unmarshal(text, &h) != nil || h.Version != c.Version || farm.CheckName(worker) != nil || len(h.Held) > mostHeld:
	case !c.current(worker, h.Session):
		g.back.Replaced = true
	case h.Slots <= 0:
		c.Ledger.Bye(worker)
	default:
		g.room = h.Room
		g.back = c.hello(worker, &h)
		if len(g.back.Unwanted)+len(g.back.Unknown) == 0 {
			g.until = time.Now().Add(c.Ledger.Lease / 15)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if before := c.waiting[worker]; before != nil {
		c.welcome(worker, before)
	}
	c.waiting[worker] = g
	c.wake()
}

// mostSessions is the number of sessions of a worker that are remembered.
const mostSessions = 8

// current reports whether a session is the last run of its worker: not one that goes on beside it
// under the same name.
func (c *Coordinator) current(worker, session string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.sessions[worker]
	at := slices.Index(last, session)
	if at < 0 {
		c.sessions[worker] = append(last[max(0, len(last)-mostSessions+1):], session)
	}
	return at < 0 || at == len(last)-1
}

// hello records a greeting, and the chunks in it that an earlier coordinator has dispatched to the
// worker. It returns the answer.
func (c *Coordinator) hello(worker string, h *wire.Hello) (back wire.Welcome) {
	refused := map[uint64]bool{}
	for _, s := range h.Chunks {
		chunk, err := job.ReadChunk(s.Chunk)
		if secret := c.Ledger.Archive.Name(); secret == "" || err != nil || !s.Of(secret, worker) {
			refused[s.Number] = true
			continue
		}
		wanted, err := c.Ledger.Restore(worker, chunk.Number, chunk.Jobs)
		if err != nil {
			c.Log.Error("a chunk of an earlier coordinator", "worker", worker, "error", err)
		}
		refused[chunk.Number] = !wanted
	}
	unwanted, unknown := c.Ledger.Hello(worker, h.Slots, h.Held...)
	for _, n := range unknown {
		if refused[n] {
			back.Unwanted = append(back.Unwanted, n)
		} else {
			back.Unknown = append(back.Unknown, n)
		}
	}
	back.Unwanted = append(back.Unwanted, unwanted...)
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
	s := farm.Status{
		Schema: "ply.farm/1", Version: c.Version, Started: c.started, InFlight: c.Ledger.InFlight(), Trouble: c.trouble(), Disks: c.disks(),
		Counters: c.Ledger.Counts(), Workers: c.Ledger.Workers(), Batches: c.Ledger.Batches(),
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range s.Workers {
		sent := c.meters[s.Workers[i].Name]
		s.Workers[i].Paused = sent.paused(time.Now())
	}
	return s
}
