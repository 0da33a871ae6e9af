// Package cli holds what the commands of ply share: their environment, flags, arguments and exit
// codes, the files they read, and the tables they build.
package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/plywood-go/plywood/cmd/ply/internal/report"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// Env is the environment of a command: its input and output, and the flags that all commands take.
type Env struct {
	In     Standard   // standard input and named files
	Out    *Writer    // standard output
	Err    io.Writer  // standard error
	JSON   bool       // write documents, not text
	Color  string     // always, never, or auto
	Lang   words.Lang // of texts
	Intake Intake     // what was read from files
	Stop   func()     // stops the command, as Ctrl-C does

	NoHelp error // why no help was printed
}

// Writer keeps the first write error, so that the program fails if it could not write its result.
type Writer struct {
	io.Writer
	Err   error        // the first one
	Fault func() error // why nothing more may be written: the rules have failed; nil means that they cannot
}

func (w *Writer) Write(p []byte) (int, error) {
	if w.Err == nil && w.Fault != nil {
		w.Err = w.Fault()
	}
	if w.Err != nil {
		return 0, w.Err
	}
	n, err := w.Writer.Write(p)
	w.Err = err
	return n, err
}

// Colored reports whether output to stdout should have colours.
func (e *Env) Colored() bool {
	switch e.Color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && IsTerminal(e.Out.Writer)
}

// Status returns functions that show and update a text on stderr, and remove it. They
// do nothing unless stderr is a terminal.
func (e *Env) Status() (show func(text string), done func()) {
	if IsTerminal(e.Err) {
		return ShowStatus(e.Err)
	}
	return func(string) {}, func() {}
}

// Bold returns text in bold type if output has colours.
func (e *Env) Bold(text string) string { return e.Printer().Bold(text) }

// Printer returns a printer to stdout.
func (e *Env) Printer() report.Printer {
	return report.Printer{Out: e.Out, Width: TerminalWidth(e.Out.Writer), Color: e.Colored(), Lang: e.Lang}
}

// Wrap wraps text, which starts at column indent, to the width of the terminal.
func (e *Env) Wrap(text string, indent int) string { return e.Printer().Wrap(text, indent) }

// WriteJSON writes a document as one line of JSON.
func (e *Env) WriteJSON(doc any) error {
	text, err := JSON(doc)
	if err == nil {
		_, err = e.Out.Write(text)
	}
	return err
}

// Say writes a document as JSON or, for people, a text that says the same.
func (e *Env) Say(doc any, text string) error {
	if e.JSON {
		return e.WriteJSON(doc)
	}
	_, err := fmt.Fprintln(e.Out, text)
	return err
}

// JSON returns a document as one line of JSON.
func JSON(doc any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(doc)
	return controls.ReplaceAllFunc(text.Bytes(), func(c []byte) []byte {
		r, _ := utf8.DecodeRune(c)
		return fmt.Appendf(nil, `\u%04x`, r)
	}), err
}

// controls matches control characters that JSON does not escape but terminals may obey.
var controls = regexp.MustCompile(`[\x{7f}-\x{9f}]`)

// version is the release, unless the build has the version of a tagged module.
const version = "0.1.0-dev"

// Version returns the version of the program.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return version
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}

// Limits of input that is read into memory as a whole, in bytes.
const (
	MaxLine    = record.MaxLine // of a line
	MaxFile    = 64 << 20       // of a file
	MaxRecords = 32 << 20       // of a file of games, which takes up to 80 times as much memory
)

// Standard reads standard input and files.
type Standard struct{ io.Reader }

// Open opens the named file, or standard input if name is "-". When ctx is done, it ends with
// Interrupted even a read that blocks, such as one from a pipe without a writer.
func (s Standard) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(&interruptible{ctx: ctx, in: s.Reader}), nil
	}
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(name)
		if err == nil && isFolder(file) {
			err = errors.Join(reason.Errorf("%s: a folder, not a file", name), file.Close())
		}
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		return struct {
			io.Reader
			io.Closer
		}{&interruptible{ctx: ctx, in: o.file}, o.file}, nil
	case <-ctx.Done():
		return nil, Interrupted
	}
}

// ReadAll reads the named file, or standard input if name is "-". It fails if there are
// more than most bytes.
func (s Standard) ReadAll(ctx context.Context, name string, most int64) ([]byte, error) {
	in, err := s.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, reason.Errorf("%s: %w", InputName(name), err)
	case int64(len(data)) > most:
		return nil, reason.Errorf("%s: %w", InputName(name), TooLarge(most))
	}
	return data, nil
}

// TooLarge refuses input of more than most bytes.
func TooLarge(most int64) error { return reason.Errorf("more than %d MiB", most>>20) }

// InputName returns the name of a file in errors.
func InputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// interruptible is a reader that ends when its context is done, even if a read of in never returns.
type interruptible struct {
	ctx  context.Context
	in   io.Reader
	buf  []byte
	rest []byte // read from in, but not yet returned
	err  error
}

func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && r.err == nil {
		r.fill()
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	if n == 0 && len(p) > 0 {
		return 0, r.err
	}
	return n, nil
}

// fill reads once from in. If ctx is done first, the read may still be blocked,
// and keeps the buffer.
func (r *interruptible) fill() {
	const size = 64 << 10
	if r.buf == nil {
		r.buf = make([]byte, size)
	}
	done := make(chan error, 1)
	n := 0
	go func() {
		var err error
		n, err = r.in.Read(r.buf)
		done <- err
	}()
	select {
	case r.err = <-done:
		r.rest = r.buf[:n]
	case <-r.ctx.Done():
		r.err = Interrupted
	}
}

// Lines sends the lines of in until it ends or ctx is done.
func Lines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(in); scanner.Scan(); {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// isFolder reports whether a file is a folder, which can be opened but not read.
func isFolder(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.IsDir()
}
