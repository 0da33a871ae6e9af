package hub_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/hub"
)

var variants = map[string]draughts.Variant{"international": draughts.International, "russian": draughts.Russian, "english": draughts.English}

func TestMain(m *testing.M) {
	sessiontest.Main(m, func(manner string) sessiontest.Serve {
		if name, ok := strings.CutPrefix(manner, "own "); ok {
			return own(name)
		}
		if name, ok := strings.CutPrefix(manner, "loud "); ok {
			return sessiontest.Loud(own(name))
		}
		v := variants[manner]
		if manner == "none" || manner == "refuse" {
			v = draughts.International
		}
		return func(_ context.Context, in io.Reader, out io.Writer) error {
			return serve(draughts.Rules{Variant: v}, in, out)
		}
	}, func(manner, line string) string {
		switch {
		case manner == "none" && strings.HasPrefix(line, "done"):
			return "done"
		case manner == "refuse" && strings.HasPrefix(line, "done"):
			return `error message="no such position"`
		}
		return line
	})
}

// serve is a program that speaks Hub. It uses bit boards where the client uses text, and plays
// the last legal move.
func serve(rules draughts.Rules, in io.Reader, out io.Writer) error {
	at := rules.Start()
	for lines := bufio.NewScanner(in); lines.Scan(); {
		line := lines.Text()
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "hub":
			fmt.Fprint(out, "id name=\"Last Move\" version=1.0\nparam name=book value=true type=bool\nwait\n")
		case "set-param":
			if rest != `name=book value="a b"` {
				return fmt.Errorf("%s", line)
			}
		case "init":
			fmt.Fprintln(out, "ready")
		case "pos":
			text, moves, _ := strings.Cut(strings.TrimPrefix(rest, "pos="), ` moves="`)
			at = place(rules, text)
			for _, m := range strings.Fields(strings.Trim(moves, `"`)) {
				if !play(rules, &at, m) {
					return fmt.Errorf("%s: no move %s", line, m)
				}
			}
		case "level":
			if rest != "nodes=7" {
				return fmt.Errorf("%s", line)
			}
		case "go":
			moves, _ := rules.Moves(&at, nil)
			fmt.Fprint(out, "info depth=9 nodes=42 score=-0.15 pv=\"depth=3 x\"\n")
			fmt.Fprintf(out, "done move=%s ponder=1-2\n", text(rules, moves[len(moves)-1]))
		case "quit":
			return nil
		}
	}
	return nil
}

// text writes a move with its captured squares in falling order.
func text(rules draughts.Rules, m draughts.Move) string {
	from, to := rules.Number(m.From), rules.Number(m.To)
	if m.Captured == 0 {
		return fmt.Sprintf("%d-%d", from, to)
	}
	s := fmt.Sprintf("%dx%d", from, to)
	last := bits.OnesCount64(rules.Squares())
	for n := last; n > 0; n-- {
		if m.Captured>>rules.Square(n)&1 != 0 {
			s += fmt.Sprintf("x%d", n)
		}
	}
	return s
}

// play plays the move written as text with its captured squares in rising order.
func play(rules draughts.Rules, at *draughts.Position, wanted string) bool {
	moves, _ := rules.Moves(at, nil)
	for _, m := range moves {
		parts := strings.Split(text(rules, m), "x")
		if len(parts) > 2 {
			for i, j := 2, len(parts)-1; i < j; i, j = i+1, j-1 {
				parts[i], parts[j] = parts[j], parts[i]
			}
		}
		if strings.Join(parts, "x") == wanted {
			next := *at
			rules.Play(&next, at, m)
			*at = next
			return true
		}
	}
	return false
}

// place reads a position.
func place(rules draughts.Rules, text string) (s draughts.Position) {
	var white, black, kings uint64
	for n, c := range text[1:] {
		bit := uint64(1) << rules.Square(n+1)
		switch c {
		case 'w', 'W':
			white |= bit
		case 'b', 'B':
			black |= bit
		}
		if c == 'W' || c == 'B' {
			kings |= bit
		}
	}
	s = draughts.Position{Own: black, Opp: white, Kings: kings, Turn: rules.Black()}
	if text[0] == 'W' {
		s.Own, s.Opp, s.Turn = white, black, rules.Black().Other()
	}
	return s
}

// adapted returns a variant as a text game.
func adapted(v draughts.Variant) *engine.Game {
	return engine.Adapt(draughts.Rules{Variant: v}, engine.Spec[draughts.Position, draughts.Move]{
		About: engine.About{Name: "draughts", Sides: [2]string{"A", "B"}},
	})
}

func TestMisbehaviours(t *testing.T) { sessiontest.CheckMisbehaviours(t, hub.Start) }

// TestClient plays random games to the end with a program, in all notations. Both sides must
// find each other's moves legal.
func TestClient(t *testing.T) {
	rng := seeded.Rand(t, 4)
	for name, v := range variants {
		program := sessiontest.Program(name)
		program.Options = []client.Option{{Name: "book", Value: "a b"}}
		program.Limits.Nodes = 7
		p, err := hub.Start(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if p.Name() != "Last Move" {
			t.Errorf("name %q", p.Name())
		}
		g := adapted(v)
		for range 5 {
			turn := &client.Turn{Start: g.Start(), Now: g.Start()}
			if err := p.Begin(t.Context(), client.Round{Start: g.Start()}); err != nil {
				t.Fatal(err)
			}
			for range 300 {
				legal := turn.Now.Moves()
				if len(legal) == 0 {
					break
				}
				m := legal[rng.IntN(len(legal))]
				if rng.IntN(8) == 0 {
					r, err := p.Move(t.Context(), turn)
					if err != nil || r.Move != legal[len(legal)-1] || r.Value != -0.15 || r.Depth != 9 || r.Nodes != 42 {
						t.Fatalf("%s, %v: %+v, %v, want %s", name, turn.Now, r, err, legal[len(legal)-1])
					}
					m = r.Move
				}
				turn.Moves = append(turn.Moves, m)
				if turn.Now, err = turn.Now.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestClientFaults(t *testing.T) {
	g := adapted(draughts.International)
	for manner, kind := range map[string]client.Kind{"none": client.Claim, "refuse": client.Foreign} {
		program := sessiontest.Program(manner)
		program.Limits.Nodes = 7
		p, err := hub.Start(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if err := p.Begin(t.Context(), client.Round{Start: g.Start()}); err != nil {
			t.Fatal(err)
		}
		_, err = p.Move(t.Context(), &client.Turn{Start: g.Start(), Now: g.Start()})
		var f *client.Fault
		if !errors.As(err, &f) || f.Kind != kind {
			t.Errorf("%s: %v, want %s", manner, err, kind)
		}
	}
	program := sessiontest.Program("international")
	program.Options = []client.Option{{Name: "hash", Value: "1"}}
	if _, err := hub.Start(t.Context(), program); err == nil || !strings.Contains(err.Error(), `no parameter "hash": want one of book`) {
		t.Errorf("%v", err)
	}
}
