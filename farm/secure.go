package farm

import (
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
