package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/lesson"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/textbook/pathbook"
)

// assets are what build makes of the sources in page.
//
//go:embed assets
var assets embed.FS

// page serves the page's one document, in the reader's language, and its files. A file's address
// ends in a fingerprint of its content, so that browsers may cache it for ever.
type page struct {
	files   map[string]file // by address
	shell   *template.Template
	version string
	links   map[string]string // address of each file, by name
}

type file struct {
	content []byte
	kind    string
}

var kinds = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
}

// searches lists the algorithms of the laboratory by use.
var searches = map[string]any{
	"textbook": textbook.Algorithms(), "production": lesson.Production, "quizzed": lesson.Quizzed(), "paths": pathbook.Algorithms(),
}

func newPage(version string) *page {
	p := &page{files: map[string]file{}, links: map[string]string{}, version: version}
	entries, err := fs.ReadDir(assets, "assets")
	if err != nil {
		panic(err) // they are embedded: this is a bug
	}
	for _, e := range entries {
		content, err := fs.ReadFile(assets, "assets/"+e.Name())
		if err != nil {
			panic(err)
		}
		if path.Ext(e.Name()) == ".html" {
			p.shell = template.Must(template.New("page").Parse(string(content)))
			continue
		}
		sum := sha256.Sum256(content)
		address := "/" + hex.EncodeToString(sum[:6]) + "-" + e.Name()
		p.files[address] = file{content, kinds[path.Ext(e.Name())]}
		p.links[strings.ReplaceAll(e.Name(), ".", "_")] = address
	}
	return p
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, r, http.StatusMethodNotAllowed, reason.New("the page is only read"))
		return
	}
	if f, ok := p.files[r.URL.Path]; ok {
		w.Header().Set("Content-Type", f.kind)
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		_, _ = w.Write(f.content)
		return
	}
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	l := chooseLanguage(r)
	var out bytes.Buffer
	err := p.shell.Execute(&out, map[string]any{
		"Language": l, "Links": p.links, "Version": p.version, "Words": l.Page(), "Searches": searches,
		"Title": l.Text("page.title"), "Description": l.Text("page.description"),
		"NoScript": l.Text("page.noscript", "command", "ply analyze"),
	})
	if err != nil {
		http.Error(w, "the page cannot be written", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Vary", "Accept-Language")
	_, _ = w.Write(out.Bytes())
}

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
