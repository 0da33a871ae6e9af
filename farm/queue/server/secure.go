package server

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// guard makes a server require the credentials of the folder dir. The nodes of a cluster
// accept each other by certificates of the same authority. Without a folder, "", guard
// requires none; it refuses a server that listens beyond loopback with keys.ErrNeeded.
func guard(o *server.Options, dir string, layout keys.Layout) error {
	if dir == "" {
		if !keys.Loopback(o.Host) {
			return reason.Errorf("%q: %w", o.Host, keys.ErrNeeded)
		}
		return nil
	}
	users, err := keys.Users(dir)
	if err != nil {
		return err
	}
	clients, nodes, err := keys.ServerTLS(dir)
	if err != nil {
		return err
	}
	o.TLS, o.TLSConfig, o.AllowNonTLS, o.NoAuthUser = true, clients, false, ""
	o.TLSTimeout, o.AuthTimeout = keys.HandshakeTime, keys.HandshakeTime
	if o.Cluster.Name != "" {
		o.Cluster.TLSConfig, o.Cluster.TLSTimeout = nodes, keys.HandshakeTime
	}
	o.Nkeys = nil
	for _, u := range users {
		o.Nkeys = append(o.Nkeys, &server.NkeyUser{Nkey: u.Public, Permissions: permissions(layout.Grant(u.Role, u.Name))})
	}
	return nil
}

func permissions(g keys.Grant) *server.Permissions {
	p := &server.Permissions{}
	if g.Publish != nil {
		p.Publish = &server.SubjectPermission{Allow: g.Publish}
	}
	if g.Subscribe != nil {
		p.Subscribe = &server.SubjectPermission{Allow: g.Subscribe}
	}
	return p
}

// watchTime is the interval at which Watch reads the users of a folder.
const watchTime = 2 * time.Second

// Watch makes s accept the users that its folder of credentials has now, whenever they
// change, until ctx is done. The server ends the connections of users whose credentials
// were revoked. Watch calls log with a line about each change.
func (s *Server) Watch(ctx context.Context, log func(string)) {
	dir := s.c.Credentials
	if dir == "" {
		return
	}
	before, _ := keys.Users(dir)
	for ctx.Err() == nil {
		queue.Rest(ctx, watchTime)
		now, err := keys.Users(dir)
		if ctx.Err() != nil || err != nil || slices.Equal(now, before) {
			continue
		}
		if err := s.reload(); err != nil {
			log(fmt.Sprintf("credentials: %v", err))
			continue
		}
		before = now
		log(fmt.Sprintf("credentials: %d users", len(now)))
	}
}
