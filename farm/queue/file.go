package queue

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/internal/reason"
)

// fileAge is how long a file is kept after it was last put: longer than what is done
// with it.
const fileAge = 30 * 24 * time.Hour

// ErrNoFile is wrapped by the errors for files that are not there, or not any more.
var ErrNoFile = reason.New("no such file in the queue")

// prepareFiles makes the stream of files: the last of each name.
func (q *Queue) prepareFiles(ctx context.Context) error {
	_, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: Files, Subjects: []string{filesSubject + "*"}, Storage: jetstream.FileStorage, Replicas: max(1, q.c.Replicas),
		MaxMsgsPerSubject: 1, MaxAge: fileAge, AllowDirect: true,
	})
	if err != nil {
		return reason.Errorf("queue: stream %s: %w", Files, err)
	}
	return nil
}

// PutFile puts a file where workers find it by its name, the SHA-256 sum of what is in
// it. It is on the disk when PutFile returns.
func (q *Queue) PutFile(ctx context.Context, data []byte) (name string, err error) {
	name = fmt.Sprintf("%x", sha256.Sum256(data))
	if most := q.nc.MaxPayload(); int64(len(data)) > most {
		return "", reason.Errorf("queue: a file of %d bytes, want at most %d: max_payload of the server", len(data), most)
	}
	if err = q.publish(ctx, filesSubject+name, data); err != nil {
		return "", reason.Errorf("queue: file: %w", err)
	}
	return name, nil
}

// File returns a file. What is damaged is as good as not there.
func (q *Queue) File(ctx context.Context, name string) ([]byte, error) {
	m, err := q.nc.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+Files+"."+filesSubject+name, nil)
	if errors.Is(err, nats.ErrNoResponders) || err == nil && (m.Header.Get("Status") != "" || fmt.Sprintf("%x", sha256.Sum256(m.Data)) != name) {
		return nil, reason.Errorf("%w: %s", ErrNoFile, name)
	}
	if err != nil {
		return nil, reason.Errorf("queue: file %s: %w", name, err)
	}
	return m.Data, nil
}
