package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// beat is how often a stream is written to while its search runs: what is
	// newest is sent, what came between is not. It is half of the fifth of a
	// second that the eye wants.
	beat = 100 * time.Millisecond
	// usualPatience is how long a client may take to read what it was sent.
	usualPatience = 10 * time.Second
)

// A stream sends events to one client. Those who publish never wait for it.
type stream struct {
	patience time.Duration  // how long the client may take to read
	nodes    *atomic.Uint64 // those that its search has visited, for the ticks; may be nil

	mu    sync.Mutex
	fresh map[string]any // the newest unsent event of each name
	queue []event        // those of which none may be left out
}

type event struct {
	name string
	doc  any
}

// show replaces the event of that name which was not sent yet.
func (s *stream) show(name string, doc any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fresh == nil {
		s.fresh = map[string]any{}
	}
	s.fresh[name] = doc
}

// tell sends an event after all that were told before.
func (s *stream) tell(name string, doc any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, event{name, doc})
}

// take returns what is to be sent now.
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

// serve sends events until work is over, whose last document ends the stream.
// A client that leaves, or that does not read for long, ends the work, and so
// does the server's end, of which the client has the last event: serve returns
// when work has.
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

// tickDoc says that a search goes on, however long it has nothing new to tell.
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

// end sends what was told and the last event, which is newer than anything shown.
func (s *stream) end(w http.ResponseWriter, r *http.Request, last any, failed error) {
	s.mu.Lock()
	s.fresh = nil
	s.mu.Unlock()
	if failed != nil {
		s.tell("error", newErrorDoc(r, failed))
	} else {
		s.tell("end", last)
	}
	_ = s.send(w)
}

// send writes what is to be sent now and waits until it is on its way.
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
	_ = control.SetWriteDeadline(time.Now().Add(s.patience)) // without deadlines it waits for ever
	if _, err := w.Write(out.Bytes()); err != nil {
		return err
	}
	return control.Flush()
}
