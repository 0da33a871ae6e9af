package web

import (
	"io"
	"net/http"
	"strings"
	"testing"
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
