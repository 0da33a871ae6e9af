package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/games/catalog"
)

// pageSource is the folder with the sources of the web page.
const pageSource = "../../web/page/src"

// imported finds the page files that a file imports, including types.
var imported = regexp.MustCompile(`(?m)(?:from|import)\s+['"]\./([^'"]+)['"]`)

// circles returns the cycles of a graph, each starting at its first node in
// alphabetical order and ending there.
func circles(edges map[string][]string) (found []string) {
	var names []string
	for name := range edges {
		names = append(names, name)
	}
	slices.Sort(names)
	done := map[string]bool{}
	var path []string
	var visit func(string)
	visit = func(name string) {
		if i := slices.Index(path, name); i >= 0 {
			found = append(found, strings.Join(append(slices.Clone(path[i:]), name), " → "))
			return
		}
		if done[name] {
			return
		}
		path = append(path, name)
		for _, to := range edges[name] {
			visit(to)
		}
		path = path[:len(path)-1]
		done[name] = true
	}
	for _, name := range names {
		visit(name)
	}
	return found
}

// TestPageHasNoCircles checks that the files of the page have no import
// cycles.
func TestPageHasNoCircles(t *testing.T) {
	files, err := filepath.Glob(pageSource + "/*.ts*")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files, %v: the test looks in the wrong place", len(files), err)
	}
	edges := map[string][]string{}
	count := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".tsx"), ".ts")
		for _, m := range imported.FindAllStringSubmatch(string(content), -1) {
			edges[name] = append(edges[name], m[1])
			count++
		}
	}
	if count < 100 {
		t.Errorf("%d imports found, want more than a hundred", count)
	}
	for _, c := range circles(edges) {
		t.Errorf("files of the page import each other: %s", c)
	}
}

func TestCircles(t *testing.T) {
	got := circles(map[string][]string{"a": {"b", "d"}, "b": {"c"}, "c": {"b", "d"}, "d": nil, "e": {"e"}})
	if want := []string{"b → c → b", "e → e"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// gameNames finds the games of the catalog by their names and titles, except
// trees, because all searches use that word.
func gameNames() *regexp.Regexp {
	var names, others []string // others have non-ASCII letters, which \b does not support
	for _, g := range catalog.Games() {
		about := g.About()
		name, _, _ := strings.Cut(about.Name, ":")
		if name == "tree" {
			continue
		}
		title := strings.TrimSuffix(about.Title, " game")
		names = append(names, regexp.QuoteMeta(name), regexp.QuoteMeta(title))
		for _, in := range about.In {
			others = append(others, regexp.QuoteMeta(in.Title))
		}
	}
	return regexp.MustCompile(`(?i)\b(` + strings.Join(names, "|") + `)|` + strings.Join(others, "|"))
}

// nameless are the rooms, and the texts of the page and of the full screen,
// that must not name a game, because they work with every game.
var nameless = []string{
	"../../web/*.go", "../../web/page/*.html", pageSource + "/*", "../../tui/*.go",
	"../../internal/words/*/page.json", "../../internal/words/*/screen.json",
}

// TestNameless looks for names of games in those files.
func TestNameless(t *testing.T) {
	names := gameNames()
	for _, pattern := range nameless {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(content), "\n") {
				if name := names.FindString(line); name != "" {
					t.Errorf("%s:%d: names a game, %q", file, i+1, name)
				}
			}
		}
	}
}

func TestGameNames(t *testing.T) {
	names := gameNames()
	for text, want := range map[string]bool{
		"othello:6": true, "a board of Connect Four": true, "for m,n,k games": true, "play.Qubic": true, "в Отелло": true,
		"penultimate": false, "connected": false, "a tree": false,
	} {
		if got := names.MatchString(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
