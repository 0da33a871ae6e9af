package farm_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/coordinator"
	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// flood is a queue with many large deliveries at once.
type flood struct {
	*farmtest.Queue
	list chan []queue.Message
}

func (f *flood) Results(ctx context.Context, _ time.Duration) ([]queue.Message, error) {
	select {
	case list := <-f.list:
		return list, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// junk is a damaged delivery. The first that is dropped stops the coordinator.
type junk struct {
	queue.Message
	sender         string
	data           []byte
	stop           func()
	dropped, again *atomic.Int32
}

func (j *junk) Data() []byte        { return j.data }
func (j *junk) Sender() string      { return j.sender }
func (j *junk) Again(time.Duration) { j.again.Add(1) }
func (j *junk) Drop()               { j.dropped.Add(1); j.stop() }

// TestStopsInFlood stops a coordinator while it reads many large deliveries. It must leave most
// of them to the next one.
func TestStopsInFlood(t *testing.T) {
	const size, number = 1 << 20, 40
	a, err := archive.Open(filepath.Join(t.TempDir(), "archive"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	l, err := ledger.Open(ledger.Config{Archive: a, Find: catalog.Find})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(within(t))
	defer stop()
	var dropped, again atomic.Int32
	f := &flood{farmtest.NewQueue(lease), make(chan []queue.Message, 1)}
	var list []queue.Message
	for n := range number {
		list = append(list, &junk{sender: fmt.Sprint("w", n), data: make([]byte, size), stop: stop, dropped: &dropped, again: &again})
	}
	f.list <- list
	c := &coordinator.Coordinator{Queue: f, Ledger: l, Version: version, Log: quiet}
	if err := c.Run(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if n := dropped.Load(); n == 0 || n > number/4 || n+again.Load() != number {
		t.Errorf("%d of %d were read, and %d left", n, number, again.Load())
	}
}

// TestFlooderPaused sends thousands of deliveries, or hundreds of large greetings, as one worker,
// while another works. The coordinator must name the flooder alone and finish the batch.
func TestFlooderPaused(t *testing.T) {
	for what, send := range map[string]func(t *testing.T, q queue.Queue) error{
		"deliveries": func(t *testing.T, q queue.Queue) (err error) {
			for n := 0; n < 3000 && err == nil; n++ {
				err = q.PutResult(within(t), "flooder", []byte("junk"))
			}
			return err
		},
		"greetings": func(t *testing.T, q queue.Queue) (err error) {
			for n := 0; n < 200 && err == nil; n++ {
				_, err = q.Greet(within(t), "flooder", make([]byte, queue.MostGreeting))
			}
			return err
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			q := farmtest.NewQueue(lease)
			coordinate(t, q, filepath.Join(t.TempDir(), "archive"), nil)
			if err := send(t, q); err != nil {
				t.Fatal(err)
			}
			flooderPaused(t, q)
		})
	}
}

func flooderPaused(t *testing.T, q queue.Queue) {
	client := &farm.Client{Queue: q}
	for ctx, paused := within(t), false; !paused; {
		s, err := client.Status(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range s.Workers {
			paused = paused || w.Paused && w.Name == "flooder"
		}
	}
	work(t, q, "honest")
	label := labels(t)
	label.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 183), 50, 40)
	name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != len(lines) {
		t.Fatalf("%+v, %v", st, err)
	}
	s, err := client.Status(within(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range s.Workers {
		if w.Paused && w.Name != "flooder" {
			t.Errorf("paused: %+v", w)
		}
	}
}
