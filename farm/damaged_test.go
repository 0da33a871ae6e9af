package farm_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// handmade is a worker whose messages the test determines.
type handmade struct {
	t    testing.TB
	q    queue.Queue
	name string
	held []uint64
	// sealed is the last chunk that it got.
	sealed sealedChunk
}

// patient allows workers to be silent for the duration of a test.
func patient(c *ledger.Config) { c.Lease = 2 * patience }

// sealedChunk is a chunk in an answer to a greeting, or in a greeting.
type sealedChunk struct {
	Number      uint64
	Chunk, Seal []byte
}

// welcome is an answer to a greeting.
type welcome struct {
	Chunks            []sealedChunk
	Unwanted, Unknown []uint64
}

// say greets, and returns the answer; an empty one if ctx ends before.
func (h *handmade) say(ctx context.Context, hello map[string]any) (back welcome) {
	h.t.Helper()
	hello["version"] = version
	if hello["slots"] == nil {
		hello["slots"] = 1
	}
	text, err := json.Marshal(hello)
	if err == nil {
		text, err = h.q.Greet(ctx, h.name, text)
	}
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil && ctx.Err() == nil {
		h.t.Fatal(err)
	}
	return back
}

// chunk greets until it gets a chunk. It holds those that it got before.
func (h *handmade) chunk(slots int) (c job.Chunk) {
	h.t.Helper()
	for ctx := within(h.t); ctx.Err() == nil; {
		back := h.say(ctx, map[string]any{"slots": slots, "room": 1, "held": h.held})
		if len(back.Chunks) == 0 {
			continue
		}
		h.sealed = back.Chunks[0]
		c, err := job.ReadChunk(h.sealed.Chunk)
		if err != nil {
			h.t.Fatal(err)
		}
		h.held = append(h.held, c.Number)
		return c
	}
	h.t.Fatal("there is no work")
	return c
}

// do returns the results of a chunk.
func (h *handmade) do(c job.Chunk) (results []job.Result) {
	h.t.Helper()
	d := &job.Doer{Find: catalog.Find, Worker: h.name, Engine: version}
	for _, j := range c.Jobs {
		r, err := d.Do(within(h.t), j)
		if err != nil {
			h.t.Fatal(err)
		}
		results = append(results, r)
	}
	return results
}

// TestDisputeWaits makes two workers contradict each other while a client waits for their
// results. The client must wait until three workers have decided, and receive no false result.
func TestDisputeWaits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := farmtest.NewQueue(lease)
	coordinate(t, q, filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Quorum, c.Lease = 2, time.Hour })
	client := &farm.Client{Queue: q}
	label := labels(t)
	label.Request.Depth = 1
	batch := job.Batch{Spec: label, Lines: catalogtest.Positions(t, "othello", seeded.Rand(t, 181), 1, 40)}
	name, err := client.Submit(within(t), batch)
	if err != nil {
		t.Fatal(err)
	}
	heard := make(chan error, 1)
	var got, truth job.Result
	for _, worker := range []string{"liar", "a", "b", "c"} {
		if worker == "b" {
			for ctx, disputed := within(t), false; !disputed; {
				err := client.Rows(ctx, name, func(_ *job.Page, row *job.Row) error {
					disputed = row.Disputed
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			go func() {
				heard <- client.Parts(within(t), batch, func(_ int, r *job.Result) error {
					got = *r
					return nil
				})
			}()
		}
		h := &handmade{t: t, q: q, name: worker}
		c := h.chunk(1)
		results := h.do(c)
		if truth = results[0]; worker == "liar" {
			results[0].Value += 2
		}
		if err := h.q.PutResult(within(t), worker, (&job.Delivery{Chunk: c.Number, Worker: worker, Results: results}).Write()); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-heard; err != nil || !got.Agrees(&truth) {
		t.Errorf("%+v, %v, want %+v", got, err, truth)
	}
}

// watched is a queue that reports for each page of rows whether its batch goes on.
type watched struct {
	queue.Queue
	running chan bool
}

func (w watched) Ask(ctx context.Context, topic string, question []byte) ([]byte, error) {
	text, err := w.Queue.Ask(ctx, topic, question)
	var answer struct{ Body job.Page }
	if err == nil && topic == "rows" && json.Unmarshal(text, &answer) == nil {
		select {
		case w.running <- answer.Body.Size > 0 && !answer.Body.Cancelled:
		default:
		}
	}
	return text, err
}

// TestCancelled cancels a batch for which a client waits, submits it again and cancels it once
// more. The client must return each time, and must not take the first cancellation for the
// second.
func TestCancelled(t *testing.T) {
	t.Parallel()
	q := farmtest.NewQueue(lease)
	coordinate(t, q, filepath.Join(t.TempDir(), "archive"), patient)
	asked := watched{q, make(chan bool)}
	client := &farm.Client{Queue: asked}
	label := labels(t)
	label.Request.Depth = 1
	batch := job.Batch{Spec: label, Lines: catalogtest.Positions(t, "othello", seeded.Rand(t, 182), 1, 40)}
	for range 2 {
		heard := make(chan error, 1)
		go func() { heard <- client.Parts(within(t), batch, func(int, *job.Result) error { return nil }) }()
		for running := false; !running; {
			select {
			case err := <-heard:
				t.Fatalf("it ends before it is cancelled: %v", err)
			case running = <-asked.running:
			}
		}
		if err := client.Cancel(within(t), batch.Name()); err != nil {
			t.Fatal(err)
		}
		if err := <-heard; !errors.Is(err, job.ErrCancelled) {
			t.Fatalf("%v, want %v", err, job.ErrCancelled)
		}
	}
}

// TestDamagedDeliveries sends many damaged deliveries between the parts of a good one. None of
// the good parts may be delivered again because of them.
func TestDamagedDeliveries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := farmtest.NewQueue(lease)
	up, _ := coordinate(t, q, filepath.Join(dir, "archive"), patient)
	client := &farm.Client{Queue: q}
	label := labels(t)
	label.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 180), 4, 40)
	name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	h := &handmade{t: t, q: q, name: "w"}
	var parts []job.Delivery
	for n := 0; n < len(lines); {
		c := h.chunk(2)
		n += len(c.Jobs)
		parts = append(parts, (&job.Delivery{Chunk: c.Number, Worker: "w", Results: h.do(c)}).Split(1)...)
	}
	put := func(text []byte) {
		if err := h.q.PutResult(within(t), "w", text); err != nil {
			t.Fatal(err)
		}
	}
	for i := range parts {
		for range 10 {
			put([]byte("damaged"))
		}
		put(parts[i].Write())
	}
	if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != len(lines) {
		t.Fatalf("%+v, %v", st, err)
	}
	if st := up.Status(); st.Counters.Refused > 0 || st.Counters.Duplicates > 0 || st.Trouble != "" {
		t.Errorf("%+v", st)
	}
	check(t, client, name, label, lines)
}
