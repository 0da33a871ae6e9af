package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/remote"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	queueserver "github.com/plywood-go/plywood/farm/queue/server"
)

// TestFarmJoins checks that 'farm up --nats' connects to a queue with the credentials of
// a folder, and prints the address of its metrics.
func TestFarmJoins(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "keys")
	if err := keys.Create(folder, nil); err != nil {
		t.Fatal(err)
	}
	s, err := queueserver.Start(queueserver.Config{Dir: dir, Host: "127.0.0.1", Port: -1, Credentials: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	go func() { // stop the farm once it has written its address
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(dir, "farm", remote.AddressFile)); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		stop()
	}()
	code, out, stderr := runs(ctx, nil, "farm", "up", "--nats", s.URL(), "--credentials", folder, "--dir", filepath.Join(dir, "farm"), "--metrics", "0.0.0.0:0")
	if code != 130 || !strings.Contains(out, s.URL()) {
		t.Errorf("code %d: %s%s", code, out, stderr)
	}
	if !strings.Contains(stderr, "metrics: http://") || strings.Contains(stderr, ":0/metrics") || !strings.Contains(stderr, "everybody who reaches this address") {
		t.Errorf("%s", stderr)
	}
}

// TestSubmitAway submits to a queue without a coordinator, and interrupts the program once it has
// said that it waits.
func TestSubmitAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := queueserver.Start(queueserver.Config{Dir: dir, Host: "127.0.0.1", Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	q, err := natsqueue.Dial(natsqueue.Config{URL: s.URL()})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	if err := q.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "positions")
	if err := os.WriteFile(file, []byte("3/3/3 X\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	var out, stderr lockedBuffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"farm", "submit", "tictactoe", "-f", file, "--nats", s.URL()}, nil, &out, &stderr)
	}()
	for !strings.Contains(stderr.String(), "no coordinator answers") {
		select {
		case code := <-ended:
			t.Fatalf("code %d: %s%s", code, out.String(), stderr.String())
		case <-time.After(time.Millisecond):
		}
	}
	interrupt()
	if code := <-ended; code != 130 || out.String() != "" {
		t.Errorf("code %d: %s%s", code, out.String(), stderr.String())
	}
}

// TestFarmFolder checks the folder of a farm.
func TestFarmFolder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the folders of another system")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	for data, want := range map[string]string{"": filepath.Join(home, ".local", "share"), filepath.Join(home, "data"): filepath.Join(home, "data")} {
		t.Setenv("XDG_DATA_HOME", data)
		if got, err := new(remote.Flags).Folder(); got != filepath.Join(want, "plywood", "farm") || err != nil {
			t.Errorf("%s, %v, want that in %s", got, err, want)
		}
	}
}
