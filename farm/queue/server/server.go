// Package server runs the NATS server of a farm. It is apart from package natsqueue, the
// client, because it is ten times as large.
package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/process"
	"github.com/plywood-go/plywood/internal/reason"
)

// Config configures a server.
type Config = process.Config

// Server is a NATS server in this process.
type Server struct {
	c     Config
	now   *server.Server
	users []keys.User // that it accepts
}

// Start starts a server. It writes every message to the disk before it acknowledges it,
// which NATS by default leaves to the operating system for up to two minutes.
func Start(c Config) (*Server, error) {
	s := &Server{c: c}
	o, err := s.options()
	if err != nil {
		return nil, err
	}
	streams := filepath.Join(c.Folder(), "jetstream")
	from, to := filepath.Join(streams, "$G"), filepath.Join(streams, keys.Account) // the accounts that have them
	if c.Credentials == "" {
		from, to = to, from
	}
	_ = os.Rename(from, to) // it fails if the server was started in the same way before
	if s.now, err = server.NewServer(o); err != nil {
		return nil, reason.Errorf("queue: %w", err)
	}
	s.users, _ = keys.Users(c.Credentials)
	if s.now.Start(); s.now.Addr() == nil {
		s.now.Shutdown()
		return nil, reason.Errorf("queue: the server does not start: is the address free, and %s writable?", c.Dir)
	}
	return s, nil
}

// mostBuffered is the number of messages for a stream that wait to be stored, before more are
// refused. The stream delivers none while it stores those, so that a flood would hold up all others
// for seconds.
const mostBuffered = 1000

func (s *Server) options() (*server.Options, error) {
	c := &s.c
	o := &server.Options{
		Host: c.Host, Port: c.Port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: c.Folder(), SyncAlways: true, MaxPayload: keys.MaxMessage, StreamMaxBufferedMsgs: mostBuffered,
	}
	return o, guard(o, c.Credentials)
}

// URL returns the address at which clients reach the server.
func (s *Server) URL() string { return s.now.ClientURL() }

// health returns what is wrong with the server; nil if nothing is. The server says of a stream that it
// could not be recovered also while it creates or deletes it, so that counts only if lost is set.
func (s *Server) health(lost bool) error {
	for _, e := range s.now.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if lost || !strings.HasSuffix(e.Error, "could not be recovered") {
			return errors.New(e.Error)
		}
	}
	return nil
}

// Keep watches the server until ctx is done, or until it must be started anew; again is true then.
// A NATS server that could not write once refuses every message from then on, and one whose disk was
// small when it started never uses more of it: such a server ends as soon as the disk has room.
// Clients reconnect by themselves. At every check Keep calls note with what is wrong, or nil, and
// makes the server accept the present users of its folder of credentials, with a line for the log.
func (s *Server) Keep(ctx context.Context, every time.Duration, note func(error), log func(string)) (again bool) {
	for lost := !s.room(); ; { // a full disk may have kept it from reading streams
		if queue.Rest(ctx, every); ctx.Err() != nil {
			return false
		}
		if s.c.Credentials != "" {
			s.admit(log)
		}
		free, known := queue.Free(s.c.Folder())
		err := s.health(lost)
		switch {
		case known && free < reserve:
			err = reason.Errorf("%w: %s: %w", queue.ErrFull, s.c.Folder(), syscall.ENOSPC)
		case err != nil && !s.room():
			err = reason.Errorf("%w: %s: %w", queue.ErrFull, s.c.Folder(), err)
		case err != nil, known && s.confined(free):
			return true
		}
		lost = err != nil
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
	info, err := s.now.Jsz(nil)
	if err != nil {
		return false
	}
	used, most := info.Store, uint64(info.Config.MaxStore)
	return 5*used > 4*most && (used+free)/2 > most
}

// Close stops the server.
func (s *Server) Close() {
	s.now.Shutdown()
	s.now.WaitForShutdown()
}

// Run is the program that package process starts: it reads a configuration from in, starts
// its server, and writes reports to out until in ends, or the server must be started anew.
func Run(in io.Reader, out io.Writer) error {
	w := json.NewEncoder(out)
	report := func(r process.Report) { _ = w.Encode(r) } // it fails if the program that reads it has ended, as in does
	var s *Server
	c, err := process.ReadConfig(in)
	if err == nil {
		s, err = Start(c)
	}
	if err != nil {
		report(process.Report{Error: err.Error()})
		return err
	}
	defer s.Close()
	report(process.Report{URL: s.URL()})
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		_, err = io.Copy(io.Discard, in)
		stop()
	}()
	again := s.Keep(ctx, time.Second, func(err error) {
		r := process.Report{}
		if err != nil {
			r.Trouble = err.Error()
		}
		report(r)
	}, func(text string) { report(process.Report{Log: text}) })
	if again {
		return nil
	}
	return err
}

// guard makes a server require the credentials of the folder dir. Without a folder, "", it
// requires none, and refuses a server that listens beyond loopback with keys.ErrNeeded.
func guard(o *server.Options, dir string) error {
	if dir == "" {
		if !keys.Loopback(o.Host) {
			return reason.Errorf("%q: %w", o.Host, keys.ErrNeeded)
		}
		return nil
	}
	text, err := keys.Config(dir)
	if err != nil {
		return err
	}
	o.TLS, o.Nkeys, o.Accounts = true, nil, nil // those of before
	if err := o.ProcessConfigString(string(text)); err != nil {
		return reason.Errorf("%s: %w", dir, err)
	}
	return nil
}

// admit makes s accept the users that its folder of credentials has now. The server ends the
// connections of users whose credentials were revoked. It calls log with a line about each change.
func (s *Server) admit(log func(string)) {
	now, err := keys.Users(s.c.Credentials)
	if err != nil || slices.Equal(now, s.users) {
		return
	}
	o, err := s.options()
	if err == nil {
		err = s.now.ReloadOptions(o)
	}
	if err != nil {
		log(fmt.Sprintf("credentials: %v", err))
		return
	}
	s.users = now
	log(fmt.Sprintf("credentials: %d users", len(now)))
}
