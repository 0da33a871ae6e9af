// Package natsqueue is a farm's queue on NATS JetStream.
package natsqueue

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// The streams and the subjects of their messages.
const (
	resultsStream = "FARM_RESULTS"
	journalStream = "FARM_ARCHIVE"

	filesSubject   = keys.Requests + ".file."     // and the name of the file
	askSubject     = keys.Requests + ".question." // and the topic
	journalSubject = "farm.archive"
)

// coordinator is the name of the consumer of results.
const coordinator = "coordinator"

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

	life context.Context // ends when the connection is closed for good

	mu       sync.Mutex
	consumer jetstream.Consumer // of results; nil until it is needed
	deaf     time.Time          // when requests to it began to fail; zero if they do not
}

// Dial connects to a server. The connection reconnects by itself.
func Dial(c Config) (queue.Queue, error) {
	c.Lease = cmp.Or(c.Lease, queue.Lease)
	life, end := context.WithCancel(context.Background())
	options := append([]nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.PingInterval(10 * time.Second), nats.Name("ply farm"), nats.ClosedHandler(func(*nats.Conn) { end() }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if !errors.Is(err, nats.ErrAuthorization) { // which ends the connection
				slog.Warn("queue", "error", err)
			}
		}),
	}, c.Options...)
	nc, err := nats.Connect(c.URL, options...)
	switch {
	case errors.Is(err, nats.ErrNoServers):
		err = queue.ErrNoServer
	case errors.Is(err, nats.ErrAuthorization):
		err = queue.ErrRejected
	}
	if err != nil {
		end()
		return nil, reason.Errorf("queue %s: %w", c.URL, err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, reason.Errorf("queue %s: %w", c.URL, err)
	}
	return &connection{c: c, nc: nc, js: js, life: life}, nil
}

func (q *connection) Close() { q.nc.Close() }

// Prepare creates the streams and consumers that are missing.
func (q *connection) Prepare(ctx context.Context) error {
	err := q.create(ctx, jetstream.StreamConfig{
		Name: resultsStream, Subjects: []string{keys.Results + ".*"}, Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew,
		MaxMsgsPerSubject: mostWaiting, DiscardNewPerSubject: true,
	})
	if err != nil {
		return err
	}
	return errors.Join(q.consume(ctx), q.prepareFiles(ctx), journal{q}.prepare(ctx))
}

// create creates a stream, or changes its configuration.
func (q *connection) create(ctx context.Context, s jetstream.StreamConfig) error {
	s.Storage, s.Replicas = jetstream.FileStorage, max(1, q.c.Replicas)
	if _, err := q.js.CreateOrUpdateStream(ctx, s); err != nil {
		return reason.Errorf("queue: stream %s: %w", s.Name, err)
	}
	return nil
}

// consume creates the consumer of results, unless it exists.
func (q *connection) consume(ctx context.Context) error {
	_, err := q.js.CreateOrUpdateConsumer(ctx, resultsStream, jetstream.ConsumerConfig{
		Durable: coordinator, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.c.Lease, MaxDeliver: -1, MaxAckPending: -1,
	})
	if err != nil {
		return reason.Errorf("queue: consumer of %s: %w", resultsStream, err)
	}
	return nil
}

// answered returns err, the error of a request to the consumer of results. Once all requests have
// failed for longer than a lease, it creates the consumer anew: a cluster whose nodes end one after
// the other can leave a consumer without a leader. Unacknowledged messages are then delivered again.
func (q *connection) answered(ctx context.Context, err error) error {
	q.mu.Lock()
	lost := !q.deaf.IsZero() && time.Since(q.deaf) > q.c.Lease
	switch {
	case err == nil, lost:
		q.deaf = time.Time{}
	case q.deaf.IsZero():
		q.deaf = time.Now()
	}
	q.mu.Unlock()
	if err == nil || !lost {
		return err
	}
	_ = q.js.DeleteConsumer(ctx, resultsStream, coordinator) // without a leader there is no confirmation
	return errors.Join(err, q.consume(ctx))
}

// message is a message of JetStream; see queue.Message.
type message struct{ jetstream.Msg }

func (m message) Sender() string { return strings.TrimPrefix(m.Subject(), keys.Results+".") }

func (m message) Again(after time.Duration) { _ = m.NakWithDelay(after) }

func (m message) Drop() { _ = m.Term() }

// Results waits for a message, and returns it with the messages already behind it.
func (q *connection) Results(ctx context.Context, wait time.Duration) (list []queue.Message, err error) {
	c, err := q.ofResults(ctx)
	if err == nil {
		within, stop := context.WithTimeout(ctx, wait)
		defer stop()
		list, err = collected(c.Fetch(1, jetstream.FetchContext(within)))
	}
	if err = q.answered(ctx, err); err != nil || len(list) == 0 {
		return list, err
	}
	more, _ := collected(c.FetchNoWait(atOnce))
	return append(list, more...), nil
}

// atOnce is the most messages fetched at once: they may be large, and fill the memory together.
const atOnce = 16

// mostWaiting is the most deliveries of one worker in the queue, which refuses more until the
// coordinator has read some.
const mostWaiting = 64

// collected returns the messages of a batch.
func collected(batch jetstream.MessageBatch, err error) (list []queue.Message, _ error) {
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

// ofResults returns the consumer of results; it looks it up once.
func (q *connection) ofResults(ctx context.Context) (c jetstream.Consumer, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.consumer == nil {
		if c, err = q.js.Consumer(ctx, resultsStream, coordinator); err == nil {
			q.consumer = c
		}
	}
	return q.consumer, err
}

// PutResult queues a delivery of results. It is on the disk when PutResult returns.
func (q *connection) PutResult(ctx context.Context, worker string, delivery []byte) error {
	return q.publish(ctx, keys.Results+"."+worker, delivery)
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

func (q *connection) Ask(ctx context.Context, topic string, question []byte) ([]byte, error) {
	return q.ask(ctx, askSubject+topic, question)
}

func (q *connection) Answer(answer func(topic string, question []byte) []byte) (stop func(), err error) {
	return q.on(askSubject+"*", func(m *nats.Msg) {
		go func() {
			if text := answer(m.Subject[len(askSubject):], m.Data); text != nil {
				_ = m.Respond(text)
			}
		}()
	})
}

func (q *connection) Greet(ctx context.Context, worker string, text []byte) ([]byte, error) {
	return q.ask(ctx, keys.Hello+"."+worker, text)
}

func (q *connection) OnGreet(take func(worker string, text []byte, answer func(text []byte))) (stop func(), err error) {
	return q.on(keys.Hello+".*", func(m *nats.Msg) {
		take(m.Subject[len(keys.Hello)+1:], m.Data, func(text []byte) { _ = m.Respond(text) })
	})
}

func (q *connection) ask(ctx context.Context, subject string, question []byte) ([]byte, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(q.life, stop)()
	m, err := q.nc.RequestWithContext(ctx, subject, question)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		err = queue.ErrAway
	case err != nil && q.nc.IsClosed(): // it reconnects for ever otherwise
		err = queue.ErrRejected
	}
	if err != nil {
		return nil, reason.Errorf("queue %s: %w", q.c.URL, err)
	}
	return m.Data, nil
}

// on calls take with the questions that have a subject. Only inboxes get answers: with another subject
// a sender could make the coordinator write where it may not itself.
func (q *connection) on(subject string, take func(*nats.Msg)) (stop func(), err error) {
	s, err := q.nc.Subscribe(subject, func(m *nats.Msg) {
		if strings.HasPrefix(m.Reply, "_INBOX") {
			take(m)
		}
	})
	if err != nil {
		return nil, err
	}
	if err = q.nc.Flush(); !q.nc.IsClosed() {
		err = nil // a lost connection subscribes again when it reconnects
	}
	return func() { _ = s.Unsubscribe() }, err
}
