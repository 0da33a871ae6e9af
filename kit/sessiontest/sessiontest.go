// Package sessiontest provides an engine and scripted sessions with golden files for the tests
// of all protocols.
package sessiontest

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the scripted sessions print into their golden files")

// Serve serves a protocol.
type Serve func(ctx context.Context, in io.Reader, out io.Writer) error

// Golden runs the sessions of testdata. It sends the lines of NAME.in and compares the output
// with NAME.golden. A line "@TEXT" is not sent: it waits for a line of output that begins with
// TEXT or, if TEXT ends in $, equals TEXT without it.
func Golden(t *testing.T, serve Serve) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.in")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { check(t, serve, file) })
	}
}

func check(t *testing.T, serve Serve, file string) {
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := Run(t, serve, string(script))
	golden := strings.TrimSuffix(file, ".in") + ".golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%s\nwant (-update writes it):\n%s", got, want)
	}
}

// Run sends a script to a session and returns its output.
func Run(t *testing.T, serve Serve, script string) string {
	t.Helper()
	in, keys := io.Pipe()
	screen, out := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		err := serve(t.Context(), in, out)
		in.Close() // unblocks a pending write
		out.Close()
		failed <- err
	}()
	var seen bytes.Buffer
	lines := make(chan string, 1<<16)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(lines)
		for r := bufio.NewScanner(io.TeeReader(screen, &seen)); r.Scan(); {
			lines <- r.Text()
		}
	}()
	for text := range strings.Lines(script) {
		if wanted, ok := strings.CutPrefix(text, "@"); ok {
			await(t, lines, strings.TrimSpace(wanted))
		} else if _, err := io.WriteString(keys, text); err != nil {
			break // the session is over
		}
	}
	keys.Close()
	<-done
	if err := <-failed; err != nil {
		t.Errorf("the session ended with %v", err)
	}
	return seen.String()
}

// await reads lines until one begins with text or, if text ends in $, equals text without
// it.
func await(t *testing.T, lines <-chan string, text string) {
	t.Helper()
	for l := range lines {
		if strings.HasPrefix(l+"$", text) {
			return
		}
	}
	t.Errorf("no line that begins with %q", text)
}

// CheckAnswers runs scripts like those of Golden. It looks at the lines of output that
// begin with word: each script must get exactly the expected ones, in order, and each
// must have the expected beginning.
func CheckAnswers(t *testing.T, serve Serve, word string, scripts map[string][]string) {
	t.Helper()
	for script, want := range scripts {
		out, n := Run(t, serve, script), 0
		for l := range strings.Lines(out) {
			if !strings.HasPrefix(l, word) {
				continue
			}
			if n == len(want) || !strings.HasPrefix(l, want[n]) {
				n = -1
				break
			}
			n++
		}
		if n != len(want) {
			t.Errorf("%q: got\n%swant %q", script, out, want)
		}
	}
}
