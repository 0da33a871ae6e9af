package farm_test

import (
	"context"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/internal/cputime"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/search"
)

// positions is how many of the smallest jobs there are; with a million, the whole of what
// a farm does beside the searches stands out.
var positions = flag.Int("positions", 5_000, "have BenchmarkFarm label so many positions of the smallest kind")

// BenchmarkFarm compares the processor time of a farm, with its queue, coordinator,
// archive and worker, with that of a plain loop over the same positions: many small
// jobs, and few long ones. It is a share: 1.02 is an overhead of 2 %.
//
//	go test ./farm -run '^$' -bench Farm -benchtime 1x
//
// On two cores that had other work too it was 1.07 for labels of depth 8, 1.9 ms each,
// 130 µs a job of which a third is to empty tables; and not to be told from 1 for jobs
// of a second.
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
		{name: "tiny", n: *positions, depth: 2},
		{name: "long", n: 8, nodes: 8_000_000},
	} {
		b.Run(bb.name, func(b *testing.B) {
			s := spec(b, job.Label, "othello")
			s.Request = engine.Request{Depth: bb.depth, Nodes: bb.nodes}
			s.Options.TableBytes = 64 << 10
			lines := catalogtest.Positions(b, "othello", seeded.Rand(b, 195), bb.n, 45)
			for b.Loop() {
				plain := plainLoop(b, s, lines)
				whole := throughFarm(b, s, lines)
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
	q := dial(b, server.ClientURL())
	defer q.Close()
	before := cputime.Used()
	_, up := coordinate(b, q, filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Audit = 256 })
	defer up.end()
	w := work(b, q, "w")
	defer w.end()
	client := &farm.Client{Queue: q}
	name, err := client.Submit(context.Background(), ledger.Batch{Spec: s, Lines: lines})
	if err != nil {
		b.Fatal(err)
	}
	st, err := client.Wait(context.Background(), name, nil)
	if err != nil || st.Done() != len(lines) {
		b.Fatalf("%+v, %v", st, err)
	}
	return cputime.Used() - before
}
