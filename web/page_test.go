package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
)

// TestScriptSize compresses the scripts that a first visit loads, and those that learning adds.
func TestScriptSize(t *testing.T) {
	for _, tt := range []struct {
		scripts []string
		most    int // bytes
	}{{[]string{"main.js", "chunk.js"}, 75_000}, {[]string{"learn.js"}, 25_000}} {
		var size bytes.Buffer
		z := gzip.NewWriter(&size)
		for _, name := range tt.scripts {
			content, err := assets.ReadFile("assets/" + name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := z.Write(content); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if size.Len() > tt.most {
			t.Errorf("%v: %d bytes compressed, want at most %d", tt.scripts, size.Len(), tt.most)
		}
	}
}

func TestPage(t *testing.T) {
	_, server := newTest(t, testConfig())
	for accept, want := range map[string]words.Lang{
		"": "en", "ru-RU,ru;q=0.9,en;q=0.8": "ru", "zh-CN": "zh", "fr, de": "en", "fr,zh;q=0.5": "zh",
	} {
		r := request(t, "GET", server.URL+"/", nil)
		r.Header.Set("Accept-Language", accept)
		_, _, body := do(t, r)
		if !strings.Contains(body, `<html lang="`+string(want)+`">`) || !strings.Contains(body, "<title>"+want.Text("page.title")) {
			t.Errorf("%q: not the page in %s", accept, want)
		}
		_, texts, _ := strings.Cut(body, `id="words">`)
		texts, _, _ = strings.Cut(texts, "</script>")
		var all map[string]string
		if err := json.Unmarshal([]byte(texts), &all); err != nil || all["nav.play"] != want.Text("nav.play") {
			t.Errorf("%q: the texts of the page: %v", accept, err)
		}
	}
}

// TestPublished reads the page for hosts of files, which set no headers: its policy is the server's, but
// for programs in WebAssembly, and its manifests name files that are there.
func TestPublished(t *testing.T) {
	p := newPage()
	for _, l := range words.Langs() {
		document := string(p.document(l, "./"))
		found := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]+)"`).FindStringSubmatch(document)
		if found == nil {
			t.Fatalf("%s: no policy", l)
		}
		got := strings.ReplaceAll(strings.Replace(found[1], " worker-src 'self';", "", 1), " 'wasm-unsafe-eval'", "")
		if want := strings.TrimSuffix(policy, unframed); got != want {
			t.Errorf("%s: the policy is %q, want %q", l, got, want)
		}
		var manifest struct {
			Lang     string `json:"lang"`
			StartURL string `json:"start_url"`
			Icons    []struct{ Src string }
		}
		name := "app-" + string(l) + ".webmanifest"
		f := p.files[p.names[name]]
		if err := json.Unmarshal(f.content, &manifest); err != nil || !strings.Contains(document, `href="./`+name+`"`) || f.kind == "" {
			t.Fatalf("%s: %v", name, err)
		}
		folder := map[words.Lang]string{"en": "./"}[l]
		if folder == "" {
			folder = "./" + string(l) + "/"
		}
		if manifest.Lang != string(l) || manifest.StartURL != folder || p.names[manifest.Icons[0].Src] == "" {
			t.Errorf("%s: %+v", name, manifest)
		}
	}
	if strings.Contains(string(p.document("en", "")), "webmanifest") {
		t.Error("the server's page has the manifest, whose addresses it does not know")
	}
}

// TestCompresses requests the page and its files with and without compression.
func TestCompresses(t *testing.T) {
	_, server := newTest(t, testConfig())
	_, _, body := do(t, request(t, "GET", server.URL+"/", nil))
	script := regexp.MustCompile(`src="(/[^"]+)"`).FindStringSubmatch(body)[1]
	for _, address := range []string{"/", script} {
		var plain string
		for _, tt := range []struct {
			accept string
			packed bool
		}{{"identity", false}, {"gzip, br", true}, {"br;q=1, gzip;q=0.5", true}, {"gzip;q=0", false}, {"br", false}} {
			r := request(t, "GET", server.URL+address, nil)
			r.Header.Set("Accept-Encoding", tt.accept)
			_, h, got := do(t, r)
			if packed := h.Get("Content-Encoding") == "gzip"; packed != tt.packed || !strings.Contains(strings.Join(h.Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("%s, %s: %v", address, tt.accept, h)
			}
			if tt.packed {
				z, err := gzip.NewReader(strings.NewReader(got))
				if err != nil {
					t.Fatal(err)
				}
				whole, err := io.ReadAll(z)
				if err != nil || string(whole) != plain || len(got) > len(plain)/2 {
					t.Errorf("%s, %s: %d of %d bytes, %v", address, tt.accept, len(got), len(plain), err)
				}
			} else if plain == "" {
				plain = got
			} else if got != plain {
				t.Errorf("%s, %s: another content", address, tt.accept)
			}
		}
	}
}

func TestFiles(t *testing.T) {
	_, server := newTest(t, testConfig())
	_, _, body := do(t, request(t, "GET", server.URL+"/", nil))
	links := regexp.MustCompile(`(?:href|src)="(/[^"]+)"`).FindAllStringSubmatch(body, -1)
	if len(links) < 3 {
		t.Fatalf("links %v", links)
	}
	for _, l := range links {
		status, h, _ := do(t, request(t, "GET", server.URL+l[1], nil))
		if status != 200 || !strings.Contains(h.Get("Cache-Control"), "immutable") || h.Get("Content-Type") == "" {
			t.Errorf("%s: %d %v", l[1], status, h)
		}
	}
	if strings.Contains(body, "<script>") || regexp.MustCompile(`\son\w+=`).MatchString(body) {
		t.Error("the page has an inline script")
	}
	if status, _, _ := do(t, request(t, "GET", server.URL+"/../web.go", nil)); status != 404 {
		t.Errorf("a file that is none: %d", status)
	}
}
