package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/games/star"
)

// testConfig returns the configuration of a small server with every game.
func testConfig() Config {
	return Config{Games: catalog.Games(), Find: catalog.Find, Puzzles: shelf.Puzzles(), FindPuzzle: shelf.Find, Scripts: star.Scripts{}, Threads: 2, TableBytes: 96 << 20, Version: "test"}
}

// newTest serves c until the test ends. Then it ends all searches and requests, including a
// stream that a client resumes at the last moment.
func newTest(t testing.TB, c Config) (*Server, *httptest.Server) {
	t.Helper()
	s := New(c)
	open, end := context.WithCancelCause(context.Background())
	server := httptest.NewUnstartedServer(s.Handler())
	server.Config.BaseContext = func(net.Listener) context.Context { return open }
	server.Start()
	t.Cleanup(func() {
		end(errClosing)
		server.Close()
	})
	return s, server
}

// request makes a JSON request. The body is v as JSON or, if v is a string, the string itself.
func request(t testing.TB, method, url string, v any) *http.Request {
	t.Helper()
	var body io.Reader
	switch v := v.(type) {
	case nil:
	case string:
		body = strings.NewReader(v)
	default:
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		body = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	if v != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// do returns the status, the headers and the body of an answer.
func do(t testing.TB, r *http.Request) (int, http.Header, string) {
	t.Helper()
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(body)
}

// sent is an event as its client reads it.
type sent struct {
	name string
	data string
}

// readEvents calls each for every event of a stream until each returns false or the stream ends.
func readEvents(body io.Reader, each func(sent) bool) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 16<<20)
	var e sent
	for lines.Scan() {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "event: "):
			e.name = line[len("event: "):]
		case strings.HasPrefix(line, "data: "):
			e.data = line[len("data: "):]
		case line == "":
			if !each(e) {
				return
			}
		}
	}
}

// eventually waits until ok returns true, with a time limit generous enough for a loaded
// machine.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("it never came that %s", what)
}
