package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// maxBody is the largest body of a request, in bytes: a tree of about twenty thousand named
// nodes, or a few hundred games.
const maxBody = 1 << 20

// A refusal is an error with its HTTP status.
type refusal struct {
	status int
	error
}

func (r refusal) Unwrap() error { return r.error }

// invalid returns the refusal of a text that breaks the rules of its game or format.
func invalid(err error) error { return refusal{http.StatusUnprocessableEntity, err} }

type errorDoc struct {
	Schema string `json:"schema"`
	Error  string `json:"error"`
}

func newErrorDoc(r *http.Request, err error) errorDoc {
	return errorDoc{"ply.error/1", chooseLanguage(r).Error(err)}
}

// refuse answers a request with an error in the reader's language.
func refuse(w http.ResponseWriter, r *http.Request, status int, err error) {
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "5")
	}
	writeJSON(w, status, newErrorDoc(r, err))
}

func writeJSON(w http.ResponseWriter, status int, doc any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(doc) // the client may have gone
}

// statusOf returns the HTTP status of an error.
func statusOf(err error) int {
	var r refusal
	switch {
	case errors.As(err, &r):
		return r.status
	case errors.Is(err, errBusy), errors.Is(err, errCrowded), errors.Is(err, errClosing):
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// read decodes the body of a request, at most maxBody bytes, and refuses unknown fields.
func read(w http.ResponseWriter, r *http.Request, into any) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return refusal{http.StatusUnsupportedMediaType, reason.New("the body must be application/json")}
	}
	body, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return refusal{http.StatusRequestEntityTooLarge, reason.Errorf("the body is larger than %d bytes", large.Limit)}
	}
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if format, _ := reason.Of(err); format != "" { // a value has its own text
			return err
		}
		return reason.Errorf("the body is not what was expected: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return reason.New("the body goes on after the document")
	}
	return nil
}

// answer returns a handler that decodes a request into an In and encodes the result of f.
// f may take long: the deadline for writing starts when f has returned.
func answer[In, Out any](s *Server, f func(context.Context, *In) (Out, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in In
		if err := read(w, r, &in); err != nil {
			refuse(w, r, statusOf(err), err)
			return
		}
		reply(s, w, r, &in, f)
	}
}

// answerLive returns a handler that answers a request by a stream. begin refuses the request, or returns
// the work and the engine that it borrows.
func answerLive[In any](s *Server, begin func(context.Context, *In, *stream) (lent *borrowed, work func(context.Context) (any, error), err error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, end := withClient(r)
		defer end()
		r = r.WithContext(ctx)
		var in In
		if err := read(w, r, &in); err != nil {
			refuse(w, r, statusOf(err), err)
			return
		}
		out := stream{patience: s.patience}
		lent, work, err := begin(ctx, &in, &out)
		if err != nil {
			refuse(w, r, statusOf(err), err)
			return
		}
		defer lent.giveBack()
		out.serve(w, r, work)
	}
}

// address holds the parameters of a request without a body, by their names.
type address struct{ *http.Request }

func (a *address) get(name string) string { return cmp.Or(a.PathValue(name), a.URL.Query().Get(name)) }

// small reports true: lessons and random trees are small.
func (*address) small(*Server) bool { return true }

// answerAt is answer for a request without a body.
func answerAt[Out any](s *Server, f func(context.Context, *address) (Out, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { reply(s, w, r, &address{r}, f) }
}

// reply answers a request with the result of f.
func reply[In, Out any](s *Server, w http.ResponseWriter, r *http.Request, in *In, f func(context.Context, *In) (Out, error)) {
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{})
	ctx, end := withClient(r)
	defer end()
	out, err := f(ctx, in)
	err = cmp.Or(faultOf(ctx), err)
	_ = control.SetWriteDeadline(time.Now().Add(s.writing))
	if err != nil && closing(r.Context()) {
		err = errClosing
	}
	if err != nil {
		refuse(w, r, statusOf(err), err)
		return
	}
	writeJSON(w, http.StatusOK, out)
}

// closing reports whether a request ended because the server closes, and not because the
// client left.
func closing(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errClosing) }

// clientKey is the context key of the client's address.
type clientKey struct{}

// withClient returns the context of a request with its reader's language, its client and its scripts,
// which end with it. Requests from one address count as one client.
func withClient(r *http.Request) (context.Context, context.CancelFunc) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	ctx := context.WithValue(context.WithValue(r.Context(), clientKey{}, host), languageKey{}, chooseLanguage(r))
	return context.WithCancel(context.WithValue(ctx, visitKey{}, &visit{path: r.URL.Path, opened: map[string]script{}}))
}

type languageKey struct{}

// languageOf returns the reader's language.
func languageOf(ctx context.Context) words.Lang {
	if l, ok := ctx.Value(languageKey{}).(words.Lang); ok {
		return l
	}
	return words.English
}

func clientOf(ctx context.Context) string {
	host, _ := ctx.Value(clientKey{}).(string)
	return host
}

// chooseLanguage returns the language that the reader chose. Without a choice it
// returns the first language that both the browser accepts and the page has.
func chooseLanguage(r *http.Request) words.Lang {
	asked := r.Header.Get("Accept-Language")
	if c, err := r.Cookie("lang"); err == nil {
		asked = c.Value + "," + asked
	}
	for _, want := range strings.Split(r.URL.Query().Get("lang")+","+asked, ",") {
		want, _, _ = strings.Cut(strings.TrimSpace(want), ";")
		if l, err := words.Parse(want); err == nil {
			return l
		}
	}
	return words.English
}

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
	tick := time.NewTicker(beat / 5) // a search has values by then
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
			tick.Reset(beat)
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
