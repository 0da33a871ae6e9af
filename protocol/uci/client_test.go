package uci_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/uci"
)

func TestMain(m *testing.M) {
	sessiontest.Main(m, func(manner string) sessiontest.Serve {
		if name, ok := strings.CutPrefix(manner, "own "); ok {
			return own(name)
		}
		if name, ok := strings.CutPrefix(manner, "loud "); ok {
			return sessiontest.Loud(own(name))
		}
		return serve
	}, func(manner, line string) string {
		if strings.HasPrefix(line, "bestmove") {
			switch manner {
			case "none":
				return "bestmove (none)"
			case "mute":
				return "bestmove"
			}
		}
		return line
	})
}

// serve is a program that speaks UCI for Othello. It prefers the first legal moves and repeats
// its input in its name and its info lines.
func serve(_ context.Context, in io.Reader, out io.Writer) error {
	g, err := catalog.Find("othello")
	if err != nil {
		return err
	}
	at := g.Start()
	hash := ""
	for lines := bufio.NewScanner(in); lines.Scan(); {
		words := strings.Fields(lines.Text())
		switch words[0] {
		case "uci":
			fmt.Fprint(out, "id name First Move 1.0\nid author nobody\noption name Hash Size type spin default 16\noption name Other\nuciok\n")
		case "setoption":
			hash = words[len(words)-1]
		case "isready":
			fmt.Fprintln(out, "readyok")
		case "position":
			rest := strings.TrimPrefix(lines.Text(), "position ")
			start, moves, _ := strings.Cut(rest, " moves ")
			if at, err = g.Parse(strings.TrimPrefix(start, "fen ")); err == nil {
				at, err = at.PlayAll(moves)
			}
			if err != nil {
				return err
			}
		case "go":
			fmt.Fprintf(out, "info string %s hash %s depth 99\n", lines.Text(), hash)
			fmt.Fprint(out, "info depth 3 nodes 41 score cp -250 lowerbound\n")
			fmt.Fprint(out, "info depth 4 multipv 1 score cp 150 nodes 42 pv depth 7\ninfo depth 4 multipv 2 score cp 9 nodes 43\n")
			if strings.Contains(lines.Text(), "btime") {
				fmt.Fprint(out, "info score mate -3\n")
			}
			if strings.Contains(lines.Text(), "nodes 7") != (hash == "32") {
				return fmt.Errorf("go: %s with hash %q", lines.Text(), hash)
			}
			fmt.Fprintf(out, "bestmove %s ponder x\n", strings.ToUpper(at.Moves()[0]))
		case "quit":
			return nil
		}
	}
	return nil
}

func TestMisbehaviours(t *testing.T) { sessiontest.CheckMisbehaviours(t, uci.Start) }

func TestClient(t *testing.T) {
	program := sessiontest.Program("serve")
	program.Options = []client.Option{{Name: "hash size", Value: "32"}}
	program.Limits.Nodes = 7
	p, err := uci.Start(t.Context(), program)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.Name() != "First Move 1.0" {
		t.Errorf("name %q", p.Name())
	}
	g := catalogtest.Find(t, "othello")
	other, err := g.Start().Play("f5")
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []*engine.Position{g.Start(), other} {
		if err := p.Begin(t.Context(), client.Round{Start: start}); err != nil {
			t.Error(err)
		}
		turn := &client.Turn{Start: start, Now: start}
		for n := range 3 {
			want := turn.Now.Moves()[0]
			r, err := p.Move(t.Context(), turn)
			if err != nil || r.Move != want || !r.Valued || r.Value != 1.5 || r.Depth != 4 || r.Nodes != 42 {
				t.Errorf("move %d: %+v, %v, want %s", n+1, r, err, want)
			}
			turn.Moves = append(turn.Moves, want)
			if turn.Now, err = turn.Now.Play(want); err != nil {
				t.Fatal(err)
			}
		}
		turn.Clocks[1] = &engine.Clock{Left: time.Second}
		if r, err := p.Move(t.Context(), turn); err != nil || !math.IsInf(r.Value, -1) {
			t.Errorf("on a clock: %+v, %v", r, err)
		}
	}
}

func TestClientFaults(t *testing.T) {
	program := sessiontest.Program("serve")
	program.Options = []client.Option{{Name: "Threads", Value: "2"}}
	if _, err := uci.Start(t.Context(), program); err == nil || !strings.Contains(err.Error(), `no option "Threads": want one of Hash Size, Other`) {
		t.Errorf("%v", err)
	}
	g := catalogtest.Find(t, "othello")
	for manner, kind := range map[string]client.Kind{"none": client.Claim, "mute": client.Foreign} {
		p, err := uci.Start(t.Context(), sessiontest.Program(manner))
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		_, err = p.Move(t.Context(), &client.Turn{Start: g.Start(), Now: g.Start()})
		var f *client.Fault
		if !errors.As(err, &f) || f.Kind != kind {
			t.Errorf("%s: %v, want %s", manner, err, kind)
		}
	}
}
