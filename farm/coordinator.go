package farm

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
)

// Coordinator hands out what a ledger holds and takes what workers send.
type Coordinator struct {
	Queue  *queue.Queue
	Ledger *ledger.Ledger
	// Version is that of the program, and of the jobs that its workers do.
	Version string
	// Log is told what an operator should know. Nil means slog.Default.
	Log *slog.Logger
	// Tick is how often the coordinator looks after what is not brought to it. Zero
	// means 1 s.
	Tick time.Duration

	started time.Time
	mu      sync.Mutex
	trouble string
	pages   map[string]map[int]page // of submissions that are not whole yet
	probed  map[string]bool
	places  map[uint64]uint64 // in the queue, of chunks by their numbers
}

// page is a page of a submission with the message that it came in.
type page struct {
	submission
	queue.Message
}

// inFlight is how many chunks are handed out for each that is done at once: enough that
// no worker waits for the next, and few enough that what is urgent does not wait long.
const inFlight = 3

// leastInFlight are handed out even if no worker is known.
const leastInFlight = 4

// Run runs until ctx is done. ready, which may be nil, is called once jobs are taken.
func (c *Coordinator) Run(ctx context.Context, ready func()) error {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Tick == 0 {
		c.Tick = time.Second
	}
	c.started, c.pages, c.probed = time.Now(), map[string]map[int]page{}, map[string]bool{}
	c.places = map[uint64]uint64{}
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
	more := make(chan struct{}, 1)
	var all sync.WaitGroup
	all.Go(func() { c.listen(ctx, more, c.Queue.Results, c.take) })
	all.Go(func() { c.listen(ctx, more, c.Queue.Submissions, c.submit) })
	all.Go(func() { c.feed(ctx, more) })
	all.Wait()
	return nil
}

// restore reads which chunks are on their way.
func (c *Coordinator) restore(ctx context.Context) error {
	chunks, _, err := c.Queue.Queued(ctx)
	if err != nil {
		return err
	}
	for _, m := range chunks {
		if chunk, err := job.ReadChunk(m.Data); err == nil {
			c.Ledger.Restore(chunk.Number, chunk.Jobs)
			c.places[chunk.Number] = m.Place
		}
	}
	return nil
}

// listen deals with messages until ctx is done.
func (c *Coordinator) listen(
	ctx context.Context, more chan<- struct{},
	fetch func(context.Context, time.Duration) ([]queue.Message, error), deal func(context.Context, []queue.Message) error,
) {
	for ctx.Err() == nil {
		list, err := fetch(ctx, 2*time.Second)
		if err == nil && len(list) > 0 {
			err = deal(ctx, list)
			select {
			case more <- struct{}{}:
			default:
			}
		}
		if ctx.Err() == nil {
			c.note(err)
		}
		if err != nil {
			rest(ctx, c.Tick)
		}
	}
}

// note remembers why nothing goes on, and logs it when that changes.
func (c *Coordinator) note(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	c.mu.Lock()
	changed := text != c.trouble
	c.trouble = text
	c.mu.Unlock()
	switch {
	case changed && text != "":
		c.Log.Error("waiting until this is mended", "trouble", text)
	case changed:
		c.Log.Info("it goes on")
	}
}

// rest waits, or until ctx is done.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// take takes what workers have sent. It is acknowledged when it is in the archive.
func (c *Coordinator) take(ctx context.Context, list []queue.Message) error {
	var all []job.Delivery
	for _, m := range list {
		d, err := job.ReadDelivery(m.Data())
		if err == nil && m.Subject() != queue.ResultSubject(d.Worker) {
			err = fmt.Errorf("delivery of %q under %s", d.Worker, m.Subject())
		}
		if err != nil {
			c.Log.Error("dropped what is damaged", "error", err)
			m.Drop()
			continue
		}
		all = append(all, d)
	}
	if err := c.Ledger.Take(all...); err != nil {
		for _, m := range list {
			m.Again(c.Tick)
		}
		return err
	}
	for _, m := range list {
		if err := m.Ack(); err != nil {
			return err
		}
	}
	for i := range all {
		c.place(all[i].Chunk)
	}
	return c.cancel(ctx)
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
	err := c.Queue.Cancel(text)
	for _, n := range numbers {
		if place := c.place(n); place > 0 {
			err = errors.Join(err, c.Queue.TakeBack(ctx, place))
		}
	}
	return err
}

// feed hands out work whenever there is room, and now and then looks after what may
// have been lost.
func (c *Coordinator) feed(ctx context.Context, more <-chan struct{}) {
	tick := time.NewTicker(c.Tick)
	defer tick.Stop()
	for n := 0; ctx.Err() == nil; {
		if err := c.fill(ctx); err != nil && ctx.Err() == nil {
			c.note(err)
			rest(ctx, c.Tick)
		}
		select {
		case <-ctx.Done():
		case <-more:
		case <-tick.C:
			if n++; n%lookAfter == 0 {
				c.find(ctx)
			}
		}
	}
}

// lookAfter is after how many ticks the coordinator looks for what was lost.
const lookAfter = 10

// fill hands out chunks until enough are in flight.
func (c *Coordinator) fill(ctx context.Context) error {
	slots := c.Ledger.Slots()
	for flying := len(c.Ledger.Outstanding()); flying < max(leastInFlight, inFlight*slots); flying++ {
		chunk, err := c.Ledger.Feed()
		if chunk == nil || err != nil {
			return err
		}
		place, err := c.Queue.PutWork(ctx, chunk.Write())
		if err != nil {
			c.Ledger.Lost(chunk.Number)
			return err
		}
		c.mu.Lock()
		c.places[chunk.Number] = place
		c.mu.Unlock()
	}
	return nil
}

// find hands out again what is neither queued nor on its way back.
func (c *Coordinator) find(ctx context.Context) {
	before := c.Ledger.Outstanding()
	out := map[uint64]bool{}
	for _, n := range before {
		out[n] = true
	}
	c.mu.Lock()
	maps.DeleteFunc(c.places, func(n, _ uint64) bool { return !out[n] })
	c.mu.Unlock()
	if len(before) == 0 {
		return
	}
	chunks, settled, err := c.Queue.Queued(ctx)
	if err != nil || !settled {
		return
	}
	there := map[uint64]bool{}
	for _, m := range chunks {
		if chunk, err := job.ReadChunk(m.Data); err == nil {
			there[chunk.Number] = true
		}
	}
	for _, n := range before {
		if !there[n] {
			c.place(n)
			c.Ledger.Lost(n)
		}
	}
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
	return nil, fmt.Errorf("nothing is known of %q", what)
}

// greet notes that a worker is there, and has one that is new do something that is
// known.
func (c *Coordinator) greet(worker string, text []byte) []byte {
	var h hello
	if err := json.Unmarshal(text, &h); err == nil && h.Worker == worker && h.Version == c.Version {
		c.Ledger.Hello(worker, h.Slots)
		p, ok := c.Ledger.Probe(worker)
		c.mu.Lock()
		asked := c.probed[worker]
		c.probed[worker] = asked || ok
		c.mu.Unlock()
		if ok && !asked {
			c.note(c.Queue.Probe(worker, p.Job.Write()))
		}
	}
	back, _ := json.Marshal(hello{Schema: helloSchema, Version: c.Version}) // there is nothing in it that could fail
	return back
}

// Status returns how the farm stands.
func (c *Coordinator) Status() Status {
	c.mu.Lock()
	trouble := c.trouble
	c.mu.Unlock()
	return Status{
		Schema: statusSchema, Version: c.Version, Started: c.started, InFlight: len(c.Ledger.Outstanding()),
		Counters: c.Ledger.Counts(), Workers: c.Ledger.Workers(), Batches: c.Ledger.Batches(), Trouble: trouble,
	}
}
