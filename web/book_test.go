package web

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
)

// newBook returns a checkers book whose best first move is 9-13, which no search prefers.
func newBook(t *testing.T) engine.Book {
	t.Helper()
	g := catalogtest.Find(t, "checkers")
	books, _ := engine.Offered[workshop.Books](g)
	path := t.TempDir() + "/book"
	b, err := books.Create(path, "checkers")
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.Import(strings.NewReader("ply.book/1 checkers\n"+g.Start().String()+"; depth 3 at 0; leaf 9-13:+40\n"), nil)
	b.Close()
	if err != nil {
		t.Fatal(err)
	}
	held, err := g.OpenBook(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { held.Close() })
	return held
}

// TestBooks plays from a book shared by many requests. The server searches where the book has no
// entry, in games without a book, for named opponents, and in analyses.
func TestBooks(t *testing.T) {
	t.Parallel()
	config := testConfig()
	config.Books = map[string]engine.Book{"checkers": newBook(t)}
	_, server := newTest(t, config)
	c := newContract(t, server.URL)
	move := func(t *testing.T, body obj) (m moveReply) {
		t.Helper()
		if err := json.Unmarshal([]byte(c.hold(t, "move", request(t, "POST", server.URL+base+"/move", body))), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if m := move(t, obj{"game": "checkers", "depth": 2}); m.Move != "9-13" || !m.Analysis.Book {
				t.Errorf("%s, of a book %v, want 9-13 of the book", m.Move, m.Analysis.Book)
			}
		})
	}
	all.Wait()
	for what, body := range map[string]obj{
		"a position that the book does not hold": {"game": "checkers", "moves": []string{"9-13"}, "depth": 2},
		"another game":                           {"game": "draughts:russian", "depth": 2},
		"an opponent with a name":                {"game": "checkers", "opponent": "strong"},
	} {
		if m := move(t, body); m.Move == "" || m.Analysis.Book {
			t.Errorf("%s: %q, of the book %v", what, m.Move, m.Analysis.Book)
		}
	}
	body := c.hold(t, "analysis", request(t, "POST", server.URL+base+"/analysis", obj{"game": "checkers", "depth": 2}))
	if strings.Contains(body, `"book"`) || !strings.Contains(body, `"depth":2`) {
		t.Errorf("analysis: %s", body)
	}
}
