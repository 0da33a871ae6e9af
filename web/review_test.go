package web

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/engine/review"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/search"
)

// untimed is an engine that ignores the clock, so that its results do not depend on the
// machine's load.
type untimed struct{ engine.Engine }

func (u untimed) Analyze(ctx context.Context, pos *engine.Position, q search.Query, c search.Control, report func(engine.Analysis)) engine.Analysis {
	c.Time, c.SoftTime = 0, 0
	return u.Engine.Analyze(ctx, pos, q, c, report)
}

// small returns an engine with one thread and a small table.
func small(g *engine.Game) engine.Engine {
	return untimed{g.NewEngine(engine.Options{Options: search.Options{Threads: 1, TableBytes: 1 << 20}})}
}

// seatFor makes e the engine of the next search of g.
func (s *Server) seatFor(g *engine.Game, e engine.Engine) {
	s.pool.idle = append(s.pool.idle, &seat{Engine: e, game: g.About().Name, threads: s.config.Threads, bytes: s.pool.share()})
}

// TestReviewIsThatOfTheEngine compares reviews through the interface with direct ones.
func TestReviewIsThatOfTheEngine(t *testing.T) {
	s, server := newTest(t, testConfig())
	tests := []struct {
		game, moves string
		depth       int
	}{
		{"othello:6", "e4 e5 d5 e3 f5 f6 d2 c5 b3 a2 a3 b2 d6 e2 b4 e6", 4},
		{"connect4", "4 4 3 3 2 5 1", 4},
		{"tictactoe", "b2 b1 a1 c3 c1 a3 b3", 9},
	}
	for _, tt := range tests {
		g, err := catalog.Find(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		record := engine.Record{Start: g.Start(), Moves: strings.Fields(tt.moves)}
		limits := review.Limits{Query: search.Query{Depth: tt.depth}}
		direct, err := review.Game(t.Context(), small(g), &record, limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.seatFor(g, small(g))
		want := direct.Describe()
		streamed, got := reviewed(t, server.URL, obj{"game": tt.game, "moves": record.Moves, "depth": tt.depth})
		same(t, tt.game, &got, &want)
		for i, n := 0, len(want.Moves); i < n; i++ {
			x := want.Moves[n-1-i]
			m := streamed[i].Move
			m.Total, x.Total = nil, nil // totals of the moves so far
			if streamed[i].Done != i+1 || streamed[i].Of != n || !reflect.DeepEqual(m, x) {
				t.Errorf("%s: event %d is %+v, want %+v", tt.game, i, streamed[i], x)
			}
		}
	}
}

// same compares reviews except for their costs.
func same(t *testing.T, name string, got, want *review.Document) {
	t.Helper()
	got.Nodes, got.TimeMS, want.Nodes, want.TimeMS = 0, 0, 0, 0
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if string(a) != string(b) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, a, b)
	}
}

// reviewed asks for a review and returns the streamed moves and the whole review.
func reviewed(t *testing.T, url string, body obj) (moves []reviewedDoc, whole review.Document) {
	t.Helper()
	_, _, text := do(t, request(t, "POST", url+base+"/review", body))
	readEvents(strings.NewReader(text), func(e sent) bool {
		var err error
		switch e.name {
		case "move":
			var doc reviewedDoc
			err = json.Unmarshal([]byte(e.data), &doc)
			moves = append(moves, doc)
		case "end":
			err = json.Unmarshal([]byte(e.data), &whole)
		case "error":
			t.Fatal(e.data)
		}
		if err != nil {
			t.Fatal(err)
		}
		return true
	})
	if len(moves) != len(whole.Moves) {
		t.Fatalf("%d moves are told, the review has %d", len(moves), len(whole.Moves))
	}
	return moves, whole
}

// TestReviewSpelling reviews a game whose moves are spelled differently from the engine's.
func TestReviewSpelling(t *testing.T) {
	_, server := newTest(t, testConfig())
	_, got := reviewed(t, server.URL, obj{"game": "othello:4", "moves": strings.Fields("B1 c1 D1 a1 a3 pa"), "depth": 2})
	if last := got.Moves[len(got.Moves)-1]; got.Moves[0].Move != "b1" || last.Move != "pass" || !last.Forced {
		t.Errorf("%+v", got.Moves)
	}
}

func TestReviewRefuses(t *testing.T) {
	_, server := newTest(t, testConfig())
	long := strings.Fields(strings.Repeat("f5 ", maxMoves+1))
	for _, tt := range []struct {
		body obj
		want string
	}{
		{obj{"game": "othello", "moves": []string{}}, "no game to review"},
		{obj{"game": "othello", "moves": []string{"a1"}}, "move 1"},
		{obj{"game": "othello", "moves": long}, "moves: more than"},
		{obj{"game": "othello", "moves": []string{"f5"}, "level": 61}, "level: 61"},
		{obj{"game": "othello", "moves": []string{"f5"}, "level": 8, "depth": 3}, "want one of them"},
		{obj{"game": "othello", "moves": []string{"f5"}, "multipv": 3}, "multipv"},
		{obj{"game": "othello", "moves": []string{"f5", "d6"}, "time_ms": 3_000_000}, "for all moves"},
	} {
		status, _, body := do(t, request(t, "POST", server.URL+base+"/review", tt.body))
		if status < http.StatusBadRequest || !strings.Contains(body, tt.want) {
			t.Errorf("%v: status %d, %s; want %q", tt.body, status, body, tt.want)
		}
	}
}

// TestNotesAreWritten writes a game with the notes of a review and reads it back.
func TestNotesAreWritten(t *testing.T) {
	_, server := newTest(t, testConfig())
	const hostile = `]) <script> \\ ?!`
	_, _, body := do(t, request(t, "POST", server.URL+base+"/records/write", obj{
		"game": "othello", "moves": []string{"f5", "d6"}, "format": "sgf",
		"notes": obj{"1": obj{"text": hostile}, "2": obj{"eval": "-4", "text": "better: f4"}},
	}))
	var written writeReply
	if err := json.Unmarshal([]byte(body), &written); err != nil {
		t.Fatal(err)
	}
	_, _, body = do(t, request(t, "POST", server.URL+base+"/records/read", obj{"text": written.Text}))
	var read recordsReply
	if err := json.Unmarshal([]byte(body), &read); err != nil {
		t.Fatal(err)
	}
	want := record.Notes{1: {Text: hostile}, 2: {Eval: "-4", Text: "better: f4"}}
	if len(read.Records) != 1 || !reflect.DeepEqual(read.Records[0].Notes, want) {
		t.Errorf("%s is read as %s, want notes %v", written.Text, body, want)
	}
}
