package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/search"
)

// idle reports whether nobody searches and all cores are free.
func (s *Server) idle() bool {
	s.turns.mu.Lock()
	defer s.turns.mu.Unlock()
	return s.pool.active() == 0 && s.turns.free == s.config.Threads && len(s.turns.queue) == 0
}

// open begins an analysis without limits.
func open(ctx context.Context, url, game string, moves ...string) (io.ReadCloser, error) {
	body, _ := json.Marshal(obj{"game": game, "moves": moves, "lines": 64})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+base+"/analysis", &slowReader{data: body})
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return nil, fmt.Errorf("status %s", answer.Status)
	}
	return answer.Body, nil
}

// slowReader gives one byte at a time.
type slowReader struct{ data []byte }

func (r *slowReader) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:1], r.data)
	r.data = r.data[n:]
	return n, nil
}

// TestFiftyStreams has fifty clients search at once on two cores. All are told
// something, again and again, and nothing is left of them when they have gone.
func TestFiftyStreams(t *testing.T) {
	const clients, reports = 50, 2
	s, server := newTest(t, testConfig())
	before := runtime.NumGoroutine()
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	var told atomic.Int32
	for i := range clients {
		all.Go(func() {
			game := []string{"othello", "connect4", "mnk:7,7,5", "qubic", "ultimate"}[i%5]
			body, err := open(ctx, server.URL, game)
			if err != nil {
				t.Errorf("client %d: %v", i, err)
				return
			}
			defer body.Close()
			n := 0
			readEvents(body, func(e sent) bool {
				if e.name == "analysis" {
					if n++; n == reports {
						told.Add(1)
					}
				}
				return true
			})
		})
	}
	eventually(t, "all fifty were told of their search", func() bool { return told.Load() == clients })
	if held := s.pool.held(); held > s.config.TableBytes {
		t.Errorf("tables of %d bytes, want at most %d", held, s.config.TableBytes)
	}
	leave()
	all.Wait()
	eventually(t, "all searches have ended", s.idle)
	http.DefaultClient.CloseIdleConnections()
	eventually(t, "the goroutines have ended", func() bool { return runtime.NumGoroutine() <= before+2 })
}

func TestStreamEndsWithItsClient(t *testing.T) {
	s, server := newTest(t, testConfig())
	for _, game := range []string{"othello", "connect4", "mnk:15,15,5"} {
		ctx, leave := context.WithCancel(t.Context())
		body, err := open(ctx, server.URL, game)
		if err != nil {
			t.Fatal(err)
		}
		readEvents(body, func(e sent) bool { return e.name != "analysis" })
		leave()
		body.Close()
		eventually(t, "the search has ended", s.idle)
	}
}

// TestClientThatDoesNotRead opens a connection, asks and never reads: what the
// kernel takes is soon full.
func TestClientThatDoesNotRead(t *testing.T) {
	s := New(testConfig())
	s.patience = 100 * time.Millisecond
	client, connection := net.Pipe()
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = http.Serve(&oneListener{connection: connection}, s.Handler())
	}()
	body := `{"game":"othello"}`
	fmt.Fprintf(client, "POST %s/analysis HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", base, len(body), body)
	eventually(t, "it searches", func() bool { return s.pool.active() == 1 })
	eventually(t, "the search is given up", s.idle)
	client.Close()
	<-served
}

// oneListener accepts one connection.
type oneListener struct{ connection net.Conn }

func (l *oneListener) Accept() (net.Conn, error) {
	if l.connection == nil {
		return nil, net.ErrClosed
	}
	c := l.connection
	l.connection = nil
	return c, nil
}

func (l *oneListener) Close() error   { return nil }
func (l *oneListener) Addr() net.Addr { return &net.TCPAddr{} }

func TestTooManySearches(t *testing.T) {
	c := testConfig()
	c.Searches = 2
	s, server := newTest(t, c)
	for range 2 {
		body, err := open(t.Context(), server.URL, "othello")
		if err != nil {
			t.Fatal(err)
		}
		defer body.Close()
	}
	status, h, _ := do(t, request(t, "POST", server.URL+base+"/move", obj{"game": "othello"}))
	if status != http.StatusServiceUnavailable || h.Get("Retry-After") == "" {
		t.Errorf("got %d, want 503 with Retry-After", status)
	}
	server.CloseClientConnections()
	eventually(t, "the searches have ended", s.idle)
}

func TestServeEnds(t *testing.T) {
	s := New(testConfig())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	body, err := open(t.Context(), "http://"+l.Addr().String(), "othello")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	eventually(t, "the searches have ended", s.idle)
}

// TestSharedSearchAgrees compares a search that takes turns with one that does
// not: the depth and the values are the same, all moves are told.
func TestSharedSearchAgrees(t *testing.T) {
	for _, name := range []string{"othello", "connect4", "tictactoe", "mnk:5,5,4"} {
		g, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		pos := g.Start()
		for range 3 {
			if pos, err = pos.Play(pos.Moves()[0]); err != nil {
				t.Fatal(err)
			}
		}
		s := New(testConfig())
		lent, err := s.borrow(g)
		if err != nil {
			t.Fatal(err)
		}
		limits := search.Limits{Depth: 6, Lines: len(pos.Moves())}
		shared := lent.Analyze(t.Context(), pos, limits, nil)
		alone := g.NewEngine(engine.Options{}).Analyze(t.Context(), pos, limits, nil)
		lent.giveBack()
		if shared.Depth != alone.Depth || len(shared.Lines) != len(alone.Lines) || shared.Stopped != alone.Stopped {
			t.Errorf("%s: depth %d of %d, %d lines of %d, %v", name, shared.Depth, alone.Depth, len(shared.Lines), len(alone.Lines), shared.Stopped)
		}
		if !s.idle() {
			t.Errorf("%s: something is left of the search", name)
		}
	}
}

func TestReportsOfEveryMove(t *testing.T) {
	s := New(testConfig())
	g, _ := catalog.Find("othello")
	pos, err := g.Start().PlayAll("f5 d6 c3 d3 c4")
	if err != nil {
		t.Fatal(err)
	}
	lent, err := s.borrow(g)
	if err != nil {
		t.Fatal(err)
	}
	defer lent.giveBack()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	full := 0
	lent.Analyze(ctx, pos, search.Limits{Lines: 64}, func(a engine.Analysis) {
		if len(a.Lines) == len(pos.Moves()) {
			if full++; full == 3 {
				cancel()
			}
		}
	})
	if full < 3 {
		t.Errorf("%d reports of all moves, want 3", full)
	}
}
