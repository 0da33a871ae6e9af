package farm

import (
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

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Coordinator hands out what a ledger holds and takes what workers send.
type Coordinator struct {
	Queue  *queue.Queue
	Ledger *ledger.Ledger
	// Version is that of the program, and of the jobs that its workers do.
	Version string
	// Log is told what an operator should know. Nil means slog.Default.
	Log *slog.Logger
	// Folders are those whose disks the status tells of, by what is kept there.
	Folders map[string]string
	// Tick is how often the coordinator looks after what is not brought to it. Zero
	// means 1 s.
	Tick time.Duration

	started  time.Time
	mu       sync.Mutex
	troubles map[string]string       // by what they are with
	pages    map[string]map[int]page // of submissions that are not whole yet
	places   map[uint64]uint64       // in the queue, of chunks by their numbers
	more     chan struct{}           // has work dispatched
	// prepared are the workers that have a consumer.
	prepared map[string]bool
}

// page is a page of a submission with the message that it came in.
type page struct {
	submission
	queue.Message
}

// Run runs until ctx is done. ready, which may be nil, is called once jobs are taken.
func (c *Coordinator) Run(ctx context.Context, ready func()) error {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Tick == 0 {
		c.Tick = time.Second
	}
	c.started, c.pages = time.Now(), map[string]map[int]page{}
	c.places, c.prepared = map[uint64]uint64{}, map[string]bool{}
	c.more = make(chan struct{}, 1)
	if err := c.Queue.Prepare(ctx); err != nil {
		return err
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

// restore reads which chunks are on their way, and deletes those of which all has come
// back.
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

// listen deals with messages until ctx is done.
func (c *Coordinator) listen(
	ctx context.Context, what string,
	fetch func(context.Context, time.Duration) ([]queue.Message, error), deal func(context.Context, []queue.Message) error,
) {
	for ctx.Err() == nil {
		list, err := fetch(ctx, 2*time.Second)
		if err == nil && len(list) > 0 {
			err = deal(ctx, list)
			select {
			case c.more <- struct{}{}:
			default:
			}
		}
		if ctx.Err() == nil {
			c.Note(what, err)
		}
		if err != nil {
			rest(ctx, c.Tick)
		}
	}
}

// Note remembers why something does not go on, for the status, and logs it when that
// changes. No error means that it goes on.
func (c *Coordinator) Note(what string, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	c.mu.Lock()
	changed := text != c.troubles[what]
	if c.troubles == nil {
		c.troubles = map[string]string{}
	}
	c.troubles[what] = text
	c.mu.Unlock()
	switch {
	case changed && text != "":
		c.Log.Error("waiting until this is mended", "what", what, "trouble", text)
	case changed:
		c.Log.Info("it goes on", "what", what)
	}
}

// trouble returns why something does not go on; "" if all does.
func (c *Coordinator) trouble() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var texts []string
	for _, what := range slices.Sorted(maps.Keys(c.troubles)) {
		if text := c.troubles[what]; text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}

// rest waits, or until ctx is done.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// accept accepts what workers have sent. It is acknowledged when it is in the archive.
func (c *Coordinator) accept(ctx context.Context, list []queue.Message) error {
	var all []job.Delivery
	var whole []queue.Message
	for _, m := range list {
		d, err := job.ReadDelivery(m.Data())
		if err == nil && m.Subject() != queue.ResultSubject(d.Worker) {
			err = reason.Errorf("delivery of %q under %s", d.Worker, m.Subject())
		}
		if err != nil {
			c.Log.Error("dropped what is damaged", "error", err)
			m.Drop()
			continue
		}
		all, whole = append(all, d), append(whole, m)
	}
	done, err := c.Ledger.Accept(all...)
	if err != nil {
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

// place returns, and forgets, the place of a chunk in the queue; 0 if it is not known.
func (c *Coordinator) place(number uint64) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	place := c.places[number]
	delete(c.places, number)
	return place
}

// cancel tells workers what nobody wants any more, and takes back what none has begun.
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

// dispatch dispatches work whenever there is room, and now and then looks after what may
// have been lost.
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
			if n++; n%lookAfter == 0 {
				err = errors.Join(err, c.find(ctx))
			}
		}
		if ctx.Err() == nil {
			c.Note("dispatch", err)
		}
		if err != nil {
			rest(ctx, c.Tick)
		}
	}
}

// review recalls chunks from workers that are not there any more, and looks after jobs
// that wait for another worker.
func (c *Coordinator) review(ctx context.Context) error {
	numbers, err := c.Ledger.Silent()
	return errors.Join(err, c.delete(ctx, numbers), c.Ledger.Review())
}

// lookAfter is after how many ticks the coordinator looks for what was lost.
const lookAfter = 10

// fill dispatches chunks until no worker has room, or nothing is left.
func (c *Coordinator) fill(ctx context.Context) error {
	for again := true; again && ctx.Err() == nil; {
		again = false
		for _, worker := range c.Ledger.Free() {
			sent, err := c.send(ctx, worker)
			if err != nil {
				return err
			}
			if again = again || sent; sent {
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

// send dispatches a chunk to a worker, if there is one for it.
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

// find dispatches again what is neither queued nor with a worker, and deletes what nobody
// knows of.
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
		there[chunk.Number] = true
		if _, known := idle[m.Worker]; !known {
			if idle[m.Worker], err = c.Queue.Idle(ctx, m.Worker); err != nil {
				return err
			}
		}
	}
	// What an idle worker has sent was queued before it was found idle. If nothing is
	// queued now, it was accepted, or there is none.
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

// submit takes pages of submissions. A batch is taken when it is whole.
func (c *Coordinator) submit(ctx context.Context, list []queue.Message) error {
	for _, m := range list {
		p := page{Message: m}
		if err := json.Unmarshal(m.Data(), &p.submission); err != nil || p.Schema != submissionSchema || p.Page < 0 || p.Page >= p.Pages {
			c.Log.Error("dropped what is no submission", "error", err)
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

// adopt takes a batch that is whole. One that cannot be done is dropped.
func (c *Coordinator) adopt(ctx context.Context, pages map[int]page) error {
	b := pages[0].Batch
	for n := range len(pages) {
		b.Lines = append(b.Lines, pages[n].submission.Lines...)
	}
	name, err := c.Ledger.Submit(b)
	if errors.Is(err, ledger.ErrInvalid) {
		c.Log.Error("dropped a batch that cannot be done", "batch", pages[0].Name, "error", err)
		err = nil
	}
	if err != nil {
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

// answer answers a question.
func (c *Coordinator) answer(what string, question []byte) []byte {
	var a answer
	body, err := c.reply(what, question)
	if err == nil {
		a.Body, err = json.Marshal(body)
	}
	if err != nil {
		a = answer{Error: err.Error(), Unknown: errors.Is(err, ledger.ErrUnknown)}
	}
	text, _ := json.Marshal(a) // there is nothing in it that could fail
	return text
}

// cancelTime is how long the queue may take to let go of what was cancelled.
const cancelTime = 2 * time.Second

// The questions.
const (
	askStatus = "status"
	askBatch  = "batch"
	askRows   = "rows"
	askCancel = "cancel"
	askRetry  = "retry"
)

func (c *Coordinator) reply(what string, question []byte) (any, error) {
	var q ask
	if len(question) > 0 {
		if err := json.Unmarshal(question, &q); err != nil {
			return nil, err
		}
	}
	switch what {
	case askStatus:
		return c.Status(), nil
	case askBatch:
		return c.Ledger.Batch(q.Batch)
	case askRows:
		return c.Ledger.Rows(q.Batch, q.From)
	case askCancel:
		if err := c.Ledger.Cancel(q.Batch); err != nil {
			return nil, err
		}
		ctx, stop := context.WithTimeout(context.Background(), cancelTime)
		defer stop()
		return struct{}{}, c.cancel(ctx)
	case askRetry:
		jobs, err := c.Ledger.Retry(q.Batch)
		return retried{jobs}, err
	}
	return nil, reason.Errorf("nothing is known of %q", what)
}

// greet notes that a worker is there, or that it goes.
func (c *Coordinator) greet(worker string, text []byte) []byte {
	var h hello
	if err := json.Unmarshal(text, &h); err == nil && h.Worker == worker && h.Version == c.Version && CheckName(worker) == nil {
		if h.Slots > 0 {
			if c.Ledger.Hello(worker, h.Slots) {
				c.mu.Lock()
				delete(c.prepared, worker)
				c.mu.Unlock()
			}
		} else {
			ctx, stop := context.WithTimeout(context.Background(), cancelTime)
			defer stop()
			if err := c.delete(ctx, c.Ledger.Bye(worker)); err != nil {
				c.Log.Error("chunks of a worker that goes", "worker", worker, "error", err)
			}
		}
		select {
		case c.more <- struct{}{}:
		default:
		}
	}
	back, _ := json.Marshal(hello{Schema: helloSchema, Version: c.Version}) // there is nothing in it that could fail
	return back
}

// disks returns how the disks of the folders stand.
func (c *Coordinator) disks() (all []Disk) {
	for _, what := range slices.Sorted(maps.Keys(c.Folders)) {
		if free, ok := queue.Free(c.Folders[what]); ok {
			all = append(all, Disk{what, c.Folders[what], free})
		}
	}
	return all
}

// Status returns how the farm stands.
func (c *Coordinator) Status() Status {
	return Status{
		Schema: statusSchema, Version: c.Version, Started: c.started, InFlight: len(c.Ledger.Outstanding()),
		Counters: c.Ledger.Counts(), Workers: c.Ledger.Workers(), Batches: c.Ledger.Batches(), Trouble: c.trouble(), Disks: c.disks(),
	}
}
