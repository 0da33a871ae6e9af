package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
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

// silence is a reader that blocks forever.
type silence struct{ begun chan struct{} }

func (s silence) Read([]byte) (int, error) {
	s.begun <- struct{}{}
	select {}
}

// TestInterruptedWhileReading interrupts the program while it waits for input.
func TestInterruptedWhileReading(t *testing.T) {
	book := filepath.Join(t.TempDir(), "a.book")
	if code, _, stderr := runs(t.Context(), nil, "book", "new", "--book", book); code != cli.CodeOK {
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
		if code, out, stderr := runs(ctx, in, strings.Fields(line)...); code != cli.CodeInterrupted || strings.Count(stderr, "\n") > 1 {
			t.Errorf("%s: code %d, want %d: %s%s", line, code, cli.CodeInterrupted, out, stderr)
		}
	}
}

// TestLongLines checks that very long lines are refused.
func TestLongLines(t *testing.T) {
	for _, line := range []string{"convert", "review", "convert --from ggf", "analyze othello -", "solve tree -f -"} {
		long := "f5d6\n" + strings.Repeat("f5 ", cli.MaxLine/3+1)
		if got := refused(t, cli.CodeInvalid, strings.NewReader(long), strings.Fields(line)...); line == "convert" && !strings.Contains(got, "line 2: more than 1 MiB") {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// TestEncodings reads text in several encodings and checks the notes about guesses.
func TestEncodings(t *testing.T) {
	const russian = "[White \"\xc8\xe2\xe0\xed\xee\xe2\"]\n[GameType \"25\"]\n\n1. c3-d4 *\n"
	for _, tt := range []struct{ line, in, want, note string }{
		{"convert --to pdn", russian, `[White "Иванов"]`, "ply: standard input: the text is taken to be windows-1251; --encoding NAME decides\n"},
		{"convert --to pdn --encoding cp1251", russian, `[White "Иванов"]`, ""},
		{"convert --to pdn", "\ufeff[White \"И\"]\n1. 32-28 *", `[White "И"]`, ""},
		{"convert --to sgf", "(;GM[2]CA[Shift_JIS]PB[\x93\x63\x92\x86];B[f5])", "CA[UTF-8]SZ[8]PB[田中]", ""},
		{"convert --game othello", "\xff\xfef\x005\x00", "f5\n", ""},
		{"convert --encoding utf-8 --to pdn", russian, "[White", "ply: standard input: 6 characters cannot be read as utf-8\n"},
		{"solve connect4 --json -f -", "\ufeff112211 % f\xfcr Ann", `"comment":"für Ann"`, "ply: standard input: the text is taken to be windows-1252; --encoding NAME decides\n"},
	} {
		code, out, stderr := runs(t.Context(), strings.NewReader(tt.in), strings.Fields(tt.line)...)
		if code != cli.CodeOK || !strings.Contains(out, tt.want) || stderr != tt.note {
			t.Errorf("%s %q: code %d, %s, stderr %q, want %s and %q", tt.line, tt.in, code, out, stderr, tt.want, tt.note)
		}
	}
}
