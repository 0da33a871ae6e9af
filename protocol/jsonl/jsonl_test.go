package jsonl_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/engine/session"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/kit/sessiontest"
	"github.com/plywood-go/plywood/protocol/jsonl"
)

func serve(t testing.TB) sessiontest.Serve {
	g, err := catalog.Find("othello")
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		return jsonl.Serve(ctx, in, out, jsonl.Options{
			Name: "test", Version: "1.0", Start: g.Start(),
			Player: &engine.Player{Engine: sessiontest.Engine{}, Query: engine.Query{Depth: 1}},
		})
	}
}

func TestSessions(t *testing.T) { sessiontest.Golden(t, serve(t)) }

// TestBoards checks the boards and placements in answers.
func TestBoards(t *testing.T) {
	for _, name := range []string{"connect4", "tictactoe", "tree"} {
		g, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		in := strings.NewReader(`{"do":"about"}` + "\n" + `{"do":"position","moves":"` + g.Start().Moves()[0] + `"}`)
		if err := jsonl.Serve(t.Context(), in, &out, jsonl.Options{Start: g.Start()}); err != nil {
			t.Fatal(err)
		}
		var about struct{ About struct{ Board *boards.Board } }
		var at struct {
			Position struct {
				Board   *boards.Placement
				Drawing string
			}
		}
		answers := json.NewDecoder(&out)
		if err := cmp.Or(answers.Decode(&about), answers.Decode(&at)); err != nil {
			t.Fatal(err)
		}
		if want := g.Board(); !reflect.DeepEqual(about.About.Board, want) {
			t.Errorf("%s: board %+v, want %+v", name, about.About.Board, want)
		}
		p, _ := g.Start().Play(g.Start().Moves()[0])
		if want := p.Placement(); !reflect.DeepEqual(at.Position.Board, want) || at.Position.Drawing != p.Board() {
			t.Errorf("%s: %+v on it, %q, want %+v", name, at.Position.Board, at.Position.Drawing, want)
		}
	}
}

// check checks that every line is a document of the protocol, and returns the types.
func check(t *testing.T, in, out string) (types []string) {
	t.Helper()
	for l := range strings.Lines(out) {
		var doc struct{ Schema, Type string }
		if err := json.Unmarshal([]byte(l), &doc); err != nil || doc.Schema != "ply.engine/1" || doc.Type == "" {
			t.Errorf("%.40q: said %q, %v", in, l, err)
		}
		types = append(types, doc.Type)
	}
	return types
}

// TestHostile sends malformed requests. Each is refused with one error.
func TestHostile(t *testing.T) {
	for _, in := range []string{
		"x", "{", "[]", "null", `"do"`, `{}`, `{"do":""}`, `{"do":"dance"}`, `{"do":"ping"}{"do":"ping"}`,
		`{"do":"ping","colour":1}`, `{"do":"analyze","depth":-1}`, `{"do":"analyze","depth":"six"}`,
		`{"do":"analyze","level":61}`, `{"do":"analyze","confidence":101}`, `{"do":"analyze","position":"x"}`,
		`{"do":"analyze","moves":"a1"}`, `{"do":"move","moves":"zz"}`, strings.Repeat("a", session.LongestLine+1),
	} {
		var out bytes.Buffer
		if err := serve(t)(t.Context(), strings.NewReader(in+"\n"), &out); err != nil {
			t.Errorf("%.40q: %v", in, err)
		}
		if types := check(t, in, out.String()); len(types) != 1 || types[0] != "error" {
			t.Errorf("%.40q: %v, want one error", in, types)
		}
	}
}

// TestStops starts endless searches and stops them in every way.
func TestStops(t *testing.T) {
	const think = `{"id":1,"do":"analyze","infinite":true,"progress":true}` + "\n" + `@{"schema":"ply.engine/1","id":1,"type":"progress"` + "\n"
	for _, tt := range []struct{ stop, want string }{
		{`{"id":2,"do":"stop"}`, "progress analysis stopped"},
		{`{"id":2,"do":"analyze","depth":2}`, "progress analysis analysis"},
		{`{"id":2,"do":"ping"}`, "progress pong"},
		{`{"id":2,"do":"quit"}`, "progress"},
		{"", "progress"},
	} {
		out := sessiontest.Run(t, serve(t), think+tt.stop+"\n")
		if got := strings.Join(check(t, tt.stop, out), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.stop, got, tt.want)
		}
	}
}

func FuzzRequests(f *testing.F) {
	f.Add(`{"id":1,"do":"analyze","moves":"f5d6","depth":3,"multipv":2,"progress":true}` + "\n" + `{"do":"stop"}`)
	f.Add(`{"id":"x","do":"position","position":"startpos"}` + "\n" + `{"do":"move","depth":2}`)
	f.Add(`{"id":1,"do":"move","clock":{}}`)
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		for _, limit := range []string{"infinite", "ms", "nodes", "clock"} { // in either letter case
			if strings.Contains(strings.ToLower(in), limit) {
				return // the test engine supports only depth
			}
		}
		if err := serve(t)(ctx, strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		check(t, in, out.String())
	})
}
