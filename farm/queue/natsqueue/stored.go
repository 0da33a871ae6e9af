package natsqueue

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// journal is the stream journalStream; see queue.Journal. The number of a message is its
// sequence number.
type journal struct{ q *connection }

func (q *connection) Journal() queue.Journal { return journal{q} }

// nameOf is the key of the journal's name in the metadata of the stream.
const nameOf = "plywood.journal"

func (j journal) Name(ctx context.Context, name string) error {
	return j.q.create(ctx, jetstream.StreamConfig{
		Name: journalStream, Subjects: []string{journalSubject}, Discard: jetstream.DiscardNew, Metadata: map[string]string{nameOf: name},
	})
}

func (j journal) State(ctx context.Context) (name string, last uint64, err error) {
	s, err := j.q.js.Stream(ctx, journalStream)
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return "", 0, nil
	case err != nil:
		return "", 0, err
	}
	return s.CachedInfo().Config.Metadata[nameOf], s.CachedInfo().State.LastSeq, nil
}

func (j journal) Append(ctx context.Context, number uint64, message []byte) error {
	_, err := j.q.js.Publish(ctx, journalSubject, message, jetstream.WithExpectLastSequence(number-1))
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return reason.Errorf("%w: %w", queue.ErrTaken, err)
	}
	return full(err)
}

func (j journal) Read(ctx context.Context, from, to uint64, take func(number uint64, message []byte) error) error {
	s, err := j.q.js.Stream(ctx, journalStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil || s.CachedInfo().State.Msgs == 0 || from > min(to, s.CachedInfo().State.LastSeq) {
		return err
	}
	c, err := s.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: from})
	if err != nil {
		return err
	}
	all, err := c.Messages(jetstream.PullMaxBytes(keys.MaxMessage))
	if err != nil {
		return err
	}
	defer all.Stop()
	for {
		soon, stop := context.WithTimeout(ctx, queue.Lease) // messages may be deleted meanwhile
		m, err := all.Next(jetstream.NextContext(soon))
		stop()
		if err != nil {
			return err
		}
		place, err := m.Metadata()
		if err != nil || place.Sequence.Stream > to {
			return err
		}
		if err = take(place.Sequence.Stream, m.Data()); err != nil || place.Sequence.Stream == to || place.NumPending == 0 {
			return err
		}
	}
}

func (j journal) Clear(ctx context.Context) error {
	err := j.q.js.DeleteStream(ctx, journalStream)
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	return j.Name(ctx, "")
}

// fileAge is how long a file is kept after it was last put: longer than any task that needs
// it takes.
const fileAge = 30 * 24 * time.Hour

// files is the stream of files, which keeps the last one of each name.
var files = jetstream.StreamConfig{
	Name: keys.Files, Subjects: []string{filesSubject + "*"}, MaxMsgsPerSubject: 1, MaxAge: fileAge, AllowDirect: true,
}

// PutFile stores a file, which is on the disk when PutFile returns.
func (q *connection) PutFile(ctx context.Context, data []byte) (name string, err error) {
	name = fmt.Sprintf("%x", sha256.Sum256(data))
	if most := q.nc.MaxPayload(); int64(len(data)) > most {
		return "", reason.Errorf("queue: a file of %d bytes, want at most %d: max_payload of the server", len(data), most)
	}
	if _, err = q.js.Publish(ctx, filesSubject+name, data); err != nil {
		return "", reason.Errorf("queue: file: %w", full(err))
	}
	return name, nil
}

func (q *connection) File(ctx context.Context, name string) ([]byte, error) {
	m, err := q.nc.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+keys.Files+"."+filesSubject+name, nil)
	if errors.Is(err, nats.ErrNoResponders) || err == nil && (m.Header.Get("Status") != "" || fmt.Sprintf("%x", sha256.Sum256(m.Data)) != name) {
		return nil, reason.Errorf("%w: %s", queue.ErrNoFile, name)
	}
	if err != nil {
		return nil, reason.Errorf("queue: file %s: %w", name, err)
	}
	return m.Data, nil
}
