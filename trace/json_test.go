package trace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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

func TestRoundTrip(t *testing.T) {
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
		text := encode(t, d)
		got, err := trace.Decode(strings.NewReader(text))
		if err != nil || !reflect.DeepEqual(got, d) {
			t.Errorf("got %+v, %v, want %+v from\n%s", got, err, d, text)
		}
	}
}

func TestEncodeGolden(t *testing.T) {
	golden.Check(t, "bratko-15.4.trace.json", []byte(encode(t, trace.Document{
		Game: "tree", Position: bratko, Algorithm: "alphabeta", Events: alphaBeta(parse(bratko)),
	})))
}

const enterRoot = `{"kind":"enter","node":0,"parent":-1,"index":-1,"ply":0,"max":true,"window":["-inf","inf"]}`

func TestDecodeRefuses(t *testing.T) {
	document := func(event string) string { return `{"schema":"ply.trace/1","events":[` + event + `]}` }
	if _, err := trace.Decode(strings.NewReader(document(enterRoot))); err != nil {
		t.Fatal(err)
	}
	change := func(old, replacement string) string {
		if !strings.Contains(enterRoot, old) {
			t.Fatalf("%q is not in the event", old)
		}
		return document(strings.Replace(enterRoot, old, replacement, 1))
	}
	for _, c := range []struct{ text, offence string }{
		{``, "ends too early"},
		{`[]`, "want {"},
		{`{}`, `no field "schema"`},
		{`{"schema":"ply.trace/1"}`, `no field "events"`},
		{`{"schema":"ply.trace/2","events":[]}`, `schema "ply.trace/2"`},
		{`{"schema":1,"events":[]}`, "not a string"},
		{`{"schema":"ply.trace/1","schema":"ply.trace/1","events":[]}`, "twice"},
		{`{"schema":"ply.trace/1","events":{}}`, "want ["},
		{`{"schema":"ply.trace/1","events":[],"extra":1}`, `unknown field "extra"`},
		{document("") + "{}", "after the document"},
		{document(enterRoot)[:60], "ends too early"},
		{document(`7`), "event 0"},
		{document(enterRoot + `,{}`), `event 1: unknown kind ""`},
		{change(`"enter"`, `"jump"`), `unknown kind "jump"`},
		{change(`"node":0,`, ``), "without node"},
		{change(`"ply":0`, `"ply":0,"colour":2`), "unknown field"},
		{change(`"ply":0`, `"ply":0,"value":2`), `enter has no "value"`},
		{change(`,"window":["-inf","inf"]`, ``), `without "window"`},
		{change(`["-inf","inf"]`, `null`), `without "window"`},
		{change(`["-inf","inf"]`, `["-inf"]`), "two scores"},
		{change(`["-inf","inf"]`, `["-inf",null]`), "two scores"},
		{change(`"inf"`, `"big"`), `score "big"`},
		{change(`"inf"]`, `"inf"],"claims":["sure"]`), "1 claims"},
		{change(`"inf"]`, `"inf"],"claims":["sure","odd"]`), `claim "odd"`},
		{strings.NewReplacer(`enter`, `leave`, `"window":["-inf","inf"]`, `"value":1,"bound":"exact","claims":["",""]`).Replace(document(enterRoot)), `no "claims"`},
		{change(`"inf"`, `1.5`), "score 1.5"},
		{change(`"inf"`, `1000000000`), "out of range"},
		{change(`"inf"`, `-99999999999999`), "score -99999999999999"},
		{change(`"node":0`, `"node":-1`), "out of range"},
		{change(`"node":0`, `"node":1e99`), "cannot be"},
		{change(`"index":-1`, `"index":4`), "index 4 at ply 0"},
		{change(`"ply":0`, `"ply":5000`), "at ply 5000"},
		{strings.NewReplacer(`enter`, `leave`, `"window":["-inf","inf"]`, `"value":1,"bound":"odd"`).Replace(document(enterRoot)), `bound "odd"`},
		{strings.NewReplacer(`enter`, `cutoff`, `"window":["-inf","inf"]`, `"value":1,"child":0,"reason":"odd"`).Replace(document(enterRoot)), `reason "odd"`},
	} {
		_, err := trace.Decode(strings.NewReader(c.text))
		if !errors.Is(err, trace.ErrFormat) || !strings.Contains(fmt.Sprint(err), c.offence) {
			t.Errorf("%s: got error %v, want one of %q", c.text, err, c.offence)
		}
	}
}

// FuzzDecode checks that every decoded document can be built and drawn, and
// survives encoding and decoding.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(encode(f, trace.Document{Game: "tree", Events: alphaBeta(parse(bratko))})))
	f.Add([]byte(`{"schema":"ply.trace/1","events":[` + enterRoot + `]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := trace.Decode(bytes.NewReader(text))
		if err != nil {
			if !errors.Is(err, trace.ErrFormat) {
				t.Fatalf("got error %v, want one of format", err)
			}
			return
		}
		again, err := trace.Decode(strings.NewReader(encode(t, d)))
		if err != nil || !reflect.DeepEqual(again, d) {
			t.Fatalf("got %+v, %v, want %+v", again, err, d)
		}
		tree, err := trace.Build(d.Events, trace.BuildOptions{Letters: true})
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
