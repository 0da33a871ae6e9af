package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
)

// server is a running ply serve.
type server struct {
	cancel context.CancelFunc
	lines  chan string // lines of stdout, closed at the end
	stderr *lockedBuffer
	ended  chan int
}

// lockedBuffer is a buffer that may be read while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// startServer runs ply serve until the test is over.
func startServer(t *testing.T, args ...string) *server {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	s := &server{cancel, make(chan string, 9), &lockedBuffer{}, make(chan int, 1)}
	go func() {
		defer close(s.lines)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			s.lines <- lines.Text()
		}
	}()
	go func() {
		s.ended <- run(ctx, append([]string{"serve"}, args...), strings.NewReader(""), in, s.stderr)
		in.Close()
	}()
	t.Cleanup(cancel)
	return s
}

// line returns the next line that the server prints.
func (s *server) line(t *testing.T) string {
	t.Helper()
	line, ok := <-s.lines
	if !ok {
		t.Fatalf("no more lines; stderr: %s", s.stderr)
	}
	return line
}

// address returns the address in the JSON document of the server.
func (s *server) address(t *testing.T) string {
	t.Helper()
	var doc struct{ Schema, Address string }
	if line := s.line(t); json.Unmarshal([]byte(line), &doc) != nil || doc.Schema != "ply.serve/1" {
		t.Fatalf("%q is not the document of an address", line)
	}
	return doc.Address
}

// end interrupts the server and checks its exit code.
func (s *server) end(t *testing.T) {
	t.Helper()
	s.cancel()
	if code := <-s.ended; code != cli.CodeInterrupted {
		t.Errorf("exit code %d, want %d; stderr: %s", code, cli.CodeInterrupted, s.stderr)
	}
}

func get(t *testing.T, client *http.Client, address, bearer string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// newClient returns a client that keeps cookies, as a browser does.
func newClient(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Jar: jar, Transport: transport}
}

func TestServe(t *testing.T) {
	s := startServer(t, "--listen", "127.0.0.1:0", "--json")
	address := s.address(t)
	if !strings.HasPrefix(address, "http://127.0.0.1:") || strings.Contains(address, "token") {
		t.Errorf("address %q, want one of loopback without a token", address)
	}
	client := newClient(t)
	if status, body := get(t, client, address, ""); status != http.StatusOK || !strings.Contains(body, "<html") {
		t.Errorf("the page: %d, %.100q", status, body)
	}
	if status, body := get(t, client, address+"api/v1/games", ""); status != http.StatusOK || !strings.Contains(body, `"othello"`) {
		t.Errorf("the games: %d, %.100q", status, body)
	}
	s.end(t)
	if line, more := <-s.lines; more || s.stderr.String() != "" {
		t.Errorf("more than the address is printed: %q; stderr: %s", line, s.stderr)
	}
}

// TestServeEndsSearches ends a server during an analysis.
func TestServeEndsSearches(t *testing.T) {
	s := startServer(t, "--listen", "localhost:0", "--threads", "1", "--tt", "16MiB", "--searches", "2")
	_, address, _ := strings.Cut(s.line(t), "Plywood is at ")
	if line := s.line(t); line != "Ctrl-C ends it." {
		t.Errorf("got %q", line)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"api/v1/analysis", strings.NewReader(`{"game":"othello"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := newClient(t).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := bufio.NewReader(answer.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	s.end(t)
}

// TestServeOthers listens beyond loopback and checks that clients need the token in the
// address.
func TestServeOthers(t *testing.T) {
	for _, given := range []string{"", "open-sesame", "a+b", "a&b=c #d%;\"", "пароль"} {
		s := startServer(t, "--listen", "0.0.0.0:0", "--token", given)
		text, ok := strings.CutPrefix(s.line(t), "Plywood is at ")
		address, err := url.Parse(text)
		if !ok || err != nil {
			t.Fatalf("%q is no address: %v", text, err)
		}
		token := address.Query().Get("token")
		if given == "" && len(token) < 20 || given != "" && token != given {
			t.Errorf("token %q, given %q", token, given)
		}
		if line := s.line(t); !strings.Contains(line, "token is required") {
			t.Errorf("got %q", line)
		}
		client := newClient(t)
		bare := "http://" + address.Host + "/"
		for _, wrong := range []string{"", "x" + token} {
			if status, body := get(t, client, bare, wrong); status != http.StatusUnauthorized || !strings.Contains(body, "token") {
				t.Errorf("with token %q: %d, %.100q, want %d", wrong, status, body, http.StatusUnauthorized)
			}
		}
		if status, _ := get(t, client, bare+"api/v1/games", token); status != http.StatusOK {
			t.Errorf("with the token: %d", status)
		}
		for _, a := range []string{text, bare} { // once with the token, then with its cookie
			if status, body := get(t, client, a, ""); status != http.StatusOK || !strings.Contains(body, "<html") {
				t.Errorf("%s: %d, %.100q", a, status, body)
			}
		}
		s.end(t)
	}
}

func TestServeAtTakenPort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	var out, stderr bytes.Buffer
	code := run(t.Context(), []string{"serve", "--listen", taken.Addr().String()}, strings.NewReader(""), &out, &stderr)
	said := stderr.String()
	if code != cli.CodeFailure || out.Len() > 0 || strings.Count(said, "\n") != 1 || !strings.Contains(said, taken.Addr().String()) {
		t.Errorf("exit code %d, want %d; stdout %q, stderr %q", code, cli.CodeFailure, out.String(), said)
	}
}

// TestServeOpens opens the page without a browser, and in a script that records the
// address.
func TestServeOpens(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the browser is opened by another program here")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	s := startServer(t, "--listen", "127.0.0.1:0", "--json", "--open")
	s.address(t)
	await(t, func() bool {
		return strings.Contains(s.stderr.String(), "ply: cannot open a browser: there is no xdg-open\n")
	})
	s.end(t)

	shown := filepath.Join(dir, "shown")
	script := "#!/bin/sh\necho \"$1\" > '" + shown + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	s = startServer(t, "--listen", "127.0.0.1:0", "--json", "--open")
	address := s.address(t)
	await(t, func() bool { text, _ := os.ReadFile(shown); return string(text) == address+"\n" })
	s.end(t)
}

// await waits until ok returns true, long enough for a busy machine.
func await(t *testing.T, ok func() bool) {
	t.Helper()
	for range 3000 {
		if ok() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("it never came")
}
