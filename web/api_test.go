package web

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/plywood-go/plywood/games/star"
)

// named returns the name of a template.
func named(template string) string {
	name, err := star.Name(star.Template(template))
	if err != nil {
		panic(err)
	}
	return name
}

const figure = "a(b(d(h=1 i=4) e(j=5 k=6)) c(f(l=2 m=1) g(n=1 o=1)))"

// samples are requests of every operation, by its operationId. The schemas of a stream are those
// of its events, by event name.
var samples = []struct {
	operation, method, path string
	body                    any
	events                  map[string]string
}{
	{"games", "GET", "/games", nil, nil},
	{"games", "GET", "/games?game=connect4:5x4", nil, nil},
	{"games", "GET", "/games?game=none", nil, nil},
	{"games", "GET", "/games?game=" + named("torus"), nil, nil},
	{"games", "GET", "/games?game=star:x", nil, nil},
	{"scripts", "GET", "/scripts", nil, nil},
	{"checkScript", "POST", "/scripts/check", obj{"text": string(star.Template("kalah"))}, nil},
	{"checkScript", "POST", "/scripts/check", obj{"text": "def start("}, nil},
	{"checkScript", "POST", "/scripts/check", obj{"text": strings.Repeat("#", 99999)}, nil},
	{"match", "POST", "/match", obj{"game": named("kalah"), "players": []obj{{"depth": 1}, {"depth": 2}}, "pairs": 2, "plies": 1, "seed": 1}, nil},
	{"match", "POST", "/match", obj{"game": named("kalah"), "players": []obj{{"depth": 1}, {"depth": 2, "word": "evaluate2"}}, "pairs": 2}, nil},
	{"match", "POST", "/match", obj{"game": "othello", "players": []obj{{"depth": 1}, {"depth": 2}}, "pairs": 2}, nil},
	{"puzzles", "GET", "/puzzles?puzzle=" + named("sliding"), nil, nil},
	{"puzzles", "GET", "/puzzles?puzzle=" + named("kalah"), nil, nil},
	{"position", "POST", "/position", obj{"game": named("breakthrough"), "moves": []string{"a2-a3", "a4-b3"}}, nil},
	{"analysis", "POST", "/analysis", obj{"game": named("domineering"), "depth": 3}, map[string]string{"analysis": "Analysis", "tick": "Tick", "end": "Analysis"}},
	{"review", "POST", "/review", obj{"game": named("torus"), "moves": []string{"a1", "b2"}, "depth": 2}, map[string]string{"move": "Reviewed", "tick": "Tick", "end": "Review"}},
	{"scene", "POST", "/trees/scene", obj{"game": named("nim"), "depth": 2}, nil},
	{"scene", "POST", "/trees/scene", obj{"puzzle": named("sliding"), "algorithm": "astar"}, nil},
	{"solvePuzzle", "POST", "/puzzles/solve", obj{"puzzle": named("sliding"), "heuristic": "estimate"}, nil},
	{"describe", "GET", "/openapi.yaml", nil, nil},
	{"challenges", "GET", "/challenges?game=tictactoe", nil, nil},
	{"challenges", "GET", "/challenges?game=none", nil, nil},
	{"puzzles", "GET", "/puzzles", nil, nil},
	{"puzzlePosition", "POST", "/puzzles/position", obj{"puzzle": "tiles:3", "moves": []string{"1"}}, nil},
	{"puzzlePosition", "POST", "/puzzles/position", obj{"puzzle": "cube:3", "position": "R U", "moves": []string{"U'", "R'"}}, nil},
	{"puzzlePosition", "POST", "/puzzles/position", obj{"puzzle": "tiles:3", "moves": []string{"8"}}, nil},
	{"shufflePuzzle", "POST", "/puzzles/shuffle", obj{"puzzle": "cube:2", "seed": 7}, nil},
	{"shufflePuzzle", "POST", "/puzzles/shuffle", obj{"puzzle": "none", "seed": 7}, nil},
	{"solvePuzzle", "POST", "/puzzles/solve", obj{"puzzle": "tiles:3", "algorithm": "astar", "heuristic": "conflict"}, nil},
	{"solvePuzzle", "POST", "/puzzles/solve", obj{"puzzle": "tiles:3", "position": "1 0 2 3 4 5 6 8 7"}, nil},
	{"solvePuzzle", "POST", "/puzzles/solve", obj{"puzzle": "tiles:4", "position": "4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15"}, nil},
	{"solvePuzzle", "POST", "/puzzles/solve", obj{"puzzle": "pegs", "goal": "first"}, nil},
	{"shufflePuzzle", "POST", "/puzzles/shuffle", obj{"puzzle": "tiles:3", "goal": "first", "seed": 1}, nil},
	{"solvePuzzle", "POST", "/puzzles/solve", obj{"puzzle": "tiles:4", "heuristic": "pdb:7-8"}, nil},
	{"scene", "POST", "/trees/scene", obj{"puzzle": "tiles:3", "goal": "first", "position": "1 4 2 3 0 5 6 7 8", "lang": "ru"}, nil},
	{"scene", "POST", "/trees/scene", obj{"puzzle": "tiles:3", "position": "1 2 3 4 0 6 7 5 8", "algorithm": "dfs", "depth": 1}, nil},
	{"scene", "POST", "/trees/scene", obj{"puzzle": "tiles:3", "algorithm": "ids"}, nil},
	{"compare", "POST", "/trees/compare", obj{"puzzle": "tiles:3"}, nil},
	{"course", "GET", "/lessons/horizon?lang=zh", nil, nil},
	{"position", "POST", "/position", obj{"game": "tree"}, nil},
	{"position", "POST", "/position", obj{"game": "ultimate", "moves": []string{"e5", "d4"}}, nil},
	{"variations", "POST", "/variations", obj{"game": "othello", "moves": []obj{{"from": 0, "move": "f5"}, {"from": 0, "move": "f4"}, {"from": 1, "move": "d6"}}}, nil},
	{"variations", "POST", "/variations", obj{"game": "othello", "moves": []obj{{"from": 1, "move": "f5"}}}, nil},
	{"variations", "POST", "/variations", obj{"game": "tictactoe", "position": "X--/---/--- O", "moves": []obj{{"from": 0, "move": "a1"}}}, nil},
	{"setup", "POST", "/setup", obj{"game": "ultimate", "moves": []string{"e5"}, "put": obj{"cell": 0, "piece": "X"}}, nil},
	{"setup", "POST", "/setup", obj{"game": "othello:4", "pieces": "XXXXXXXXXXXXXXX-", "side": 1}, nil},
	{"setup", "POST", "/setup", obj{"game": "tree"}, nil},
	{"position", "POST", "/position", obj{"game": "othello", "moves": []string{"f5", "d6"}}, nil},
	{"position", "POST", "/position", obj{"game": "tictactoe", "moves": strings.Fields("a1 b1 a2 b2 a3")}, nil},
	{"position", "POST", "/position", obj{"game": "othello:4", "position": "XXXXXXXXXXXXXXX- O"}, nil},
	{
		"analysis", "POST", "/analysis",
		obj{"game": "othello", "moves": []string{"f5"}, "depth": 6, "multipv": 3},
		map[string]string{"analysis": "Analysis", "tick": "Tick", "end": "Analysis"},
	},
	{
		"analysis", "POST", "/analysis",
		obj{"game": "tictactoe", "multipv": 9},
		map[string]string{"analysis": "Analysis", "tick": "Tick", "end": "Analysis"},
	},
	{"move", "POST", "/move", obj{"game": "connect4", "moves": []string{"4"}, "level": 4}, nil},
	{"move", "POST", "/move", obj{"game": named("pig"), "moves": []string{"roll"}, "level": 4, "seed": 3}, nil},
	{"position", "POST", "/position", obj{"game": named("pig"), "moves": []string{"roll"}}, nil},
	{"scene", "POST", "/trees/scene", obj{"game": named("pig"), "depth": 3, "algorithm": "star1"}, nil},
	{"compare", "POST", "/trees/compare", obj{"game": named("pig"), "depth": 3}, nil},
	{"move", "POST", "/move", obj{"game": "othello", "level": 2, "clock": obj{"left_ms": 1000}, "random": 2, "seed": 7}, nil},
	{"move", "POST", "/move", obj{"game": "connect4", "opponent": "beginner", "seed": 7}, nil},
	{"move", "POST", "/move", obj{"game": "tictactoe", "moves": []string{"a1"}, "opponent": "perfect"}, nil},
	{"move", "POST", "/move", obj{"game": "othello", "opponent": "perfect"}, nil},
	{"move", "POST", "/move", obj{"game": "othello", "opponent": "club", "level": 3}, nil},
	{
		"review", "POST", "/review",
		obj{"game": "tictactoe", "moves": []string{"a1", "b2"}, "depth": 3},
		map[string]string{"move": "Reviewed", "tick": "Tick", "end": "Review"},
	},
	{"read", "POST", "/records/read", obj{"text": "f5d6c3", "game": "othello"}, nil},
	{"read", "POST", "/records/read", obj{"text": "44435"}, nil},
	{"read", "POST", "/records/read", obj{"text": "f5d6c3", "game": "othello", "keys": true}, nil},
	{"explore", "POST", "/explore", obj{"game": "othello", "moves": []string{"f5"}}, nil},
	{"explore", "POST", "/explore", obj{"game": "othello", "moves": []string{"a1"}}, nil},
	{"explore", "POST", "/explore", obj{"game": "checkers", "moves": []string{"9-13"}}, nil},
	{"openings", "GET", "/openings?game=chess", nil, nil},
	{"openings", "GET", "/openings?game=tictactoe", nil, nil},
	{"openings", "GET", "/openings?game=none", nil, nil},
	{"read", "POST", "/records/read", obj{"data": []byte(partly)}, nil},
	{"read", "POST", "/records/read", obj{"text": "[FEN \"W:WK3:BK10\"] *"}, nil},
	{"read", "POST", "/records/read", obj{"data": wthor, "players": names(20, "Ann", "Bob"), "tournaments": names(26, "Oslo")}, nil},
	{"read", "POST", "/records/read", obj{"data": wthor, "players": []byte("none")}, nil},
	{"write", "POST", "/records/write", obj{"game": "othello", "moves": []string{"f5", "d6"}, "format": "wtb"}, nil},
	{"write", "POST", "/records/write", obj{"game": "othello", "moves": []string{"f5", "d6"}, "format": "transcript"}, nil},
	{"write", "POST", "/records/write", obj{"game": "othello", "moves": []string{"f5"}, "format": "sgf", "notes": obj{"1": obj{"eval": "-1.5", "text": "so"}}}, nil},
	{"scene", "POST", "/trees/scene", obj{"tree": figure, "style": "windows", "lang": "ru"}, nil},
	{"scene", "POST", "/trees/scene", obj{"tree": "((0.5 -2.25)(10 3))", "algorithm": "scout", "signs": "negamax"}, nil},
	{"scene", "POST", "/trees/scene", obj{"game": "othello", "moves": []string{"f5"}, "depth": 2, "style": "alphabeta", "lang": "zh"}, nil},
	{"scene", "POST", "/trees/scene", obj{"game": "connect4:5x4", "algorithm": "search", "depth": 4, "limit": 100, "plies": 2}, nil},
	{"scene", "POST", "/trees/scene", obj{"game": "tictactoe", "position": "XXX/OO-/--- O", "depth": 2}, nil},
	{"scene", "POST", "/trees/scene", obj{"tree": figure, "algorithm": "pns", "goal": "4", "rounds": 3}, nil},
	{"scene", "POST", "/trees/scene", obj{"game": "tictactoe", "algorithm": "uct", "rounds": 12, "explore": 0.5, "seed": 2, "lang": "zh"}, nil},
	{"scene", "POST", "/trees/scene", obj{"game": "tictactoe", "position": "XX-/OO-/--- X", "algorithm": "pns", "goal": "draw"}, nil},
	{"scene", "POST", "/trees/scene", obj{"tree": figure, "algorithm": "uct", "goal": "4"}, nil},
	{"quiz", "POST", "/quiz", obj{"tree": figure, "algorithm": "uct", "rounds": 9, "stage": "rates"}, nil},
	{"quiz", "POST", "/quiz", obj{"tree": figure, "algorithm": "pns", "stage": "proofs"}, nil},
	{"quiz", "POST", "/quiz", obj{"tree": figure, "algorithm": "pns", "stage": "windows"}, nil},
	{"check", "POST", "/quiz/check", obj{"tree": figure, "algorithm": "pns", "goal": "4", "stage": "visits", "question": 0, "answer": "a b d"}, nil},
	{"random", "GET", "/trees/random?seed=3&algorithm=pns", nil, nil},
	{"explain", "POST", "/trees/explain", obj{"game": "tictactoe", "moves": []string{"b2"}, "algorithm": "scout", "from": 20}, nil},
	{"compare", "POST", "/trees/compare", obj{"game": "othello:4", "depth": 4, "lang": "ru"}, nil},
	{"compare", "POST", "/trees/compare", obj{"game": "othello", "depth": 20}, nil},
	{"picture", "POST", "/trees/picture", obj{"game": "connect4", "depth": 2, "algorithm": "search", "format": "tikz"}, nil},
	{"explain", "POST", "/trees/explain", obj{"tree": figure, "from": 3, "lang": "zh"}, nil},
	{"compare", "POST", "/trees/compare", obj{"tree": figure, "order": "best"}, nil},
	{"picture", "POST", "/trees/picture", obj{"tree": figure, "format": "svg", "step": 4, "title": "x"}, nil},
	{"picture", "POST", "/trees/picture", obj{"tree": figure, "format": "events"}, nil},
	{"random", "GET", "/trees/random?seed=7", nil, nil},
	{"quiz", "POST", "/quiz", obj{"tree": figure, "stage": "values"}, nil},
	{"check", "POST", "/quiz/check", obj{"tree": figure, "stage": "values", "question": 0, "answer": "4", "reveal": true}, nil},
	{"courses", "GET", "/lessons?lang=ru", nil, nil},
	{"course", "GET", "/lessons/minimax?lang=en", nil, nil},
	{"course", "GET", "/lessons/none", nil, nil},
	{"position", "POST", "/position", obj{"game": "othello", "moves": []string{"a1"}}, nil},
}

// wthor is a file of one game, f5 d6 of 2024, in the first tournament, between the second player
// and the first.
var wthor = append([]byte{20, 26, 2, 24, 1, 0, 0, 0, 0, 0, 0xE8, 7, 8, 0, 22, 0, 0, 0, 1, 0, 0, 0, 33, 40, 56, 64}, make([]byte, 58)...)

// names returns a WTHOR list of names, each padded to size bytes.
func names(size int, all ...string) []byte {
	list := append(make([]byte, 8), byte(len(all)), 0, 0, 0, 0, 0, 0, 0)
	for _, name := range all {
		list = append(list, append([]byte(name), make([]byte, size-len(name))...)...)
	}
	return list
}

// partly is a collection in Windows-1251, of one game of which only a part can be read, and of
// another one nothing.
const partly = "[White \"\xc8\xe2\xe0\xed\"]\n\n1. 32-28 19-25 *\n\n[White \"\xcf\xb8\xf2\xf0\"]\n\n1. 32-28 19-23 *\n\n[White \"Ian\"]\n[FEN \"x\"]\n\n*\n"

// TestLeftOut checks that the reply has what can be read of a collection, and names what is
// left out and the encoding assumed.
func TestLeftOut(t *testing.T) {
	_, server := newTest(t, testConfig())
	got := posted[recordsReply](t, server.URL+base+"/records/read", obj{"data": []byte(partly), "game": "othello"})
	if len(got.Records) != 2 || len(got.LeftOut) != 1 || got.Faults != 1 || got.Encoding != "windows-1251" || got.Format != "pdn" {
		t.Fatalf("%+v", got)
	}
	first, second := got.Records[0], got.Records[1]
	want := []string{"draughts: line 3: move 2: draughts: move 19-25: illegal move"}
	if first.Players[0] != "Иван" || len(first.Moves) != 1 || !first.Partly || !slices.Equal(first.Remarks, want) {
		t.Errorf("%+v, want %s", first, want)
	}
	if second.Players[0] != "Пётр" || second.Game != "draughts:international" || second.Partly {
		t.Errorf("%+v", second)
	}
	if left := got.LeftOut[0]; left.Number != 3 || left.Players[0] != "Ian" || !strings.Contains(left.Reason, "FEN") {
		t.Errorf("%+v", left)
	}
}

// TestSeveralFit asks which game a text is of that several fit, and reads it as the one chosen.
func TestSeveralFit(t *testing.T) {
	_, server := newTest(t, testConfig())
	const kings = "[Event \"x\"]\n[FEN \"W:WK3:BK10\"]\n[Result \"1-1\"]\n"
	for _, tt := range []struct {
		ask     obj
		choices []string
		game    string
	}{
		{obj{"text": kings, "game": "checkers"}, []string{"checkers", "draughts:international", "draughts:brazilian"}, ""},
		{obj{"text": kings, "game": "othello", "choice": "draughts:brazilian"}, nil, "draughts:brazilian"},
		{obj{"text": kings, "name": "C:\\Games\\Brazilian kings.pdn"}, nil, "draughts:brazilian"},
		{obj{"text": "[White \"Ann\"]\n\n[White \"Bo\"]\n", "game": "checkers"}, []string{"checkers", "draughts:russian", "draughts:international", "draughts:brazilian", "chess"}, ""},
		{obj{"text": "[White \"Ann\"]\n[WhiteElo \"2700\"]\n\n[White \"Bo\"]\n", "game": "checkers"}, nil, "chess"},
	} {
		got := posted[recordsReply](t, server.URL+base+"/records/read", tt.ask)
		if tt.game != "" && (len(got.Records) == 0 || got.Records[0].Game != tt.game) || !slices.Equal(got.Choices, tt.choices) {
			t.Errorf("%v: %+v, want %s or %s", tt.ask, got, tt.game, tt.choices)
		}
	}
}

// TestWrittenEvaluations writes evaluations.
func TestWrittenEvaluations(t *testing.T) {
	_, server := newTest(t, testConfig())
	body := obj{"game": "othello", "moves": []string{"f5"}, "format": "ggf", "notes": obj{"1": obj{"eval": "1.676"}}}
	if _, _, got := do(t, request(t, "POST", server.URL+base+"/records/write", body)); !strings.Contains(got, "B[F5/1.676]") {
		t.Errorf("%s", got)
	}
}

// TestReadIsWritten reads games and writes what it has read: the text is the same.
func TestReadIsWritten(t *testing.T) {
	_, server := newTest(t, testConfig())
	for _, text := range []string{
		"[Event \"?\"]\n[Site \"Oslo\"]\n[Date \"2024.05.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[ECO \"C50\"]\n\n" +
			"{so} 1. e4! {[%eval 0.25] [%clk 0:03:00]} 1... e5 $14 (1... c5 {[%cal Gd2d4]}\n2. Nf3 (2. c3)) 2. Nf3 1-0\n",
		"[White \"Wim\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 {[%clk 0:00:59.5] x} (1. a3-b4 $1) 1... d6-c5 *\n",
		"(;GM[2]FF[4]CA[UTF-8]SZ[8]PB[Ann]RE[B+2]\n;B[f5]C[good]\n(\n;W[d6])\n(\n;W[f6]))\n",
		"f5d6c3\n", "44435\n",
	} {
		read := posted[recordsReply](t, server.URL+base+"/records/read", obj{"text": text})
		if len(read.Records) != 1 {
			t.Errorf("%q is read as %+v", text, read)
			continue
		}
		written := posted[writeReply](t, server.URL+base+"/records/write", writeRequest{read.Records[0].RecordDocument, read.Format})
		if strings.ReplaceAll(written.Text, " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Errorf("%q is written as %q in %s", text, written.Text, read.Format)
		}
	}
}

// TestRecordsAreNoMore checks which texts are read as games and which are refused although they
// look like games.
func TestRecordsAreNoMore(t *testing.T) {
	_, server := newTest(t, testConfig())
	for _, tt := range []struct {
		body obj
		want string
	}{
		{obj{"data": wthor, "players": names(20, "Ann", "Bob"), "tournaments": names(26, "Oslo")}, `"players":["Bob","Ann"],"event":"Oslo","date":"2024"`},
		{obj{"text": "99999", "game": "othello"}, "ply.error/1"},
		{obj{"text": "-12.5", "game": "tictactoe"}, "ply.error/1"},
		{obj{"text": "((1 4)(5 6))", "game": "othello"}, `"game":"tree"`},
		{obj{"text": "7", "game": "tree"}, `"game":"tree"`},
		{obj{"text": "1. e4 d5 2. Ne2 Ne6 3. Nc4 *"}, `"moves":["e4","d5","Ne2"]`},
		{obj{"text": "1. e4 e5 2. Sf3 Sc6 *"}, `"remarks":["chess: the letters of pieces are read as German"]`},
		{obj{"text": "[Variant \"Atomic\"]\n\n1. e4 *", "game": "chess"}, "a game of Atomic, which is not chess"},
		{obj{"text": "[GameType \"40\"]\n\n1. 32-28 *", "game": "checkers"}, "a game of Frisian draughts"},
		{obj{"text": "https://lichess.org/analysis/4k3/8/8/8/8/8/8/R3K3_w_KQ_-_0_1", "game": "chess"}, "left out of the position: K without its king and rook"},
	} {
		_, _, got := do(t, request(t, "POST", server.URL+base+"/records/read", tt.body))
		if !strings.Contains(got, tt.want) {
			t.Errorf("%v: %.200s, want %s", tt.body, got, tt.want)
		}
	}
}

type obj map[string]any

// contract checks requests and answers against openapi.yaml.
type contract struct {
	doc    *openapi3.T
	router routers.Router
}

func newContract(t *testing.T, server string) contract {
	t.Helper()
	for _, kind := range []string{"text/event-stream", "application/yaml"} {
		openapi3filter.RegisterBodyDecoder(kind, openapi3filter.FileBodyDecoder)
	}
	doc, err := openapi3.NewLoader().LoadFromData(openapi)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	doc.Servers = openapi3.Servers{{URL: server + base}}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return contract{doc, router}
}

// hold checks one exchange and returns the body of the answer.
func (c contract) hold(t *testing.T, operation string, r *http.Request) string {
	t.Helper()
	route, params, err := c.router.FindRoute(r)
	if err != nil {
		t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	if route.Operation.OperationID != operation {
		t.Fatalf("%s %s is %s, want %s", r.Method, r.URL, route.Operation.OperationID, operation)
	}
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route}
	if err := openapi3filter.ValidateRequest(t.Context(), in); err != nil {
		t.Fatalf("%s: the request is not as described: %v", operation, err)
	}
	status, header, body := do(t, r)
	out := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: status, Header: header, Body: io.NopCloser(strings.NewReader(body)),
	}
	if err := openapi3filter.ValidateResponse(t.Context(), out); err != nil {
		t.Errorf("%s: the answer is not as described: %v\n%.400s", operation, err, body)
	}
	return body
}

// matches checks a document against the schema called name.
func (c contract) matches(t *testing.T, schema, text string) {
	t.Helper()
	var doc any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	if err := c.doc.Components.Schemas[schema].Value.VisitJSON(doc); err != nil {
		t.Errorf("%s: %v\n%.400s", schema, err, text)
	}
}

func TestInterfaceIsAsDescribed(t *testing.T) {
	t.Parallel()
	s, server := newTest(t, testConfig())
	c := newContract(t, server.URL)
	tried := map[string]bool{}
	for _, x := range samples {
		t.Run(x.operation, func(t *testing.T) {
			tried[x.operation] = true
			body := c.hold(t, x.operation, request(t, x.method, server.URL+base+x.path, x.body))
			if x.events == nil {
				return
			}
			last := ""
			readEvents(strings.NewReader(body), func(e sent) bool {
				c.matches(t, x.events[e.name], e.data)
				last = e.name
				return true
			})
			if last != "end" {
				t.Errorf("the stream ends with %q, want end", last)
			}
		})
	}
	described := 0
	for path, item := range c.doc.Paths.Map() {
		for method, operation := range item.Operations() {
			described++
			if !tried[operation.OperationID] {
				t.Errorf("no sample of %s %s, %s", method, path, operation.OperationID)
			}
		}
	}
	if n := len(s.routes()); n != described {
		t.Errorf("%d routes are served, %d described", n, described)
	}
	for _, r := range s.routes() {
		if item := c.doc.Paths.Find(r.path); item == nil || item.GetOperation(r.method) == nil {
			t.Errorf("%s %s is not described", r.method, r.path)
		}
	}
}

func TestReplayScores(t *testing.T) {
	_, server := newTest(t, testConfig())
	_, _, body := do(t, request(t, "POST", server.URL+base+"/trees/scene", obj{"tree": "((0.5 -2.25)(10 3))"}))
	var scene sceneDoc
	if err := json.Unmarshal([]byte(body), &scene); err != nil {
		t.Fatal(err)
	}
	if scene.Value != "3" || len(scene.Steps) == 0 || len(scene.Told) != len(scene.Steps)+1 {
		t.Errorf("value %s, %d steps, %d told", scene.Value, len(scene.Steps), len(scene.Told))
	}
	want := map[string]bool{"0.5": true, "−2.25": true, "10": true}
	for _, text := range scene.Texts {
		delete(want, text)
	}
	if len(want) > 0 {
		t.Errorf("texts %q lack %v", scene.Texts, want)
	}
	sum := 0 // visits counted by the steps
	for _, c := range scene.Counts {
		for i := 0; i < len(c); i += 2 {
			if c[i] == 0 {
				sum += c[i+1]
			}
		}
	}
	if sum != scene.Shown || sum != scene.Seen || !scene.Written {
		t.Errorf("%d visits counted, %d shown of %d; a tree: %v", sum, scene.Shown, scene.Seen, scene.Written)
	}
}
