package farm_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
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

// chaos is the number of jobs of TestChaos.
var chaos = flag.Int("chaos", 2000, "`number` of jobs of TestChaos")

// mostKills is the most kills of TestChaos, each after an equal share of the jobs.
const mostKills = 40

// start starts the program and waits until a coordinator accepts jobs.
func (c *child) start() {
	c.t.Helper()
	path, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	c.cmd = exec.Command(path)
	c.cmd.Env, c.cmd.Stderr = c.env, os.Stderr
	out, err := c.cmd.StdoutPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	if c.role == "up" || c.role == "coordinator" {
		if line, err := bufio.NewReader(out).ReadString('\n'); line != "up\n" {
			c.t.Fatalf("the coordinator says %q, %v", line, err)
		}
	}
	c.done = make(chan struct{})
	go func(cmd *exec.Cmd, done chan struct{}) {
		_ = cmd.Wait()
		close(done)
	}(c.cmd, c.done)
}

// TestChaos repeatedly kills coordinator, queue and workers, like kill -9, while jobs are done.
// The coordinator loses its archive in half of the cases. In the end every result must be there,
// once and right. With -cluster the queue consists of three processes, each of which is killed
// too.
func TestChaos(t *testing.T) {
	t.Parallel()
	rng := seeded.Rand(t, 170)
	dir := t.TempDir()
	var victims []*child
	var q queue.Queue
	var addresses string
	if *everyNode {
		c := newCluster(t)
		addresses, q = strings.TrimPrefix(c.url, "nats://"), c.dial()
		victims = append(c.nodes, newChild(t, "coordinator", addresses, dir))
	} else {
		addresses = freeAddress(t)
		victims = []*child{newChild(t, "up", addresses, dir)}
		q = dial(t, "nats://"+addresses)
	}
	for _, name := range []string{"one", "two"} {
		victims = append(victims, newChild(t, "worker", name, addresses))
	}
	client := &farm.Client{Queue: q}
	s := labels(t)
	s.Request.Depth = 5
	lines := catalogtest.Positions(t, "othello", rng, *chaos, 50)
	name, err := client.Submit(within(t), job.Batch{Spec: s, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	var killing sync.WaitGroup
	finished := make(chan struct{})
	kills := map[string]int{}
	killing.Go(func() {
		for done := 0; ; {
			select {
			case <-finished:
				return
			case <-time.After(time.Duration(50+rng.IntN(150)) * time.Millisecond):
			}
			done = goesOn(ctx, client, name, done+*chaos/mostKills)
			victim := victims[rng.IntN(len(victims))]
			victim.kill()
			kills[victim.role]++
			if (victim.role == "up" || victim.role == "coordinator") && rng.IntN(2) == 0 {
				if err := os.Remove(filepath.Join(dir, "archive")); err != nil {
					t.Error(err)
				}
				kills["archive"]++
			}
			victim.start()
		}
	})
	st, err := client.Wait(ctx, name, nil)
	close(finished)
	killing.Wait()
	if err != nil || st.Solved != len(lines) || len(kills) == 0 {
		t.Fatalf("after the kills %v: %+v, %v", kills, st, err)
	}
	t.Logf("%d jobs, kills: %v", len(lines), kills)
	check(t, client, name, s, lines)
}

// TestTwoCoordinators starts a second coordinator with an empty archive, as on another machine.
// It must take over, with all results, and the first must end.
func TestTwoCoordinators(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	url := serve(t, dir).URL()
	q := dial(t, url)
	a, err := archive.Open(filepath.Join(dir, "first"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	l, err := ledger.Open(ledger.Config{Archive: a, Find: catalog.Find, Lease: lease})
	if err != nil {
		t.Fatal(err)
	}
	first, ended := &coordinator.Coordinator{Queue: q, Ledger: l, Version: version, Log: quiet, Tick: lease / 10}, make(chan error, 1)
	ready := make(chan struct{})
	go func() { ended <- first.Run(within(t), func() { close(ready) }) }()
	<-ready
	work(t, q, "w")
	client := &farm.Client{Queue: q}
	s := labels(t)
	s.Request.Depth = 2
	for round := 0; ; round++ {
		lines := catalogtest.Positions(t, "othello", seeded.Rand(t, uint64(200+round)), 20, 40)
		name, err := client.Submit(within(t), job.Batch{Spec: s, Lines: lines})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Wait(within(t), name, nil); err != nil {
			t.Fatal(err)
		}
		check(t, client, name, s, lines)
		if round == 0 {
			coordinate(t, dial(t, url), filepath.Join(dir, "second"), nil)
		}
		select {
		case err := <-ended:
			if !errors.Is(err, archive.ErrForked) {
				t.Error(err)
			}
			return
		default:
		}
	}
}

// TestRestarted replaces the coordinator while a worker does a job, by one with the same archive or
// with an empty one. The worker must go on, and its result must count, without being done again.
func TestRestarted(t *testing.T) {
	t.Parallel()
	for _, second := range []string{"first", "second"} {
		t.Run(second, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			q := farmtest.NewQueue(lease)
			_, up := coordinate(t, q, filepath.Join(dir, "first"), nil)
			begun, done, times := make(chan struct{}, 9), make(chan struct{}), atomic.Int32{}
			w := &farm.Worker{Queue: q, Name: "w", Version: version, Find: catalog.Find, Lease: lease, Log: quiet, Work: map[job.Kind]job.Work{
				job.Book: func(context.Context, *engine.Game, *job.Job) (string, uint64, error) {
					times.Add(1)
					begun <- struct{}{}
					<-done
					return "x", 1, nil
				},
			}}
			start(t, w.Run)
			client := &farm.Client{Queue: q}
			name, err := client.Submit(within(t), job.Batch{Spec: spec(t, job.Book, "othello"), Lines: []string{"a"}})
			if err != nil {
				t.Fatal(err)
			}
			<-begun
			up.end()
			again, _ := coordinate(t, q, filepath.Join(dir, second), nil)
			for again.Status().InFlight == 0 {
				time.Sleep(lease / 50)
			}
			other := &farm.Worker{Queue: q, Name: "other", Version: version, Find: catalog.Find, Lease: lease, Log: quiet, Work: w.Work}
			start(t, other.Run)
			close(done)
			if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != 1 || times.Load() != 1 {
				t.Errorf("%+v, %v, done %d times", st, err, times.Load())
			}
		})
	}
}

// TestForged sends chunks that no coordinator has dispatched, or to another worker. They must be
// refused, and their results too.
func TestForged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q, long := farmtest.NewQueue(lease), func(c *ledger.Config) { c.Lease = 8 * lease }
	_, first := coordinate(t, q, filepath.Join(dir, "first"), long)
	client := &farm.Client{Queue: q}
	label := labels(t)
	label.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 183), 1, 40)
	name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	honest := &handmade{t: t, q: q, name: "honest"}
	c := honest.chunk(1)
	first.end()
	up, _ := coordinate(t, q, filepath.Join(dir, "second"), long)
	sealed := honest.sealed
	changed := sealed
	changed.Chunk = append([]byte{}, changed.Chunk...)
	changed.Chunk[len(changed.Chunk)/2] ^= 1
	liar := &handmade{t: t, q: q, name: "liar"}
	for _, s := range []sealedChunk{sealed, changed, {Number: 7, Chunk: sealed.Chunk}, {Number: 8}} {
		back := liar.say(within(t), map[string]any{"held": []uint64{s.Number}, "chunks": []sealedChunk{s}})
		if len(back.Unwanted) != 1 || back.Unwanted[0] != s.Number || up.Status().InFlight > 0 {
			t.Errorf("%d: %+v", s.Number, back)
		}
	}
	if back := honest.say(within(t), map[string]any{"held": honest.held}); len(back.Unknown) != 1 {
		t.Errorf("%+v", back)
	}
	for _, h := range []*handmade{liar, honest} {
		if h == honest {
			soon, stop := context.WithTimeout(within(t), lease)
			h.say(soon, map[string]any{"held": h.held, "chunks": []sealedChunk{sealed}})
			stop()
		}
		results := honest.do(c)
		if h == liar {
			results[0].Value += 2
		}
		if err := q.PutResult(within(t), h.name, (&job.Delivery{Chunk: c.Number, Worker: h.name, Results: results}).Write()); err != nil {
			t.Fatal(err)
		}
	}
	work(t, q, "last") // its question makes the coordinator count
	if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != 1 || up.Status().Counters.Refused != 1 {
		t.Errorf("%+v, %v, %+v", st, err, up.Status().Counters)
	}
	check(t, client, name, label, lines)
}

// goesOn waits until more than done jobs of a batch are done, and returns their number. Without
// it a slow machine would only start programs between two kills.
func goesOn(ctx context.Context, c *farm.Client, name string, done int) int {
	for ctx.Err() == nil {
		soon, stop := context.WithTimeout(ctx, lease)
		st, err := c.Batch(soon, name)
		stop()
		if err == nil && (st.Done() > done || st.Finished) {
			return st.Done()
		}
		time.Sleep(lease / 50)
	}
	return done
}

// TestFrozenWorker freezes a worker for longer than it may be silent. Another worker must do
// its job, and its late result must agree.
func TestFrozenWorker(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), freeAddress(t)
	newChild(t, "up", address, dir)
	frozen := newChild(t, "worker", "frozen", address)
	client := &farm.Client{Queue: dial(t, "nats://"+address)}
	s := labels(t)
	s.Request.Depth = 9
	var lines []string
	name := ""
	for round, st := uint64(0), (farm.Status{}); st.InFlight == 0; time.Sleep(5 * time.Millisecond) {
		var err error
		if len(st.Batches) == 0 || st.Batches[0].Finished { // too soon to be seen
			lines = catalogtest.Positions(t, "othello", seeded.Rand(t, 1710+round), 3, 20)
			name, err = client.Submit(within(t), job.Batch{Spec: s, Lines: lines})
			round++
		}
		if err == nil {
			st, err = client.Status(within(t))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(lease / 50)
	frozen.signal(syscall.SIGSTOP)
	newChild(t, "worker", "other", address)
	if _, err := client.Wait(within(t), name, nil); err != nil {
		t.Fatal(err)
	}
	frozen.signal(syscall.SIGCONT)
	time.Sleep(lease)
	check(t, client, name, s, lines)
	if st, err := client.Status(within(t)); err != nil || st.Counters.Conflicts > 0 || st.Counters.Quarantined > 0 {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestPoison submits a job that kills every worker. It must fail in the end, and all other jobs
// must be done.
func TestPoison(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), freeAddress(t)
	newChild(t, "up", address, dir)
	client := &farm.Client{Queue: dial(t, "nats://"+address)}
	s := spec(t, job.Book, "othello")
	lines := []string{"a", "b", poisonous, "c", "d"}
	name, err := client.Submit(within(t), job.Batch{Spec: s, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	w := newChild(t, "worker", "w", address)
	finished := make(chan struct{})
	var nursing sync.WaitGroup
	nursing.Go(func() {
		for {
			select {
			case <-finished:
				return
			case <-w.done:
				w.start()
			}
		}
	})
	st, err := client.Wait(within(t), name, nil)
	close(finished)
	nursing.Wait()
	if err != nil || st.Failed != 1 || st.Solved != len(lines)-1 {
		t.Errorf("%+v, %v", st, err)
	}
	err = client.Rows(within(t), name, func(_ *job.Page, row *job.Row) error {
		r, err := row.Read()
		if err != nil {
			return err
		}
		if row.Line == poisonous && !strings.Contains(r.Error, "no worker came back") || row.Line != poisonous && r.Data != "healthy "+row.Line {
			t.Errorf("%s: %+v", row.Line, r)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// set cuts all connections, or accepts new ones.
func (p *proxy) set(cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = cut
	if cut {
		for _, c := range p.conns {
			c.Close()
		}
		p.conns = nil
	}
}

// TestClock uses a clock that jumps by an hour, forwards or backwards, at every reading.
func TestClock(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := farmtest.NewQueue(lease)
	var mu sync.Mutex
	now, rng := time.Now(), rand.New(rand.NewPCG(1, 2))
	coordinate(t, q, filepath.Join(dir, "archive"), func(c *ledger.Config) {
		c.Now = func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			now = now.Add(time.Duration(rng.IntN(3)-1) * time.Hour)
			return now
		}
	})
	w := &farm.Worker{Queue: q, Name: "w", Version: version, Find: catalog.Find, Lease: lease, Log: quiet, Now: func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Duration(rng.IntN(3)-1) * time.Hour)
		return now
	}}
	start(t, w.Run)
	client := &farm.Client{Queue: q}
	label := labels(t)
	label.Request.Depth = 2
	for round := range 3 {
		lines := catalogtest.Positions(t, "othello", seeded.Rand(t, uint64(190+round)), 200, 40)
		name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
		if err != nil {
			t.Fatal(err)
		}
		if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != len(lines) {
			t.Fatalf("%+v, %v", st, err)
		}
		check(t, client, name, label, lines)
	}
}
