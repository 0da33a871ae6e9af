package farm_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/archive"
	"github.com/plywood-go/plywood/farm/coordinator"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/farm/queue/server"
	"github.com/plywood-go/plywood/games/catalog"
)

// The test binary itself serves as the programs that are killed. These variables select its
// role.
const (
	roleVariable = "PLYWOOD_TEST_FARM" // up, coordinator, worker, or node of a cluster
	nameVariable = "PLYWOOD_TEST_NAME" // the address of up, the name of the worker, or the text of the node
	dirVariable  = "PLYWOOD_TEST_DIR"
)

func TestMain(m *testing.M) {
	switch role := os.Getenv(roleVariable); role {
	case "":
		// The tests wait for leases and elections far more than they compute.
		if err := flag.Set("test.parallel", "4"); err != nil {
			panic(err)
		}
		os.Exit(m.Run())
	case "up":
		err := childUp(os.Getenv(dirVariable), os.Getenv(nameVariable))
		fmt.Fprintln(os.Stderr, role, err)
	case "worker":
		err := childWorker(os.Getenv(dirVariable), os.Getenv(nameVariable))
		fmt.Fprintln(os.Stderr, role, err)
	case "coordinator":
		err := childCoordinator(os.Getenv(dirVariable), os.Getenv(nameVariable), nodes)
		fmt.Fprintln(os.Stderr, role, err)
	case "node":
		err := childNode(os.Getenv(dirVariable), os.Getenv(nameVariable))
		fmt.Fprintln(os.Stderr, role, err)
	}
	os.Exit(1)
}

// childUp runs a queue and a coordinator.
func childUp(dir, address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	c := server.Config{Dir: dir, Host: host}
	if _, err := fmt.Sscan(port, &c.Port); err != nil {
		return err
	}
	if _, err := server.Start(c); err != nil {
		return err
	}
	return childCoordinator(dir, address, 1)
}

// childCoordinator runs a coordinator of a queue that other programs serve. It waits until the
// queue has a leader.
func childCoordinator(dir, addresses string, replicas int) error {
	a, err := archive.Open(filepath.Join(dir, "archive"))
	if err != nil {
		return err
	}
	l, err := ledger.Open(ledger.Config{Archive: a, Find: catalog.Find, Chunk: lease / 20, Audit: 20, Lease: lease})
	if err != nil {
		return err
	}
	q, err := natsqueue.Dial(natsqueue.Config{URL: "nats://" + addresses, Lease: lease, Replicas: replicas})
	for err != nil {
		time.Sleep(lease / 50)
		q, err = natsqueue.Dial(natsqueue.Config{URL: "nats://" + addresses, Lease: lease, Replicas: replicas})
	}
	for ctx := context.Background(); ; time.Sleep(lease / 50) {
		soon, stop := context.WithTimeout(ctx, 5*lease)
		err := q.Prepare(soon)
		stop()
		if err == nil {
			break
		}
	}
	up := &coordinator.Coordinator{Queue: q, Ledger: l, Version: version, Log: quiet, Tick: lease / 10}
	return up.Run(context.Background(), func() { fmt.Println("up") })
}

// poisonous is a part of a plan that kills every worker that begins it.
const poisonous = "poison"

func childWorker(address, name string) error {
	q, err := natsqueue.Dial(natsqueue.Config{URL: "nats://" + address, Lease: lease})
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

// child is a program that a test started.
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

// freeAddress returns an unused address of this machine. Its port is below those that systems
// give to outgoing connections, which could otherwise take it while its server is restarted.
func freeAddress(t testing.TB) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000)))
		if err == nil {
			defer l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal("no port is free")
	return ""
}
