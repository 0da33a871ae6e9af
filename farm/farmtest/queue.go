package farmtest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Queue is a queue in the memory of one process, for all parts of a farm. It delivers the same
// messages as package natsqueue, and again after a lease, but they do not outlive the process.
// Create one with [NewQueue].
type Queue struct {
	lease time.Duration

	greeting sync.Mutex // one greeting is taken at a time

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced when a message may have become ready
	place    uint64
	messages []*message // results
	files    map[string][]byte
	answer   func(topic string, question []byte) []byte
	greet    func(worker string, text []byte, answer func([]byte))
	journal  Journal
}

var _ queue.Queue = (*Queue)(nil)

// NewQueue returns an empty queue. It delivers a message again if the receiver is silent for
// lease; zero means queue.Lease.
func NewQueue(lease time.Duration) *Queue {
	if lease == 0 {
		lease = queue.Lease
	}
	return &Queue{lease: lease, changed: make(chan struct{}), files: map[string][]byte{}}
}

// Close does nothing: other parts of the farm may still use the queue.
func (q *Queue) Close() {}

// message is a message of results.
type message struct {
	q      *Queue
	place  uint64
	worker string
	data   []byte
	ready  time.Time // when it may be delivered
}

func (m *message) Data() []byte   { return m.data }
func (m *message) Sender() string { return m.worker }

func (m *message) Ack() error {
	m.q.mu.Lock()
	defer m.q.mu.Unlock()
	m.q.messages = slices.DeleteFunc(m.q.messages, func(other *message) bool { return other.place == m.place })
	return nil
}

func (m *message) Drop() { _ = m.Ack() }

func (m *message) Again(after time.Duration) {
	m.q.mu.Lock()
	defer m.q.mu.Unlock()
	m.ready = time.Now().Add(after)
	m.q.wake()
}

// wake makes fetch look at the messages again.
func (q *Queue) wake() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// atOnce is the most messages returned at once.
const atOnce = 64

// Results waits for deliveries of workers.
func (q *Queue) Results(ctx context.Context, wait time.Duration) (list []queue.Message, err error) {
	end := time.NewTimer(wait)
	defer end.Stop()
	for {
		q.mu.Lock()
		changed, now, next := q.changed, time.Now(), wait
		for _, m := range q.messages {
			if len(list) == atOnce {
				break
			}
			if left := m.ready.Sub(now); left > 0 {
				next = min(next, left)
				continue
			}
			m.ready = now.Add(q.lease)
			list = append(list, m)
		}
		q.mu.Unlock()
		if len(list) > 0 {
			return list, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-end.C:
			return nil, nil
		case <-changed:
		case <-time.After(next):
		}
	}
}

// Ask asks the coordinator a question about a topic and returns its answer.
func (q *Queue) Ask(ctx context.Context, topic string, question []byte) ([]byte, error) {
	q.mu.Lock()
	answer := q.answer
	q.mu.Unlock()
	if answer == nil {
		return nil, reason.Errorf("queue: %w", queue.ErrAway)
	}
	return answer(topic, question), ctx.Err()
}

// PutFile stores a file under its SHA-256 sum, in hexadecimal digits, and returns that.
func (q *Queue) PutFile(_ context.Context, data []byte) (name string, err error) {
	if len(data) > keys.MaxMessage {
		return "", reason.Errorf("queue: a file of %d bytes, want at most %d", len(data), keys.MaxMessage)
	}
	name = fmt.Sprintf("%x", sha256.Sum256(data))
	q.mu.Lock()
	defer q.mu.Unlock()
	q.files[name] = data
	return name, nil
}

// File returns a file. The error wraps queue.ErrNoFile if it is missing.
func (q *Queue) File(_ context.Context, name string) ([]byte, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	data, ok := q.files[name]
	if !ok {
		return nil, reason.Errorf("%w: %s", queue.ErrNoFile, name)
	}
	return data, nil
}

// Greet says hello to the coordinator and returns its answer.
func (q *Queue) Greet(ctx context.Context, worker string, text []byte) ([]byte, error) {
	q.mu.Lock()
	greet := q.greet
	q.mu.Unlock()
	if len(text) > queue.MostGreeting {
		return nil, reason.Errorf("queue: %w", queue.ErrFull)
	}
	if greet == nil {
		return nil, reason.Errorf("queue: %w", queue.ErrAway)
	}
	heard := make(chan []byte, 1)
	q.greeting.Lock()
	greet(worker, text, func(text []byte) { heard <- text })
	q.greeting.Unlock()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case text := <-heard:
		return text, nil
	}
}

// PutResult queues a delivery of results.
func (q *Queue) PutResult(_ context.Context, worker string, delivery []byte) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.place++
	q.messages = append(q.messages, &message{q: q, place: q.place, worker: worker, data: delivery})
	q.wake()
	return nil
}

// Prepare does nothing.
func (q *Queue) Prepare(context.Context) error { return nil }

// Answer answers the questions of clients until stop is called.
func (q *Queue) Answer(answer func(topic string, question []byte) []byte) (stop func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.answer = answer
	return func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.answer = nil
	}, nil
}

// OnGreet calls take with the greetings of workers until stop is called.
func (q *Queue) OnGreet(take func(worker string, text []byte, answer func([]byte))) (stop func(), err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.greet = take
	return func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.greet = nil
	}, nil
}

// Journal returns the copy of the coordinator's archive in the queue.
func (q *Queue) Journal() queue.Journal { return &q.journal }

// Journal is a journal in memory. The zero value is empty.
type Journal struct {
	mu       sync.Mutex
	name     string
	messages [][]byte
}

// State returns the name and the number of the last message.
func (j *Journal) State(context.Context) (name string, last uint64, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.name, uint64(len(j.messages)), nil
}

// Name names the journal.
func (j *Journal) Name(_ context.Context, name string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.name = name
	return nil
}

// Append appends a message under the next number.
func (j *Journal) Append(_ context.Context, number uint64, message []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if number != uint64(len(j.messages))+1 {
		return queue.ErrTaken
	}
	j.messages = append(j.messages, message)
	return nil
}

// Read calls take with messages.
func (j *Journal) Read(_ context.Context, from, to uint64, take func(number uint64, message []byte) error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for n := from; n <= min(to, uint64(len(j.messages))); n++ {
		if err := take(n, j.messages[n-1]); err != nil {
			return err
		}
	}
	return nil
}

// Clear deletes all messages and the name.
func (j *Journal) Clear(context.Context) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.name, j.messages = "", nil
	return nil
}
