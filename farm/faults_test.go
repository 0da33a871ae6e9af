package farm_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/seeded"
)

// chaos is how many jobs TestChaos does.
var chaos = flag.Int("chaos", 300, "do so many jobs while programs are killed")

// Programs that are killed are this one, started anew: these variables say what it is
// then.
const (
	roleVariable = "PLYWOOD_TEST_FARM" // up or worker
	nameVariable = "PLYWOOD_TEST_NAME" // the address of up, or the name of the worker
	dirVariable  = "PLYWOOD_TEST_DIR"
)

func TestMain(m *testing.M) {
	switch role := os.Getenv(roleVariable); role {
	case "":
		os.Exit(m.Run())
	case "up":
		err := childUp(os.Getenv(dirVariable), os.Getenv(nameVariable))
		fmt.Fprintln(os.Stderr, role, err)
	case "worker":
		err := childWorker(os.Getenv(dirVariable), os.Getenv(nameVariable))
		fmt.Fprintln(os.Stderr, role, err)
	}
	os.Exit(1)
}

// childUp is a queue and a coordinator.
func childUp(dir, address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	c := queue.ServerConfig{Dir: dir, Host: host}
	if _, err := fmt.Sscan(port, &c.Port); err != nil {
		return err
	}
	if _, err := queue.Serve(c); err != nil {
		return err
	}
	a, err := archive.Open(filepath.Join(dir, "archive"))
	if err != nil {
		return err
	}
	l, err := ledger.Open(ledger.Config{Archive: a, Find: catalog.Find, Chunk: lease / 20, Audit: 20})
	if err != nil {
		return err
	}
	q, err := queue.Dial(queue.Config{URL: "nats://" + address, Lease: lease})
	if err != nil {
		return err
	}
	up := &farm.Coordinator{Queue: q, Ledger: l, Version: version, Log: quiet, Tick: lease / 10}
	return up.Run(context.Background(), func() { fmt.Println("up") })
}

// poisonous is a part of a plan that ends whoever takes it up.
const poisonous = "poison"

func childWorker(address, name string) error {
	q, err := queue.Dial(queue.Config{URL: "nats://" + address, Lease: lease})
	if err != nil {
		return err
	}
	w := &farm.Worker{
		Queue: q, Name: name, Version: version, Find: catalog.Find, Lease: lease, Log: quiet,
		Work: map[job.Kind]job.Work{
			job.Book: func(_ context.Context, _ *engine.Game, j *job.Job) (string, uint64, error) {
				if j.Part == poisonous {
					os.Exit(3)
				}
				return "healthy " + j.Part, 1, nil
			},
		},
	}
	return w.Run(context.Background())
}

// child is a program that a test has started.
type child struct {
	t    testing.TB
	role string
	env  []string
	cmd  *exec.Cmd
	done chan struct{}
}

func newChild(t testing.TB, role, name, dir string) *child {
	c := &child{t: t, role: role, env: append(os.Environ(), roleVariable+"="+role, nameVariable+"="+name, dirVariable+"="+dir)}
	c.start()
	t.Cleanup(c.kill)
	return c
}

// start starts the program and waits until a coordinator takes jobs.
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
	if c.role == "up" {
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

func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	<-c.done
}

func (c *child) signal(s syscall.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

// freeAddress returns an address of this machine at which nobody listens.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestChaos kills coordinator, queue and workers, as kill -9 does, again and again while
// jobs are done. In the end every result is there, once and right.
func TestChaos(t *testing.T) {
	rng := seeded.Rand(t, 170)
	dir, address := t.TempDir(), freeAddress(t)
	up := newChild(t, "up", address, dir)
	workers := []*child{newChild(t, "worker", "one", address), newChild(t, "worker", "two", address)}
	client := &farm.Client{Queue: dial(t, "nats://"+address)}
	s := spec(t, job.Label, "othello")
	s.Request.Depth = 5
	lines := catalogtest.Positions(t, "othello", rng, *chaos, 50)
	name, err := client.Submit(within(t), ledger.Batch{Spec: s, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), patience+time.Duration(*chaos)*20*time.Millisecond)
	defer stop()
	var killing sync.WaitGroup
	finished := make(chan struct{})
	kills := 0
	killing.Go(func() {
		for {
			select {
			case <-finished:
				return
			case <-time.After(time.Duration(100+rng.IntN(200)) * time.Millisecond):
			}
			victim := []*child{up, workers[0], workers[1]}[rng.IntN(3)]
			victim.kill()
			victim.start()
			kills++
		}
	})
	st, err := client.Wait(ctx, name, nil)
	close(finished)
	killing.Wait()
	if err != nil || st.Solved != len(lines) || kills == 0 {
		t.Fatalf("after %d kills: %+v, %v", kills, st, err)
	}
	check(t, client, name, s, lines)
}

// TestFrozenWorker freezes a worker for longer than it may be silent. Its job is done by
// another, and what it says when it wakes up is the same.
func TestFrozenWorker(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), freeAddress(t)
	newChild(t, "up", address, dir)
	frozen := newChild(t, "worker", "frozen", address)
	client := &farm.Client{Queue: dial(t, "nats://"+address)}
	s := spec(t, job.Label, "othello")
	s.Request.Depth = 9
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 171), 3, 20)
	name, err := client.Submit(within(t), ledger.Batch{Spec: s, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	for ctx := within(t); ; time.Sleep(5 * time.Millisecond) {
		st, err := client.Status(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if st.InFlight > 0 {
			break
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

// TestPoison has a job that ends every worker: it is a dead letter in the end, and all
// others are done.
func TestPoison(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), freeAddress(t)
	newChild(t, "up", address, dir)
	client := &farm.Client{Queue: dial(t, "nats://"+address)}
	s := spec(t, job.Book, "othello")
	lines := []string{"a", "b", poisonous, "c", "d"}
	name, err := client.Submit(within(t), ledger.Batch{Spec: s, Lines: lines})
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
	err = client.Rows(within(t), name, func(_ *ledger.Page, row *ledger.Row) error {
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

// proxy passes on what comes to it until it is cut.
type proxy struct {
	net.Listener
	to    string
	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

func newProxy(t testing.TB, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: l, to: to}
	go p.serve()
	t.Cleanup(func() { p.Close(); p.set(true) })
	return p
}

func (p *proxy) serve() {
	for {
		near, err := p.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", p.to)
		p.mu.Lock()
		if err != nil || p.cut {
			near.Close()
			if far != nil {
				far.Close()
			}
		} else {
			p.conns = append(p.conns, near, far)
			go pass(near, far)
			go pass(far, near)
		}
		p.mu.Unlock()
	}
}

func pass(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	to.Close()
	from.Close()
}

// set cuts all lines, or lets new ones through.
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

// TestPartition cuts a worker off, again and again, for longer than it may be silent.
func TestPartition(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	coordinate(t, dial(t, s.ClientURL()), filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Chunk = lease / 10 })
	p := newProxy(t, strings.TrimPrefix(s.ClientURL(), "nats://"))
	work(t, dial(t, "nats://"+p.Addr().String()), "far")
	client := &farm.Client{Queue: dial(t, s.ClientURL())}
	label := spec(t, job.Label, "othello")
	label.Request.Depth = 6
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 172), 60, 40)
	name, err := client.Submit(within(t), ledger.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(lease / 10)
	p.set(true)
	time.Sleep(lease + lease/2)
	work(t, dial(t, s.ClientURL()), "near")
	p.set(false)
	if _, err := client.Wait(within(t), name, nil); err != nil {
		t.Fatal(err)
	}
	check(t, client, name, label, lines)
}

// TestCluster loses each node of three in turn.
func TestCluster(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dir := t.TempDir()
	var clients, routes []string
	for range 3 {
		clients = append(clients, freeAddress(t))
		routes = append(routes, freeAddress(t))
	}
	node := func(i int) *queue.Server {
		c := queue.ServerConfig{Dir: filepath.Join(dir, fmt.Sprint(i)), Host: "127.0.0.1", Cluster: "farm", Name: fmt.Sprintf("node%d", i)}
		fmt.Sscan(clients[i][strings.LastIndex(clients[i], ":")+1:], &c.Port)
		fmt.Sscan(routes[i][strings.LastIndex(routes[i], ":")+1:], &c.ClusterPort)
		for k, r := range routes {
			if k != i {
				c.Routes = append(c.Routes, "nats://"+r)
			}
		}
		s, err := queue.Serve(c)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	nodes := []*queue.Server{node(0), node(1), node(2)}
	defer func() {
		for _, n := range nodes {
			n.Close()
		}
	}()
	url := "nats://" + strings.Join(clients, ",nats://")
	connect := func() (q *queue.Queue) {
		t.Helper()
		var err error
		for ctx := within(t); ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
			if q, err = queue.Dial(queue.Config{URL: url, Lease: lease, Replicas: 3}); err == nil {
				t.Cleanup(q.Close)
				return q
			}
		}
		t.Fatal(err)
		return nil
	}
	q := connect()
	for ctx := within(t); ; time.Sleep(100 * time.Millisecond) { // until a leader is chosen
		soon, stop := context.WithTimeout(ctx, 5*lease)
		err := q.Prepare(soon)
		stop()
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
	}
	coordinate(t, q, filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Chunk = lease / 10 })
	work(t, connect(), "one")
	work(t, connect(), "two")
	client := &farm.Client{Queue: connect()}
	label := spec(t, job.Label, "othello")
	label.Request.Depth = 5
	for lost := range nodes {
		lines := catalogtest.Positions(t, "othello", seeded.Rand(t, uint64(180+lost)), 40, 40)
		var name string
		var err error
		for ctx := within(t); ; time.Sleep(100 * time.Millisecond) {
			if name, err = client.Submit(ctx, ledger.Batch{Spec: label, Lines: lines}); err == nil {
				break
			}
			if ctx.Err() != nil {
				t.Fatal(err)
			}
		}
		nodes[lost].Close()
		if _, err := client.Wait(within(t), name, nil); err != nil {
			t.Fatalf("without node %d: %v", lost, err)
		}
		check(t, client, name, label, lines)
		nodes[lost] = node(lost)
		for ctx := within(t); !nodes[lost].Whole(); time.Sleep(50 * time.Millisecond) {
			if ctx.Err() != nil {
				t.Fatalf("node %d does not catch up", lost)
			}
		}
	}
}

// TestClock has a clock that is set, an hour on or back, whenever it is looked at.
func TestClock(t *testing.T) {
	dir := t.TempDir()
	s := serve(t, dir)
	var mu sync.Mutex
	now, rng := time.Now(), rand.New(rand.NewPCG(1, 2))
	coordinate(t, dial(t, s.ClientURL()), filepath.Join(dir, "archive"), func(c *ledger.Config) {
		c.Now = func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			now = now.Add(time.Duration(rng.IntN(3)-1) * time.Hour)
			return now
		}
	})
	w := &farm.Worker{Queue: dial(t, s.ClientURL()), Name: "w", Version: version, Find: catalog.Find, Lease: lease, Log: quiet, Now: func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Duration(rng.IntN(3)-1) * time.Hour)
		return now
	}}
	start(t, w.Run)
	client := &farm.Client{Queue: dial(t, s.ClientURL())}
	label := spec(t, job.Label, "othello")
	label.Request.Depth = 2
	for round := range 3 {
		lines := catalogtest.Positions(t, "othello", seeded.Rand(t, uint64(190+round)), 200, 40)
		name, err := client.Submit(within(t), ledger.Batch{Spec: label, Lines: lines})
		if err != nil {
			t.Fatal(err)
		}
		if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != len(lines) {
			t.Fatalf("%+v, %v", st, err)
		}
		check(t, client, name, label, lines)
	}
}
