// Package farmtest runs a farm for tests of work that a farm does.
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
	"github.com/plywood-go/plywood/farm/coordinator"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
)

// Version is the version of the program, and of the jobs of a farm for tests.
const Version = "test"

// Config configures a farm.
type Config struct {
	Find func(name string) (*engine.Game, error)
	// Workers is the number of workers, each with one slot.
	Workers int
	// Work returns what the workers do beside jobs about a position. Nil means nothing.
	Work func(queue.Queue) map[job.Kind]job.Work
	// Audit is ledger.Config.Audit.
	Audit int
}

// lease is how long a worker may be silent.
const lease = 5 * time.Second

// Farm is a farm that runs until the test ends.
type Farm struct {
	farm.Client
	Queue       queue.Queue
	Coordinator *coordinator.Coordinator
}

// Start starts a farm on a Queue.
func Start(tb testing.TB, c Config) *Farm {
	tb.Helper()
	kept, err := archive.Open(filepath.Join(tb.TempDir(), "archive"))
	must(tb, err)
	tb.Cleanup(func() { kept.Close() })
	l, err := ledger.Open(ledger.Config{Archive: kept, Find: c.Find, Audit: c.Audit, Lease: lease})
	must(tb, err)
	q := NewQueue(lease)
	quiet := slog.New(slog.DiscardHandler)
	f := &Farm{
		Client: farm.Client{Queue: q}, Queue: q,
		Coordinator: &coordinator.Coordinator{Queue: q, Ledger: l, Version: Version, Log: quiet, Tick: 50 * time.Millisecond},
	}
	ready := make(chan struct{})
	run(tb, func(ctx context.Context) error { return f.Coordinator.Run(ctx, func() { close(ready) }) })
	<-ready
	for n := range c.Workers {
		w := &farm.Worker{Queue: q, Name: string(rune('a' + n)), Version: Version, Find: c.Find, Log: quiet, Lease: lease}
		if c.Work != nil {
			w.Work = c.Work(q)
		}
		run(tb, w.Run)
	}
	return f
}

// run runs f until the test ends.
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
