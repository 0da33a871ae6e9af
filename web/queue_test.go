package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// stand enters the queue for a client and waits until the client is in the queue.
func (q *queue) stand(t *testing.T, ctx context.Context, client string, then func(error)) {
	t.Helper()
	q.mu.Lock()
	before := len(q.waiting)
	q.mu.Unlock()
	go func() { then(q.enter(ctx, client, 1)) }()
	eventually(t, client+" waits", func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		return len(q.waiting) == before+1
	})
}

// TestQueueIsFair queues a client with many requests, a client that comes later, and one that
// comes again. Each has one turn a round.
func TestQueueIsFair(t *testing.T) {
	q := queue{free: 1}
	if err := q.enter(t.Context(), "many", 1); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var order []string
	var all sync.WaitGroup
	for _, client := range strings.Fields("many many many late many again again late") {
		all.Add(1)
		q.stand(t, t.Context(), client, func(err error) {
			defer all.Done()
			mu.Lock()
			order = append(order, client)
			mu.Unlock()
			if err == nil {
				q.leave(1)
			}
		})
	}
	q.leave(1)
	all.Wait()
	if got, want := strings.Join(order, " "), "late again many again late many many many"; got != want {
		t.Errorf("order %s, want %s", got, want)
	}
	if q.free != 1 || len(q.waiting) > 0 {
		t.Error("the queue is not empty in the end")
	}
}

// TestQueueIsBounded fills a queue with one client's requests, up to the limit of a client, and
// with those of many clients.
func TestQueueIsBounded(t *testing.T) {
	q := queue{free: 1}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	if err := q.enter(ctx, "first", 1); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	client := func(i int) string { return string(rune('a' + i/maxOfOne)) }
	for i := range maxWaiting {
		if i == maxOfOne {
			if err := q.enter(ctx, client(0), 1); !errors.Is(err, errCrowded) {
				t.Errorf("%d requests of one client and one more: %v", maxOfOne, err)
			}
		}
		all.Add(1)
		q.stand(t, ctx, client(i), func(error) { all.Done() })
	}
	if err := q.enter(ctx, "other", 1); !errors.Is(err, errCrowded) {
		t.Errorf("%d requests and one more: %v", maxWaiting, err)
	}
	leave()
	all.Wait()
	q.leave(1)
	if err := q.enter(t.Context(), "other", 1); err != nil {
		t.Errorf("all have gone, and there is no room: %v", err)
	}
}

const (
	large   = `{"game":"othello","depth":6}`
	trivial = `{"tree":"((1 4)(5 6))"}`
)

// send sends a laboratory request and returns a channel that receives its status.
func send(t *testing.T, server, body string) <-chan int {
	r := request(t, "POST", server+base+"/trees/compare", body)
	status := make(chan int, 1)
	go func() {
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			status <- 0
			return
		}
		answer.Body.Close()
		status <- answer.StatusCode
	}()
	return status
}

// TestLabIsCrowded sends one client's large requests until the server refuses one at once, and
// then a small request, which is answered.
func TestLabIsCrowded(t *testing.T) {
	s, server := newTest(t, testConfig())
	if err := s.labs.enter(t.Context(), "another", 1); err != nil {
		t.Fatal(err)
	}
	var waiting []<-chan int
	for i := range maxOfOne {
		waiting = append(waiting, send(t, server.URL, large))
		eventually(t, "it waits", func() bool {
			s.labs.mu.Lock()
			defer s.labs.mu.Unlock()
			return len(s.labs.waiting) == i+1
		})
	}
	status, h, text := do(t, request(t, "POST", server.URL+base+"/trees/compare", large))
	if status != http.StatusServiceUnavailable || h.Get("Retry-After") == "" || !strings.Contains(text, "ply.error/1") {
		t.Errorf("one large request too many: %d %s, want 503 with Retry-After", status, text)
	}
	if got := <-send(t, server.URL, trivial); got != http.StatusOK {
		t.Errorf("a small request behind large ones: %d", got)
	}
	s.labs.leave(1)
	for i, w := range waiting {
		if got := <-w; got != http.StatusOK {
			t.Errorf("large request %d: %d", i, got)
		}
	}
}

// TestLessonsWaitTheirTurn asks for lessons while another request is computed. Lessons search
// too, so they wait in the same queue.
func TestLessonsWaitTheirTurn(t *testing.T) {
	s, server := newTest(t, testConfig())
	for _, path := range []string{"/lessons", "/lessons/minimax"} {
		if err := s.smallLabs.enter(t.Context(), "another", 1); err != nil {
			t.Fatal(err)
		}
		status := make(chan int, 1)
		r := request(t, "GET", server.URL+base+path, nil)
		go func() {
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				status <- 0
				return
			}
			answer.Body.Close()
			status <- answer.StatusCode
		}()
		eventually(t, path+" waits", func() bool {
			s.smallLabs.mu.Lock()
			defer s.smallLabs.mu.Unlock()
			return len(s.smallLabs.waiting) == 1
		})
		s.smallLabs.leave(1)
		if got := <-status; got != http.StatusOK {
			t.Errorf("%s: status %d", path, got)
		}
	}
}

// TestAnswersAfterLongThought uses a server that must write answers within moments: time spent
// thinking or queueing does not count.
func TestAnswersAfterLongThought(t *testing.T) {
	s := New(testConfig())
	s.writing = 100 * time.Millisecond
	url, stop := serve(t, s)
	defer stop()
	status, _, text := do(t, request(t, "POST", url+base+"/move", obj{"game": "othello", "time_ms": 4 * s.writing.Milliseconds()}))
	if status != http.StatusOK || !strings.Contains(text, "ply.move/1") {
		t.Errorf("a move: %d %.200s", status, text)
	}
	if err := s.smallLabs.enter(t.Context(), "another", 1); err != nil {
		t.Fatal(err)
	}
	answer := send(t, url, trivial)
	time.Sleep(4 * s.writing)
	s.smallLabs.leave(1)
	if got := <-answer; got != http.StatusOK {
		t.Errorf("a comparison after a long wait: %d", got)
	}
}
