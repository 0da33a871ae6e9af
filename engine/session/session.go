// Package session is the common part of the engine protocols: it reads lines
// while a task thinks, and writes whole lines.
package session

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// LongestLine bounds a line of input, in bytes. A record of a game has a few thousand.
const LongestLine = 1 << 16

// Session is a conversation. Except for Say, only the goroutine that calls
// Serve, and functions that it calls, may use its methods.
type Session struct {
	// Drain lets the task finish after the input has ended. Zero means that it is stopped.
	Drain bool

	mu     sync.Mutex
	out    io.Writer
	closed bool
	err    error
	stop   context.CancelFunc // of the task; nil if there is none
	done   chan struct{}      // closed when the task has returned
}

// New returns a session that writes to out, a line at a time.
func New(out io.Writer) *Session { return &Session{out: out} }

// Say writes a line. After the end of the session it writes nothing.
func (s *Session) Say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.err != nil {
		return
	}
	_, s.err = fmt.Fprintf(s.out, format+"\n", args...)
}

// Start stops the running task and runs work instead. work writes through
// report, which does nothing once the task was stopped.
func (s *Session) Start(ctx context.Context, work func(ctx context.Context, report func(format string, args ...any))) {
	s.Stop()
	ctx, s.stop = context.WithCancel(ctx)
	done := make(chan struct{})
	s.done = done
	go func() {
		defer close(done)
		work(ctx, func(format string, args ...any) {
			if ctx.Err() == nil {
				s.Say(format, args...)
			}
		})
	}()
}

// Stop stops the task, if one runs, and waits for it to return.
func (s *Session) Stop() {
	if s.stop != nil {
		s.stop()
		<-s.done
		s.stop = nil
	}
}

// Wait waits for the task, if one runs, to finish.
func (s *Session) Wait() {
	if s.stop != nil {
		<-s.done
	}
}

// line is a line of input, or a marker for one that is too long.
type line struct {
	text string
	long bool
}

// Serve passes every line of in to handle until that returns false, in ends or ctx is done; then it
// stops the task, and nothing more is written. A line that is too long is passed as "" with long
// set. Serve returns the error of in or of the output, if there was one.
func (s *Session) Serve(ctx context.Context, in io.Reader, handle func(text string, long bool) (goOn bool)) error {
	over := make(chan struct{})
	defer close(over)
	lines, failed := read(in, over)
	defer s.end()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case l, ok := <-lines:
			if !ok {
				if s.Drain {
					s.Wait()
				}
				return <-failed
			}
			if !handle(l.text, l.long) {
				return nil
			}
		}
		if err := s.failure(); err != nil {
			return err
		}
	}
}

func (s *Session) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// end closes the output and stops the task.
func (s *Session) end() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.Stop()
}

// read sends the lines of in until it ends or over is closed, and then the error of in.
func read(in io.Reader, over <-chan struct{}) (<-chan line, <-chan error) {
	lines, failed := make(chan line), make(chan error, 1)
	go func() {
		r := bufio.NewReaderSize(in, LongestLine)
		for {
			l, err := next(r)
			if l.text != "" || l.long || err == nil {
				select {
				case lines <- l:
				case <-over:
					return
				}
			}
			if err != nil {
				if errors.Is(err, io.EOF) {
					err = nil
				}
				failed <- err
				close(lines)
				return
			}
		}
	}()
	return lines, failed
}

// next reads a line. It discards one that is longer than the buffer.
func next(r *bufio.Reader) (line, error) {
	text, err := r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line{text: string(bytes.TrimRight(text, "\r\n"))}, err
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return line{long: true}, err
}
