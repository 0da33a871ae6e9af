package process_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/queue/process"
	"github.com/plywood-go/plywood/farm/queue/server"
)

// role is the variable that selects what the test binary runs as: a server or another program.
const role = "PLYWOOD_TEST_QUEUE"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "server":
		if err := server.Run(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
	case "other":
		fmt.Println("hello")
	}
}

// patience bounds the wait for events that must happen.
const patience = 4 * time.Minute

func config(t *testing.T) process.Config {
	return process.Config{Dir: t.TempDir(), Host: "127.0.0.1", Port: -1}
}

func program(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestKilled kills the program. It must be restarted at the same address with everything that
// the queue had acknowledged.
func TestKilled(t *testing.T) {
	t.Setenv(role, "server")
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	s, err := process.Start(program(t), config(t), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	notes := make(chan error, 100)
	keeping, stopKeeping := context.WithCancel(ctx)
	var keeper sync.WaitGroup
	keeper.Go(func() { s.Keep(keeping, func(err error) { notes <- err }, slog.New(slog.DiscardHandler)) })
	q, err := natsqueue.Dial(natsqueue.Config{URL: s.URL()})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if err := q.Prepare(ctx); err != nil {
		t.Fatal(err)
	}
	data := []byte("file")
	name, err := q.PutFile(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Kill(s); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []bool{true, false} {
		for noted := !wrong; noted != wrong; {
			select {
			case err := <-notes:
				noted = err != nil
			case <-ctx.Done():
				t.Fatal("the server does not come back")
			}
		}
	}
	for {
		soon, stop := context.WithTimeout(ctx, time.Second)
		got, err := q.File(soon, name)
		stop()
		if err == nil && bytes.Equal(got, data) {
			break
		}
		if ctx.Err() != nil {
			t.Fatalf("%q, %v", got, err)
		}
	}
	stopKeeping()
	keeper.Wait()
	s.Close()
	if _, err := natsqueue.Dial(natsqueue.Config{URL: s.URL()}); err == nil {
		t.Error("the server has not ended")
	}
}

// TestRefused checks the errors for servers that do not start.
func TestRefused(t *testing.T) {
	refused := func(as, program string, c process.Config, want string) {
		t.Helper()
		t.Setenv(role, as)
		s, err := process.Start(program, c, os.Stderr)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	open := config(t)
	open.Host = "0.0.0.0"
	refused("server", program(t), open, "a farm needs credentials")
	refused("other", program(t), config(t), "not the server of a queue")
	refused("server", "no-such-program", config(t), "no-such-program")
	var out bytes.Buffer
	if err := server.Run(strings.NewReader(`{"schema":"ply.queue/0"}`+"\n"), &out); err == nil || !strings.Contains(out.String(), "want ply.queue/1") {
		t.Errorf("another schema: %v, %s", err, out.String())
	}
	if err := server.Run(strings.NewReader(""), &out); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("no configuration: %v", err)
	}
}
