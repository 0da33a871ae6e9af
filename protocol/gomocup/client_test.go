package gomocup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/client"
)

func TestMain(m *testing.M) {
	sessiontest.Main(m, func(manner string) sessiontest.Serve {
		if strings.HasPrefix(manner, "mnk:") {
			return sessiontest.Loud(serve(manner, 1))
		}
		if manner == "suggest" {
			return func(ctx context.Context, in io.Reader, out io.Writer) error {
				r, w := io.Pipe()
				go func() {
					defer w.Close()
					for text := make([]byte, 1<<16); ; {
						n, err := in.Read(text)
						if err != nil {
							return
						}
						for line := range strings.Lines(string(text[:n])) {
							if point, ok := strings.CutPrefix(line, "PLAY "); ok {
								fmt.Print(point) // not by the twist
							} else {
								_, _ = io.WriteString(w, line)
							}
						}
					}
				}()
				return serve("mnk:9,9,5", 1)(ctx, r, out)
			}
		}
		return serve("mnk:9,9,5", 1)
	}, func(manner, line string) string {
		_, _, point := numbers(line)
		switch {
		case manner == "suggest" && line == "0,0":
			return "SUGGEST 0,0"
		case manner == "refuse" && point:
			return "ERROR not now"
		case manner == "nonsense" && point:
			return "nowhere"
		case manner == "late" && point:
			time.Sleep(time.Second)
		case manner == "small" && line == "OK":
			return "ERROR only 20"
		}
		return line
	})
}

func TestMisbehaviours(t *testing.T) { sessiontest.CheckMisbehaviours(t, Start) }

// TestClient plays games against our own server: from the start and from openings, on boards of
// several forms, with a clock and without. The server's moves must be the first legal ones.
func TestClient(t *testing.T) {
	rng := seeded.Rand(t, 5)
	for _, name := range []string{"mnk:9,9,5", "mnk:15,15,5", "mnk:9,9,5,exact", "mnk:7,11,5", "mnk:5,5,5"} {
		g := catalogtest.Find(t, name)
		program := sessiontest.Program(name)
		program.Limits.TimeMS = 50
		p, err := Start(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name() != "test" {
			t.Errorf("name %q", p.Name())
		}
		for n := range 6 {
			turn := &client.Turn{Start: g.Start(), Now: g.Start()}
			play := func(m string) {
				if turn.Now, err = turn.Now.Play(m); err != nil {
					t.Fatal(err)
				}
				turn.Moves = append(turn.Moves, m)
			}
			for range n {
				legal := turn.Now.Moves()
				play(legal[rng.IntN(len(legal))])
			}
			if n == 5 { // the position alone, without its moves
				turn.Start, turn.Moves = turn.Now, nil
			}
			if n%2 == 1 {
				turn.Clocks = [2]*engine.Clock{{Left: time.Minute}, {Left: time.Minute}}
			}
			if err := p.Begin(t.Context(), client.Round{Start: turn.Start, Clock: turn.Clocks[0]}); err != nil {
				t.Fatal(err)
			}
			for !turn.Now.Status().Over() {
				legal := turn.Now.Moves()
				r, err := p.Move(t.Context(), turn)
				if err != nil || r.Move != legal[0] {
					t.Fatalf("%s at %s: %+v, %v, want %s", name, turn.Now, r, err, legal[0])
				}
				play(r.Move)
				if legal = turn.Now.Moves(); len(legal) > 0 {
					play(legal[rng.IntN(len(legal))])
				}
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestClientFaults runs programs that refuse or answer nonsense, and one that suggests its move.
func TestClientFaults(t *testing.T) {
	for manner, want := range map[string]struct {
		kind client.Kind
		text string
	}{
		"suggest":  {},
		"refuse":   {client.Foreign, "BEGIN: it refuses: not now"},
		"nonsense": {client.Foreign, `it does not speak gomocup: it says "nowhere"`},
		"late":     {client.Silence, "no answer within 500ms"},
		"small":    {client.Foreign, "START 9: it refuses: only 20"},
	} {
		at := catalogtest.Find(t, "mnk:9,9,5").Start()
		p, err := Start(t.Context(), sessiontest.Program(manner))
		if err != nil {
			t.Fatal(err)
		}
		var r client.Reply
		if err = p.Begin(t.Context(), client.Round{Start: at}); err == nil {
			r, err = p.Move(t.Context(), &client.Turn{Start: at, Now: at, Wait: 500 * time.Millisecond})
		}
		_ = p.Close()
		var f *client.Fault
		if want.text == "" && (err != nil || r.Move != "a1") {
			t.Errorf("%s: %+v, %v", manner, r, err)
		}
		if want.text != "" && (!errors.As(err, &f) || f.Kind != want.kind || !strings.Contains(err.Error(), want.text)) {
			t.Errorf("%s: %v, want %s: %s", manner, err, want.kind, want.text)
		}
	}
	p, err := Start(t.Context(), sessiontest.Program("serve"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, name := range []string{"othello", "mnk:5,5,4", "mnk:9,9,5,wrap"} {
		if err := p.Begin(t.Context(), client.Round{Start: catalogtest.Find(t, name).Start()}); err == nil {
			t.Errorf("it plays %s", name)
		}
	}
}
