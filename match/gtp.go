package match

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/internal/plain"
)

// Program is a program that speaks the Go Text Protocol, and how to deal with it.
type Program struct {
	Path string
	Args []string
	// Size is that of the board, which it is told. Zero means that it is told
	// none.
	Size int
	// Patience is how long it may think over a move. Zero means ten minutes.
	Patience time.Duration
	// Readiness is how long it may take over what needs no thought, its start
	// included. Zero means ten seconds.
	Readiness time.Duration
}

const (
	usualPatience  = 10 * time.Minute
	usualReadiness = 10 * time.Second
	// farewell is how long it may take to end.
	farewell = 2 * time.Second
	// longestAnswer is the most that it may answer, in bytes.
	longestAnswer = 1 << 16
)

// GTP starts a program and returns it as a player. It is told every move, passes
// included. What it writes to its standard error goes to ours, without what a
// terminal would obey. One that does not answer, or not as the protocol says, is
// ended when it is closed.
func GTP(ctx context.Context, program Program) (Player, error) {
	ctx, end := context.WithCancel(ctx)
	c := exec.CommandContext(ctx, program.Path, program.Args...)
	c.Stderr = plain.Writer(os.Stderr)
	c.WaitDelay = farewell
	p := &remote{
		name: program.Path, size: program.Size, end: end, wait: c.Wait,
		patience: cmp.Or(program.Patience, usualPatience), readiness: cmp.Or(program.Readiness, usualReadiness),
	}
	var err error
	if p.in, err = c.StdinPipe(); err != nil {
		end()
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		end()
		return nil, err
	}
	p.answers = answers(ctx, out)
	name, err := p.ask(ctx, p.readiness, "name")
	if err != nil {
		end()
		p.Close()
		return nil, fmt.Errorf("%s: %w", program.Path, err)
	}
	p.name = plain.Clip(plain.Line(name), longestName)
	return p, nil
}

// longestName is the most characters of a program's name.
const longestName = 60

// remote is a program at the other end of two pipes.
type remote struct {
	name    string
	size    int
	in      io.WriteCloser
	answers <-chan answer
	told    int // moves of the game that it knows
	end     context.CancelFunc
	wait    func() error

	patience, readiness time.Duration
}

func (p *remote) Name() string { return p.name }

// answer is what a program answers to a command, or why there is no more.
type answer struct {
	text string
	err  error
}

// answers reads answers until there are no more or ctx ends.
func answers(ctx context.Context, out io.Reader) <-chan answer {
	all := make(chan answer)
	go func() {
		defer close(all)
		r := bufio.NewReaderSize(out, longestAnswer)
		for {
			var a answer
			a.text, a.err = readAnswer(r)
			select {
			case all <- a:
			case <-ctx.Done():
				return
			}
			if a.err != nil {
				return
			}
		}
	}()
	return all
}

var (
	errNoGTP  = errors.New("it does not speak gtp")
	errEnded  = errors.New("it has ended")
	errBabble = fmt.Errorf("more than %d KiB in one answer", longestAnswer>>10)
)

// readAnswer reads an answer: "=" or "?" and what follows it up to an empty
// line.
func readAnswer(r *bufio.Reader) (string, error) {
	var lines strings.Builder
	for {
		text, err := r.ReadSlice('\n')
		line := strings.TrimRight(string(text), "\r\n")
		switch {
		case errors.Is(err, bufio.ErrBufferFull), lines.Len()+len(line) > longestAnswer:
			return "", errBabble
		case errors.Is(err, io.EOF), errors.Is(err, os.ErrClosed):
			return "", errEnded
		case err != nil:
			return "", err
		case line == "" && lines.Len() > 0:
			return lines.String(), nil
		case line == "":
			continue
		case lines.Len() == 0 && line[0] != '=' && line[0] != '?':
			return "", fmt.Errorf("%w: it says %q", errNoGTP, plain.Clip(line, longestName))
		}
		lines.WriteString(line + "\n")
	}
}

// ask sends a command and returns the answer, for which it does not wait longer
// than the patience.
func (p *remote) ask(ctx context.Context, patience time.Duration, format string, args ...any) (string, error) {
	command := fmt.Sprintf(format, args...)
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("no answer within %v", patience))
	defer cancel()
	if _, err := fmt.Fprintln(p.in, command); err != nil {
		return "", fmt.Errorf("%s: %w", command, errEnded)
	}
	var a answer
	select {
	case a = <-p.answers:
	case <-ctx.Done():
		a.err = context.Cause(ctx)
	}
	if a.err != nil {
		return "", fmt.Errorf("%s: %w", command, a.err)
	}
	if rest, ok := strings.CutPrefix(a.text, "="); ok {
		return strings.TrimSpace(rest), nil
	}
	return "", fmt.Errorf("%s: %s", command, strings.TrimSpace(strings.TrimPrefix(a.text, "?")))
}

func (p *remote) Begin(ctx context.Context) error {
	p.told = 0
	if p.size > 0 {
		if _, err := p.ask(ctx, p.readiness, "boardsize %d", p.size); err != nil {
			return err
		}
	}
	_, err := p.ask(ctx, p.readiness, "clear_board")
	return err
}

// colours are the names of the sides.
const colours = "bw"

// Move relays the moves that the program does not know, which alternate, and
// asks for one.
func (p *remote) Move(ctx context.Context, moves []string, now *engine.Position) (string, error) {
	for ; p.told < len(moves); p.told++ {
		if _, err := p.ask(ctx, p.readiness, "play %c %s", colours[p.told&1], moves[p.told]); err != nil {
			return "", err
		}
	}
	m, err := p.ask(ctx, p.patience, "genmove %c", colours[now.ToMove()&1])
	p.told++
	return strings.ToLower(m), err
}

// Close asks the program to end, and ends it if it does not.
func (p *remote) Close() error {
	_, _ = fmt.Fprintln(p.in, "quit") // it may be gone already
	p.in.Close()
	late := time.AfterFunc(farewell, p.end)
	defer late.Stop()
	defer p.end()
	go func() {
		for range p.answers { // so that it is not held up by what nobody reads
		}
	}()
	return p.wait()
}
