package nboard_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/nboard"
)

func TestMain(m *testing.M) {
	sessiontest.Main(m, func(string) sessiontest.Serve {
		return func(ctx context.Context, in io.Reader, out io.Writer) error {
			g, err := catalog.Find("othello")
			if err != nil {
				return err
			}
			return nboard.Serve(ctx, in, out, nboard.Options{Name: "Ply", Start: g.Start(), Player: &engine.Player{Engine: sessiontest.Engine{}}})
		}
	}, func(manner, line string) string {
		if _, ok := strings.CutPrefix(line, "=== "); ok && manner == "leave" {
			panic("enough")
		}
		return line
	})
}

func TestMisbehaviours(t *testing.T) { sessiontest.CheckMisbehaviours(t, nboard.Start) }

// TestClient asks our own server for moves, in the middle of a game and for a pass.
func TestClient(t *testing.T) {
	program := sessiontest.Program("serve")
	program.Limits.Depth = 5
	p, err := nboard.Start(t.Context(), program)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.Name() != "Ply5" {
		t.Errorf("name %q", p.Name())
	}
	g := catalogtest.Find(t, "othello")
	must, err := g.Parse("OX" + strings.Repeat("-", 62) + " X")
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range []client.Turn{
		{Start: g.Start(), Moves: []string{"f5", "d6"}},
		{Start: must},
	} {
		if turn.Now, err = turn.Start.PlayAll(strings.Join(turn.Moves, " ")); err != nil {
			t.Fatal(err)
		}
		if err := p.Begin(t.Context(), client.Round{Start: turn.Start}); err != nil {
			t.Error(err)
		}
		want := turn.Now.Moves()[0] // the engine's choice, worth 2 discs
		if r, err := p.Move(t.Context(), &turn); err != nil || r.Move != want || !r.Valued || r.Value != 2 {
			t.Errorf("%+v, %v, want %s", r, err, want)
		}
	}
	if must.Moves()[0] != "pass" {
		t.Error("a position where nobody passes")
	}
}

// TestClientLeft runs a program that ends while it thinks.
func TestClientLeft(t *testing.T) {
	program := sessiontest.Program("leave")
	program.Limits.Level = 1
	p, err := nboard.Start(t.Context(), program)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	g := catalogtest.Find(t, "othello")
	_, err = p.Move(t.Context(), &client.Turn{Start: g.Start(), Now: g.Start()})
	var f *client.Fault
	if !errors.As(err, &f) || f.Kind != client.Exit {
		t.Errorf("%v, want that it has ended", err)
	}
}
