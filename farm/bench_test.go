package farm_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/coordinator"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// positions is the number of the smallest jobs. With a million of them the cost of everything
// except the searches shows clearly.
var positions = flag.Int("positions", 5_000, "`number` of the smallest jobs of BenchmarkFarm")

// BenchmarkFarm compares the CPU time of a farm, with queue, coordinator, archive and worker,
// with that of a plain loop over the same positions: many small jobs and few long ones. It
// reports the ratio: 1.02 is an overhead of 2 %.
//
//	go test ./farm -run '^$' -bench Farm -benchtime 1x
//
// On two cores beside five to ten other programs a job cost 26 to 30 µs in addition to its
// search, about 3 of them for clearing the table: 1.114 for 20 000 labels of 0.2 ms, 1.139 for
// a million.
func BenchmarkFarm(b *testing.B) {
	defer func(before time.Duration) { lease = before }(lease)
	lease = 30 * time.Second
	for _, bb := range []struct {
		name  string
		n     int
		depth int
		nodes uint64
	}{
		{name: "small", n: 3_000, depth: 8},
		{name: "short", n: 10_000, depth: 6},
		{name: "tiny", n: *positions, depth: 2},
		{name: "long", n: 8, nodes: 8_000_000},
	} {
		b.Run(bb.name, func(b *testing.B) {
			s := spec(b, job.Label, "othello")
			s.Request = engine.Request{Depth: bb.depth, Nodes: bb.nodes}
			s.Options.TableBytes = 64 << 10
			lines := catalogtest.Positions(b, "othello", seeded.Rand(b, 195), bb.n, 45)
			for b.Loop() {
				half := len(lines) / 2 // half before the farm and half after it, since the load of the machine may change
				plain := plainLoop(b, s, lines[:half])
				whole := throughFarm(b, s, lines)
				plain += plainLoop(b, s, lines[half:])
				b.ReportMetric(whole.Seconds()/plain.Seconds(), "farm/plain")
				b.ReportMetric(float64(whole.Microseconds()-plain.Microseconds())/float64(len(lines)), "µs/job")
				b.ReportMetric(plain.Seconds()/float64(len(lines)), "s/job")
			}
		})
	}
}

// plainLoop returns the processor time of a loop over positions.
func plainLoop(b *testing.B, s job.Spec, lines []string) time.Duration {
	g, err := catalog.Find(s.Game)
	if err != nil {
		b.Fatal(err)
	}
	before := cputime.Used()
	e := g.NewEngine(engine.Options{Options: search.Options{Threads: 1, TableBytes: s.Options.TableBytes}})
	for _, line := range lines {
		p, err := g.Parse(line)
		if err != nil {
			b.Fatal(err)
		}
		q, c := s.Request.At(p, 0)
		e.Analyze(context.Background(), p, q, c, nil)
	}
	return cputime.Used() - before
}

// throughFarm returns the processor time of a farm with one worker.
func throughFarm(b *testing.B, s job.Spec, lines []string) time.Duration {
	dir := b.TempDir()
	server := serve(b, dir)
	defer server.Close()
	q := dial(b, server.URL())
	defer q.Close()
	before := cputime.Used()
	_, up := coordinate(b, q, filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Audit = 256 })
	defer up.end()
	w := work(b, q, "w")
	defer w.end()
	client := &farm.Client{Queue: q}
	name, err := client.Submit(context.Background(), job.Batch{Spec: s, Lines: lines})
	if err != nil {
		b.Fatal(err)
	}
	st, err := client.Wait(context.Background(), name, nil)
	if err != nil || st.Done() != len(lines) {
		b.Fatalf("%+v, %v", st, err)
	}
	return cputime.Used() - before
}

// BenchmarkChunk measures the overhead of a farm: CPU time for each chunk, and for each second
// of waiting. For jobs of 5 s it reports the sum of both as a share.
//
//	go test ./farm -run '^$' -bench Chunk -benchtime 1x
func BenchmarkChunk(b *testing.B) {
	const chunks, wait = 400, 4 * time.Second
	for b.Loop() {
		f := startFarm(b, 1, func(c *ledger.Config) { c.Chunk = time.Nanosecond })
		lines := make([]string, chunks)
		for i := range lines {
			lines[i] = fmt.Sprint(i)
		}
		used, _ := f.do(b, job.Batch{Spec: spec(b, job.Book, "othello"), Lines: lines})
		chunk := used.Seconds() / chunks
		before := cputime.Used()
		time.Sleep(wait)
		idle := (cputime.Used() - before).Seconds() / wait.Seconds()
		f.end()
		b.ReportMetric(1e6*chunk, "µs/chunk")
		b.ReportMetric(1e6*idle, "µs/idle-s")
		b.ReportMetric(100*(chunk+5*idle)/5, "%-of-5s-jobs")
	}
}

// BenchmarkTwo does the same jobs with one worker and with two, and compares elapsed and CPU
// time. On a machine with other load the share of the time in which workers are busy says more
// than elapsed time: if two workers are always busy and use as much CPU time as one, nothing is
// lost.
//
//	go test ./farm -run '^$' -bench Two -benchtime 1x
func BenchmarkTwo(b *testing.B) {
	s := spec(b, job.Label, "othello")
	s.Request.Nodes = 2_000_000
	lines := catalogtest.Positions(b, "othello", seeded.Rand(b, 196), 100, 30)
	for b.Loop() {
		var used, took [2]time.Duration
		for i := range used {
			f := startFarm(b, i+1, nil)
			began := time.Now()
			var busy time.Duration
			used[i], busy = f.do(b, job.Batch{Spec: s, Lines: lines})
			took[i] = time.Since(began)
			f.end()
			b.ReportMetric(busy.Seconds()/float64(i+1)/took[i].Seconds(), fmt.Sprintf("busy-%d", i+1))
		}
		b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "faster")
		b.ReportMetric(used[1].Seconds()/used[0].Seconds(), "cpu/cpu")
	}
}

// benched is a farm for measurements.
type benched struct {
	client *farm.Client
	up     *coordinator.Coordinator
	end    func()
}

// startFarm starts a farm with the given number of workers.
func startFarm(b *testing.B, workers int, change func(*ledger.Config)) *benched {
	lease = 30 * time.Second
	dir := b.TempDir()
	server := serve(b, dir)
	q := dial(b, server.URL())
	up, running := coordinate(b, q, filepath.Join(dir, "archive"), change)
	ends := []func(){running.end}
	for i := range workers {
		w := &farm.Worker{
			Queue: dial(b, server.URL()), Name: fmt.Sprint("w", i), Version: version, Find: catalog.Find, Lease: lease, Log: quiet,
			Work: map[job.Kind]job.Work{job.Book: func(context.Context, *engine.Game, *job.Job) (string, uint64, error) { return "", 1, nil }},
		}
		ends = append(ends, start(b, w.Run).end)
	}
	return &benched{&farm.Client{Queue: q}, up, func() {
		for _, end := range slices.Backward(ends) {
			end()
		}
		q.Close()
		server.Close()
	}}
}

// do does a batch, and returns the CPU time, and the time in which workers were busy.
func (f *benched) do(b *testing.B, batch job.Batch) (used, busy time.Duration) {
	b.Helper()
	before := cputime.Used()
	name, err := f.client.Submit(b.Context(), batch)
	if err != nil {
		b.Fatal(err)
	}
	for finished := false; !finished; time.Sleep(5 * time.Millisecond) {
		st, err := f.up.Ledger.Batch(name)
		finished = err == nil && st.Finished
	}
	return cputime.Used() - before, time.Duration(f.up.Status().Counters.Micros) * time.Microsecond
}

// fleet is the number of workers of BenchmarkFleet.
var fleet = flag.Int("fleet", 200, "`number` of workers of BenchmarkFleet")

// BenchmarkFleet runs workers that only wait, 5 s a job, with a queue of three processes on this
// machine. It reports how busy they are and what a job costs: CPU time of this program with the
// coordinator and all workers, messages and bytes of the journal, the latest answer of the
// coordinator, and the memory of this program for each worker.
//
//	go test ./farm -run '^$' -bench Fleet -benchtime 1x -fleet 2000
func BenchmarkFleet(b *testing.B) {
	const lasts, each = 5 * time.Second, 12
	for b.Loop() {
		c := newCluster(b)
		c.until("no leader", c.dial().Prepare)
		lease = 30 * time.Second
		q := c.dial()
		up, _ := coordinate(b, q, filepath.Join(b.TempDir(), "archive"), func(c *ledger.Config) { c.Audit = 256 })
		before := memory(b)
		for i := range *fleet {
			w := &farm.Worker{
				Queue: c.dial(), Name: fmt.Sprint("w", i), Version: version, Find: catalog.Find, Lease: lease, Log: quiet,
				Work: map[job.Kind]job.Work{job.Book: func(ctx context.Context, _ *engine.Game, _ *job.Job) (string, uint64, error) {
					queue.Rest(ctx, lasts)
					return "", 1, nil
				}},
			}
			start(b, w.Run)
		}
		lines := make([]string, each**fleet)
		for i := range lines {
			lines[i] = fmt.Sprint(i)
		}
		client := &farm.Client{Queue: q}
		began, used := time.Now(), cputime.Used()
		name, err := client.Submit(b.Context(), job.Batch{Spec: spec(b, job.Book, "othello"), Lines: lines})
		if err != nil {
			b.Fatal(err)
		}
		latest, busiest := time.Duration(0), uint64(0)
		for finished := false; !finished; time.Sleep(time.Second) {
			asked := time.Now()
			st, err := client.Batch(b.Context(), name)
			latest = max(latest, time.Since(asked))
			busiest = max(busiest, memory(b))
			finished = err == nil && st.Finished
		}
		jobs := float64(len(lines))
		b.ReportMetric(lasts.Seconds()*each/time.Since(began).Seconds(), "busy")
		b.ReportMetric(1e3*(cputime.Used()-used).Seconds()/jobs, "ms/job")
		b.ReportMetric(jobs/time.Since(began).Seconds(), "jobs/s")
		b.ReportMetric(latest.Seconds(), "s-latest-answer")
		b.ReportMetric(float64(busiest-before)/float64(*fleet)/1024, "KiB/worker")
		for _, s := range c.streams() {
			if s.Config.Name == "FARM_ARCHIVE" {
				b.ReportMetric(float64(s.State.Msgs)/jobs, "messages/job")
				b.ReportMetric(float64(s.State.Bytes)/jobs, "B/job")
			}
		}
		if counts := up.Status().Counters; counts.Conflicts+counts.DeadLetters > 0 {
			b.Errorf("%+v", counts)
		}
	}
}

// memory returns the heap that is in use, in bytes.
func memory(b *testing.B) uint64 {
	b.Helper()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// BenchmarkFlood has three workers send damaged deliveries of 1 MiB without end, and others
// greetings of 1 KiB and of 2 MB, for whose answers they do not wait, while an honest worker does
// jobs. It reports the latest answer of the coordinator, the jobs done a second, and the time in
// which a signal ends it.
//
//	go test ./farm -run '^$' -bench Flood -benchtime 1x
func BenchmarkFlood(b *testing.B) {
	const jobs, size = 2000, 1 << 20
	lease = 30 * time.Second
	for b.Loop() {
		dir := b.TempDir()
		url := serve(b, dir).URL()
		up, running := coordinate(b, dial(b, url), filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Audit = 256 })
		for n := range 3 {
			q := dial(b, url)
			start(b, func(ctx context.Context) error {
				for ctx.Err() == nil {
					_ = q.PutResult(ctx, fmt.Sprint("flooder", n), make([]byte, size))
				}
				return nil
			})
		}
		for _, bytes := range []int{1 << 10, 2_000_000} {
			nc, err := nats.Connect(url)
			if err != nil {
				b.Fatal(err)
			}
			m := &nats.Msg{Subject: fmt.Sprint("farm.hello.greeter", bytes), Header: nats.Header{"Reply": {"_INBOX.x"}}, Data: make([]byte, bytes)}
			start(b, func(ctx context.Context) error {
				defer nc.Close()
				for ctx.Err() == nil {
					_ = nc.PublishMsg(m)
				}
				return nil
			})
		}
		work(b, dial(b, url), "honest")
		client := &farm.Client{Queue: dial(b, url)}
		label := labels(b)
		label.Request.Depth = 1
		lines := catalogtest.Positions(b, "othello", seeded.Rand(b, 197), jobs, 40)
		began := time.Now()
		name, err := client.Submit(b.Context(), job.Batch{Spec: label, Lines: lines})
		if err != nil {
			b.Fatal(err)
		}
		latest := time.Duration(0)
		for finished := false; !finished || time.Since(began) < 20*time.Second; time.Sleep(100 * time.Millisecond) {
			asked := time.Now()
			st, err := client.Batch(b.Context(), name)
			latest = max(latest, time.Since(asked))
			if err == nil && st.Finished && !finished {
				finished = true
				b.ReportMetric(jobs/time.Since(began).Seconds(), "jobs/s")
			}
		}
		for _, w := range up.Status().Workers {
			if w.Name == "honest" && w.Paused {
				b.Error("the honest worker is paused")
			}
		}
		b.ReportMetric(latest.Seconds(), "s-latest-answer")
		ended := time.Now()
		running.end()
		b.ReportMetric(time.Since(ended).Seconds(), "s-to-end")
	}
}

// BenchmarkRebuild commits a million results of 100 bytes, 4000 a transaction, appends them to
// the journal in a queue, and reads an empty archive from there.
//
//	go test ./farm -run '^$' -bench Rebuild -benchtime 1x
func BenchmarkRebuild(b *testing.B) {
	const results, atOnce = 1_000_000, 4_000
	for b.Loop() {
		dir := b.TempDir()
		q := dial(b, serve(b, dir).URL())
		open := func(name string) *archive.Archive {
			a, err := archive.Open(filepath.Join(dir, name))
			if err != nil {
				b.Fatal(err)
			}
			return a
		}
		a := open("a")
		if err := q.Prepare(b.Context()); err != nil {
			b.Fatal(err)
		}
		if _, err := a.Follow(b.Context(), q.Journal()); err != nil {
			b.Fatal(err)
		}
		used := cputime.Used()
		for n := 0; n < results; n += atOnce {
			err := a.Update(func(tx *archive.Tx) (err error) {
				for i := n; i < n+atOnce && err == nil; i++ {
					key := sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(i)))
					err = tx.Put(archive.Results, key[:], make([]byte, 100))
				}
				return err
			})
			if err = cmp.Or(err, a.Flush(b.Context(), q.Journal())); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(1e6*(cputime.Used()-used).Seconds()/results, "µs/result")
		began := time.Now()
		again := open("again")
		if _, err := again.Read(b.Context(), q.Journal()); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "s-to-read")
		for _, close := range []func() error{a.Close, again.Close} {
			if err := close(); err != nil {
				b.Fatal(err)
			}
		}
	}
}
