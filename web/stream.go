package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// beat is the interval at which a stream is written while its search runs. Each time
	// the newest values are sent, and older ones dropped. An interval of 0.2 s looks
	// smooth; half of it leaves room for delays.
	beat = 100 * time.Millisecond
	// usualPatience is the time a client has to read an event.
	usualPatience = 10 * time.Second
)

// A stream sends events to one client. Publishers never wait for the client.
type stream struct {
	patience time.Duration  // the time the client has to read
	nodes    *atomic.Uint64 // visited by the search, for ticks; may be nil

	mu    sync.Mutex
	fresh map[string]any // the newest unsent event of each name
	queue []event        // events that must all be sent
}

type event struct {
	name string
	doc  any
}

// show replaces the unsent event of that name.
func (s *stream) show(name string, doc any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fresh == nil {
		s.fresh = map[string]any{}
	}
	s.fresh[name] = doc
}

// tell queues an event behind all events queued before.
func (s *stream) tell(name string, doc any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, event{name, doc})
}

// take removes and returns the events to send now.
func (s *stream) take() []event {
	s.mu.Lock()
	defer s.mu.Unlock()
	events := s.queue
	for name, doc := range s.fresh {
		events = append(events, event{name, doc})
	}
	s.queue, s.fresh = nil, nil
	return events
}

// serve sends events until work returns; the document of work is the last event. If the
// client leaves or stops reading, work ends. If the server closes, work ends, too, and
// the last event says so. serve returns after work has returned.
func (s *stream) serve(w http.ResponseWriter, r *http.Request, work func(context.Context) (any, error)) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	var last any
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		last, failed = work(ctx)
	}()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	tick := time.NewTicker(beat)
	defer tick.Stop()
	started := time.Now()
	for {
		select {
		case <-done:
			s.end(w, r, last, failed)
			return
		case <-r.Context().Done():
			cancel()
			<-done
			if closing(r.Context()) {
				s.end(w, r, last, failed)
			}
			return
		case <-tick.C:
			s.show("tick", s.tick(time.Since(started)))
			if s.send(w) != nil {
				cancel()
				<-done
				return
			}
		}
	}
}

// tickDoc says that a search goes on while it has no news.
type tickDoc struct {
	Schema string `json:"schema"`
	TimeMS int64  `json:"time_ms"`
	Nodes  uint64 `json:"nodes,omitempty"`
	NPS    uint64 `json:"nps,omitempty"`
}

func (s *stream) tick(elapsed time.Duration) tickDoc {
	doc := tickDoc{Schema: "ply.tick/1", TimeMS: elapsed.Milliseconds()}
	if s.nodes != nil {
		doc.Nodes = s.nodes.Load()
		doc.NPS = uint64(float64(doc.Nodes) / elapsed.Seconds())
	}
	return doc
}

// end sends the queued events and then the last one, which replaces values not yet sent.
func (s *stream) end(w http.ResponseWriter, r *http.Request, last any, failed error) {
	s.mu.Lock()
	s.fresh = nil
	s.mu.Unlock()
	if failed = cmp.Or(faultOf(r.Context()), failed); failed != nil {
		s.tell("error", newErrorDoc(r, failed))
	} else {
		s.tell("end", last)
	}
	_ = s.send(w)
}

// send writes the pending events and flushes them.
func (s *stream) send(w http.ResponseWriter) error {
	var out bytes.Buffer
	for _, e := range s.take() {
		text, err := json.Marshal(e.doc)
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "event: %s\ndata: %s\n\n", e.name, text)
	}
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Now().Add(s.patience)) // a writer without deadlines waits for ever
	if _, err := w.Write(out.Bytes()); err != nil {
		return err
	}
	return control.Flush()
}
