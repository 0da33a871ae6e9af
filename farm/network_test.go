package farm_test

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// proxy forwards connections until it is cut.
type proxy struct {
	net.Listener
	to    string
	mu    sync.Mutex
	cut   bool
	conns []net.Conn
	mute  atomic.Bool // what is received is dropped
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
			go p.pass(near, far)
			go p.pass(far, near)
		}
		p.mu.Unlock()
	}
}

func (p *proxy) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	for buffer := make([]byte, 32<<10); ; {
		n, err := from.Read(buffer)
		if err == nil && !p.mute.Load() {
			_, err = to.Write(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

// TestLostAtFirst cuts the connection of a coordinator between its subscription and the answer. It
// must hear greetings once the connection is back.
func TestLostAtFirst(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	p := newProxy(t, strings.TrimPrefix(s.URL(), "nats://"))
	far, near := dial(t, "nats://"+p.Addr().String()), dial(t, s.URL())
	p.mute.Store(true)
	heard, done := make(chan struct{}, 1), make(chan error)
	go func() {
		_, err := far.OnGreet(func(string, []byte, func([]byte)) {
			select {
			case heard <- struct{}{}:
			default:
			}
		})
		done <- err
	}()
	time.Sleep(lease / 10)
	p.set(true)
	p.mute.Store(false)
	p.set(false)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for ctx := within(t); ; {
		soon, stop := context.WithTimeout(ctx, lease/20)
		_, _ = near.Greet(soon, "w", nil)
		stop()
		select {
		case <-heard:
			return
		case <-ctx.Done():
			t.Fatal("it hears nothing")
		default:
		}
	}
}

// TestPartition repeatedly cuts off a worker for longer than it may be silent.
func TestPartition(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	coordinate(t, dial(t, s.URL()), filepath.Join(dir, "archive"), func(c *ledger.Config) { c.Chunk = lease / 10 })
	p := newProxy(t, strings.TrimPrefix(s.URL(), "nats://"))
	work(t, dial(t, "nats://"+p.Addr().String()), "far")
	client := &farm.Client{Queue: dial(t, s.URL())}
	label := labels(t)
	label.Request.Depth = 6
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 172), 60, 40)
	name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(lease / 10)
	p.set(true)
	time.Sleep(lease + lease/2)
	work(t, dial(t, s.URL()), "near")
	p.set(false)
	if _, err := client.Wait(within(t), name, nil); err != nil {
		t.Fatal(err)
	}
	check(t, client, name, label, lines)
}
