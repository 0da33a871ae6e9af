// Package input reads files and standard input, and stops when it is told to.
package input

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/engine/problem"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
)

// Bounds of what is read as a whole, in bytes.
const (
	MaxLine    = problem.MaxLine // of a line
	MaxFile    = 64 << 20        // of a file
	MaxRecords = 32 << 20        // of a file of games, which take up to 80 times as much memory
)

// Standard is standard input, and the way to files.
type Standard struct{ io.Reader }

// Open returns a reader of the file of a name, standard input if that is "-".
// What blocks, a pipe that nobody writes to, ends with ctx: the reader's error
// is exit.Interrupted then.
func (s Standard) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(&heard{ctx: ctx, in: s.Reader}), nil
	}
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(name)
		if err == nil && isFolder(file) {
			err = errors.Join(words.Tell("refused.folder", "file", name), file.Close())
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
		}{&heard{ctx: ctx, in: o.file}, o.file}, nil
	case <-ctx.Done():
		return nil, exit.Interrupted
	}
}

// ReadAll reads a file, standard input if its name is "-", of at most so many
// bytes.
func (s Standard) ReadAll(ctx context.Context, name string, most int64) ([]byte, error) {
	in, err := s.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, reason.Errorf("%s: %w", Name(name), err)
	case int64(len(data)) > most:
		return nil, reason.Errorf("%s: %w", Name(name), TooLarge(most))
	}
	return data, nil
}

// TooLarge refuses what has more bytes than are read.
func TooLarge(most int64) error { return reason.Errorf("more than %d MiB", most>>20) }

// Name is what errors call a file.
func Name(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// heard is a reader that ends with its context, though a read of in may never
// return.
type heard struct {
	ctx  context.Context
	in   io.Reader
	buf  []byte
	rest []byte // of what was read
	err  error
}

func (h *heard) Read(p []byte) (int, error) {
	if len(h.rest) == 0 && h.err == nil {
		h.fill()
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	if n == 0 && len(p) > 0 {
		return 0, h.err
	}
	return n, nil
}

// fill reads as much as there is. The buffer is not touched again when a read is
// left behind.
func (h *heard) fill() {
	const size = 64 << 10
	if h.buf == nil {
		h.buf = make([]byte, size)
	}
	done := make(chan error, 1)
	n := 0
	go func() {
		var err error
		n, err = h.in.Read(h.buf)
		done <- err
	}()
	select {
	case h.err = <-done:
		h.rest = h.buf[:n]
	case <-h.ctx.Done():
		h.err = exit.Interrupted
	}
}

// Lines hands out the lines of in until it ends or ctx is done.
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

// isFolder reports whether a file is a folder, which opens and cannot be read.
func isFolder(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.IsDir()
}
