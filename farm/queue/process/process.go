// Package process runs the NATS server of a farm as a separate program, so that programs
// that rarely need it do not contain it. The server ends with the program that started it,
// even if that is killed.
package process

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/reason"
)

// Config configures a server.
type Config struct {
	// Dir is the folder of the farm; see Folder.
	Dir string `json:"dir"`
	// Host and Port are the address at which it listens. Port -1 means any free port.
	Host string `json:"host"`
	Port int    `json:"port"`
	// Credentials is the folder of the credentials that it requires. Empty means that it
	// requires none, and listens on loopback only.
	Credentials string `json:"credentials,omitempty"`
}

// Folder returns the folder of the queued messages.
func (c *Config) Folder() string { return filepath.Join(c.Dir, "queue") }

// document is the document "ply.queue/1". The program reads it from standard input and runs
// until standard input ends.
type document struct {
	Schema string `json:"schema"`
	Config
}

const schema = "ply.queue/1"

// ReadConfig reads what Start writes to the program.
func ReadConfig(r io.Reader) (Config, error) {
	var d document
	if err := json.NewDecoder(r).Decode(&d); err != nil {
		return Config{}, reason.Errorf("queue: configuration: %w", err)
	}
	if d.Schema != schema {
		return Config{}, reason.Errorf("queue: schema %q, want %s", d.Schema, schema)
	}
	return d.Config, nil
}

// Report is a line that the program writes to standard output: first its URL or the error
// that ended it, then its state at each check, and events.
type Report struct {
	URL   string `json:"url,omitempty"`   // at which clients reach the server
	Error string `json:"error,omitempty"` // why it has ended
	Log   string `json:"log,omitempty"`   // an event for the operator
	// Trouble says what the server waits for; empty if it works, in a line without the others.
	Trouble string `json:"trouble,omitempty"`
}

// Server is a program that runs a server.
type Server struct {
	program string
	c       Config
	stderr  io.Writer
	url     string

	cmd     *exec.Cmd
	input   io.Closer
	reports chan Report // closed when the program has ended
}

// Start starts a server by the given program, which writes its errors to stderr.
func Start(program string, c Config, stderr io.Writer) (*Server, error) {
	s := &Server{program: program, c: c, stderr: stderr}
	if err := s.start(); err != nil {
		return nil, err
	}
	if u, err := url.Parse(s.url); err == nil {
		s.c.Port, _ = strconv.Atoi(u.Port()) // for restarts
	}
	return s, nil
}

func (s *Server) start() error {
	text, err := json.Marshal(document{schema, s.c})
	if err != nil {
		return err
	}
	s.cmd = exec.Command(s.program)
	s.cmd.Stderr = s.stderr
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return reason.Errorf("queue: %w", err)
	}
	s.input, s.reports = in, make(chan Report)
	go s.read(s.cmd, out, s.reports)
	_, err = in.Write(append(text, '\n')) // a program that has ended reports why
	first := <-s.reports
	switch {
	case first.Error != "":
		err = errors.New(first.Error)
	case first.URL == "":
		err = cmp.Or(err, reason.Errorf("queue: %s: not the server of a queue", s.program))
	default:
		s.url = first.URL
		return nil
	}
	s.Close()
	return err
}

// read reads the reports of the program until it ends.
func (s *Server) read(c *exec.Cmd, out io.Reader, reports chan<- Report) {
	defer close(reports)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var r Report
		if json.Unmarshal(lines.Bytes(), &r) == nil {
			reports <- r
		}
	}
	_ = c.Wait()
}

// URL returns the address at which clients reach the server.
func (s *Server) URL() string { return s.url }

// Folder returns the folder of the queued messages.
func (s *Server) Folder() string { return s.c.Folder() }

// restartTime is the time between attempts to restart the server.
const restartTime = time.Second

// Keep reads the reports of the server, and restarts it when it ends, until ctx is done. It
// calls note with what the server waits for, or nil.
func (s *Server) Keep(ctx context.Context, note func(error), log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case r, ok := <-s.reports:
			switch {
			case ctx.Err() != nil:
				return
			case !ok:
				note(reason.New("queue: the server ended"))
				if s.start() != nil {
					queue.Rest(ctx, restartTime)
				}
			case r.Log != "":
				log.Info(r.Log)
			case r.Trouble != "":
				note(errors.New(r.Trouble))
			default:
				note(nil)
			}
		}
	}
}

// Close stops the server and waits until it has ended.
func (s *Server) Close() {
	_ = s.input.Close()
	for range s.reports {
	}
}
