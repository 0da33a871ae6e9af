package match

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/plywood-go/plywood/engine"
)

// GTP starts a program that speaks the Go Text Protocol and returns it as a
// player. It is told the size of the board, if that is not 0, and every move,
// passes included. What it writes to its standard error goes to ours.
func GTP(ctx context.Context, size int, program string, args ...string) (Player, error) {
	c := exec.CommandContext(ctx, program, args...)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	p := &remote{name: program, size: size, in: in, out: bufio.NewReader(out), wait: c.Wait}
	name, err := p.ask("name")
	if err != nil {
		p.Close()
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	p.name = name
	return p, nil
}

// remote is a program at the other end of two pipes.
type remote struct {
	name string
	size int
	in   io.WriteCloser
	out  *bufio.Reader
	told int // moves of the game that it knows
	wait func() error
}

func (p *remote) Name() string { return p.name }

// ask sends a command and returns the answer.
func (p *remote) ask(format string, args ...any) (string, error) {
	command := fmt.Sprintf(format, args...)
	if _, err := fmt.Fprintln(p.in, command); err != nil {
		return "", fmt.Errorf("%s: %w", command, err)
	}
	var answer []string
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			return "", fmt.Errorf("%s: no answer: %w", command, err)
		}
		if line = strings.TrimRight(line, "\r\n"); line == "" && len(answer) > 0 {
			break
		}
		if line != "" {
			answer = append(answer, line)
		}
	}
	text := strings.TrimSpace(strings.Join(answer, "\n"))
	if rest, ok := strings.CutPrefix(text, "="); ok {
		return strings.TrimSpace(rest), nil
	}
	return "", fmt.Errorf("%s: %s", command, strings.TrimSpace(strings.TrimPrefix(text, "?")))
}

func (p *remote) Begin(context.Context) error {
	p.told = 0
	if p.size > 0 {
		if _, err := p.ask("boardsize %d", p.size); err != nil {
			return err
		}
	}
	_, err := p.ask("clear_board")
	return err
}

// colours are the names of the sides.
const colours = "bw"

// Move relays the moves that the program does not know, which alternate, and
// asks for one.
func (p *remote) Move(_ context.Context, moves []string, now engine.Position) (string, error) {
	for ; p.told < len(moves); p.told++ {
		if _, err := p.ask("play %c %s", colours[p.told&1], moves[p.told]); err != nil {
			return "", err
		}
	}
	m, err := p.ask("genmove %c", colours[now.ToMove()&1])
	p.told++
	return strings.ToLower(m), err
}

func (p *remote) Close() error {
	_, _ = p.ask("quit") // it may be gone already
	p.in.Close()
	return p.wait()
}
