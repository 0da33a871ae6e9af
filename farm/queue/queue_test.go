package queue_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/queue/server"
)

// lease is short, because tests wait for its end.
const lease = 200 * time.Millisecond

// patience bounds the wait for messages that must arrive.
const patience = time.Minute

// implementations are the implementations of queue.Queue.
var implementations = map[string]func(*testing.T) queue.Queue{
	"local": func(*testing.T) queue.Queue { return farmtest.NewQueue(lease) },
	"nats":  func(t *testing.T) queue.Queue { return dial(t, serve(t)) },
}

// serve starts a NATS server and returns its address.
func serve(t *testing.T) (url string) {
	t.Helper()
	s, err := server.Start(server.Config{Dir: t.TempDir(), Host: "127.0.0.1", Port: -1})
	must(t, err)
	t.Cleanup(s.Close)
	return s.URL()
}

func dial(t *testing.T, url string) queue.Queue {
	t.Helper()
	q, err := natsqueue.Dial(natsqueue.Config{URL: url, Lease: lease})
	must(t, err)
	return q
}

// each runs a test with every implementation.
func each(t *testing.T, test func(t *testing.T, ctx context.Context, q queue.Queue)) {
	for name, open := range implementations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithTimeout(t.Context(), patience)
			defer stop()
			q := open(t)
			defer q.Close()
			if err := q.Prepare(ctx); err != nil {
				t.Fatal(err)
			}
			test(t, ctx, q)
		})
	}
}

// receive fetches until messages arrive.
func receive(t *testing.T, ctx context.Context, fetch func(context.Context, time.Duration) ([]queue.Message, error)) []queue.Message {
	t.Helper()
	for {
		list, err := fetch(ctx, lease)
		if err != nil || ctx.Err() != nil {
			t.Fatal("no message:", err)
		}
		if len(list) > 0 {
			return list
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// becomes waits until a worker is idle, or busy. The server counts a chunk soon after it has
// stored it.
func becomes(t *testing.T, ctx context.Context, q queue.Queue, worker string, idle bool) {
	t.Helper()
	for {
		switch is, err := q.Idle(ctx, worker); {
		case err != nil:
			t.Fatalf("idle is not %t: %v", idle, err)
		case is == idle:
			return
		}
	}
}

// TestWork checks that a chunk reaches its own worker only, again after the lease, and
// stays until it is deleted.
func TestWork(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, q queue.Queue) {
		for _, worker := range []string{"a", "b"} {
			must(t, q.PrepareWorker(ctx, worker))
		}
		place, err := q.PutWork(ctx, "a", []byte("chunk"))
		must(t, err)
		becomes(t, ctx, q, "a", false)
		if list, err := q.Work(ctx, "b", lease); err != nil || len(list) != 0 {
			t.Errorf("another worker has received %d messages, %v", len(list), err)
		}
		fetch := func(ctx context.Context, wait time.Duration) ([]queue.Message, error) { return q.Work(ctx, "a", wait) }
		if m := receive(t, ctx, fetch)[0]; string(m.Data()) != "chunk" || m.Deliveries() != 1 {
			t.Errorf("first delivery: %q, number %d", m.Data(), m.Deliveries())
		}
		m := receive(t, ctx, fetch)[0] // the lease has ended
		if string(m.Data()) != "chunk" || m.Deliveries() != 2 {
			t.Errorf("second delivery: %q, number %d", m.Data(), m.Deliveries())
		}
		m.Again(0)
		m = receive(t, ctx, fetch)[0]
		if m.Deliveries() != 3 {
			t.Errorf("third delivery: number %d", m.Deliveries())
		}
		must(t, m.Done(ctx))
		becomes(t, ctx, q, "a", true)
		if list, err := q.Work(ctx, "a", 2*lease); err != nil || len(list) != 0 {
			t.Errorf("an acknowledged chunk is delivered again: %v", err)
		}
		chunks, err := q.Queued(ctx)
		if err != nil || len(chunks) != 1 || chunks[0].Place != place || chunks[0].Worker != "a" || string(chunks[0].Data) != "chunk" {
			t.Errorf("queued: %+v, %v", chunks, err)
		}
		for range 2 { // the second time it is gone
			must(t, q.Delete(ctx, place))
		}
		if chunks, err := q.Queued(ctx); err != nil || len(chunks) != 0 {
			t.Errorf("deleted, and queued: %+v, %v", chunks, err)
		}
	})
}

// TestDeleted checks that a chunk that was deleted before its worker fetched it is not
// delivered, and leaves the worker idle.
func TestDeleted(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, q queue.Queue) {
		if idle, err := q.Idle(ctx, "w"); err != nil || idle {
			t.Errorf("an unknown worker is idle: %v", err)
		}
		must(t, q.PrepareWorker(ctx, "w"))
		place, err := q.PutWork(ctx, "w", []byte("chunk"))
		must(t, err)
		must(t, q.Delete(ctx, place))
		if list, err := q.Work(ctx, "w", lease); err != nil || len(list) != 0 {
			t.Errorf("%d messages, %v", len(list), err)
		}
		becomes(t, ctx, q, "w", true)
	})
}

// TestResults checks that results name their sender, arrive again unless acknowledged, and
// settle.
func TestResults(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, q queue.Queue) {
		settled := func(want bool) {
			t.Helper()
			if got, err := q.Settled(ctx); err != nil || got != want {
				t.Errorf("settled: %v, %v, want %v", got, err, want)
			}
		}
		settled(true)
		must(t, q.PutResult(ctx, "a", []byte("one")))
		must(t, q.PutResult(ctx, "b", []byte("two")))
		settled(false)
		got := map[string]string{}
		for len(got) < 2 {
			for _, m := range receive(t, ctx, q.Results) {
				got[m.Sender()] = string(m.Data())
				if m.Sender() == "b" {
					m.Drop()
				}
			}
		}
		if got["a"] != "one" || got["b"] != "two" {
			t.Errorf("%v", got)
		}
		again := receive(t, ctx, q.Results)
		if len(again) != 1 || again[0].Sender() != "a" || again[0].Deliveries() < 2 {
			t.Fatalf("%d messages, the first of %q", len(again), again[0].Sender())
		}
		must(t, again[0].Done(ctx))
		settled(true)
	})
}

// TestSubmit checks that the pages of a submission arrive whole and in order.
func TestSubmit(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, q queue.Queue) {
		var pages [][]byte
		for n := range 100 {
			pages = append(pages, fmt.Append(nil, "page ", n))
		}
		must(t, q.Submit(ctx, pages))
		var got [][]byte
		for len(got) < len(pages) {
			for _, m := range receive(t, ctx, q.Submissions) {
				got = append(got, m.Data())
				must(t, m.Ack())
			}
		}
		if !slices.EqualFunc(got, pages, bytes.Equal) {
			t.Errorf("%q", got)
		}
	})
}

// TestFiles checks that a file is found by its sum, and only there.
func TestFiles(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, q queue.Queue) {
		data := bytes.Repeat([]byte("file"), 1<<20)
		name, err := q.PutFile(ctx, data)
		if want := fmt.Sprintf("%x", sha256.Sum256(data)); err != nil || name != want {
			t.Fatalf("%s, %v, want %s", name, err, want)
		}
		if got, err := q.File(ctx, name); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		if _, err := q.File(ctx, name[1:]+"0"); !errors.Is(err, queue.ErrNoFile) {
			t.Errorf("no file: %v", err)
		}
		if _, err := q.PutFile(ctx, make([]byte, queue.MaxMessage+1)); err == nil {
			t.Error("a file that is too large")
		}
	})
}

// TestQuestions checks questions, greetings and cancellations, and that a question without
// a coordinator fails at once.
func TestQuestions(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, q queue.Queue) {
		if _, err := q.Ask(ctx, "topic", nil); !errors.Is(err, queue.ErrAway) {
			t.Errorf("nobody is asked: %v", err)
		}
		if _, err := q.Greet(ctx, "w", nil); !errors.Is(err, queue.ErrAway) {
			t.Errorf("nobody is greeted: %v", err)
		}
		stop, err := q.Answer(func(topic string, question []byte) []byte { return fmt.Appendf(nil, "%s? %s", topic, question) })
		must(t, err)
		stopGreet, err := q.OnGreet(func(worker string, text []byte) []byte { return fmt.Appendf(nil, "%s! %s", worker, text) })
		must(t, err)
		if got, err := q.Ask(ctx, "topic", []byte("why")); err != nil || string(got) != "topic? why" {
			t.Errorf("%q, %v", got, err)
		}
		if got, err := q.Greet(ctx, "w", []byte("hello")); err != nil || string(got) != "w! hello" {
			t.Errorf("%q, %v", got, err)
		}
		stop()
		stopGreet()
		heard := make(chan []byte, 1)
		stop, err = q.OnCancel(func(numbers []byte) { heard <- numbers })
		must(t, err)
		must(t, q.Cancel([]byte("12345678")))
		select {
		case got := <-heard:
			if string(got) != "12345678" {
				t.Errorf("cancelled: %q", got)
			}
		case <-ctx.Done():
			t.Error("a cancellation is lost")
		}
		stop()
	})
}

// TestConsumersLost deletes the consumers of a worker and of the coordinator, and checks
// that they are created anew and deliver what was queued.
func TestConsumersLost(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	url := serve(t)
	q := dial(t, url)
	defer q.Close()
	must(t, q.Prepare(ctx))
	must(t, q.PrepareWorker(ctx, "w"))
	for range 2 { // the second time the queue has used them
		_, err := q.PutWork(ctx, "w", []byte("chunk"))
		must(t, err)
		must(t, q.PutResult(ctx, "w", []byte("result")))
		nc, err := nats.Connect(url)
		must(t, err)
		js, err := jetstream.New(nc)
		must(t, err)
		must(t, js.DeleteConsumer(ctx, natsqueue.Work, "w"))
		must(t, js.DeleteConsumer(ctx, "FARM_RESULTS", "coordinator"))
		nc.Close()
		for chunk, result := false, false; !chunk || !result; {
			must(t, ctx.Err())
			_, _ = q.Idle(ctx, "w") // as the coordinator does while the worker has chunks
			work, _ := q.Work(ctx, "w", lease)
			results, _ := q.Results(ctx, lease)
			for _, m := range slices.Concat(work, results) {
				must(t, m.Done(ctx))
			}
			chunk, result = chunk || len(work) > 0, result || len(results) > 0
		}
	}
}

// TestJournal appends messages to a journal, also under wrong numbers, and reads them.
func TestJournal(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, q queue.Queue) {
		j := q.Journal()
		for round := range 2 {
			if name, last, err := j.State(ctx); err != nil || name != "" || last != 0 {
				t.Fatalf("round %d: %q, the last is %d, %v", round, name, last, err)
			}
			want := map[uint64]string{}
			for n := uint64(1); n <= 20; n++ {
				want[n] = fmt.Sprintf("%d %s", n, bytes.Repeat([]byte{'x'}, int(n)*40_000))
				must(t, j.Append(ctx, n, []byte(want[n])))
				for _, wrong := range []uint64{1, n, n + 2} {
					if err := j.Append(ctx, wrong, []byte("wrong")); !errors.Is(err, queue.ErrTaken) {
						t.Fatalf("%d after %d: %v", wrong, n, err)
					}
				}
			}
			for _, span := range [][3]uint64{{1, 100, 20}, {1, 1, 1}, {7, 9, 3}, {21, 30, 0}} {
				next := span[0]
				must(t, j.Read(ctx, span[0], span[1], func(n uint64, m []byte) error {
					if n != next || string(m) != want[n] {
						t.Errorf("message %d, want %d: %d bytes", n, next, len(m))
					}
					next++
					return nil
				}))
				if next-span[0] != span[2] {
					t.Errorf("%v: %d messages", span, next-span[0])
				}
			}
			refused := errors.New("refused")
			if err := j.Read(ctx, 1, 20, func(uint64, []byte) error { return refused }); !errors.Is(err, refused) {
				t.Errorf("a reader that ends: %v", err)
			}
			must(t, j.Name(ctx, "a name"))
			must(t, q.Prepare(ctx))
			if name, last, err := j.State(ctx); err != nil || name != "a name" || last != 20 {
				t.Fatalf("round %d: %q, the last is %d, %v", round, name, last, err)
			}
			must(t, j.Clear(ctx))
		}
	})
}
