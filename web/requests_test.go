package web

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/shelf"
	"github.com/plywood-go/plywood/internal/seeded"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/search/path"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

var requests = flag.Int("requests", 300, "requests of TestRequests; more than the usual wait for their answers")

// Memory limits of TestRequests.
const (
	liveAbove = 300 << 20 // live bytes beyond the tables
	heuristic = 170 << 20 // bytes of one heuristic's tables
)

// TestRequests sends a request of every operation of the interface with every algorithm, game
// and puzzle. Then it sends random requests, right and wrong, whose clients mostly hang up
// early. It checks that no handler panics, every answer is a document, and memory stays within
// its limits. At length:
//
//	go test ./web -run TestRequests -requests 100000 -timeout 3h -v
func TestRequests(t *testing.T) {
	long := *requests > 300
	s := New(testConfig())
	handler := s.Handler()
	doc, err := openapi3.NewLoader().LoadFromData(openapi)
	if err != nil {
		t.Fatal(err)
	}
	ops := operationsOf(doc)
	cells := cellsOf(ops)
	rng := seeded.Rand(t, 1)
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	clients := 4
	if long { // searches for a path take ten seconds; other requests would give up waiting behind them
		slices.SortStableFunc(cells, func(a, b cell) int { return order(a.path == solving) - order(b.path == solving) })
		clients = 2
	}
	var sent, answered, hung atomic.Int64
	work := make(chan asking)
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			for a := range work {
				sent.Add(1)
				if a.send(t, handler, client) {
					answered.Add(1)
				} else {
					hung.Add(1)
				}
			}
		})
	}
	began := time.Now()
	deadline, bounded := t.Deadline()
	var peak uint64
	for i := 0; i < *requests && !t.Failed() && !(bounded && time.Until(deadline) < 30*time.Second); i++ {
		g := generator{Rand: rng}
		var a asking
		if i < len(cells) {
			a = g.at(cells[i])
			a.patience = 50 * time.Millisecond
			switch {
			case long && a.path == solving:
				a.patience = 2*solveTime + 5*time.Second
			case long:
				a.patience = 300 * time.Millisecond
			}
		} else {
			g.wild = rng.IntN(4) == 0
			a = g.at(cell{operation: ops[rng.IntN(len(ops))]})
			a.patience = [...]time.Duration{20, 20, 50, 50, 200}[rng.IntN(5)] * time.Millisecond
			if rng.IntN(500) == 0 {
				a.patience = solveTime + 2*time.Second
			}
		}
		work <- a
		if peak = max(peak, live()); i%1000 == 999 {
			t.Logf("%d requests, %d answered", sent.Load(), answered.Load())
		}
	}
	close(work)
	all.Wait()
	t.Logf("%d of %d requests in %v, %d answered, %d given up; %d MiB alive at most",
		sent.Load(), *requests, time.Since(began).Round(time.Second), answered.Load(), hung.Load(), peak>>20)
	if most := uint64(s.config.TableBytes + heuristic + liveAbove); peak > most {
		t.Errorf("%d bytes alive, want at most %d", peak, most)
	}
}

// solving is the path of the operation that takes longest.
const solving = "/puzzles/solve"

// order puts first elements before the others.
func order(first bool) int {
	if first {
		return 0
	}
	return 1
}

// live returns the heap bytes alive after the last garbage collection.
func live() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// operation is one operation of the interface and the schema of its body, which may be nil.
type operation struct {
	method, path string
	body         *openapi3.Schema
}

// operationsOf returns all operations, in the order of their addresses.
func operationsOf(doc *openapi3.T) (all []operation) {
	paths := doc.Paths.Map()
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		operations := paths[path].Operations()
		for _, method := range slices.Sorted(maps.Keys(operations)) {
			o, op := operations[method], operation{method: method, path: path}
			if o.RequestBody != nil {
				op.body = o.RequestBody.Value.Content.Get("application/json").Schema.Value
			}
			all = append(all, op)
		}
	}
	return all
}

// fields returns the fields of a body, including those of its parts.
func fields(s *openapi3.Schema) map[string]*openapi3.Schema {
	all := map[string]*openapi3.Schema{}
	for _, part := range slices.Concat(s.AllOf, s.OneOf) {
		maps.Copy(all, fields(part.Value))
	}
	for name, p := range s.Properties {
		all[name] = p.Value
	}
	return all
}

// cell is an operation, its subject (a game, puzzle or tree) and an algorithm; "" where the
// operation has none.
type cell struct {
	operation
	kind, subject, algorithm string
}

// subjects lists the subjects of the operations.
var subjects = map[string][]string{
	"game":   gameNames(),
	"puzzle": shelf.Names(),
	"tree":   {figure, "((0.5 -2.25)(10 3))", "3", "(1 2 3 4 5)", strings.Repeat("(1 ", 200) + "2" + strings.Repeat(")", 200)},
}

// gameNames returns the names of all games, and of a few with other sizes.
func gameNames() []string {
	names := []string{"othello:6", "connect4:5x4", "mnk:15,15,5"}
	for _, g := range catalog.Games() {
		names = append(names, g.About().Name)
	}
	return names
}

// algorithms returns the names of all algorithms.
func algorithms() (names []string) {
	for _, a := range textbook.Algorithms() {
		names = append(names, string(a))
	}
	for _, a := range path.Algorithms() {
		names = append(names, string(a))
	}
	for _, a := range pathbook.Algorithms() {
		names = append(names, string(a))
	}
	names = append(names, string(lesson.Production))
	slices.Sort(names)
	return slices.Compact(names)
}

// cellsOf returns every operation with each of its subjects and algorithms.
func cellsOf(ops []operation) (cells []cell) {
	for _, op := range ops {
		if op.body == nil {
			cells = append(cells, cell{operation: op})
			continue
		}
		known := fields(op.body)
		names := []string{""}
		if known["algorithm"] != nil {
			names = algorithms()
		}
		for _, kind := range []string{"game", "puzzle", "tree"} {
			for _, subject := range subjects[kind] {
				for _, a := range names {
					if known[kind] != nil {
						cells = append(cells, cell{op, kind, subject, a})
					}
				}
			}
		}
	}
	return cells
}

// generator makes requests; wild ones have impossible fields.
type generator struct {
	*rand.Rand
	wild          bool
	kind, subject string
}

// asking is a request whose client hangs up after a while.
type asking struct {
	method, path, body string
	patience           time.Duration
}

// at makes a request of a cell, choosing a subject and algorithm where the cell leaves them "".
func (g *generator) at(c cell) asking {
	a := asking{method: c.method, path: strings.ReplaceAll(c.path, "{name}", one(g, lesson.Courses()))}
	if a.method == http.MethodGet {
		a.path += "?" + one(g, []string{"lang=ru", "seed=7", "seed=x", "game=othello:6", "game=none", ""})
	}
	if c.body == nil {
		return a
	}
	known := fields(c.body)
	g.kind, g.subject = c.kind, c.subject
	if g.kind == "" {
		g.kind = one(g, []string{"game", "game", "puzzle", "tree"})
		g.subject = one(g, subjects[g.kind])
	}
	body := g.object(known, required(c.body))
	if !g.wild {
		for kind := range subjects {
			delete(body, kind)
		}
		if known[g.kind] != nil {
			body[g.kind] = g.subject
		}
		if g.kind == "tree" {
			for _, of := range []string{"position", "moves", "depth", "limit", "plies", "heuristic"} {
				delete(body, of)
			}
		}
	}
	if c.algorithm != "" {
		body["algorithm"] = c.algorithm
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	if g.wild && g.IntN(8) == 0 && len(text) > 0 {
		text = text[:g.IntN(len(text))]
	}
	a.body = string(text)
	return a
}

func one[T any](g *generator, of []T) T { return of[g.IntN(len(of))] }

func required(s *openapi3.Schema) (names []string) {
	for _, part := range s.AllOf {
		names = append(names, required(part.Value)...)
	}
	return append(names, s.Required...)
}

func (g *generator) object(known map[string]*openapi3.Schema, required []string) map[string]any {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if slices.Contains(required, name) && !(g.wild && g.IntN(10) == 0) || g.IntN(4) == 0 {
			out[name] = g.value(name, known[name])
		}
	}
	return out
}

// value makes a value for the named field.
func (g *generator) value(name string, s *openapi3.Schema) any {
	if g.wild && g.IntN(6) == 0 {
		return one(g, []any{nil, -1, 1 << 40, 1e300, 0.5, true, "", "x", strings.Repeat("(", 5000), []any{}, map[string]any{}, "\x00\u202e"})
	}
	switch {
	case name == "algorithm":
		return one(g, algorithms())
	case len(s.Enum) > 0:
		return one(g, s.Enum)
	case len(fields(s)) > 0:
		return g.object(fields(s), required(s))
	case s.Type.Is("array") && name == "moves" && s.Items.Value.Type.Is("string"):
		return g.moves()
	case s.Type.Is("array"):
		list := []any{}
		for range g.IntN(4) {
			list = append(list, g.value(name, s.Items.Value))
		}
		return list
	case s.Type.Is("boolean"):
		return g.IntN(2) == 0
	case s.Type.Is("integer"), s.Type.Is("number"):
		if s.Max != nil && g.IntN(8) == 0 {
			return *s.Max
		}
		return one(g, []int{0, 1, 2, 3, 5, 10, 100})
	case s.Type.Is("string"):
		return g.text(name)
	}
	return map[string]any{}
}

// text makes a text for the named field.
func (g *generator) text(name string) string {
	switch name {
	case "game", "puzzle", "tree":
		return one(g, subjects[name])
	case "position":
		return one(g, []string{"startpos", "", "X-X/O-O/--- X", "1 4 2 3 0 5 6 7 8", "R U R' U'", "44435", "W:WK1:BK32", figure})
	case "heuristic":
		return one(g, []string{"manhattan", "conflict", "walking", "blind", "exact", "phases", "pdb:4-4", "pdb:5-5-5", "crossings", "pegs", "seats"})
	case "move":
		return one(g, append(g.moves(), "f5", "a1", "4", "x"))
	case "opponent":
		return one(g, []string{"beginner", "club", "perfect", "none"})
	case "piece":
		return one(g, []string{"X", "O", "-", "w", "K", "é"})
	}
	return one(g, []string{"a", "f5d6c3", "44435", "X", strings.Repeat("XO-", 30), "1. e4 e5", "4, 5", figure})
}

// moves returns a sequence of legal moves from the subject's first position.
func (g *generator) moves() []string {
	moves := []string{}
	n := g.IntN(12)
	switch g.kind {
	case "game":
		game, err := catalog.Find(g.subject)
		if err != nil {
			panic(err)
		}
		for p := game.Start(); len(moves) < n && len(p.Moves()) > 0; {
			moves = append(moves, one(g, p.Moves()))
			p, _ = p.Play(moves[len(moves)-1])
		}
	case "puzzle":
		puzzle, err := shelf.Find(g.subject)
		if err != nil {
			panic(err)
		}
		for p := puzzle.Start(); len(moves) < n && len(p.Moves()) > 0; {
			moves = append(moves, one(g, p.Moves()))
			p, _ = p.Play(moves[len(moves)-1])
		}
	}
	return moves
}

// send sends a request and reports whether it was answered before its client hung up.
func (a *asking) send(t *testing.T, h http.Handler, client int) (answered bool) {
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("%s %s %.2000s: panics: %v", a.method, a.path, a.body, v)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), a.patience)
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, a.method, base+a.path, strings.NewReader(a.body))
	r.Host, r.RemoteAddr = "localhost", fmt.Sprintf("192.0.2.%d:80", client)
	if a.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if ctx.Err() != nil {
		return false
	}
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	body := w.Body.Bytes()
	switch {
	case w.Code == http.StatusInternalServerError:
	case kind == "application/json" && json.Valid(body) && bytes.HasPrefix(body, []byte(`{"schema":"ply.`)):
		return true
	case kind == "text/event-stream" && bytes.HasPrefix(body, []byte("event: ")):
		return true
	case kind == "application/yaml":
		return true
	}
	t.Errorf("%s %s %.2000s: answered %d, %s, %.400s", a.method, a.path, a.body, w.Code, kind, body)
	return true
}
