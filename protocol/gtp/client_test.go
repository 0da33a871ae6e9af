package gtp_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/kit/enginetest"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/gtp"
)

func TestMain(m *testing.M) {
	sessiontest.Main(m, func(manner string) sessiontest.Serve {
		if manner != "jumps" {
			return serve
		}
		return func(ctx context.Context, in io.Reader, out io.Writer) error {
			o := options()
			o.Open = func(int) (*engine.Position, *engine.Player, error) {
				return enginetest.Jumps().Start(), &engine.Player{Engine: sessiontest.Engine{}, Query: engine.Query{Depth: 1}}, nil
			}
			return gtp.Serve(ctx, in, out, o)
		}
	}, func(manner, line string) string {
		switch {
		case manner == "unnumbered" && strings.HasPrefix(line, "="):
			return "= " + strings.TrimLeft(line[1:], "0123456789")
		case manner == "spaced" && strings.HasPrefix(line, "="):
			return "= " + line[1:]
		case manner == "refuse" && strings.HasPrefix(line, "="):
			return "?" + line[1:]
		case manner == "late":
			time.Sleep(time.Second)
		case manner == "resign" && len(line) > 2 && len(line) < 8:
			return line[:strings.IndexByte(line, ' ')+1] + "Resign"
		}
		return line
	})
}

func TestMisbehaviours(t *testing.T) { sessiontest.CheckMisbehaviours(t, gtp.Start) }

// play plays a game of a program against itself and returns the moves.
func play(t *testing.T, p client.Player, turn *client.Turn) (moves []string) {
	t.Helper()
	if err := p.Begin(t.Context(), client.Round{Start: turn.Start, Clock: turn.Clocks[0]}); err != nil {
		t.Fatal(err)
	}
	turn.Now, turn.Moves = turn.Start, nil
	for !turn.Now.Status().Over() {
		r, err := p.Move(t.Context(), turn)
		if err != nil {
			t.Fatalf("after %v: %v", turn.Moves, err)
		}
		next, err := turn.Now.Play(r.Move)
		if err != nil {
			t.Fatalf("after %v: %v", turn.Moves, err)
		}
		turn.Now, turn.Moves = next, append(turn.Moves, r.Move)
	}
	return turn.Moves
}

// TestClient plays a game against our own server, first without a clock, then with a clock and
// moves by others in between. The moves must be those of the server's engine, and its claim must
// be true. One server puts a space before numbers.
func TestClient(t *testing.T) {
	for _, manner := range []string{"serve", "spaced"} {
		t.Run(manner, func(t *testing.T) { checkClient(t, sessiontest.Program(manner)) })
	}
}

func checkClient(t *testing.T, program client.Program) {
	program.Size = 6
	p, err := gtp.Start(t.Context(), program)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.Name() != "test" {
		t.Errorf("name %q", p.Name())
	}
	g := catalogtest.Find(t, "othello:6")
	turn := &client.Turn{Start: g.Start()}
	moves := play(t, p, turn)
	for i, m := range moves { // the first legal moves, which the engine prefers
		at, err := g.Start().PlayAll(strings.Join(moves[:i], " "))
		if err != nil || at.Moves()[0] != m {
			t.Errorf("move %d: %s, %v", i+1, m, err)
		}
	}
	outcome, ok, err := p.(client.Claimant).Claim(t.Context(), turn)
	want := turn.Now.Status().Score().Outcome()
	if turn.Now.ToMove() == 1 {
		want = -want
	}
	if err != nil || !ok || outcome != want {
		t.Errorf("it claims %d, %v, %v, want %d", outcome, ok, err, want)
	}
	clock := &client.Turn{Start: g.Start()}
	for i := range clock.Clocks {
		clock.Clocks[i] = &engine.Clock{Left: time.Minute}
	}
	if again := play(t, p, clock); !slices.Equal(again, moves) {
		t.Errorf("on a clock %v, without %v", again, moves)
	}
}

// TestClientFaults runs programs whose answers have the right form but are useless.
func TestClientFaults(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	for _, tt := range []struct {
		manner string
		kind   client.Kind
		want   string
	}{
		{"unnumbered", client.Foreign, "does not speak gtp"},
		{"refuse", client.Foreign, "name: it refuses: test"},
		{"late", client.Silence, "no answer within 500ms"},
	} {
		program := sessiontest.Program(tt.manner)
		program.Readiness = 500 * time.Millisecond
		p, err := gtp.Start(t.Context(), program)
		if err == nil {
			t.Errorf("%s: it has started", tt.manner)
			_ = p.Close()
			continue
		}
		var f *client.Fault
		if !errors.As(err, &f) || f.Kind != tt.kind || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s: %s", tt.manner, err, tt.kind, tt.want)
		}
	}
	p, err := gtp.Start(t.Context(), sessiontest.Program("resign"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	turn := &client.Turn{Start: g.Start(), Now: g.Start()}
	if err := p.Begin(t.Context(), client.Round{Start: g.Start()}); err != nil {
		t.Fatal(err)
	}
	if r, err := p.Move(t.Context(), turn); err != nil || !r.Resigns {
		t.Errorf("%v, %v, want to resign", r, err)
	}
	at, err := g.Start().Play("f5")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Begin(t.Context(), client.Round{Start: at}); err == nil {
		t.Error("a game begins in the middle")
	}
}

// TestClientColours sends the moves of a game whose first side is white.
func TestClientColours(t *testing.T) {
	p, err := gtp.Start(t.Context(), sessiontest.Program("jumps"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	turn := &client.Turn{Start: enginetest.Jumps().Start()}
	if err := p.Begin(t.Context(), client.Round{Start: turn.Start}); err != nil {
		t.Fatal(err)
	}
	turn.Now = turn.Start
	for range 4 { // one by the program, one by the other side
		r, err := p.Move(t.Context(), turn)
		if err != nil {
			t.Fatal(err)
		}
		other, err := turn.Now.Play(r.Move)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range other.Moves() {
			if turn.Now, err = other.Play(m); err == nil {
				turn.Moves = append(turn.Moves, r.Move, m)
				break
			}
		}
	}
}
