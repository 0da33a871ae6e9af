package trace_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/golden"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/trace"
)

func encode(t testing.TB, d trace.Document) string {
	t.Helper()
	var out strings.Builder
	if err := trace.Encode(&out, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestEncode reads documents by their own names of fields and compares every one with the events.
func TestEncode(t *testing.T) {
	r := seeded.Rand(t, 7)
	for _, d := range []trace.Document{
		{Game: "tree", Position: bratko, Algorithm: "alphabeta", Events: alphaBeta(parse(bratko))},
		{Position: "</script>\n\"\\\u2028", Events: mtdf(randomTree(r, 300), 3)},
		{Events: []event.Event{
			{
				Kind: event.Enter, Parent: -1, Index: -1, Window: game.Window{Alpha: game.LossIn(3), Beta: game.WinIn(4)},
				Claims: event.Claims{Alpha: event.Sure, Beta: event.Asked},
			},
			{Kind: event.Cutoff, Parent: -1, Index: -1, Child: -1, Reason: event.SelectiveCut, Value: -game.Infinity},
		}},
	} {
		checkEncoded(t, d)
	}
}

// fields are the fields that docs/trace.md states for each kind, beyond those of all events.
var fields = map[event.Kind]string{
	event.Enter: "window", event.Static: "value bound", event.Window: "window", event.Backup: "child value",
	event.Outcome: "child value window bound", event.Cutoff: "child value reason", event.Pruned: "child",
	event.Leave: "value bound", event.Reach: "g h", event.Limit: "g", event.Expand: "", event.Drop: "reason", event.Goal: "",
	event.Join: "g h", event.Choose: "child", event.Update: "g h", event.Playout: "value bound", event.Count: "g value",
}

func checkEncoded(t *testing.T, d trace.Document) {
	t.Helper()
	var got struct {
		Schema, Game, Position, Algorithm string
		Events                            []map[string]any
	}
	if err := json.Unmarshal([]byte(encode(t, d)), &got); err != nil {
		t.Fatal(err)
	}
	if got.Schema != trace.Schema || got.Game != d.Game || got.Position != d.Position || got.Algorithm != d.Algorithm || len(got.Events) != len(d.Events) {
		t.Fatalf("got %+v, want %+v", got, d)
	}
	score := func(v game.Score) any {
		switch v {
		case game.Infinity:
			return "inf"
		case -game.Infinity:
			return "-inf"
		}
		return float64(v)
	}
	for i, e := range d.Events {
		all := map[string]any{
			"child": float64(e.Child), "window": []any{score(e.Window.Alpha), score(e.Window.Beta)}, "value": score(e.Value),
			"bound": [...]string{"none", "upper", "lower", "exact"}[e.Bound], "reason": e.Reason.String(), "g": float64(e.G), "h": float64(e.H),
		}
		want := map[string]any{
			"kind": e.Kind.String(), "node": float64(e.Node), "parent": float64(e.Parent), "index": float64(e.Index),
			"ply": float64(e.Ply), "max": e.Max,
		}
		for name := range strings.FieldsSeq(fields[e.Kind]) {
			want[name] = all[name]
		}
		if want["window"] != nil && e.Claims != (event.Claims{}) {
			want["claims"] = []any{e.Claims.Alpha.String(), e.Claims.Beta.String()}
		}
		for name, is := range map[string]bool{"chance": e.Chance, "pass": e.Pass} {
			if is {
				want[name] = true
			}
		}
		if !reflect.DeepEqual(got.Events[i], want) {
			t.Fatalf("event %d: got %v, want %v", i, got.Events[i], want)
		}
	}
}

func TestEncodeGolden(t *testing.T) {
	golden.Check(t, "bratko-15.4.trace.json", []byte(encode(t, trace.Document{
		Game: "tree", Position: bratko, Algorithm: "alphabeta", Events: alphaBeta(parse(bratko)),
	})))
}

// FuzzBuild checks that every stream that Build accepts can be drawn.
func FuzzBuild(f *testing.F) {
	seed, err := json.Marshal(alphaBeta(parse(bratko)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, text []byte) {
		var events []event.Event
		if json.Unmarshal(text, &events) != nil {
			return
		}
		tree, err := trace.Build(events, trace.BuildOptions{Letters: true, MaxNodes: 1 << 10})
		if err != nil {
			return
		}
		for _, format := range formats {
			render(t, tree, trace.RenderOptions{Format: format, Style: trace.AlphaBeta})
		}
	})
}

// TestTreeNumbers checks that the JSON of a tree has the numbers of its leaves
// in JSON form, with the ASCII minus.
func TestTreeNumbers(t *testing.T) {
	numbers := map[game.Score]string{1: "+.50", 2: "00.25e0", -1: "-.50", -2: "-00.25e0"}
	write := func(v game.Score) string {
		if text, ok := numbers[v]; ok {
			return text
		}
		return trace.FormatScore(v)
	}
	tree := build(t, minimax(parse("((1 -2) (2 7))")), trace.BuildOptions{Value: write})
	got := string(render(t, tree, trace.RenderOptions{Format: trace.JSON, Style: trace.Windows}))
	for _, want := range []string{`"score":-0.25e0,`, `"score":0.50,`, `"score":7,`, `"value":"-00.25e0"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if !json.Valid([]byte(got)) || strings.Contains(got, "−") {
		t.Errorf("no document of plain numbers:\n%s", got)
	}
}
