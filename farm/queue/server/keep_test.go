package server

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
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
