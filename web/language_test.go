package web

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine/boards"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/internal/words"
)

// TestErrorsInTheReadersLanguage sends bad requests as readers of three languages.
func TestErrorsInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	_, server := newTest(t, testConfig())
	const body = `{"game":"tictactoe","position":"what"}`
	for _, tt := range []struct{ path, accept, cookie, want string }{
		{"position", "", "", "want a column"},
		{"position", "ru,en;q=0.5", "", "нужен столбец"},
		{"position", "ru", "zh", "应为列"},
		{"analysis", "zh-CN,zh", "", "应为列"},
		{"nowhere", "ru", "", "по этому адресу ничего нет"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+base+"/"+tt.path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Language", tt.accept)
		if tt.cookie != "" {
			r.AddCookie(&http.Cookie{Name: "lang", Value: tt.cookie})
		}
		answer, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode < 400 || !strings.Contains(string(text), tt.want) {
			t.Errorf("%+v: %d %s", tt, answer.StatusCode, text)
		}
	}
}

// TestPageNames checks that the page has words for the units, sides, pieces and choices of every
// game.
func TestPageNames(t *testing.T) {
	known := words.English.All()
	for _, g := range catalog.Games() {
		add := func(kind, name string) {
			if key := kind + "." + strings.ReplaceAll(strings.ToLower(name), " ", "-"); len(name) > 1 && known[key] == "" {
				t.Errorf("%s: no words for %q", g.About().Name, key)
			}
		}
		add("unit", g.About().Unit)
		add("unit", g.About().Proven)
		b := g.Board()
		if b == nil {
			continue
		}
		for _, s := range b.Sides {
			add("side", s.Name)
		}
		for _, p := range b.Pieces {
			kind := "piece"
			if p.Shape == boards.Figure {
				kind = "figurine"
			}
			add(kind, p.Title)
		}
		if b.SetUp != nil && b.SetUp.Option != nil {
			add("option", b.SetUp.Option.Title)
		}
	}
}
