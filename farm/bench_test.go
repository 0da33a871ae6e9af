package farm_test

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/coordinator"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
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
