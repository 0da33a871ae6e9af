package queue

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
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
type Server struct{ *server.Server }

// MaxMessage is the greatest size of a message of an embedded server, in bytes: files
// and results that are data are larger than the MiB that is usual.
const MaxMessage = 16 << 20

// startTime is how long a server may take to start, its files to be read.
const startTime = 30 * time.Second

// Serve starts a server. What it has acknowledged is on the disk: by default NATS
// leaves it to the system for two minutes.
func Serve(c ServerConfig) (*Server, error) {
	o := &server.Options{
		ServerName: c.Name, Host: c.Host, Port: c.Port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: filepath.Join(c.Dir, "queue"), SyncAlways: true, MaxPayload: MaxMessage,
	}
	if c.Cluster != "" {
		o.Cluster = server.ClusterOpts{Name: c.Cluster, Host: c.Host, Port: c.ClusterPort}
		o.Routes = server.RoutesFromStr(joined(c.Routes))
	}
	if c.Secure != nil {
		if err := c.Secure(o); err != nil {
			return nil, err
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	go s.Start()
	if c.Cluster == "" && !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, errors.New("queue: the server does not start: is the address free, and " + c.Dir + " writable?")
	}
	return &Server{s}, nil
}

// Whole reports whether a node of a cluster has caught up with the others, so that
// another may be lost.
func (s *Server) Whole() bool {
	return s.Healthz(&server.HealthzOptions{}).Status == "ok"
}

func joined(routes []string) (text string) {
	for i, r := range routes {
		if i > 0 {
			text += ","
		}
		text += r
	}
	return text
}

// Close ends the server.
func (s *Server) Close() {
	s.Shutdown()
	s.WaitForShutdown()
}
