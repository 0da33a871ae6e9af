// Package queue carries the messages of a farm on NATS JetStream: work to workers, what
// they found back, and what people ask of the farm. It is no archive. What it has
// acknowledged it keeps until somebody has dealt with it, and hands it out again if who
// took it does not come back.
package queue

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/internal/reason"
)

// The streams, and the subjects of their messages. Permissions follow from them: a worker
// hears what is below Control, fetches from the consumer of Work that has its name, and
// publishes below Results and Hello under its own name alone; an operator publishes below
// Requests. A chunk stays in Work until the coordinator deletes it, whatever the worker
// acknowledges: it says to which worker its jobs were dispatched.
const (
	Work     = "FARM_TASKS"
	Results  = "farm.result"
	Hello    = "farm.hello"
	Control  = "farm.control"
	Requests = "farm.ask"

	resultsStream = "FARM_RESULTS"
	submitStream  = "FARM_SUBMIT"
	// Files is the stream of what many jobs need and none has a place for.
	Files = "FARM_FILES"

	tasksSubject  = "farm.task." // and the name of the worker
	submitSubject = Requests + ".submit"
	filesSubject  = Requests + ".file."     // and the name of the file
	askSubject    = Requests + ".question." // and what is asked of the coordinator
	cancelSubject = Control + ".cancel"
)

// coordinatorConsumer is the consumer of results and submissions.
const coordinatorConsumer = "coordinator"

// earlierWork is the stream of chunks of earlier versions, which any worker could fetch.
const earlierWork = "FARM_JOBS"

// Config is what a connection is told.
type Config struct {
	URL string
	// Options are those of the connection, with credentials and the like.
	Options []nats.Option
	// Replicas of what is queued, over the nodes of a cluster. Zero means 1.
	Replicas int
	// Lease is how long who has taken a message may be silent before it is given to
	// another, or once more to the same, whose connection may have been lost. Zero
	// means 30 s.
	Lease time.Duration
}

// Queue is a connection. It comes back by itself when it is lost.
type Queue struct {
	c  Config
	nc *nats.Conn
	js jetstream.JetStream

	mu        sync.Mutex
	consumers map[string]jetstream.Consumer // by stream and name
	work      jetstream.Stream
}

// Dial connects to a server.
func Dial(c Config) (*Queue, error) {
	if c.Lease == 0 {
		c.Lease = 30 * time.Second
	}
	options := append([]nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.PingInterval(10 * time.Second), nats.Name("ply farm"),
	}, c.Options...)
	nc, err := nats.Connect(c.URL, options...)
	if err != nil {
		return nil, reason.Errorf("queue %s: %w", c.URL, err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, reason.Errorf("queue %s: %w", c.URL, err)
	}
	return &Queue{c: c, nc: nc, js: js, consumers: map[string]jetstream.Consumer{}}, nil
}

// Close closes the connection.
func (q *Queue) Close() { q.nc.Close() }

// Prepare makes the streams and consumers that are not there.
func (q *Queue) Prepare(ctx context.Context) error {
	if err := q.js.DeleteStream(ctx, earlierWork); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return reason.Errorf("queue: stream %s: %w", earlierWork, err)
	}
	base := jetstream.StreamConfig{Storage: jetstream.FileStorage, Replicas: max(1, q.c.Replicas), Discard: jetstream.DiscardNew}
	for _, s := range []struct {
		name, subject string
		retention     jetstream.RetentionPolicy
		atomic        bool
	}{
		{Work, tasksSubject + "*", jetstream.LimitsPolicy, false},
		{resultsStream, Results + ".*", jetstream.WorkQueuePolicy, false},
		{submitStream, submitSubject, jetstream.WorkQueuePolicy, true},
	} {
		stream := base
		stream.Name, stream.Subjects, stream.Retention, stream.AllowAtomicPublish = s.name, []string{s.subject}, s.retention, s.atomic
		if _, err := q.js.CreateOrUpdateStream(ctx, stream); err != nil {
			return reason.Errorf("queue: stream %s: %w", s.name, err)
		}
		if s.name == Work {
			continue
		}
		if err := q.consume(ctx, s.name, jetstream.ConsumerConfig{Durable: coordinatorConsumer}); err != nil {
			return err
		}
	}
	return q.prepareFiles(ctx)
}

// consume makes a consumer, unless it is there.
func (q *Queue) consume(ctx context.Context, stream string, c jetstream.ConsumerConfig) error {
	c.AckPolicy, c.AckWait, c.MaxDeliver, c.MaxAckPending = jetstream.AckExplicitPolicy, q.c.Lease, -1, -1
	if _, err := q.js.CreateOrUpdateConsumer(ctx, stream, c); err != nil {
		return reason.Errorf("queue: consumer %s of %s: %w", c.Durable, stream, err)
	}
	return nil
}

// workerAge is how long the consumer of a worker stays that fetches nothing.
const workerAge = 24 * time.Hour

// PrepareWorker makes the consumer from which a worker fetches, unless it is there.
func (q *Queue) PrepareWorker(ctx context.Context, worker string) error {
	return q.consume(ctx, Work, jetstream.ConsumerConfig{Durable: worker, FilterSubject: tasksSubject + worker, InactiveThreshold: workerAge})
}

// Idle reports whether a worker has fetched and acknowledged all that was queued for it.
func (q *Queue) Idle(ctx context.Context, worker string) (bool, error) {
	c, err := q.js.Consumer(ctx, Work, worker)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	i := c.CachedInfo()
	return i.NumPending == 0 && i.NumAckPending == 0, nil
}

// Lease returns how long whoever fetched a message may be silent.
func (q *Queue) Lease() time.Duration { return q.c.Lease }

// Message is a message that is to be dealt with.
type Message struct{ jetstream.Msg }

// Deliveries returns how often the message was delivered, this time included.
func (m Message) Deliveries() uint64 {
	info, err := m.Metadata()
	if err != nil {
		return 1
	}
	return info.NumDelivered
}

// Done says that it has been dealt with, and waits until that is known.
func (m Message) Done(ctx context.Context) error { return m.DoubleAck(ctx) }

// Again has it delivered once more after a while.
func (m Message) Again(after time.Duration) { _ = m.NakWithDelay(after) }

// Busy says that it is being dealt with.
func (m Message) Busy() { _ = m.InProgress() }

// Drop has it never delivered again.
func (m Message) Drop() { _ = m.Term() }

// Work waits for a chunk for a worker, at most for the given time; there may be none.
func (q *Queue) Work(ctx context.Context, worker string, wait time.Duration) (list []Message, err error) {
	return q.fetch(ctx, Work, worker, 1, wait)
}

// Results waits for what workers have sent.
func (q *Queue) Results(ctx context.Context, wait time.Duration) ([]Message, error) {
	return q.fetchAll(ctx, resultsStream, wait)
}

// Submissions waits for what was submitted.
func (q *Queue) Submissions(ctx context.Context, wait time.Duration) ([]Message, error) {
	return q.fetchAll(ctx, submitStream, wait)
}

// atOnce is the most messages that are fetched together.
const atOnce = 64

// fetchAll waits for a message, and returns it with those that are behind it.
func (q *Queue) fetchAll(ctx context.Context, stream string, wait time.Duration) ([]Message, error) {
	list, err := q.fetch(ctx, stream, coordinatorConsumer, 1, wait)
	if err != nil || len(list) == 0 {
		return list, err
	}
	more, _ := q.fetch(ctx, stream, coordinatorConsumer, atOnce, 0)
	return append(list, more...), nil
}

// fetch waits for messages; with no wait it takes those that are there.
func (q *Queue) fetch(ctx context.Context, stream, consumer string, n int, wait time.Duration) (list []Message, err error) {
	c, err := q.consumer(ctx, stream, consumer)
	if err != nil {
		return nil, err
	}
	var batch jetstream.MessageBatch
	if wait == 0 {
		batch, err = c.FetchNoWait(n)
	} else {
		within, stop := context.WithTimeout(ctx, wait)
		defer stop()
		batch, err = c.Fetch(n, jetstream.FetchContext(within))
	}
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		list = append(list, Message{m})
	}
	if err := batch.Error(); len(list) == 0 && err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return list, nil
}

// consumer returns a consumer, which is looked up once.
func (q *Queue) consumer(ctx context.Context, stream, name string) (jetstream.Consumer, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	key := stream + " " + name
	if c := q.consumers[key]; c != nil {
		return c, nil
	}
	c, err := q.js.Consumer(ctx, stream, name)
	if err == nil {
		q.consumers[key] = c
	}
	return c, err
}

// PutWork queues a chunk for a worker, and returns its place.
func (q *Queue) PutWork(ctx context.Context, worker string, chunk []byte) (place uint64, err error) {
	ack, err := q.js.Publish(ctx, tasksSubject+worker, chunk)
	if err != nil {
		return 0, full(err)
	}
	return ack.Sequence, nil
}

// Delete deletes a chunk, if it is still there.
func (q *Queue) Delete(ctx context.Context, place uint64) error {
	s, err := q.tasks(ctx)
	if err == nil {
		err = s.DeleteMsg(ctx, place)
	}
	if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) || errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}

// tasks returns the stream of chunks, which is looked up once.
func (q *Queue) tasks(ctx context.Context) (jetstream.Stream, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.work != nil {
		return q.work, nil
	}
	s, err := q.js.Stream(ctx, Work)
	if err == nil {
		q.work = s
	}
	return s, err
}

// PutResult queues what a worker has found. It is on the disk when it returns.
func (q *Queue) PutResult(ctx context.Context, worker string, delivery []byte) error {
	return q.publish(ctx, ResultSubject(worker), delivery)
}

// Chunk is a message with a chunk, its place in the queue, and its worker.
type Chunk struct {
	Place  uint64
	Worker string
	Data   []byte
}

// Queued returns the chunks that were not deleted.
func (q *Queue) Queued(ctx context.Context) (chunks []Chunk, err error) {
	s, err := q.js.Stream(ctx, Work)
	if err != nil {
		return nil, err
	}
	for at := max(1, s.CachedInfo().State.FirstSeq); ; {
		m, err := s.GetMsg(ctx, at, jetstream.WithGetMsgSubject(tasksSubject+"*"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return chunks, nil
		}
		if err != nil {
			return nil, err
		}
		chunks = append(chunks, Chunk{m.Sequence, strings.TrimPrefix(m.Subject, tasksSubject), m.Data})
		at = m.Sequence + 1
	}
}

// Settled reports whether no results are on their way.
func (q *Queue) Settled(ctx context.Context) (bool, error) {
	s, err := q.js.Stream(ctx, resultsStream)
	if err != nil {
		return false, err
	}
	return s.CachedInfo().State.Msgs == 0, nil
}

// Submit queues the pages of a submission: all of them, or none.
func (q *Queue) Submit(ctx context.Context, pages [][]byte) error {
	if len(pages) == 1 {
		return q.publish(ctx, submitSubject, pages[0])
	}
	if len(pages) > maxPages {
		return reason.Errorf("queue: a submission of %d pages, want at most %d", len(pages), maxPages)
	}
	id := rand.Text()
	for i, page := range pages {
		m := &nats.Msg{Subject: submitSubject, Data: page, Header: nats.Header{}}
		m.Header.Set("Nats-Batch-Id", id)
		m.Header.Set("Nats-Batch-Sequence", strconv.Itoa(i+1))
		last := i == len(pages)-1
		if last {
			m.Header.Set("Nats-Batch-Commit", "1")
		}
		if i > 0 && !last {
			if err := q.nc.PublishMsg(m); err != nil {
				return err
			}
			continue
		}
		reply, err := q.nc.RequestMsgWithContext(ctx, m)
		if err != nil {
			return err
		}
		if err := published(reply.Data); err != nil {
			return err
		}
	}
	return nil
}

// maxPages is the most messages of an atomic batch that a server takes.
const maxPages = 1000

// published returns the error of an answer to what was published.
func published(reply []byte) error {
	var ack struct {
		Error *jetstream.APIError `json:"error"`
	}
	if len(reply) == 0 {
		return nil // the batch has begun
	}
	if err := json.Unmarshal(reply, &ack); err != nil {
		return err
	}
	if ack.Error != nil {
		return full(ack.Error)
	}
	return nil
}

// publish queues a message. It is on the disk when it returns.
func (q *Queue) publish(ctx context.Context, subject string, data []byte) error {
	_, err := q.js.Publish(ctx, subject, data)
	return full(err)
}

// ErrFull is wrapped by the errors for what the queue has no room for.
var ErrFull = reason.New("the queue has no room left: its disk is full, or its limits are reached")

// full says so of the error by which a server refuses what it cannot store.
func full(err error) error {
	const insufficientResources = 10023 // of the server's list of errors
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == insufficientResources {
		return reason.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// ResultSubject returns the subject under which a worker sends what it has found, and
// nobody else may.
func ResultSubject(worker string) string { return Results + "." + worker }

// Cancel tells all workers the numbers of chunks of which nobody wants anything.
func (q *Queue) Cancel(numbers []byte) error { return q.nc.Publish(cancelSubject, numbers) }

// OnCancel hands the numbers of such chunks to take.
func (q *Queue) OnCancel(take func(numbers []byte)) (stop func(), err error) {
	return q.on(cancelSubject, func(m *nats.Msg) { take(m.Data) })
}

// Ask asks the coordinator something and returns its answer.
func (q *Queue) Ask(ctx context.Context, what string, question []byte) ([]byte, error) {
	return q.ask(ctx, askSubject+what, question)
}

// Answer answers what is asked of the coordinator.
func (q *Queue) Answer(answer func(what string, question []byte) []byte) (stop func(), err error) {
	return q.on(askSubject+"*", func(m *nats.Msg) { _ = m.Respond(answer(m.Subject[len(askSubject):], m.Data)) })
}

// Greet says to the coordinator that a worker is there, and returns its answer.
func (q *Queue) Greet(ctx context.Context, worker string, text []byte) ([]byte, error) {
	return q.ask(ctx, Hello+"."+worker, text)
}

// OnGreet answers workers.
func (q *Queue) OnGreet(answer func(worker string, text []byte) []byte) (stop func(), err error) {
	return q.on(Hello+".*", func(m *nats.Msg) { _ = m.Respond(answer(m.Subject[len(Hello)+1:], m.Data)) })
}

// ErrAway is wrapped by the errors for questions that nobody is there to answer.
var ErrAway = reason.New("nobody answers")

func (q *Queue) ask(ctx context.Context, subject string, question []byte) ([]byte, error) {
	m, err := q.nc.RequestWithContext(ctx, subject, question)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, reason.Errorf("queue %s: %w", q.c.URL, ErrAway)
	}
	if err != nil {
		return nil, reason.Errorf("queue %s: %w", q.c.URL, err)
	}
	return m.Data, nil
}

func (q *Queue) on(subject string, take func(*nats.Msg)) (stop func(), err error) {
	s, err := q.nc.Subscribe(subject, take)
	if err != nil {
		return nil, err
	}
	if err = q.nc.Flush(); !q.nc.IsClosed() {
		err = nil // if the connection was lost meanwhile it is subscribed anew when it comes back
	}
	return func() { _ = s.Unsubscribe() }, err
}
