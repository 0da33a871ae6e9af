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
	helloStream   = "FARM_HELLO"
	journalStream = "FARM_ARCHIVE"

	filesSubject   = keys.Requests + ".file."     // and the name of the file
	askSubject     = keys.Requests + ".question." // and the topic
	journalSubject = "farm.archive"
)

// coordinator is the name of the consumer of a stream that the coordinator reads.
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

	results, greetings source
}

// source is a stream whose messages the coordinator reads, in one goroutine, and then deletes.
type source struct {
	jetstream.StreamConfig
	consumer jetstream.Consumer // nil until the stream is open
	deaf     time.Time          // when requests to it began to fail; zero if they do not
}

// The most messages of one worker in a stream, which refuses more until the coordinator has read
// some.
const (
	mostResults   = 64
	mostGreetings = 2 // the last one may be on its way
)

// newSource returns a stream of messages whose subjects end with the names of workers.
func newSource(name, subject string, most int64) source {
	return source{StreamConfig: jetstream.StreamConfig{
		Name: name, Subjects: []string{subject + ".*"}, Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew,
		MaxMsgsPerSubject: most, DiscardNewPerSubject: true,
	}}
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
	q := &connection{
		c: c, nc: nc, js: js, life: life,
		results: newSource(resultsStream, keys.Results, mostResults), greetings: newSource(helloStream, keys.Hello, mostGreetings),
	}
	q.greetings.Storage, q.greetings.MaxMsgSize, q.greetings.MaxAge = jetstream.MemoryStorage, queue.MostGreeting, c.Lease
	return q, nil
}

func (q *connection) Close() { q.nc.Close() }

// Prepare creates the streams and consumers that are missing.
func (q *connection) Prepare(ctx context.Context) error {
	name, _, err := q.Journal().State(ctx)
	if err != nil {
		return err
	}
	return errors.Join(q.open(ctx, &q.results), q.create(ctx, files), q.Journal().Name(ctx, name))
}

// create creates a stream, or changes its configuration.
func (q *connection) create(ctx context.Context, s jetstream.StreamConfig) error {
	s.Replicas = max(1, q.c.Replicas)
	if _, err := q.js.CreateOrUpdateStream(ctx, s); err != nil {
		return reason.Errorf("queue: stream %s: %w", s.Name, err)
	}
	return nil
}

// open creates a stream and its consumer, unless they exist.
func (q *connection) open(ctx context.Context, s *source) (err error) {
	if err := q.create(ctx, s.StreamConfig); err != nil {
		return err
	}
	s.consumer, err = q.js.CreateOrUpdateConsumer(ctx, s.Name, jetstream.ConsumerConfig{
		Durable: coordinator, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.c.Lease, MaxDeliver: -1, MaxAckPending: -1,
		MemoryStorage: s.Storage == jetstream.MemoryStorage,
	})
	if err != nil {
		return reason.Errorf("queue: consumer of %s: %w", s.Name, err)
	}
	return nil
}

// answered returns err, the error of a request to the consumer of a stream. Once all requests have
// failed for longer than a lease, it creates the consumer anew: a cluster whose nodes end one after
// the other can leave a consumer without a leader. Unacknowledged messages are then delivered again.
func (q *connection) answered(ctx context.Context, s *source, err error) error {
	switch {
	case err == nil:
		s.deaf = time.Time{}
	case s.deaf.IsZero():
		s.deaf = time.Now()
	case time.Since(s.deaf) > q.c.Lease:
		s.deaf = time.Time{}
		_ = q.js.DeleteConsumer(ctx, s.Name, coordinator) // without a leader there is no confirmation
		return errors.Join(err, q.open(ctx, s))
	}
	return err
}

// message is a message of JetStream; see queue.Message.
type message struct{ jetstream.Msg }

func (m message) Sender() string { return strings.TrimPrefix(m.Subject(), keys.Results+".") }

func (m message) Again(after time.Duration) { _ = m.NakWithDelay(after) }

func (m message) Drop() { _ = m.Term() }

func (q *connection) Results(ctx context.Context, wait time.Duration) (list []queue.Message, err error) {
	found, err := q.fetch(ctx, &q.results, wait)
	for _, m := range found {
		list = append(list, message{m})
	}
	return list, err
}

// atOnce is the most messages fetched at once: they may be large, and fill the memory together.
const atOnce = 16

// fetch waits for a message, and returns it with the messages already behind it.
func (q *connection) fetch(ctx context.Context, s *source, wait time.Duration) (list []jetstream.Msg, err error) {
	if s.consumer == nil {
		err = q.open(ctx, s)
	}
	if err == nil {
		within, stop := context.WithTimeout(ctx, wait)
		defer stop()
		list, err = collected(s.consumer.Fetch(1, jetstream.FetchContext(within)))
	}
	if err = q.answered(ctx, s, err); err != nil || len(list) == 0 {
		return list, err
	}
	more, _ := collected(s.consumer.FetchNoWait(atOnce))
	return append(list, more...), nil
}

// collected returns the messages of a batch.
func collected(batch jetstream.MessageBatch, err error) (list []jetstream.Msg, _ error) {
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		list = append(list, m)
	}
	if err := batch.Error(); len(list) == 0 && err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	return list, nil
}

// PutResult queues a delivery of results. It is on the disk when PutResult returns.
func (q *connection) PutResult(ctx context.Context, worker string, delivery []byte) error {
	_, err := q.js.Publish(ctx, keys.Results+"."+worker, delivery)
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
	return q.ask(ctx, func(_ context.Context, inbox string) error {
		return q.nc.PublishRequest(askSubject+topic, inbox, question)
	})
}

func (q *connection) Answer(answer func(topic string, question []byte) []byte) (stop func(), err error) {
	s, err := q.nc.Subscribe(askSubject+"*", func(m *nats.Msg) {
		go func() {
			if !isInbox(m.Reply) {
				return
			}
			if text := answer(strings.TrimPrefix(m.Subject, askSubject), m.Data); text != nil {
				_ = m.Respond(text)
			}
		}()
	})
	if err != nil {
		return nil, err
	}
	if err = q.nc.Flush(); !q.nc.IsClosed() {
		err = nil // a lost connection subscribes again when it reconnects
	}
	return func() { _ = s.Unsubscribe() }, err
}

// isInbox reports whether a subject is an inbox. Only inboxes get answers: with another subject
// a sender could make the coordinator write where it may not itself.
func isInbox(subject string) bool { return strings.HasPrefix(subject, "_INBOX") }

// replyHeader is the header with the inbox for the answer to a greeting: streams do not keep reply
// subjects.
const replyHeader = "Reply"

// badRequest is the code of the server's errors for messages that it will never store.
const badRequest = 400

// retryTime is the time between attempts to send or to read greetings. An attempt to read them ends
// after readTime, since a server that starts anew has forgotten it.
const (
	retryTime = 10 * time.Millisecond
	readTime  = 2 * time.Second
)

func (q *connection) Greet(ctx context.Context, worker string, text []byte) ([]byte, error) {
	return q.ask(ctx, func(ctx context.Context, inbox string) error {
		m := &nats.Msg{Subject: keys.Hello + "." + worker, Header: nats.Header{replyHeader: {inbox}}, Data: text}
		for refused := new(jetstream.APIError); ; queue.Rest(ctx, retryTime) {
			_, err := q.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
			if !errors.As(err, &refused) || refused.Code == badRequest {
				return err
			}
		}
	})
}

// OnGreet reads greetings from a stream. So the server keeps large and numerous ones from the
// coordinator, and the greetings of other workers do not wait behind them.
func (q *connection) OnGreet(take func(worker string, text []byte, answer func(text []byte))) (stop func(), err error) {
	ctx, end := context.WithCancel(q.life)
	err = q.open(ctx, &q.greetings)
	if q.nc.IsClosed() {
		end()
		return nil, err
	}
	var reader sync.WaitGroup
	reader.Go(func() {
		for ctx.Err() == nil {
			list, err := q.fetch(ctx, &q.greetings, readTime)
			for _, m := range list {
				_ = m.Ack() // a lost greeting is sent again
				if inbox := m.Headers().Get(replyHeader); isInbox(inbox) {
					take(strings.TrimPrefix(m.Subject(), keys.Hello+"."), m.Data(), func(text []byte) { _ = q.nc.Publish(inbox, text) })
				}
			}
			if err != nil { // the stream may be gone with its server
				queue.Rest(ctx, retryTime)
				_ = q.open(ctx, &q.greetings)
			}
		}
	})
	return func() {
		end()
		reader.Wait()
		within, stop := context.WithTimeout(q.life, time.Second)
		defer stop()
		_ = q.js.DeleteStream(within, helloStream) // otherwise workers wait for an answer
	}, nil
}

// ask sends a question by send and returns what arrives in the inbox for the answer.
func (q *connection) ask(ctx context.Context, send func(ctx context.Context, inbox string) error) ([]byte, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(q.life, stop)()
	inbox, answers := q.nc.NewInbox(), make(chan *nats.Msg, 1)
	s, err := q.nc.ChanSubscribe(inbox, answers)
	if err == nil {
		defer func() { _ = s.Unsubscribe() }()
		err = send(ctx, inbox)
	}
	if err == nil {
		select {
		case m := <-answers:
			if m.Header.Get("Status") == "" {
				return m.Data, nil
			}
			err = nats.ErrNoResponders
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	switch {
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrNoStreamResponse):
		err = queue.ErrAway
	case q.nc.IsClosed(): // it reconnects for ever otherwise
		err = queue.ErrRejected
	}
	return nil, reason.Errorf("queue %s: %w", q.c.URL, err)
}
