package web

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/star"
)

// rules is a game that ends after 40 moves, and a place for what is hostile.
const rules = `
def start(): return (0, 0)
def moves(s): return [0, 1, 2]
def play(s, m): return (s[0] + 1, (s[1] * 3 + m) % 1000)
def result(s): return "draw" if s[0] == 40 else None
def evaluate(s): return s[1] % 7
`

// hostile are changes of rules, each with what is said of it.
var hostile = map[string]struct{ old, new, want string }{
	"loop":      {"return s[1] % 7", "\n    while True: pass", "more than 4 194 304 steps"},
	"memory":    {"return s[1] % 7", "\n    x = [0]\n    for i in range(99): x += x\n    return 0", "a value grows beyond"},
	"type":      {"return s[1] % 7", "return 'a'", "want a whole number from"},
	"recursion": {"return s[1] % 7", "return evaluate(s)", "called recursively"},
	"state":     {"return [0, 1, 2]", "\n    x = [0] * 5\n    return [x, x]", "twice"},
	"top level": {"def start", "while True: pass\ndef start", "more than 4 194 304 steps"},
	"brackets":  {"def start", strings.Repeat("(", 5000) + "\ndef start", "more than 100 brackets"},
	"slow":      {"return s[1] % 7", "\n    for i in range(1000000): pass\n    return 0", "take more than"},
	"positions": {"return (s[0] + 1, (s[1] * 3 + m) % 1000)", `return (s[0] + 1, s[1] * 3 + m, "x" * 60000)`, "256 MiB"},
}

// TestHostileScripts sends games that loop, allocate, fail or are slow to each kind of request. Every
// answer is a document with one message, or a result before the failure; the server answers others
// meanwhile.
func TestHostileScripts(t *testing.T) {
	t.Parallel()
	s, server := newTest(t, testConfig())
	s.scriptSearch = 200 * time.Millisecond
	games := map[string]string{}
	for name, h := range hostile {
		text := strings.Replace(rules, h.old, h.new, 1)
		if text == rules {
			t.Fatalf("%s: nothing is changed", name)
		}
		var err error
		if games[name], err = star.Name([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for path, body := range map[string]obj{
		"/analysis": {}, "/trees/scene": {"depth": 9, "algorithm": "minimax"}, "/move": {"time_ms": 60000},
		"/match": {"players": []obj{{"depth": 9}, {"depth": 8}}, "pairs": 50}, "/variations": {},
	} {
		all.Go(func() {
			for name, h := range hostile {
				sent := maps.Clone(body)
				sent["game"] = games[name]
				_, _, answer := do(t, request(t, "POST", server.URL+base+path, sent))
				early := name == "slow" || name == "positions" || path == "/variations" // there may be a result before
				if !strings.Contains(answer, h.want) && !(early && strings.Contains(answer, `"schema":"ply.`)) {
					t.Errorf("%s, %s: %.300s, want %q", name, path, answer, h.want)
				}
			}
		})
	}
	for range 5 { // other readers
		status, _, answer := do(t, request(t, "POST", server.URL+base+"/position", obj{"game": "othello", "moves": []string{"f5"}}))
		if status != http.StatusOK {
			t.Errorf("%d %s", status, answer)
		}
	}
	all.Wait()
}

// TestCheckScript checks texts with and without faults, and that the name is the text.
func TestCheckScript(t *testing.T) {
	t.Parallel()
	s, _ := newTest(t, testConfig())
	check := func(text string) (out scriptReply) {
		t.Helper()
		ctx, end := context.WithCancel(t.Context())
		defer end()
		ctx = context.WithValue(ctx, visitKey{}, &visit{path: base, opened: map[string]script{}})
		out, err := s.checkScript(ctx, &scriptRequest{text})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	good := check(rules)
	if text, err := s.config.Scripts.Text(good.Name); err != nil || string(text) != rules || good.Fault != nil || good.Puzzle {
		t.Errorf("%+v: %q, %v", good, text, err)
	}
	if bad := check(rules + "\nx = y"); bad.Fault == nil || bad.Fault.Line != 8 || bad.Fault.Text != "undefined: y" || bad.Name != "" {
		t.Errorf("%+v", bad)
	}
	if large := check("x = '" + strings.Repeat("a", 1<<15) + "'\n" + rules); large.Fault == nil || large.Fault.Line != 0 || !strings.Contains(large.Fault.Text, "too large for an address") {
		t.Errorf("%+v", large)
	}
	if p := check(string(star.Template("sliding"))); !p.Puzzle || p.Fault != nil {
		t.Errorf("%+v", p)
	}
}

// TestMatch compares a match of evaluate, which counts pieces, and its opposite.
func TestMatch(t *testing.T) {
	t.Parallel()
	_, server := newTest(t, testConfig())
	text := string(star.Template("breakthrough")) + "\ndef evaluate2(s):\n    return -evaluate(s)\n"
	game, err := star.Name([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	play := func(first, second string) (out struct{ Games, Won, Lost, Drawn int }) {
		body := obj{"game": game, "players": []obj{{"depth": 1, "word": first}, {"depth": 1, "word": second}}, "pairs": 10, "plies": 4, "seed": 3}
		_, _, answer := do(t, request(t, "POST", server.URL+base+"/match", body))
		if err := json.Unmarshal([]byte(answer), &out); err != nil {
			t.Fatalf("%v: %s", err, answer)
		}
		return out
	}
	if r := play("", "evaluate2"); r.Games != 20 || r.Won+r.Lost+r.Drawn != 20 || r.Won < 15 {
		t.Errorf("evaluate against evaluate2: %+v", r)
	}
	if r := play("evaluate2", ""); r.Games != 20 || r.Lost < 15 {
		t.Errorf("evaluate2 against evaluate: %+v", r)
	}
	if r := play("", ""); r.Won != r.Lost {
		t.Errorf("evaluate against itself: %+v", r)
	}
}

// TestScriptTime ends a script when its time is over.
func TestScriptTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Nanosecond, errNoScript)
	defer cancel()
	<-ctx.Done()
	if _, _, err := (star.Scripts{}).Open(ctx, named("nim")); err == nil || !strings.Contains(err.Error(), errNoScript.Error()) {
		t.Errorf("%v", err)
	}
}
