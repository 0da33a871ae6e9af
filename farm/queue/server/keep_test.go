package server

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
)

// TestUnready checks that a server goes on while one of its streams has only a folder, as one that
// is being created, and that it does not start at an address that is in use.
func TestUnready(t *testing.T) {
	c := Config{Dir: t.TempDir(), Host: "127.0.0.1", Port: -1}
	s, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := os.MkdirAll(filepath.Join(c.Folder(), "jetstream", "$G", "streams", "NEW"), 0o777); err != nil {
		t.Fatal(err)
	}
	if s.health(true) == nil {
		t.Error("a stream that was lost is not missed")
	}
	ctx, stop := context.WithCancel(t.Context())
	checks := 0
	again := s.Keep(ctx, time.Millisecond, func(err error) {
		if err != nil {
			t.Error(err)
		}
		if checks++; checks == 3 {
			stop()
		}
	}, nil)
	if again || checks != 3 {
		t.Errorf("%d checks, and the server ends: %v", checks, again)
	}
	_, port, err := net.SplitHostPort(s.now.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c.Dir = t.TempDir()
	if c.Port, err = strconv.Atoi(port); err != nil {
		t.Fatal(err)
	}
	if twice, err := Start(c); err == nil {
		twice.Close()
		t.Error("two servers at one address")
	}
}

// TestCredentialsLater starts a server without credentials, with them, and without. It must have the
// same files.
func TestCredentialsLater(t *testing.T) {
	dir, _ := farm(t)
	c := Config{Dir: t.TempDir(), Host: "127.0.0.1", Port: -1}
	file := ""
	for _, credentials := range []string{"", dir, dir, ""} {
		var options []nats.Option
		if c.Credentials = credentials; credentials != "" {
			var err error
			if _, options, err = keys.Client(filepath.Join(dir, keys.CreatedName+".creds")); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Start(c)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		q, err := natsqueue.Dial(natsqueue.Config{URL: s.URL(), Options: options})
		if err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		if file == "" {
			err = q.Prepare(t.Context())
			if err == nil {
				file, err = q.PutFile(t.Context(), []byte("file"))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, err := q.File(t.Context(), file); err != nil || string(data) != "file" {
			t.Errorf("%q, %v", data, err)
		}
		q.Close()
		s.Close()
	}
}
