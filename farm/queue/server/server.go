// Package server runs the NATS server of a farm. It is apart from package natsqueue, the
// client, because it is ten times as large.
package server

import (
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/queue/process"
	"github.com/plywood-go/plywood/internal/reason"
)

// Config configures a server.
type Config = process.Config

// Server is a NATS server in this process.
type Server struct {
	c   Config
	url string

	mu  sync.Mutex
	now *server.Server
}

// startTime is how long a server may take to read its files and start.
const startTime = 30 * time.Second

// Start starts a server. It writes every message to the disk before it acknowledges it,
// which NATS by default leaves to the operating system for up to two minutes.
func Start(c Config) (*Server, error) {
	s := &Server{c: c}
	if err := s.start(); err != nil {
		return nil, err
	}
	s.url = s.now.ClientURL()
	if a, ok := s.now.Addr().(*net.TCPAddr); ok {
		s.c.Port = a.Port // for restarts
	}
	return s, nil
}

func (s *Server) options() (*server.Options, error) {
	c := &s.c
	o := &server.Options{
		ServerName: c.Name, Host: c.Host, Port: c.Port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: s.c.Folder(), SyncAlways: true, MaxPayload: queue.MaxMessage,
	}
	if c.Cluster != "" {
		o.Cluster = server.ClusterOpts{Name: c.Cluster, Host: c.Host, Port: c.ClusterPort}
		o.Routes = server.RoutesFromStr(strings.Join(c.Routes, ","))
	}
	return o, guard(o, c.Credentials, natsqueue.Layout())
}

func (s *Server) start() error {
	o, err := s.options()
	if err != nil {
		return err
	}
	if s.now, err = server.NewServer(o); err != nil {
		return reason.Errorf("queue: %w", err)
	}
	go s.now.Start()
	if s.c.Cluster == "" && !s.now.ReadyForConnections(startTime) {
		s.now.Shutdown()
		return reason.Errorf("queue: the server does not start: is the address free, and %s writable?", s.c.Dir)
	}
	return nil
}

// URL returns the address at which clients reach the server.
func (s *Server) URL() string { return s.url }

// health returns what is wrong with the server, or as a node of a cluster has not caught up with the
// others; nil if nothing is.
func (s *Server) health() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.now.Healthz(&server.HealthzOptions{}); h.Status != "ok" {
		return errors.New(h.Error)
	}
	return nil
}

// reload makes the server require the credentials that its folder has now.
func (s *Server) reload() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.options()
	if err == nil {
		err = s.now.ReloadOptions(o)
	}
	return err
}

// Keep restarts the server when that helps, until ctx is done. A NATS server that could not
// write once refuses every message from then on, and one whose disk was small when it started
// never uses more of it. Keep restarts such a server as soon as the disk has room; clients
// reconnect by themselves. At every check Keep calls note with what is wrong, or nil.
func (s *Server) Keep(ctx context.Context, every time.Duration, note func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		free, known := queue.Free(s.c.Folder())
		err := s.health()
		switch {
		case known && free < reserve:
			err = reason.Errorf("%w: %s: %w", queue.ErrFull, s.c.Folder(), syscall.ENOSPC)
		case err != nil && !s.room():
			err = reason.Errorf("%w: %s: %w", queue.ErrFull, s.c.Folder(), err)
		case err != nil, known && s.confined(free):
			err = s.restart()
		}
		note(err)
	}
}

// reserve is the least free space on the disk of a server, in bytes.
const reserve = 1 << 20

// room reports whether the server could write reserve bytes.
func (s *Server) room() bool {
	f, err := os.CreateTemp(s.c.Folder(), "room-*")
	if err != nil {
		return false
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, reserve))
	return errors.Join(err, f.Sync(), f.Close()) == nil
}

// confined reports whether the server has used most of its limit, three quarters of the
// space that was free when it started, although the disk has much more space now.
func (s *Server) confined(free uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := s.now.Jsz(nil)
	if err != nil {
		return false
	}
	used, most := info.Store, uint64(info.Config.MaxStore)
	return 5*used > 4*most && (used+free)/2 > most
}

func (s *Server) restart() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Shutdown()
	s.now.WaitForShutdown()
	return s.start()
}

// Close stops the server.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Shutdown()
	s.now.WaitForShutdown()
}
