package natsqueue

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// fileAge is how long a file is kept after it was last put: longer than any task that needs
// it takes.
const fileAge = 30 * 24 * time.Hour

// prepareFiles creates the stream of files, which keeps the last one of each name.
func (q *connection) prepareFiles(ctx context.Context) error {
	_, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: filesStream, Subjects: []string{filesSubject + "*"}, Storage: jetstream.FileStorage, Replicas: max(1, q.c.Replicas),
		MaxMsgsPerSubject: 1, MaxAge: fileAge, AllowDirect: true,
	})
	if err != nil {
		return reason.Errorf("queue: stream %s: %w", filesStream, err)
	}
	return nil
}

// PutFile stores a file under its SHA-256 sum, in hexadecimal digits, and returns that.
// The file is on the disk when PutFile returns.
func (q *connection) PutFile(ctx context.Context, data []byte) (name string, err error) {
	name = fmt.Sprintf("%x", sha256.Sum256(data))
	if most := q.nc.MaxPayload(); int64(len(data)) > most {
		return "", reason.Errorf("queue: a file of %d bytes, want at most %d: max_payload of the server", len(data), most)
	}
	if err = q.publish(ctx, filesSubject+name, data); err != nil {
		return "", reason.Errorf("queue: file: %w", err)
	}
	return name, nil
}

func (q *connection) File(ctx context.Context, name string) ([]byte, error) {
	m, err := q.nc.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+filesStream+"."+filesSubject+name, nil)
	if errors.Is(err, nats.ErrNoResponders) || err == nil && (m.Header.Get("Status") != "" || fmt.Sprintf("%x", sha256.Sum256(m.Data)) != name) {
		return nil, reason.Errorf("%w: %s", queue.ErrNoFile, name)
	}
	if err != nil {
		return nil, reason.Errorf("queue: file %s: %w", name, err)
	}
	return m.Data, nil
}
