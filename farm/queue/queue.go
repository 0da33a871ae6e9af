// Package queue describes how the parts of a farm exchange messages: greetings of workers, which
// are answered with work, results, and questions of clients. A queue keeps every result that it has
// acknowledged until the coordinator acknowledges it, and delivers it again if the coordinator falls
// silent.
//
// Package natsqueue implements it on NATS JetStream, farmtest.Queue in memory.
package queue

import (
	"context"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
)

// Client is the queue as seen by a client of the farm.
type Client interface {
	// Ask asks the coordinator a question about a topic and returns its answer. The
	// error wraps [ErrAway] if no coordinator runs.
	Ask(ctx context.Context, topic string, question []byte) ([]byte, error)
	// PutFile stores a file under its SHA-256 sum, in hexadecimal digits, and returns that.
	PutFile(ctx context.Context, data []byte) (name string, err error)
}

// Worker is the queue as seen by a worker.
type Worker interface {
	// Greet says hello to the coordinator and returns its answer, for which it may wait until
	// ctx is done. It fails for a text above MostGreeting. The error wraps [ErrAway] if no
	// coordinator runs.
	Greet(ctx context.Context, worker string, text []byte) ([]byte, error)
	// PutResult queues a delivery of results. It is stored when PutResult returns.
	PutResult(ctx context.Context, worker string, delivery []byte) error
	// File returns a file. The error wraps [ErrNoFile] if it is missing or damaged.
	File(ctx context.Context, name string) ([]byte, error)
}

// Coordinator is the queue as seen by the coordinator.
type Coordinator interface {
	// Prepare creates what the queue needs before it takes messages.
	Prepare(ctx context.Context) error
	// Answer answers the questions of clients, several at once, until stop is called. Nil is no
	// answer: another coordinator gives one.
	Answer(answer func(topic string, question []byte) []byte) (stop func(), err error)
	// OnGreet calls take with the greetings of workers until stop is called. Few greetings of a
	// worker wait to be taken, so that those of others are not far behind. A call of answer, at
	// any time, answers a greeting.
	OnGreet(take func(worker string, text []byte, answer func(text []byte))) (stop func(), err error)
	// Results waits at most the given time for deliveries of workers.
	Results(ctx context.Context, wait time.Duration) ([]Message, error)
	// Journal returns the copy of the coordinator's archive in the queue.
	Journal() Journal
}

// Journal is a list of messages, numbered from 1, each of which is as safe as the queue.
type Journal interface {
	// State returns the name of the journal, "" for a new one, and the number of the last
	// message; 0 if there is none.
	State(ctx context.Context) (name string, last uint64, err error)
	// Name names the journal.
	Name(ctx context.Context, name string) error
	// Append appends a message under a number. If that is not the next number, the error
	// wraps [ErrTaken].
	Append(ctx context.Context, number uint64, message []byte) error
	// Read calls take with the messages from a number to another, if they exist, in order, until
	// take returns an error.
	Read(ctx context.Context, from, to uint64, take func(number uint64, message []byte) error) error
	// Clear deletes all messages and the name, so that the next message is the first.
	Clear(ctx context.Context) error
}

// Queue is a connection to a queue, for any part of a farm.
type Queue interface {
	Client
	Worker
	Coordinator
	Close()
}

// Message is a message that its receiver must acknowledge.
type Message interface {
	Data() []byte
	// Sender returns the worker that sent a delivery of results.
	Sender() string
	// Ack acknowledges the message.
	Ack() error
	// Again asks for another delivery after a delay.
	Again(after time.Duration)
	// Drop ends all deliveries of the message.
	Drop()
}

var (
	// ErrAway is wrapped by the errors for questions that no coordinator answers.
	ErrAway = reason.New("nobody answers")
	// ErrFull is wrapped by the errors for messages that the queue has no room for.
	ErrFull = reason.New("the queue has no room left: its disk is full, or its limits are reached")
	// ErrTaken is wrapped by the errors for messages of a journal with a wrong number.
	ErrTaken = reason.New("the journal of the queue goes on differently")
	// ErrNoServer is wrapped by the errors for servers that cannot be reached.
	ErrNoServer = reason.New("no server of a queue answers")
	// ErrRejected is wrapped by the errors for credentials that the server rejects.
	ErrRejected = reason.New("the farm rejects these credentials: they are revoked, or of another farm")
	// ErrNoFile is wrapped by the errors for files that are missing or damaged.
	ErrNoFile = reason.New("no such file in the queue")
)

// MostGreeting is the size of the largest greeting, in bytes.
const MostGreeting = 2 << 20

// Lease is how long the receiver of a message may be silent before the message is
// delivered again, if nothing else is configured.
const Lease = 30 * time.Second

// Rest waits for d or until ctx is done.
func Rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
