package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
)

// runs executes a command line in this process.
func runs(ctx context.Context, in io.Reader, args ...string) (code int, out, stderr string) {
	var o, e bytes.Buffer
	code = run(ctx, args, in, &o, &e)
	return code, o.String(), e.String()
}

// refused checks that a command line ends with a code, one line of error and no
// output.
func refused(t *testing.T, want int, in io.Reader, args ...string) string {
	t.Helper()
	code, out, stderr := runs(t.Context(), in, args...)
	if code != want || out != "" || !strings.HasPrefix(stderr, "ply: ") || strings.Index(stderr, "\n") != len(stderr)-1 {
		t.Errorf("ply %.200q: code %d, want %d; stdout %.200q; stderr %.500q", args, code, want, out, stderr)
	}
	return stderr
}

// silence is an input that never comes.
type silence struct{ begun chan struct{} }

func (s silence) Read([]byte) (int, error) {
	s.begun <- struct{}{}
	select {}
}

// TestInterruptedWhileReading ends the program while it waits for its input.
func TestInterruptedWhileReading(t *testing.T) {
	book := filepath.Join(t.TempDir(), "a.book")
	if code, _, stderr := runs(t.Context(), nil, "book", "new", "--book", book); code != exit.CodeOK {
		t.Fatal(stderr)
	}
	for _, line := range []string{
		"analyze othello -", "analyze othello -f -", "solve tree -f -", "tree -", "quiz --json -",
		"convert", "convert -", "review", "review -", "book import --book " + book + " -", "book learn --book " + book + " -",
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		in := silence{make(chan struct{})}
		go func() {
			<-in.begun
			interrupt()
		}()
		if code, out, stderr := runs(ctx, in, strings.Fields(line)...); code != exit.CodeInterrupted || strings.Count(stderr, "\n") > 1 {
			t.Errorf("%s: code %d, want %d: %s%s", line, code, exit.CodeInterrupted, out, stderr)
		}
	}
}

// TestLongLines reads lines that no record and no position has.
func TestLongLines(t *testing.T) {
	for _, line := range []string{"convert", "review", "convert --from ggf", "analyze othello -", "solve tree -f -"} {
		long := "f5d6\n" + strings.Repeat("f5 ", input.MaxLine/3+1)
		if got := refused(t, exit.CodeInvalid, strings.NewReader(long), strings.Fields(line)...); line[0] == 'c' && !strings.Contains(got, "line 2: more than 1 MiB") {
			t.Errorf("%s: %s", line, got)
		}
	}
}
