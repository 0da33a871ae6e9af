package queue_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/queue/server"
)

// lease is short, because tests wait for its end.
const lease = 200 * time.Millisecond

// patience bounds the wait for messages that must arrive.
const patience = 4 * time.Minute

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

// receive waits until results arrive.
func receive(t *testing.T, ctx context.Context, q queue.Queue) []queue.Message {
	t.Helper()
	for {
		list, err := q.Results(ctx, lease)
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

// TestResults checks that results name their sender, and arrive again unless acknowledged.
func TestResults(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, q queue.Queue) {
		must(t, q.PutResult(ctx, "a", []byte("one")))
		must(t, q.PutResult(ctx, "b", []byte("two")))
		must(t, q.PutResult(ctx, "c", []byte("three")))
		got := map[string]string{}
		for len(got) < 3 {
			for _, m := range receive(t, ctx, q) {
				got[m.Sender()] = string(m.Data())
				switch m.Sender() {
				case "b":
					m.Drop()
				case "c":
					m.Again(0)
				}
			}
		}
		if got["a"] != "one" || got["b"] != "two" || got["c"] != "three" {
			t.Errorf("%v", got)
		}
		for left := map[string]bool{"a": true, "c": true}; len(left) > 0; {
			for _, m := range receive(t, ctx, q) {
				if !left[m.Sender()] {
					t.Fatalf("again a message of %q", m.Sender())
				}
				delete(left, m.Sender())
				must(t, m.Ack())
			}
		}
		if list, err := q.Results(ctx, 2*lease); err != nil || len(list) > 0 {
			t.Errorf("%d messages after all were acknowledged, %v", len(list), err)
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
		if _, err := q.PutFile(ctx, make([]byte, keys.MaxMessage+1)); err == nil {
			t.Error("a file that is too large")
		}
	})
}

// TestQuestions checks questions and greetings, which may be answered late, and that a question
// without a coordinator fails at once.
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
		defer stop()
		later := make(chan func(), 1)
		stopGreet, err := q.OnGreet(func(worker string, text []byte, answer func([]byte)) {
			later <- func() { answer(fmt.Appendf(nil, "%s! %s", worker, text)) }
		})
		must(t, err)
		if got, err := q.Ask(ctx, "topic", []byte("why")); err != nil || string(got) != "topic? why" {
			t.Errorf("%q, %v", got, err)
		}
		soon, end := context.WithTimeout(ctx, lease/4)
		defer end()
		if got, err := q.Greet(soon, "w", []byte("hello")); err == nil {
			t.Errorf("an answer too early: %q", got)
		}
		(<-later)() // too late
		go func() { (<-later)() }()
		if got, err := q.Greet(ctx, "w", []byte("hello")); err != nil || string(got) != "w! hello" {
			t.Errorf("%q, %v", got, err)
		}
		stopGreet()
		if _, err := q.Greet(ctx, "w", nil); !errors.Is(err, queue.ErrAway) {
			t.Errorf("nobody is greeted any more: %v", err)
		}
	})
}

// TestAnswersInboxes sends a greeting and a question whose answers would go to the journal. None may
// arrive.
func TestAnswersInboxes(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	url := serve(t)
	q := dial(t, url)
	defer q.Close()
	must(t, q.Prepare(ctx))
	must(t, q.Journal().Append(ctx, 1, []byte("message")))
	stopAnswer, err := q.Answer(func(string, []byte) []byte { return []byte("{}") })
	must(t, err)
	defer stopAnswer()
	stopGreet, err := q.OnGreet(func(_ string, _ []byte, answer func([]byte)) { answer([]byte("{}")) })
	must(t, err)
	defer stopGreet()
	nc, err := nats.Connect(url)
	must(t, err)
	defer nc.Close()
	must(t, nc.PublishMsg(&nats.Msg{Subject: "farm.hello.w", Header: nats.Header{"Reply": {"farm.archive"}}}))
	must(t, nc.PublishRequest("farm.ask.question.status", "farm.archive", nil))
	must(t, nc.Flush())
	_, err = q.Greet(ctx, "w", nil) // answered after the other, as the question is
	must(t, err)
	_, err = q.Ask(ctx, "status", nil)
	must(t, err)
	js, err := jetstream.New(nc)
	must(t, err)
	s, err := js.Stream(ctx, "FARM_ARCHIVE")
	must(t, err)
	if n := s.CachedInfo().State.Msgs; n != 1 {
		t.Errorf("the journal has %d messages, want 1", n)
	}
}

// TestGreetingsFlood has a worker send thousands of greetings, large and small and too large, while
// the coordinator reads its first one. Few of them may be before the greeting of another worker.
func TestGreetingsFlood(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	url := serve(t)
	q := dial(t, url)
	defer q.Close()
	goOn, others := make(chan struct{}), make(chan int, 1)
	heard := 0
	stopGreet, err := q.OnGreet(func(worker string, text []byte, _ func([]byte)) {
		if heard++; worker == "honest" {
			others <- heard
		}
		if len(text) > queue.MostGreeting {
			t.Errorf("a greeting of %d bytes", len(text))
		}
		<-goOn
	})
	must(t, err)
	nc, err := nats.Connect(url)
	must(t, err)
	defer nc.Close()
	greeting := func(worker string, size int) *nats.Msg {
		return &nats.Msg{Subject: "farm.hello." + worker, Header: nats.Header{"Reply": {"_INBOX.x"}}, Data: make([]byte, size)}
	}
	flood := func(number, size int) {
		for range number {
			must(t, nc.PublishMsg(greeting("flooder", size)))
		}
	}
	flood(5000, 1<<10)
	flood(50, queue.MostGreeting*3/4)
	flood(50, queue.MostGreeting+1)
	js, err := jetstream.New(nc)
	must(t, err)
	for stored := errors.New("not yet"); stored != nil; { // by the server, after all those before
		must(t, ctx.Err())
		_, stored = js.PublishMsg(ctx, greeting("honest", 0))
	}
	close(goOn)
	if n := <-others; n > 10 {
		t.Errorf("the greeting of another worker is number %d", n)
	}
	if _, err := q.Greet(ctx, "flooder", make([]byte, queue.MostGreeting+1)); err == nil {
		t.Error("a greeting that is too large")
	}
	stopGreet()
}

// TestConsumerLost deletes the coordinator's consumer of results, and checks that it is created anew
// and delivers what was queued.
func TestConsumerLost(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	url := serve(t)
	q := dial(t, url)
	defer q.Close()
	must(t, q.Prepare(ctx))
	for range 2 { // the second time the queue has used it
		must(t, q.PutResult(ctx, "w", []byte("result")))
		nc, err := nats.Connect(url)
		must(t, err)
		js, err := jetstream.New(nc)
		must(t, err)
		must(t, js.DeleteConsumer(ctx, "FARM_RESULTS", "coordinator"))
		nc.Close()
		for found := false; !found; {
			must(t, ctx.Err())
			results, _ := q.Results(ctx, lease)
			for _, m := range results {
				must(t, m.Ack())
			}
			found = len(results) > 0
		}
	}
}

// TestJournalBefore goes on with a journal of an earlier version, whose subject ended with a secret.
func TestJournalBefore(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	url := serve(t)
	nc, err := nats.Connect(url)
	must(t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	must(t, err)
	_, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: "FARM_ARCHIVE", Subjects: []string{"farm.archive.SECRET"}, Metadata: map[string]string{"plywood.journal": "a name"}})
	must(t, err)
	_, err = js.Publish(ctx, "farm.archive.SECRET", []byte("message"))
	must(t, err)
	for number := range uint64(2) { // by two coordinators
		q := dial(t, url)
		defer q.Close()
		must(t, q.Prepare(ctx))
		must(t, q.Journal().Append(ctx, 2+number, []byte("another")))
		if name, last, err := q.Journal().State(ctx); err != nil || name != "a name" || last != 2+number {
			t.Errorf("%q, the last is %d, %v", name, last, err)
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
