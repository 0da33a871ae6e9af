package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/internal/reason"
)

// Limits of input that is read into memory as a whole, in bytes.
const (
	MaxLine    = problem.MaxLine // of a line
	MaxFile    = 64 << 20        // of a file
	MaxRecords = 32 << 20        // of a file of games, which takes up to 80 times as much memory
)

// Standard reads standard input and files.
type Standard struct{ io.Reader }

// Open opens the named file, or standard input if name is "-". When ctx is done, it
// ends with exit.Interrupted even a read that blocks, such as one from a pipe without a
// writer.
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
		return nil, exit.Interrupted
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

// interruptible is a reader that ends when its context is done, even if a read of in
// never returns.
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
		r.err = exit.Interrupted
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
