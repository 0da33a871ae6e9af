// Package farmtest has a farm for tests of what is done by one.
package farmtest

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
)

// Version is that of the program, and of the jobs of a farm for tests.
const Version = "test"

// Config says what a farm is like.
type Config struct {
	Find func(name string) (*engine.Game, error)
	// Workers are how many there are, each of one slot.
	Workers int
	// Work is what they do that is not about a position, each with its queue. Nil means
	// nothing.
	Work func(*queue.Queue) map[job.Kind]job.Work
	// Audit is ledger.Config.Audit.
	Audit int
}

// lease is how long a worker may be silent.
const lease = 5 * time.Second

// Farm is a farm that runs until the test ends.
type Farm struct {
	farm.Client
	Coordinator *farm.Coordinator
	Archive     *archive.Archive
}

// Start starts a farm.
func Start(tb testing.TB, c Config) *Farm {
	tb.Helper()
	dir := tb.TempDir()
	server, err := queue.Serve(queue.ServerConfig{Dir: dir, Host: "127.0.0.1", Port: -1})
	must(tb, err)
	tb.Cleanup(server.Close)
	kept, err := archive.Open(filepath.Join(dir, "archive"))
	must(tb, err)
	tb.Cleanup(func() { kept.Close() })
	l, err := ledger.Open(ledger.Config{Archive: kept, Find: c.Find, Audit: c.Audit, Lease: lease})
	must(tb, err)
	dial := func() *queue.Queue {
		q, err := queue.Dial(queue.Config{URL: server.ClientURL()})
		must(tb, err)
		tb.Cleanup(q.Close)
		return q
	}
	quiet := slog.New(slog.DiscardHandler)
	f := &Farm{farm.Client{Queue: dial()}, &farm.Coordinator{Queue: dial(), Ledger: l, Version: Version, Log: quiet, Tick: 50 * time.Millisecond}, kept}
	ready := make(chan struct{})
	run(tb, func(ctx context.Context) error { return f.Coordinator.Run(ctx, func() { close(ready) }) })
	<-ready
	for n := range c.Workers {
		w := &farm.Worker{Queue: dial(), Name: string(rune('a' + n)), Version: Version, Find: c.Find, Log: quiet, Lease: lease}
		if c.Work != nil {
			w.Work = c.Work(w.Queue)
		}
		run(tb, w.Run)
	}
	return f
}

// run runs something until the test ends.
func run(tb testing.TB, f func(context.Context) error) {
	ctx, stop := context.WithCancel(context.Background())
	var end sync.WaitGroup
	end.Go(func() {
		if err := f(ctx); err != nil && ctx.Err() == nil {
			tb.Error(err)
		}
	})
	tb.Cleanup(func() { stop(); end.Wait() })
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
