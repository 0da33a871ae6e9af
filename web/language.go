package web

import (
	"net/http"
	"strings"

	"github.com/plywood-go/plywood/internal/words"
)

// chooseLanguage returns the language that the reader chose, else the first language that both
// the browser accepts and the page has.
func chooseLanguage(r *http.Request) words.Lang {
	asked := r.Header.Get("Accept-Language")
	if c, err := r.Cookie("lang"); err == nil {
		asked = c.Value + "," + asked
	}
	for _, want := range strings.Split(r.URL.Query().Get("lang")+","+asked, ",") {
		want, _, _ = strings.Cut(strings.TrimSpace(want), ";")
		if l, err := words.Parse(want); err == nil {
			return l
		}
	}
	return words.English
}
