package client

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/plywood-go/plywood/internal/plain"
	"github.com/plywood-go/plywood/internal/reason"
)

const (
	usualPatience  = 10 * time.Minute
	usualReadiness = 10 * time.Second
	// farewell is how long a program may take to end.
	farewell = 2 * time.Second
	// lastWords is how long it may take to say why it has ended.
	lastWords = time.Second
	// longestLine bounds a line, and most all that is said before an answer, in
	// bytes: searches tell of every iteration, but not for megabytes.
	longestLine = 1 << 16
	most        = 1 << 22
	// longestQuote is how many characters of what a program says are quoted.
	longestQuote = 60
)

// Conn is a program that was started, and the pipes to and from it. It is for one
// goroutine. After a fault it is of no more use but to be closed.
type Conn struct {
	Patience, Readiness time.Duration

	in      io.WriteCloser
	lines   <-chan said
	said    int  // bytes since the last Send
	failed  bool // there was a fault
	errors  *tail
	end     context.CancelFunc
	process *exec.Cmd
}

// said is a line of output, or why there is no more.
type said struct {
	text string
	err  error
}

// Start starts a program. It lives until it is closed, whatever becomes of ctx.
func Start(ctx context.Context, p Program) (*Conn, error) {
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	c := &Conn{
		Patience: cmp.Or(p.Patience, usualPatience), Readiness: cmp.Or(p.Readiness, usualReadiness),
		end: end, errors: &tail{tell: p.Errors, ended: make(chan struct{})}, process: exec.CommandContext(ctx, p.Path, p.Args...),
	}
	c.process.WaitDelay = farewell
	alone(c.process)
	in, err1 := c.process.StdinPipe()
	out, err2 := c.process.StdoutPipe()
	complaints, err3 := c.process.StderrPipe()
	if err := errors.Join(err1, err2, err3); err != nil {
		end()
		return nil, err
	}
	if err := c.process.Start(); err != nil {
		end()
		return nil, &Fault{NoStart, err}
	}
	c.in, c.lines = in, read(ctx, out)
	go func() {
		defer close(c.errors.ended)
		_, _ = io.Copy(c.errors, complaints)
	}()
	return c, nil
}

// read reads lines until there are no more or ctx ends.
func read(ctx context.Context, out io.Reader) <-chan said {
	lines := make(chan said, 64)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(out, longestLine)
		for {
			text, err := r.ReadSlice('\n')
			s := said{text: string(bytes.TrimRight(text, "\r\n"))}
			switch {
			case errors.Is(err, bufio.ErrBufferFull):
				s.err = &Fault{Flood, reason.Errorf("more than %d KiB in one line", longestLine>>10)}
			case err != nil:
				s.err = &Fault{Exit, reason.New("it has ended")}
			}
			select {
			case lines <- s:
			case <-ctx.Done():
				return
			}
			if s.err != nil {
				return
			}
		}
	}()
	return lines
}

// Send sends a line.
func (c *Conn) Send(format string, args ...any) error {
	c.said = 0
	if _, err := fmt.Fprintf(c.in, format+"\n", args...); err != nil {
		return c.blame(&Fault{Exit, reason.New("it has ended")})
	}
	return nil
}

// Line returns the next line, for which it waits no longer than patience.
func (c *Conn) Line(ctx context.Context, patience time.Duration) (string, error) {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case s, ok := <-c.lines:
		if !ok {
			s.err = &Fault{Exit, reason.New("it has ended")}
		}
		if c.said += len(s.text) + 1; c.said > most && s.err == nil {
			s.err = &Fault{Flood, reason.Errorf("more than %d MiB without an answer", most>>20)}
		}
		return s.text, c.blame(s.err)
	case <-late.C:
		return "", c.blame(&Fault{Silence, reason.Errorf("no answer within %v", patience)})
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// Await returns the first line that wanted accepts, for which it waits no longer
// than patience.
func (c *Conn) Await(ctx context.Context, patience time.Duration, wanted func(line string) bool) (string, error) {
	until := time.Now().Add(patience)
	for {
		line, err := c.Line(ctx, time.Until(until))
		var f *Fault
		if errors.As(err, &f) && f.Kind == Silence { // it was for what was left of patience
			err = c.blame(&Fault{Silence, reason.Errorf("no answer within %v", patience)})
		}
		if err != nil || wanted(line) {
			return line, err
		}
	}
}

// Strange returns the fault of a line that the protocol does not know.
func Strange(protocol, line string) error {
	return &Fault{Foreign, reason.Errorf("it does not speak %s: it says %q", protocol, Quote(line))}
}

// Quote returns the beginning of what a program says, fit to be shown.
func Quote(text string) string { return plain.Clip(plain.Line(text), longestQuote) }

// blame adds to a fault what the program said last on its standard error.
func (c *Conn) blame(err error) error {
	var f *Fault
	if !errors.As(err, &f) {
		return err
	}
	c.failed = true
	if f.Kind == Exit { // its last words may be under way
		select {
		case <-c.errors.ended:
		case <-time.After(lastWords):
		}
	}
	if last := c.errors.last(); last != "" {
		return &Fault{f.Kind, reason.Errorf("%w; it says %q", f.Err, Quote(last))}
	}
	return err
}

// Close says goodbye, if there is a word for it, waits for the program to end, and
// ends it if it does not. One that has failed is not waited for.
func (c *Conn) Close(goodbye string) error {
	late := time.AfterFunc(farewell, c.end)
	defer late.Stop()
	if c.failed {
		c.end()
	}
	defer c.end()
	go func() { // it may read no more
		if goodbye != "" {
			_, _ = fmt.Fprintln(c.in, goodbye)
		}
		c.in.Close()
	}()
	go func() {
		for range c.lines { // so that it is not held up by what nobody reads
		}
	}()
	return c.process.Wait()
}

// tail passes on the lines of a program's standard error and keeps the last one.
type tail struct {
	tell  func(string)
	ended chan struct{} // closed when there is no more

	mu      sync.Mutex
	partial []byte // a line that has not ended
	latest  string
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.partial = append(t.partial, p...)
	for {
		i := bytes.IndexByte(t.partial, '\n')
		if i < 0 && len(t.partial) < longestLine {
			return len(p), nil
		}
		if i < 0 {
			i = len(t.partial) - 1
		}
		t.note(t.partial[:i+1])
		t.partial = t.partial[i+1:]
	}
}

func (t *tail) note(line []byte) {
	text := strings.TrimSpace(plain.Line(string(line)))
	if text == "" {
		return
	}
	t.latest = text
	if t.tell != nil {
		t.tell(text)
	}
}

// last returns the last line, even if it has not ended.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return cmp.Or(strings.TrimSpace(plain.Line(string(t.partial))), t.latest)
}
