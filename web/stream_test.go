package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/search"
)

// idle reports whether no search runs and all cores are free.
func (s *Server) idle() bool {
	s.turns.mu.Lock()
	defer s.turns.mu.Unlock()
	return s.pool.active() == 0 && s.turns.free == s.config.Threads && len(s.turns.waiting) == 0
}

// open starts an analysis without limits.
func open(ctx context.Context, url, game string, moves ...string) (io.ReadCloser, error) {
	return ask(ctx, url, obj{"game": game, "moves": moves, "multipv": 64})
}

// ask starts an analysis.
func ask(ctx context.Context, url string, request obj) (io.ReadCloser, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
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

// slowReader reads one byte at a time.
type slowReader struct{ data []byte }

func (r *slowReader) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:1], r.data)
	r.data = r.data[n:]
	return n, nil
}

// TestFiftyStreams has fifty clients search at once on two cores, twice. Every client repeatedly
// receives values. After the clients have left, no goroutine, core, seat or, once idle engines
// are dropped, memory remains in use.
func TestFiftyStreams(t *testing.T) {
	s, server := newTest(t, testConfig())
	before := runtime.NumGoroutine()
	var first uint64
	for i := range 2 {
		crowd := gather(t, s, server.URL, 50)
		if i == 0 {
			crowd.goOn(t)
		}
		if held := s.pool.held(); held > s.config.TableBytes {
			t.Errorf("tables of %d bytes, want at most %d", held, s.config.TableBytes)
		}
		if body, err := open(t.Context(), server.URL, "othello"); err != nil {
			t.Error(err)
		} else {
			body.Close()
			eventually(t, "one has left, and fifty are there", func() bool { return s.pool.active() == 50 })
		}
		crowd.leave()
		eventually(t, "all searches have ended", s.idle)
		http.DefaultClient.CloseIdleConnections()
		eventually(t, "the goroutines have ended", func() bool { return runtime.NumGoroutine() <= before+2 })
		s.pool.mu.Lock()
		s.pool.idle = nil
		s.pool.mu.Unlock()
		if i == 0 {
			first = heap()
			continue
		}
		eventually(t, "as much memory is free as after the first time", func() bool { return heap() < first+slack })
	}
}

// slack is the tolerated difference in bytes between the memory left behind by two crowds. The
// engines of fifty searches have at least four times as much.
const slack = 12 << 20

// heap returns the bytes in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // frees what finalizers released in the first
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// crowd is a group of clients that search at once.
type crowd struct {
	cancel   context.CancelFunc
	all      sync.WaitGroup
	clients  int
	advanced atomic.Int32 // clients that saw progress while all others searched
}

// goOn waits until each client of the crowd has received progress after all others have begun.
func (c *crowd) goOn(t testing.TB) {
	t.Helper()
	eventually(t, "all go on while all are there", func() bool { return int(c.advanced.Load()) == c.clients })
}

// gather returns a crowd after each of its clients has received values of its search.
func gather(t testing.TB, s *Server, url string, clients int) *crowd {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	c := &crowd{cancel: cancel, clients: clients}
	var told atomic.Int32
	for i := range clients {
		c.all.Go(func() {
			game := []string{"othello", "connect4", "mnk:7,7,5", "qubic", "ultimate"}[i%5]
			body, err := open(ctx, url, game)
			if err != nil {
				t.Errorf("client %d: %v", i, err)
				return
			}
			defer body.Close()
			valued, late := false, false
			var nodes uint64
			readEvents(body, func(e sent) bool {
				switch e.name {
				case "analysis":
					if !valued {
						valued = true
						told.Add(1)
					}
				case "tick":
					n := visited(e)
					if s.pool.active() == clients && !late && nodes > 0 {
						if late = n > nodes; late {
							c.advanced.Add(1)
						}
					}
					nodes = n
				}
				return true
			})
		})
	}
	eventually(t, "all were told of their search", func() bool { return int(told.Load()) == clients })
	return c
}

// visited returns the node count of a tick.
func visited(e sent) uint64 {
	var tick tickDoc
	_ = json.Unmarshal([]byte(e.data), &tick)
	return tick.Nodes
}

func (c *crowd) leave() {
	c.cancel()
	c.all.Wait()
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

// TestClientThatDoesNotRead opens a connection, sends a request and never reads, so that the
// kernel's buffers soon fill.
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

// serve serves s on a free port until stop is called. stop waits for the server to end.
func serve(t *testing.T, s *Server) (url string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	return "http://" + l.Addr().String(), func() {
		t.Helper()
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// TestServeEnds closes a server during an analysis, a review, a move and a waiting request. The
// streams send their last events; the others are refused.
func TestServeEnds(t *testing.T) {
	s := New(testConfig())
	url, stop := serve(t, s)
	var last [2]sent
	var all sync.WaitGroup
	for i, path := range []string{"/analysis", "/review"} {
		r := request(t, "POST", url+base+path, obj{"game": "othello", "moves": []string{"f5", "d6", "c3", "d3"}, "depth": 60})
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		all.Go(func() { readEvents(answer.Body, func(e sent) bool { last[i] = e; return true }) })
	}
	if err := s.labs.enter(t.Context(), "another", 1); err != nil {
		t.Fatal(err)
	}
	waits := send(t, url, large)
	moved := make(chan int, 1)
	all.Go(func() {
		status, _, _ := do(t, request(t, "POST", url+base+"/move", obj{"game": "othello", "time_ms": 3_000_000}))
		moved <- status
	})
	eventually(t, "all are under way", func() bool {
		s.labs.mu.Lock()
		defer s.labs.mu.Unlock()
		return len(s.labs.waiting) == 1 && s.pool.active() == 3
	})
	stop()
	all.Wait()
	if last[0].name != "end" || !strings.Contains(last[0].data, `"stopped":"signal"`) {
		t.Errorf("the analysis ends with %s %.200s", last[0].name, last[0].data)
	}
	if last[1].name != "end" || !strings.Contains(last[1].data, `"complete":false`) {
		t.Errorf("the review ends with %s %.200s", last[1].name, last[1].data)
	}
	if got := <-moved; got != http.StatusServiceUnavailable {
		t.Errorf("the move: %d, want 503", got)
	}
	if got := <-waits; got != http.StatusServiceUnavailable {
		t.Errorf("the request that waited: %d, want 503", got)
	}
	eventually(t, "the searches have ended", s.idle)
}

// TestSharedSearchAgrees runs several searches at once on one core and compares each with the
// same search alone: pauses must not change the result or the node count.
func TestSharedSearchAgrees(t *testing.T) {
	c := testConfig()
	c.Threads = 1
	s := New(c)
	var all sync.WaitGroup
	var back []func()
	for _, x := range []struct {
		game, moves string
		limits      search.Query
	}{
		{"othello", "f5 d6 c3", search.Query{Depth: 9, Lines: 9}},
		{"othello", "f5 d6 c3", search.Query{Depth: 10}},
		{"othello:6", "", search.Query{Nodes: 300_000}},
		{"connect4", "4443525533", search.Query{Lines: 7}},
		{"connect4", "4443525", search.Query{}},
		{"tictactoe", "", search.Query{Lines: 9}},
		{"mnk:5,5,4", "c3", search.Query{Depth: 7, Lines: 24}},
		{"qubic", "", search.Query{Depth: 4, Lines: 3}},
		{"ultimate", "", search.Query{Depth: 6, Lines: 3}},
	} {
		pos := place(t, x.game, "", x.moves)
		lent, err := s.borrow(pos.Game())
		if err != nil {
			t.Fatal(err)
		}
		back = append(back, lent.giveBack)
		all.Go(func() {
			shared := lent.Analyze(t.Context(), pos, x.limits, search.Control{}, nil)
			var o engine.Options
			o.Threads, o.TableBytes = lent.threads, lent.bytes/2
			alone := pos.Game().NewEngine(o).Analyze(t.Context(), pos, x.limits, search.Control{}, nil)
			if shared.Stats.Nodes != alone.Stats.Nodes || shared.Stopped != alone.Stopped || !reflect.DeepEqual(shared.Lines, alone.Lines) {
				t.Errorf("%s %q: %d nodes of %d, %v, %v, want %v, %v", x.game, x.moves, shared.Stats.Nodes, alone.Stats.Nodes,
					shared.Stopped, shared.Lines, alone.Stopped, alone.Lines)
			}
			if told := lent.nodes.Load(); told > shared.Stats.Nodes {
				t.Errorf("%s %q: ticks tell %d nodes of %d", x.game, x.moves, told, shared.Stats.Nodes)
			}
		})
	}
	all.Wait()
	for _, give := range back { // not before: the next search would get a warm engine
		give()
	}
	if !s.idle() {
		t.Error("something is left of the searches")
	}
}

// TestChair runs a search while another waits: the first yields at a pulse once its turn is
// over, and continues when the other is done.
func TestChair(t *testing.T) {
	q := queue{free: 2, endless: true}
	c := chair{turns: &q, cores: 2, nodes: new(atomic.Uint64)}
	c.sit(t.Context())
	for range 3 {
		c.pulse(5) // no search waits
	}
	order := make(chan string, 2)
	go func() {
		_ = q.enter(t.Context(), "", 2)
		order <- "other"
		q.leave(2)
	}()
	eventually(t, "the other waits", q.wanted)
	c.pulse(5)
	order <- "first"
	if first, second := <-order, <-order; first != "other" || second != "first" {
		t.Errorf("%s goes on before %s", first, second)
	}
	if c.nodes.Load() != 20 || !c.taken {
		t.Errorf("%d nodes, want 20; at the cores: %v", c.nodes.Load(), c.taken)
	}
	c.leave()
	if q.free != 2 {
		t.Errorf("%d cores are free in the end", q.free)
	}
}

// TestChairOfOneWhoLeaves ends a search on two threads while it waits for its next turn. Both
// threads return, and the other search gets the cores.
func TestChairOfOneWhoLeaves(t *testing.T) {
	q := queue{free: 2, endless: true}
	ctx, cancel := context.WithCancel(t.Context())
	c := chair{turns: &q, cores: 2, nodes: new(atomic.Uint64)}
	c.sit(ctx)
	taken := make(chan struct{})
	go func() {
		_ = q.enter(t.Context(), "", 2)
		close(taken)
	}()
	eventually(t, "another waits", q.wanted)
	var threads sync.WaitGroup
	for range 2 {
		threads.Go(func() { c.pulse(1) })
	}
	<-taken
	eventually(t, "the search waits", q.wanted)
	cancel()
	threads.Wait()
	c.leave()
	if q.free != 0 || q.wanted() {
		t.Errorf("%d cores are free, want none", q.free)
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
	lent.Analyze(ctx, pos, search.Query{Lines: 64}, search.Control{}, func(a engine.Analysis) {
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
