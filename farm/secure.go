package farm

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
)

// Layout returns what the permissions of a farm's users rest on.
func Layout() keys.Layout {
	return keys.Layout{
		Work: queue.Work, Results: queue.Results, Beats: queue.Hello, Control: queue.Control, Requests: queue.Requests,
		Files: queue.Files, MaxMessage: queue.MaxMessage,
	}
}

// Secure returns what has the server of a farm ask for the credentials of a folder;
// see queue.ServerConfig. Without a folder, "", the server asks for none, and starts
// only if it listens on loopback.
func Secure(dir string) func(*server.Options) error {
	return func(o *server.Options) error { return keys.Guard(o, dir, Layout()) }
}

// watchTime is how often the users of a folder of credentials are looked at.
const watchTime = 2 * time.Second

// Watch has a server ask for the credentials that a folder has now, whenever its users
// change, until ctx is done: it ends the connections of those whose credentials were
// revoked.
func Watch(ctx context.Context, s *queue.Server, dir string, log *slog.Logger) {
	if dir == "" {
		return
	}
	before, _ := keys.Users(dir)
	for ctx.Err() == nil {
		rest(ctx, watchTime)
		now, err := keys.Users(dir)
		if err != nil || slices.Equal(now, before) {
			continue
		}
		if err := s.Reload(); err != nil {
			log.Error("credentials", "error", err)
			continue
		}
		before = now
		log.Info("credentials", "users", len(now))
	}
}
