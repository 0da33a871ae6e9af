// Package natsqueue is a farm's queue on NATS JetStream.
package natsqueue

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// The streams and the subjects of their messages. Permissions follow from them, see
// [Layout]. A chunk stays in Work until the coordinator deletes it, even after the worker
// has acknowledged it: it records to which worker its jobs were dispatched.
const (
	Work     = "FARM_TASKS"
	results  = "farm.result" // .WORKER
	hello    = "farm.hello"  // .WORKER
	control  = "farm.control"
	requests = "farm.ask"

	resultsStream = "FARM_RESULTS"
	submitStream  = "FARM_SUBMIT"
	filesStream   = "FARM_FILES"
	journalStream = "FARM_ARCHIVE"

	tasksSubject  = "farm.task." // and the name of the worker
	submitSubject = requests + ".submit"
	filesSubject  = requests + ".file."     // and the name of the file
	askSubject    = requests + ".question." // and the topic
	cancelSubject = control + ".cancel"

	journalSubject = "farm.archive"
)

// Layout returns the subjects and streams on which the permissions of a farm's users rest.
func Layout() keys.Layout {
	return keys.Layout{
		Work: Work, Results: results, Beats: hello, Control: control, Requests: requests,
		Files: filesStream, MaxMessage: queue.MaxMessage,
	}
}

// coordinatorConsumer is the consumer of results and submissions.
var coordinatorConsumer = jetstream.ConsumerConfig{Durable: "coordinator"}

// Config configures a connection.
type Config struct {
	URL string // of the server
	// Options are options of the connection, such as credentials.
	Options []nats.Option
	// Replicas is the number of nodes of a cluster that store each message. Zero means 1.
	Replicas int
	// Lease is how long the receiver of a message may be silent before the message is
	// delivered again, to another receiver or to the same, whose connection may have been
	// lost. Zero means queue.Lease.
	Lease time.Duration
}

// connection implements queue.Queue, which describes its methods.
type connection struct {
	c  Config
	nc *nats.Conn
	js jetstream.JetStream

	mu        sync.Mutex
	consumers map[string]jetstream.Consumer // by stream and name
	deaf      map[string]time.Time          // when requests to a consumer began to fail, by stream and name
	work      jetstream.Stream
}

// Dial connects to a server. The connection reconnects by itself.
func Dial(c Config) (queue.Queue, error) {
	c.Lease = cmp.Or(c.Lease, queue.Lease)
	options := append([]nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.PingInterval(10 * time.Second), nats.Name("ply farm"),
	}, c.Options...)
	nc, err := nats.Connect(c.URL, options...)
	switch {
	case errors.Is(err, nats.ErrNoServers):
		err = queue.ErrNoServer
	case errors.Is(err, nats.ErrAuthorization):
		err = queue.ErrRejected
	}
	if err != nil {
		return nil, reason.Errorf("queue %s: %w", c.URL, err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, reason.Errorf("queue %s: %w", c.URL, err)
	}
	return &connection{c: c, nc: nc, js: js, consumers: map[string]jetstream.Consumer{}, deaf: map[string]time.Time{}}, nil
}

func (q *connection) Close() { q.nc.Close() }

// Prepare creates the streams and consumers that are missing.
func (q *connection) Prepare(ctx context.Context) error {
	base := jetstream.StreamConfig{Storage: jetstream.FileStorage, Replicas: max(1, q.c.Replicas), Discard: jetstream.DiscardNew}
	for _, s := range []struct {
		name, subject string
		retention     jetstream.RetentionPolicy
		atomic        bool
	}{
		{Work, tasksSubject + "*", jetstream.LimitsPolicy, false},
		{resultsStream, results + ".*", jetstream.WorkQueuePolicy, false},
		{submitStream, submitSubject, jetstream.WorkQueuePolicy, true},
	} {
		stream := base
		stream.Name, stream.Subjects, stream.Retention, stream.AllowAtomicPublish = s.name, []string{s.subject}, s.retention, s.atomic
		if s.name == resultsStream {
			stream.MaxMsgsPerSubject, stream.DiscardNewPerSubject = mostWaiting, true
		}
		if _, err := q.js.CreateOrUpdateStream(ctx, stream); err != nil {
			return reason.Errorf("queue: stream %s: %w", s.name, err)
		}
		if s.name == Work {
			continue
		}
		if err := q.consume(ctx, s.name, coordinatorConsumer); err != nil {
			return err
		}
	}
	return errors.Join(q.prepareFiles(ctx), journal{q}.prepare(ctx))
}

// consume creates a consumer, unless it exists.
func (q *connection) consume(ctx context.Context, stream string, c jetstream.ConsumerConfig) error {
	c.AckPolicy, c.AckWait, c.MaxDeliver, c.MaxAckPending = jetstream.AckExplicitPolicy, q.c.Lease, -1, -1
	if _, err := q.js.CreateOrUpdateConsumer(ctx, stream, c); err != nil {
		return reason.Errorf("queue: consumer %s of %s: %w", c.Durable, stream, err)
	}
	return nil
}

// workerAge is how long the consumer of a worker stays after its last fetch.
const workerAge = 24 * time.Hour

// PrepareWorker creates the consumer from which a worker fetches, unless it exists.
func (q *connection) PrepareWorker(ctx context.Context, worker string) error {
	return q.consume(ctx, Work, workerConsumer(worker))
}

func workerConsumer(worker string) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{Durable: worker, FilterSubject: tasksSubject + worker, InactiveThreshold: workerAge}
}

func (q *connection) Idle(ctx context.Context, worker string) (bool, error) {
	c, err := q.js.Consumer(ctx, Work, worker)
	switch err = q.answered(ctx, Work, workerConsumer(worker), err); {
	case errors.Is(err, jetstream.ErrConsumerNotFound):
		return false, nil
	case err != nil:
		return false, err
	}
	i := c.CachedInfo()
	return i.NumPending == 0 && i.NumAckPending == 0, nil
}

// answered returns err, the error of a request to a consumer. Once all requests have failed for
// longer than a lease, it creates the consumer anew: a cluster whose nodes end one after the other
// can leave a consumer without a leader. Unacknowledged messages are then delivered again.
func (q *connection) answered(ctx context.Context, stream string, c jetstream.ConsumerConfig, err error) error {
	key := stream + " " + c.Durable
	q.mu.Lock()
	since, before := q.deaf[key]
	lost := before && time.Since(since) > q.c.Lease
	switch {
	case err == nil, lost:
		delete(q.deaf, key)
	case !before:
		q.deaf[key] = time.Now()
	}
	q.mu.Unlock()
	if err == nil || !lost {
		return err
	}
	_ = q.js.DeleteConsumer(ctx, stream, c.Durable) // without a leader there is no confirmation
	return errors.Join(err, q.consume(ctx, stream, c))
}

// message is a message of JetStream; see queue.Message.
type message struct{ jetstream.Msg }

func (m message) Sender() string { return strings.TrimPrefix(m.Subject(), results+".") }

func (m message) Deliveries() uint64 {
	info, err := m.Metadata()
	if err != nil {
		return 1
	}
	return info.NumDelivered
}

func (m message) Done(ctx context.Context) error { return m.DoubleAck(ctx) }

func (m message) Again(after time.Duration) { _ = m.NakWithDelay(after) }

func (m message) Busy() { _ = m.InProgress() }

func (m message) Drop() { _ = m.Term() }

func (q *connection) Work(ctx context.Context, worker string, wait time.Duration) ([]queue.Message, error) {
	return q.fetch(ctx, Work, worker, 1, wait)
}

func (q *connection) Results(ctx context.Context, wait time.Duration) ([]queue.Message, error) {
	return q.fetchAll(ctx, resultsStream, wait)
}

func (q *connection) Submissions(ctx context.Context, wait time.Duration) ([]queue.Message, error) {
	return q.fetchAll(ctx, submitStream, wait)
}

// atOnce is the most messages fetched at once: they may be large, and fill the memory together.
const atOnce = 16

// mostWaiting is the most deliveries of one worker in the queue, which refuses more until the
// coordinator has read some.
const mostWaiting = 64

// fetchAll waits for a message, and returns it with the messages already behind it.
func (q *connection) fetchAll(ctx context.Context, stream string, wait time.Duration) ([]queue.Message, error) {
	list, err := q.fetch(ctx, stream, coordinatorConsumer.Durable, 1, wait)
	if err = q.answered(ctx, stream, coordinatorConsumer, err); err != nil || len(list) == 0 {
		return list, err
	}
	more, _ := q.fetch(ctx, stream, coordinatorConsumer.Durable, atOnce, 0)
	return append(list, more...), nil
}

// fetch waits for up to n messages. With no wait it returns the messages already queued.
func (q *connection) fetch(ctx context.Context, stream, consumer string, n int, wait time.Duration) (list []queue.Message, err error) {
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
		list = append(list, message{m})
	}
	if err := batch.Error(); len(list) == 0 && err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return list, nil
}

// consumer returns a consumer; it looks up each one once.
func (q *connection) consumer(ctx context.Context, stream, name string) (jetstream.Consumer, error) {
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

func (q *connection) PutWork(ctx context.Context, worker string, chunk []byte) (place uint64, err error) {
	ack, err := q.js.Publish(ctx, tasksSubject+worker, chunk)
	if err != nil {
		return 0, full(err)
	}
	return ack.Sequence, nil
}

func (q *connection) Delete(ctx context.Context, place uint64) error {
	s, err := q.tasks(ctx)
	if err == nil {
		err = s.DeleteMsg(ctx, place)
	}
	if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) || errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}

// tasks returns the stream of chunks; it looks it up once.
func (q *connection) tasks(ctx context.Context) (jetstream.Stream, error) {
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

// PutResult queues a delivery of results. It is on the disk when PutResult returns.
func (q *connection) PutResult(ctx context.Context, worker string, delivery []byte) error {
	return q.publish(ctx, results+"."+worker, delivery)
}

func (q *connection) Queued(ctx context.Context) (chunks []queue.Chunk, err error) {
	err = q.read(ctx, Work, 1, math.MaxUint64, func(at uint64, m jetstream.Msg) error {
		chunks = append(chunks, queue.Chunk{Place: at, Worker: strings.TrimPrefix(m.Subject(), tasksSubject), Data: m.Data()})
		return nil
	})
	return chunks, err
}

func (q *connection) Settled(ctx context.Context) (bool, error) {
	s, err := q.js.Stream(ctx, resultsStream)
	if err != nil {
		return false, err
	}
	return s.CachedInfo().State.Msgs == 0, nil
}

func (q *connection) Submit(ctx context.Context, pages [][]byte) error {
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

// maxPages is the most messages that a server takes in an atomic batch.
const maxPages = 1000

// published returns the error in the server's answer to a publication.
func published(reply []byte) error {
	var ack struct {
		Error *jetstream.APIError `json:"error"`
	}
	if len(reply) == 0 {
		return nil // the first page of a batch
	}
	if err := json.Unmarshal(reply, &ack); err != nil {
		return err
	}
	if ack.Error != nil {
		return full(ack.Error)
	}
	return nil
}

// publish queues a message. It is on the disk when publish returns.
func (q *connection) publish(ctx context.Context, subject string, data []byte) error {
	_, err := q.js.Publish(ctx, subject, data)
	return full(err)
}

// full wraps queue.ErrFull around the error of a server that cannot store a message.
func full(err error) error {
	const insufficientResources = 10023 // of the server's list of errors
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == insufficientResources {
		return reason.Errorf("%w: %w", queue.ErrFull, err)
	}
	return err
}

func (q *connection) Cancel(numbers []byte) error { return q.nc.Publish(cancelSubject, numbers) }

func (q *connection) OnCancel(take func(numbers []byte)) (stop func(), err error) {
	return q.on(cancelSubject, func(m *nats.Msg) { take(m.Data) })
}

func (q *connection) Ask(ctx context.Context, topic string, question []byte) ([]byte, error) {
	return q.ask(ctx, askSubject+topic, question)
}

func (q *connection) Answer(answer func(topic string, question []byte) []byte) (stop func(), err error) {
	return q.on(askSubject+"*", func(m *nats.Msg) { _ = m.Respond(answer(m.Subject[len(askSubject):], m.Data)) })
}

func (q *connection) Greet(ctx context.Context, worker string, text []byte) ([]byte, error) {
	return q.ask(ctx, hello+"."+worker, text)
}

func (q *connection) OnGreet(answer func(worker string, text []byte) []byte) (stop func(), err error) {
	return q.on(hello+".*", func(m *nats.Msg) { _ = m.Respond(answer(m.Subject[len(hello)+1:], m.Data)) })
}

func (q *connection) ask(ctx context.Context, subject string, question []byte) ([]byte, error) {
	m, err := q.nc.RequestWithContext(ctx, subject, question)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		err = queue.ErrAway
	case errors.Is(err, nats.ErrConnectionClosed): // it reconnects for ever otherwise
		err = queue.ErrRejected
	}
	if err != nil {
		return nil, reason.Errorf("queue %s: %w", q.c.URL, err)
	}
	return m.Data, nil
}

func (q *connection) on(subject string, take func(*nats.Msg)) (stop func(), err error) {
	s, err := q.nc.Subscribe(subject, take)
	if err != nil {
		return nil, err
	}
	if err = q.nc.Flush(); !q.nc.IsClosed() {
		err = nil // a lost connection subscribes again when it reconnects
	}
	return func() { _ = s.Unsubscribe() }, err
}
