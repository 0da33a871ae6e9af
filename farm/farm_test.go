package farm_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/coordinator"
	"github.com/plywood-go/plywood/farm/farmtest"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/queue/server"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

const version = "test"

// lease is how long workers may be silent.
var lease = time.Second

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// logs is the logger of coordinators.
var logs = quiet

// serve starts a NATS server with its data in dir.
func serve(t testing.TB, dir string) *server.Server {
	t.Helper()
	s, err := server.Start(server.Config{Dir: dir, Host: "127.0.0.1", Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// dial connects to a NATS server.
func dial(t testing.TB, url string) queue.Queue {
	t.Helper()
	q, err := natsqueue.Dial(natsqueue.Config{URL: url, Lease: lease})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// running is a goroutine that runs until it is stopped.
type running struct {
	t    testing.TB
	stop context.CancelFunc
	done chan struct{}
}

func start(t testing.TB, run func(context.Context) error) *running {
	ctx, stop := context.WithCancel(context.Background())
	r := &running{t, stop, make(chan struct{})}
	go func() {
		defer close(r.done)
		if err := run(ctx); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	}()
	t.Cleanup(r.end)
	return r
}

func (r *running) end() {
	r.stop()
	<-r.done
}

// coordinate runs a coordinator with an archive until it is stopped.
func coordinate(t testing.TB, q queue.Queue, path string, change func(*ledger.Config)) (*coordinator.Coordinator, *running) {
	t.Helper()
	a, err := archive.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	c := ledger.Config{Archive: a, Find: catalog.Find, Lease: lease}
	if change != nil {
		change(&c)
	}
	l, err := ledger.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	up := &coordinator.Coordinator{Queue: q, Ledger: l, Version: version, Log: logs, Tick: lease / 10}
	ready := make(chan struct{})
	r := start(t, func(ctx context.Context) error {
		defer a.Close()
		return up.Run(ctx, func() { close(ready) })
	})
	select {
	case <-ready:
	case <-r.done:
		t.Fatal("the coordinator has ended")
	}
	return up, r
}

func work(t testing.TB, q queue.Queue, name string) *running {
	w := &farm.Worker{Queue: q, Name: name, Version: version, Find: catalog.Find, Lease: lease, Log: quiet}
	return start(t, w.Run)
}

func spec(t testing.TB, kind job.Kind, name string) job.Spec {
	t.Helper()
	return job.For(kind, catalogtest.Find(t, name), version)
}

// labels returns a spec that labels positions of Othello with a small table, which is cleared
// quickly.
func labels(t testing.TB) job.Spec {
	t.Helper()
	s := spec(t, job.Label, "othello")
	s.Options.TableBytes = 16 << 10
	return s
}

// patience bounds the wait for events that must happen.
const patience = 4 * time.Minute

func within(t testing.TB) context.Context {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	t.Cleanup(stop)
	return ctx
}

// check checks that a batch has the results that a doer finds, each exactly once.
func check(t testing.TB, c *farm.Client, name string, s job.Spec, lines []string) {
	t.Helper()
	g, err := catalog.Find(s.Game)
	if err != nil {
		t.Fatal(err)
	}
	d := &job.Doer{Find: catalog.Find, Engine: version}
	known := map[job.Key]job.Result{}
	n := 0
	err = c.Rows(within(t), name, func(_ *job.Page, row *job.Row) error {
		if row.Index != n || row.Line != lines[n] || row.Fault != "" {
			t.Errorf("row %d: %+v", n, row)
		}
		n++
		p, err := g.Parse(row.Line)
		if err != nil {
			return err
		}
		j := s.At(p)
		want, ok := known[j.Key()]
		if !ok {
			if want, err = d.Do(context.Background(), j); err != nil {
				return err
			}
			known[j.Key()] = want
		}
		got, err := row.Read()
		if err != nil || got == nil || !got.Agrees(&want) {
			t.Errorf("row %d: %+v, %v, want %+v", n-1, got, err, want)
		}
		return nil
	})
	if err != nil || n != len(lines) {
		t.Errorf("%d rows of %d: %v", n, len(lines), err)
	}
}

// TestFarm does a batch with two workers, one of which stops in the middle.
func TestFarm(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := farmtest.NewQueue(lease)
	up, _ := coordinate(t, q, filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Audit = 10 })
	work(t, q, "one")
	two := work(t, q, "two")
	client := &farm.Client{Queue: q}
	label := labels(t)
	label.Request.Depth = 3
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 160), 1200, 40)
	name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	ended := false
	st, err := client.Wait(within(t), name, func(s job.BatchStatus) {
		if !ended && s.Solved > 100 {
			ended = true
			two.end()
		}
	})
	if err != nil || st.Solved != len(lines) {
		t.Fatalf("%+v, %v", st, err)
	}
	check(t, client, name, label, lines)
	status, err := client.Status(within(t))
	if err != nil || status.Version != version || len(status.Batches) != 1 || status.Counters.Conflicts != 0 || status.Trouble != "" || status.Counters != up.Status().Counters && status.Counters.Results == 0 {
		t.Errorf("%+v, %v", status, err)
	}
}

// counted is a queue that calls ask before each part of a submission, with its number from 1.
type counted struct {
	queue.Queue
	parts *int
	ask   func(part int)
}

func (c counted) Ask(ctx context.Context, topic string, question []byte) ([]byte, error) {
	if topic == "submit" {
		*c.parts++
		c.ask(*c.parts)
	}
	return c.Queue.Ask(ctx, topic, question)
}

// TestManyParts submits a batch that is larger than a message, first without a coordinator and then
// with one that is replaced after the second part, which the next one does not have.
func TestManyParts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "archive")
	q := farmtest.NewQueue(lease)
	var up *running
	parts := 0
	client := &farm.Client{Queue: counted{q, &parts, func(part int) {
		switch part {
		case 2: // the first one has failed
			_, up = coordinate(t, q, path, nil)
		case 4:
			up.end()
			coordinate(t, q, path, nil)
		}
	}}}
	label := labels(t)
	label.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 161), 20_000, 30)
	if _, err := client.Batch(within(t), "none"); !errors.Is(err, queue.ErrAway) {
		t.Errorf("no coordinator: %v", err)
	}
	name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil || parts < 6 {
		t.Fatalf("%d parts: %v", parts, err)
	}
	if st, err := client.Batch(within(t), name); err != nil || st.Jobs != len(lines) {
		t.Fatalf("%+v, %v", st, err)
	}
	if _, err := client.Submit(within(t), job.Batch{Spec: label}); err == nil {
		t.Error("a batch without lines")
	}
	for reading, others := range [][]string{slices.Concat(lines[1:], lines[:1]), lines[1:]} { // as when a file changes
		b := job.Batch{Spec: label, Priority: 1}
		if err := client.SubmitLines(within(t), name, b, len(lines), slices.Values(others)); err == nil {
			t.Errorf("reading %d: other lines are adopted", reading)
		}
	}
	if st, err := client.Status(within(t)); err != nil || len(st.Batches) != 1 || st.Batches[0].Priority != 0 {
		t.Errorf("%+v, %v", st.Batches, err)
	}
	n := 0
	err = client.Rows(within(t), name, func(p *job.Page, r *job.Row) error {
		if r.Line != lines[n] || r.Result != nil {
			t.Fatalf("row %d: %+v", n, r)
		}
		n++
		return nil
	})
	if err != nil || n != len(lines) {
		t.Errorf("%d rows, %v", n, err)
	}
}

// TestCancel cancels a batch whose jobs are being done.
func TestCancel(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := farmtest.NewQueue(lease)
	coordinate(t, q, filepath.Join(dir, "archive"), nil)
	work(t, q, "one")
	client := &farm.Client{Queue: q}
	endless := spec(t, job.Solve, "othello")
	long, err := client.Submit(within(t), job.Batch{Spec: endless, Lines: catalogtest.Positions(t, "othello", seeded.Rand(t, 162), 3, 2)})
	if err != nil {
		t.Fatal(err)
	}
	for ctx := within(t); ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if st, err := client.Status(ctx); err == nil && st.InFlight > 0 {
			break
		}
	}
	time.Sleep(lease / 4) // until it is begun
	if err := client.Cancel(within(t), long); err != nil {
		t.Fatal(err)
	}
	short := labels(t)
	short.Request.Depth = 2
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 163), 10, 30)
	name, err := client.Submit(within(t), job.Batch{Spec: short, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Wait(within(t), name, nil); err != nil {
		t.Fatal("the worker is still at what was cancelled:", err)
	}
	check(t, client, name, short, lines)
	if err := client.Cancel(within(t), "nothing"); !errors.Is(err, job.ErrNoBatch) {
		t.Errorf("no batch: %v", err)
	}
}

// TestReplaced runs two workers of one name. The first must end, and no job may fail because the two
// hold different chunks.
func TestReplaced(t *testing.T) {
	t.Parallel()
	q := farmtest.NewQueue(lease)
	coordinate(t, q, filepath.Join(t.TempDir(), "archive"), func(c *ledger.Config) { c.Chunk = lease / 20 })
	label := labels(t)
	label.Request.Depth = 4
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 165), 100, 40)
	client := &farm.Client{Queue: q}
	name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		w := &farm.Worker{Queue: q, Name: "w", Version: version, Find: catalog.Find, Lease: lease, Log: quiet, Slots: 2}
		ended <- w.Run(within(t))
	}()
	for st, err := client.Batch(within(t), name); err != nil || st.Done() == 0; st, err = client.Batch(within(t), name) {
		time.Sleep(lease / 100)
	}
	work(t, q, "w")
	if err := <-ended; !errors.Is(err, farm.ErrReplaced) {
		t.Errorf("the first ends with %v, want %v", err, farm.ErrReplaced)
	}
	if _, err := client.Wait(within(t), name, nil); err != nil {
		t.Fatal(err)
	}
	check(t, client, name, label, lines)
}

// TestVersions checks that a worker of another version is rejected.
func TestVersions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := farmtest.NewQueue(lease)
	coordinate(t, q, filepath.Join(dir, "archive"), nil)
	w := &farm.Worker{Queue: q, Name: "old", Version: "older", Find: catalog.Find, Lease: lease, Log: quiet}
	if err := w.Run(within(t)); !errors.Is(err, farm.ErrVersion) {
		t.Errorf("an older worker: %v", err)
	}
	w.Name = "a.b"
	if err := w.Run(within(t)); err == nil {
		t.Error("a name that is two")
	}
}
