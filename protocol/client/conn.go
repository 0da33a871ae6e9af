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
	// farewell is the time a program has to end.
	farewell = 2 * time.Second
	// lastWords is the time it has to say why it ended.
	lastWords = time.Second
	// longestLine bounds a line and most bounds all output before an answer, in bytes. Searches
	// report each iteration, but need less than megabytes.
	longestLine = 1 << 16
	most        = 1 << 22
	// longestQuote is the most characters of a program's output in a quotation.
	longestQuote = 60
)

// Conn is a running program with pipes to and from it. It is not safe for concurrent use. After
// a fault it can only be closed. A [Player] embeds it.
type Conn struct {
	Program        // with its defaults
	Called  string // the name of the program; its path until it says another one

	goodbye string // the line that ends it
	in      io.WriteCloser
	lines   <-chan said
	said    int  // bytes since the last Send
	failed  bool // a fault has occurred
	errors  *tail
	end     context.CancelFunc
	process *exec.Cmd
}

// said is a line of output, or the reason why output ended.
type said struct {
	text string
	err  error
}

// Open starts a program and lets greet make a player of it. The program runs until Close, which
// sends the line goodbye, even if ctx ends. If greet fails, Open closes the program.
func Open(ctx context.Context, p Program, goodbye string, greet func(*Conn) (Player, error)) (Player, error) {
	c, err := start(ctx, p)
	if err != nil {
		return nil, err
	}
	c.goodbye = goodbye
	player, err := greet(c)
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return player, nil
}

func start(ctx context.Context, p Program) (*Conn, error) {
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	p.Patience, p.Readiness = cmp.Or(p.Patience, usualPatience), cmp.Or(p.Readiness, usualReadiness)
	c := &Conn{
		Program: p, Called: p.Path,
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

// read sends lines until out or ctx ends.
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

// Name returns Called.
func (c *Conn) Name() string { return c.Called }

// Wait returns how long the program may think about a turn. For nil, a command that needs no
// thought, it is Readiness.
func (c *Conn) Wait(t *Turn) time.Duration {
	if t == nil {
		return c.Readiness
	}
	return cmp.Or(t.Wait, c.Patience)
}

// Send sends a line.
func (c *Conn) Send(format string, args ...any) error {
	c.said = 0
	if _, err := fmt.Fprintf(c.in, format+"\n", args...); err != nil {
		return c.blame(&Fault{Exit, reason.New("it has ended")})
	}
	return nil
}

// Line returns the next line. It waits at most patience.
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

// Await returns the first line that wanted accepts. It waits at most patience.
func (c *Conn) Await(ctx context.Context, patience time.Duration, wanted func(line string) bool) (string, error) {
	until := time.Now().Add(patience)
	for {
		line, err := c.Line(ctx, time.Until(until))
		var f *Fault
		if errors.As(err, &f) && f.Kind == Silence { // the inner wait was shorter than patience
			err = c.blame(&Fault{Silence, reason.Errorf("no answer within %v", patience)})
		}
		if err != nil || wanted(line) {
			return line, err
		}
	}
}

// Strange returns the fault of a line that is not part of the protocol.
func Strange(protocol, line string) error {
	return &Fault{Foreign, reason.Errorf("it does not speak %s: it says %q", protocol, Quote(line))}
}

// Quote returns the beginning of a program's output, safe for a terminal.
func Quote(text string) string { return plain.Clip(plain.Line(text), longestQuote) }

// blame adds the program's last line on standard error to a fault.
func (c *Conn) blame(err error) error {
	var f *Fault
	if !errors.As(err, &f) {
		return err
	}
	c.failed = true
	if f.Kind == Exit { // its last words may still be on the way
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

// Close says goodbye and waits for the program to end. It kills a program that does not end soon,
// and one that has failed at once.
func (c *Conn) Close() error {
	late := time.AfterFunc(farewell, c.end)
	defer late.Stop()
	if c.failed {
		c.end()
	}
	defer c.end()
	go func() { // the program may no longer read
		_, _ = fmt.Fprintln(c.in, c.goodbye)
		c.in.Close()
	}()
	go func() {
		for range c.lines { // drain, so that the program is not blocked on output
		}
	}()
	return c.process.Wait()
}

// tail passes on the lines of a program's standard error and keeps the last one.
type tail struct {
	tell  func(string)
	ended chan struct{} // closed at the end of output

	mu      sync.Mutex
	partial []byte // an unfinished line
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

// last returns the last line, finished or not.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return cmp.Or(strings.TrimSpace(plain.Line(string(t.partial))), t.latest)
}
