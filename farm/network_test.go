package farm_test

import (
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/internal/seeded"
)

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

// TestPartition cuts a worker off, again and again, for longer than it may be silent.
func TestPartition(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	coordinate(t, dial(t, s.ClientURL()), filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Chunk = lease / 10 })
	p := newProxy(t, strings.TrimPrefix(s.ClientURL(), "nats://"))
	work(t, dial(t, "nats://"+p.Addr().String()), "far")
	client := &farm.Client{Queue: dial(t, s.ClientURL())}
	label := labels(t)
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
