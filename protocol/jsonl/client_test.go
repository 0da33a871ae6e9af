package jsonl_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/client"
	"github.com/plywood-go/plywood/protocol/jsonl"
)

func TestMain(m *testing.M) {
	sessiontest.Main(m, func(string) sessiontest.Serve {
		return func(ctx context.Context, in io.Reader, out io.Writer) error {
			g, err := catalog.Find("othello")
			if err != nil {
				return err
			}
			return jsonl.Serve(ctx, in, out, jsonl.Options{Name: "test", Start: g.Start(), Player: &engine.Player{Engine: sessiontest.Engine{}}})
		}
	}, func(manner, line string) string {
		switch {
		case manner == "refuse" && strings.Contains(line, `"type":"move"`):
			return strings.Replace(line, `"type":"move"`, `"type":"error","error":"the game is over"`, 1)
		case manner == "other":
			return strings.Replace(line, `"type":"move"`, `"type":"pong"`, 1)
		case manner == "progress" && strings.Contains(line, `"type":"move"`):
			return strings.Replace(line, `"type":"move"`, `"type":"progress"`, 1) + "\n" + strings.Replace(line, `"id":`, `"id":9`, 1) + "\n\n" + line
		}
		return line
	})
}

func TestMisbehaviours(t *testing.T) { sessiontest.CheckMisbehaviours(t, jsonl.Start) }

// TestClient asks our own server for moves, of a game from its start and with a clock, with
// progress and answers to other requests in between.
func TestClient(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	for _, manner := range []string{"serve", "progress"} {
		program := sessiontest.Program(manner)
		program.Limits.Depth = 3
		p, err := jsonl.Start(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if p.Name() != "test" {
			t.Errorf("name %q", p.Name())
		}
		if err := p.Begin(t.Context(), client.Round{Start: g.Start()}); err != nil {
			t.Error(err)
		}
		at, err := g.Start().PlayAll("f5 d6")
		if err != nil {
			t.Fatal(err)
		}
		turn := &client.Turn{Start: g.Start(), Moves: []string{"f5", "d6"}, Now: at}
		want := at.Moves()[0] // the engine's choice, worth 2 discs
		for range 2 {
			r, err := p.Move(t.Context(), turn)
			if err != nil || r.Move != want || !r.Valued || r.Value != 2 || r.Depth != 3 || r.Nodes != 42 {
				t.Errorf("%s: %+v, %v, want %s", manner, r, err, want)
			}
			turn.Clocks[0] = &engine.Clock{Left: time.Minute}
		}
		if err := p.Begin(t.Context(), client.Round{Start: catalogtest.Find(t, "othello:6").Start()}); err == nil || !strings.Contains(err.Error(), "it plays othello") {
			t.Errorf("another game: %v", err)
		}
	}
}

// TestClientFaults runs programs that answer wrongly.
func TestClientFaults(t *testing.T) {
	g := catalogtest.Find(t, "othello")
	for manner, want := range map[string]string{"refuse": "the game is over", "other": "does not speak jsonl"} {
		program := sessiontest.Program(manner)
		program.Limits.Depth = 1
		p, err := jsonl.Start(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		_, err = p.Move(t.Context(), &client.Turn{Start: g.Start(), Now: g.Start()})
		var f *client.Fault
		if !errors.As(err, &f) || f.Kind != client.Foreign || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", manner, err, want)
		}
	}
}
