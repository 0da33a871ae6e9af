package sessiontest

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/protocol/client"
)

// Loud returns a server that repeats its input on standard error.
func Loud(serve Serve) Serve {
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		return serve(ctx, io.TeeReader(in, os.Stderr), out)
	}
}

// CheckPonder plays games of g against a loud program that thinks on its opponent's time.
// The opponent plays either the first legal move, which the program expects, or the last.
// The program must always play the first legal move, whatever it pondered. It must
// receive the text in hit if it guessed right, otherwise the text in halt.
func CheckPonder(t *testing.T, g *engine.Game, manner, hit, halt string, start func(context.Context, client.Program) (client.Player, error)) {
	t.Helper()
	var mu sync.Mutex
	said := map[string]int{}
	program := Program(manner)
	program.Limits.Depth = 3
	program.Errors = func(line string) {
		mu.Lock()
		defer mu.Unlock()
		word, _, _ := strings.Cut(line, " ")
		said[word]++
	}
	p, err := start(t.Context(), program)
	if err != nil {
		t.Fatal(err)
	}
	hits, halts := 0, 0
	for range 3 {
		if err := p.Begin(t.Context(), client.Round{Start: g.Start()}); err != nil {
			t.Fatal(err)
		}
		turn := &client.Turn{Start: g.Start(), Now: g.Start()}
		play := func(m string) {
			turn.Moves = append(turn.Moves, m)
			if turn.Now, err = turn.Now.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 9 {
			r, err := p.Move(t.Context(), turn)
			if want := turn.Now.Moves()[0]; err != nil || r.Move != want {
				t.Fatalf("%v: %+v, %v, want %s", turn.Now, r, err, want)
			}
			play(r.Move)
			if err := p.(client.Ponderer).Ponder(t.Context(), turn); err != nil {
				t.Fatal(err)
			}
			legal := turn.Now.Moves()
			if n%2 == 0 || len(legal) == 1 {
				play(legal[0])
				hits++
			} else {
				play(legal[len(legal)-1])
				halts++
			}
		}
		// The program still ponders: the next game begins after this move.
		if r, err := p.Move(t.Context(), turn); err != nil {
			t.Fatalf("%+v, %v", r, err)
		}
		play(turn.Now.Moves()[0])
		if err := p.(client.Ponderer).Ponder(t.Context(), turn); err != nil {
			t.Fatal(err)
		}
		halts++
	}
	if err := p.Begin(t.Context(), client.Round{Start: g.Start()}); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if said[hit] != hits || said[halt] != halts {
		t.Errorf("%s %d times and %s %d times, want %d and %d", hit, said[hit], halt, said[halt], hits, halts)
	}
}
