package queue

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/plywood-go/plywood/internal/reason"
)

// ServerConfig is what an embedded server is told.
type ServerConfig struct {
	// Dir is the folder of what it keeps.
	Dir string
	// Host and Port are where it listens. Port -1 means any that is free.
	Host string
	Port int
	// Options are changed by Secure, which adds credentials and the like. Nil means
	// nothing.
	Secure func(*server.Options) error
	// Cluster names the cluster of which the server, called Name, is a node, which
	// listens for the others at ClusterPort, and finds them at Routes. Empty means
	// that it is alone.
	Cluster, Name string
	ClusterPort   int
	Routes        []string
}

// Server is a server of NATS within this program.
type Server struct {
	c   ServerConfig
	url string

	mu  sync.Mutex
	now *server.Server
}

// MaxMessage is the greatest size of a message of an embedded server, in bytes: files
// and results that are data are larger than the MiB that is usual.
const MaxMessage = 16 << 20

// startTime is how long a server may take to start, its files to be read.
const startTime = 30 * time.Second

// Serve starts a server. What it has acknowledged is on the disk: by default NATS
// leaves it to the system for two minutes.
func Serve(c ServerConfig) (*Server, error) {
	s := &Server{c: c}
	if err := s.start(); err != nil {
		return nil, err
	}
	s.url = s.now.ClientURL()
	if a, ok := s.now.Addr().(*net.TCPAddr); ok {
		s.c.Port = a.Port // when it is started anew
	}
	return s, nil
}

func (s *Server) options() (*server.Options, error) {
	c := &s.c
	o := &server.Options{
		ServerName: c.Name, Host: c.Host, Port: c.Port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: s.Dir(), SyncAlways: true, MaxPayload: MaxMessage,
	}
	if c.Cluster != "" {
		o.Cluster = server.ClusterOpts{Name: c.Cluster, Host: c.Host, Port: c.ClusterPort}
		o.Routes = server.RoutesFromStr(strings.Join(c.Routes, ","))
	}
	if c.Secure != nil {
		if err := c.Secure(o); err != nil {
			return nil, err
		}
	}
	return o, nil
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

// Dir returns the folder of what is queued.
func (s *Server) Dir() string { return filepath.Join(s.c.Dir, "queue") }

// ClientURL returns the address by which clients reach the server.
func (s *Server) ClientURL() string { return s.url }

// Whole reports whether a node of a cluster has caught up with the others, so that
// another may be lost.
func (s *Server) Whole() bool { return s.health() == nil }

// health returns what is wrong with the server; nil if nothing is.
func (s *Server) health() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.now.Healthz(&server.HealthzOptions{}); h.Status != "ok" {
		return errors.New(h.Error)
	}
	return nil
}

// Reload has the server ask for the credentials that there are now.
func (s *Server) Reload() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.options()
	if err == nil {
		err = s.now.ReloadOptions(o)
	}
	return err
}

// Keep looks after the server until ctx is done. A server of NATS that could not write
// refuses everything from then on, and one whose disk was small when it started uses no
// more of it later: as soon as there is room it is started anew, and clients come back by
// themselves. note is called with what is wrong; nil when nothing is.
func (s *Server) Keep(ctx context.Context, every time.Duration, note func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		free, known := Free(s.Dir())
		err := s.health()
		switch {
		case known && free < reserve:
			err = reason.Errorf("%w: %s: %w", ErrFull, s.Dir(), syscall.ENOSPC)
		case err != nil && !s.room():
			err = reason.Errorf("%w: %s: %w", ErrFull, s.Dir(), err)
		case err != nil, known && s.confined(free):
			err = s.restart()
		}
		note(err)
	}
}

// reserve is how much room there must be on the disk for a server, in bytes.
const reserve = 1 << 20

// room reports whether something can be written.
func (s *Server) room() bool {
	f, err := os.CreateTemp(s.Dir(), "room-*")
	if err != nil {
		return false
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, reserve))
	return errors.Join(err, f.Sync(), f.Close()) == nil
}

// confined reports whether the server has used most of what it may, and its disk has much
// more than it had at the start. It may use three quarters of what was free then.
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

// Close ends the server.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Shutdown()
	s.now.WaitForShutdown()
}
