package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/textbook"
)

// posted posts a request and reads the answer.
func posted[T any](t *testing.T, url string, body any) (out T) {
	t.Helper()
	status, _, text := do(t, request(t, "POST", url, body))
	if err := json.Unmarshal([]byte(text), &out); status != http.StatusOK || err != nil {
		t.Fatalf("%v: %d, %v: %.300s", body, status, err, text)
	}
	return out
}

// TestGameScene compares the search of a position by every algorithm with plain minimax.
func TestGameScene(t *testing.T) {
	_, server := newTest(t, testConfig())
	start, err := testConfig().Find("connect4:5x4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := start.Start().PlayAll("3 3 2")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range textbook.Algorithms() {
		judge := textbook.Minimax
		if a == textbook.Othello {
			judge = a // it scores games over at the horizon in its own way
		}
		want, err := lesson.SearchPosition(t.Context(), p, 4, lesson.Setup{Algorithm: judge}, lesson.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		scene := posted[sceneDoc](t, server.URL+base+"/trees/scene", obj{
			"game": "connect4:5x4", "moves": strings.Fields("3 3 2"), "depth": 4, "algorithm": a, "limit": maxVisits,
		})
		if scene.Value != want.Value(words.English) || scene.Text != p.String() || scene.Game != "connect4:5x4" || scene.Written {
			t.Errorf("%s: value %s of %s %s, want %s", a, scene.Value, scene.Game, scene.Text, want.Value(words.English))
		}
	}
}

// TestGameSceneIsShort checks that the scene of a long search is its beginning and says how long
// the search was.
func TestGameSceneIsShort(t *testing.T) {
	_, server := newTest(t, testConfig())
	for _, a := range []string{"alphabeta", "search"} {
		scene := posted[sceneDoc](t, server.URL+base+"/trees/scene", obj{"game": "othello", "depth": 5, "algorithm": a, "limit": 50})
		if scene.Shown != 50 || scene.Seen <= 50 || scene.Algorithm != a {
			t.Errorf("%s: %d of %d visits", scene.Algorithm, scene.Shown, scene.Seen)
		}
	}
}

func TestGameComparison(t *testing.T) {
	_, server := newTest(t, testConfig())
	c := posted[lesson.ComparisonDocument](t, server.URL+base+"/trees/compare", obj{"game": "tictactoe", "depth": 2})
	// Nine moves and eight answers to each: 9+8−1 leaves are enough.
	if c.Leaves != 72 || c.Minimum != 16 || len(c.Rows) != len(textbook.Algorithms())+1 {
		t.Errorf("%d of %d leaves, %d rows", c.Minimum, c.Leaves, len(c.Rows))
	}
}

// TestPictureTooLarge draws the outline of a deep tree, whose width equals its length.
func TestPictureTooLarge(t *testing.T) {
	_, server := newTest(t, testConfig())
	deep := obj{"tree": strings.Repeat("(2 ", 4000) + "1" + strings.Repeat(")", 4000), "format": "outline"}
	status, _, text := do(t, request(t, "POST", server.URL+base+"/trees/picture", deep))
	if status != http.StatusUnprocessableEntity || !strings.Contains(text, "16 MiB") {
		t.Errorf("got %d, %d bytes: %.200s", status, len(text), text)
	}
}

// TestLabEndsWithItsClient leaves while the engine searches far too deep.
func TestLabEndsWithItsClient(t *testing.T) {
	s, server := newTest(t, testConfig())
	ctx, leave := context.WithCancel(t.Context())
	r := request(t, "POST", server.URL+base+"/trees/scene", obj{"game": "othello", "depth": maxLabDepth, "algorithm": "search"})
	gone := make(chan error, 1)
	go func() {
		answer, err := http.DefaultClient.Do(r.WithContext(ctx))
		if err == nil {
			answer.Body.Close()
		}
		gone <- err
	}()
	eventually(t, "the search has begun", func() bool { return s.labs.taken() })
	leave()
	<-gone
	eventually(t, "the search has ended", func() bool { return !s.labs.taken() })
}

// taken reports whether a request has been let in.
func (q *queue) taken() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.free == 0
}
