//go:build !js

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
)

// assets are the files that build makes from the sources in page.
//
//go:embed assets
var assets embed.FS

// page serves the page's document in the reader's language, and its files. They lie in a folder whose
// name is a fingerprint of them all, so that browsers may cache them for ever, and scripts find each other.
type page struct {
	files     map[string]file // by address
	documents map[words.Lang]func() file
	shell     string
	names     map[string]string // address of each file, by name
}

type file struct {
	content []byte
	packed  func() []byte // content, compressed by gzip
	kind    string
}

func newFile(content []byte, kind string) file {
	return file{content, sync.OnceValue(func() []byte { return pack(content) }), kind}
}

// send writes a file, compressed for clients that accept that.
func (f file) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Add("Vary", "Accept-Encoding")
	content := f.content
	if acceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		content = f.packed()
	}
	h.Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content)
}

func acceptsGzip(r *http.Request) bool {
	for _, coding := range strings.Split(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(coding, " ", ""), ";")
		if name == "gzip" {
			q, err := strconv.ParseFloat(strings.TrimPrefix(weight, "q="), 64)
			return weight == "" || err == nil && q > 0
		}
	}
	return false
}

var kinds = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json",
}

func newPage() *page {
	p := &page{files: map[string]file{}, names: map[string]string{}}
	entries, err := fs.ReadDir(assets, "assets")
	if err != nil {
		panic(err) // they are embedded: this is a bug
	}
	sum, contents := sha256.New(), make([][]byte, len(entries))
	for i, e := range entries {
		if contents[i], err = fs.ReadFile(assets, "assets/"+e.Name()); err != nil {
			panic(err)
		}
		fmt.Fprintln(sum, e.Name(), len(contents[i]))
		sum.Write(contents[i])
	}
	for i, e := range entries {
		content := contents[i]
		if path.Ext(e.Name()) == ".html" {
			p.shell = string(content)
			continue
		}
		address := fmt.Sprintf("/%x/%s", sum.Sum(nil)[:6], e.Name())
		p.files[address] = newFile(content, kinds[path.Ext(e.Name())])
		p.names[e.Name()] = address
	}
	p.documents = map[words.Lang]func() file{}
	for _, l := range words.Langs() {
		p.documents[l] = sync.OnceValue(func() file { return newFile(p.document(l, ""), "text/html; charset=utf-8") })
	}
	return p
}

// links returns the addresses of files by their names. Without a server the files lie in
// the folder base; with a server base is empty.
func (p *page) links(base string) map[string]string {
	all := maps.Clone(p.names)
	if base != "" {
		for name := range all {
			all[name] = base + name
		}
	}
	return all
}

// staticHead is what a page without a server says in its head: hosts set no headers for it.
const staticHead = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<link rel="manifest" href="%sapp-%s.webmanifest">
`

// document returns the page's document in a language. Without a server the page and the
// engines lie in the folder base; with a server base is empty.
func (p *page) document(l words.Lang, base string) []byte {
	values := p.links(base)
	if base != "" {
		values["engines"] = fmt.Sprintf(" data-engines=%q", base)
		values["policy"] = fmt.Sprintf(staticHead, base, l)
	}
	values["language"] = string(l)
	values["noscript"] = html.EscapeString(l.Text("page.noscript", "command", "ply analyze"))
	for name, doc := range map[string]any{"words": l.Page(), "searches": lesson.Algorithms()} {
		text, err := json.Marshal(doc) // which escapes <, > and &
		if err != nil {
			panic(err) // they are embedded: this is a bug
		}
		values[name] = string(text)
	}
	return fill(p.shell, l, values)
}

// fill replaces each ${name} in a document: by the value of that name, which is HTML, or if the
// name has a dot, by the text of that name.
func fill(document string, l words.Lang, values map[string]string) []byte {
	return []byte(os.Expand(document, func(name string) string {
		if v, ok := values[name]; ok || !strings.Contains(name, ".") {
			return v
		}
		return html.EscapeString(l.Text(name))
	}))
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, r, http.StatusMethodNotAllowed, reason.New("the page is only read"))
		return
	}
	if f, ok := p.files[r.URL.Path]; ok {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		f.send(w, r)
		return
	}
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Vary", "Accept-Language, Cookie")
	if r.URL.RawQuery == embedded {
		w.Header().Set("Content-Security-Policy", strings.TrimSuffix(policy, unframed))
	}
	p.documents[chooseLanguage(r)]().send(w, r)
}

// Engines are the files that a page without a server needs besides its own: the engines as a
// program for browsers, and the files that this program fetches.
type Engines struct {
	// Program is the program cmd/ply-site as WebAssembly.
	Program []byte
	// Script is wasm_exec.js, which runs the program, of the same version of Go.
	Script []byte
	// Files are the contents of asset.Files, by their names there.
	Files map[string][]byte
}

// Publish writes the page to the folder dir, for a host of static files. It creates the
// folder if necessary. It overwrites files.
func Publish(dir string, e Engines) error {
	files := map[string][]byte{"wasm_exec.js": e.Script, "engines.wasm.gz": pack(e.Program)}
	var fetched []string
	for _, name := range slices.Sorted(maps.Keys(e.Files)) {
		fetched = append(fetched, asset.Address(name))
		files[asset.Address(name)] = pack(e.Files[name])
	}
	p := newPage()
	for name, address := range p.names {
		files[name] = p.files[address].content
	}
	for _, l := range words.Langs() {
		name, base := "index.html", "./"
		if l != words.English {
			name, base = path.Join(string(l), name), "../"
		}
		files[name] = p.document(l, base)
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
	}
	list, err := json.Marshal(fetched)
	if err != nil {
		return err
	}
	files["offline.js"] = append(fmt.Appendf(nil, "const version = '%x', fetched = %s\n", sum.Sum(nil)[:8], list), files["offline.js"]...)
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, fs.FileMode(0o666)); err != nil {
			return err
		}
	}
	return nil
}

// pack compresses data by gzip.
func pack(data []byte) []byte {
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // it fails only for levels that do not exist
	_, _ = z.Write(data)
	_ = z.Close()
	return packed.Bytes()
}
