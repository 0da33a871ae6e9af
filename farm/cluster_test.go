package farm_test

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/keys"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/farm/queue/natsqueue"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// everyNode makes tests of clusters longer.
var everyNode = flag.Bool("cluster", false, "have TestCluster kill each node of three in turn, and TestChaos use a cluster")

// nodes is the number of nodes of a cluster.
const nodes = 3

// childNode runs a node of a cluster. The text consists of its number, and the client and route
// addresses of all nodes.
func childNode(dir, text string) error {
	var number int
	var clients, routes string
	if _, err := fmt.Sscan(text, &number, &clients, &routes); err != nil {
		return err
	}
	name, route := fmt.Sprint("node", number), strings.Split(routes, ",")
	s, err := server.NewServer(&server.Options{
		ServerName: name, Host: "127.0.0.1", Port: port(strings.Split(clients, ",")[number]), NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: filepath.Join(dir, name), SyncAlways: true, MaxPayload: keys.MaxMessage, StreamMaxBufferedMsgs: 1000,
		Cluster: server.ClusterOpts{Name: "farm", Host: "127.0.0.1", Port: port(route[number])},
		Routes:  server.RoutesFromStr("nats://" + strings.Join(slices.Delete(route, number, number+1), ",nats://")),
	})
	if err != nil {
		return err
	}
	s.Start()
	select {}
}

func port(address string) (n int) {
	_, _ = fmt.Sscan(address[strings.LastIndex(address, ":")+1:], &n)
	return n
}

// cluster is a queue of three server processes.
type cluster struct {
	t     testing.TB
	url   string
	nodes []*child
}

func newCluster(t testing.TB) *cluster {
	t.Helper()
	dir := t.TempDir()
	var clients, routes []string
	for range nodes {
		clients, routes = append(clients, freeAddress(t)), append(routes, freeAddress(t))
	}
	c := &cluster{t: t, url: "nats://" + strings.Join(clients, ",nats://")}
	for i := range nodes {
		text := fmt.Sprint(i, " ", strings.Join(clients, ","), " ", strings.Join(routes, ","))
		c.nodes = append(c.nodes, newChild(t, "node", text, dir))
	}
	return c
}

// until calls try until it succeeds.
func (c *cluster) until(what string, try func(context.Context) error) {
	c.t.Helper()
	for ctx := within(c.t); ; time.Sleep(50 * time.Millisecond) {
		soon, stop := context.WithTimeout(ctx, 5*lease)
		err := try(soon)
		stop()
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			c.t.Fatalf("%s: %v", what, err)
		}
	}
}

func (c *cluster) dial() (q queue.Queue) {
	c.t.Helper()
	c.until("no node answers", func(context.Context) (err error) {
		q, err = natsqueue.Dial(natsqueue.Config{URL: c.url, Lease: lease, Replicas: nodes})
		return err
	})
	c.t.Cleanup(q.Close)
	return q
}

// streams returns the state of the streams once all nodes are up to date.
func (c *cluster) streams() (all []*jetstream.StreamInfo) {
	c.t.Helper()
	nc, err := nats.Connect(c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		c.t.Fatal(err)
	}
	c.until("a node has not caught up", func(ctx context.Context) error {
		all = nil
		for s := range js.ListStreams(ctx).Info() {
			all = append(all, s)
			for _, r := range s.Cluster.Replicas {
				if !r.Current || r.Offline {
					return fmt.Errorf("%s: %+v", s.Config.Name, r)
				}
			}
			if s.Cluster.Leader == "" || len(s.Cluster.Replicas) != nodes-1 {
				return fmt.Errorf("%s: %+v", s.Config.Name, s.Cluster)
			}
		}
		if len(all) == 0 {
			return fmt.Errorf("no stream")
		}
		return nil
	})
	return all
}

// leader returns the node that leads the journal.
func (c *cluster) leader() (node int) {
	c.t.Helper()
	all := c.streams()
	i := slices.IndexFunc(all, func(s *jetstream.StreamInfo) bool { return s.Config.Name == "FARM_ARCHIVE" })
	if _, err := fmt.Sscanf(all[i].Cluster.Leader, "node%d", &node); err != nil {
		c.t.Fatal(err)
	}
	return node
}

// TestCluster kills the leader of three nodes while jobs are done, and restarts it. All results
// must be right, and the node must catch up with the others.
func TestCluster(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	c := newCluster(t)
	q := c.dial()
	c.until("no leader", q.Prepare)
	coordinate(t, q, filepath.Join(t.TempDir(), "archive"), func(c *ledger.Config) { c.Chunk = lease / 10 })
	work(t, c.dial(), "one")
	work(t, c.dial(), "two")
	client := &farm.Client{Queue: c.dial()}
	label := labels(t)
	label.Request.Depth = 5
	lost := []int{c.leader()}
	if *everyNode {
		lost = []int{0, 1, 2}
	}
	for round, node := range lost {
		lines := catalogtest.Positions(t, "othello", seeded.Rand(t, uint64(180+round)), 40, 40)
		var name string
		c.until("not submitted", func(ctx context.Context) (err error) {
			name, err = client.Submit(ctx, job.Batch{Spec: label, Lines: lines})
			return err
		})
		c.nodes[node].kill()
		if _, err := client.Wait(within(t), name, nil); err != nil {
			t.Fatalf("without node %d: %v", node, err)
		}
		check(t, client, name, label, lines)
		c.nodes[node].start()
		c.streams()
	}
}
