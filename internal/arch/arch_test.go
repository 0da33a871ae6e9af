package arch

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/plywood-go/plywood"

// A place is what one entry of the law covers: a folder and the packages below it, except those
// that a longer entry covers.
type place struct {
	may   string // the places that it may import, without tests
	alone bool   // packages directly in it need only the standard library, also in a browser
	deep  bool   // so do those below
}

// law is the drawing of the house. A star is any name, and $ the name of the same game. Every place
// may import internal. games/* are rules: true or false, with the game's notations beside them.
// games/*/* have opinions: engines, with their books, endings and training.
var law = map[string]place{
	"game":     {"", true, true},
	"internal": {"", false, false},
	// Pictures need words; the catalogue, too, needs only the standard library.
	"trace": {"game internal/words", true, true},
	// Pictures of trees as PNG and PDF, with fonts that are not in the standard library.
	"trace/raster": {"game trace", false, false},
	"textbook":     {"game", true, true},
	"search":       {"game", true, true},
	"engine":       {"game search", true, true},
	// The textbook's algorithms as engines: apart, because the textbook is the reference of engine.
	"engine/textbookengine": {"game textbook search engine", true, true},
	// Texts about games for people, with the words of internal.
	"engine/wording": {"game engine", false, false},
	"train":          {"game search engine", true, true},
	// Opening books of any game; their database is not in the standard library.
	"book":              {"game search engine", false, false},
	"protocol/*":        {"game engine protocol/client protocol/squares protocol/dialog", false, false},
	"kit":               {"game textbook search engine", true, true},
	"kit/sessiontest":   {"engine protocol/client", false, false},
	"kit/matchtest":     {"engine match", false, false},
	"games/*":           {"game", true, true},
	"games/*/*record":   {"game engine games/$", true, true},
	"games/*/*engine":   {"game search engine train games/$ games/$/*record games/$/*engine/* games/$/*engine/internal/*", true, false},
	"games/*/*engine/*": {"game search engine train book games/$ games/$/*record games/$/*engine", false, false},
	// Puzzles, with their bounds and tables.
	"games/cube":  {"game search", true, true},
	"games/pegs":  {"game search", true, true},
	"games/river": {"game search", true, true},
	"games/tiles": {"game search", true, true},
	"games/shelf": {"search engine games/cube games/pegs games/river games/tiles", false, false},
	// Games in files of users, in Starlark, which is not in the standard library: any game, not one.
	"games/star":      {"game search engine games/star/hush", false, false},
	"games/star/hush": {"", true, false},
	"games/catalog":   {"game search engine train games/* games/*/*engine games/*/*engine/*", false, false},
	"match":           {"game engine protocol/client", false, false},
	// The farm handles games as text, with the windows and scores of their searches.
	"farm": {"game search engine match farm/proof", false, false},
	// Verifying a proof must not depend on a search.
	"farm/proof":       {"game", true, true},
	"learn/experiment": {"game trace textbook search match games/* games/*/*engine games/*/*engine/* games/cube games/pegs games/river games/tiles", false, false},
	"learn/lesson":     {"game trace textbook search engine games/* games/*/*engine games/shelf", false, false},
	"learn/sheet":      {"game trace trace/raster learn/lesson", false, false},
	"tui":              {"game trace search engine engine/wording learn/lesson", false, false},
	"web":              {"game trace search engine engine/wording match learn/lesson", false, false},
	"web/browsertest":  {"", false, false},
	"cmd": {
		"game trace trace/raster search engine engine/wording engine/textbookengine games/catalog games/shelf games/star protocol/* match " +
			"farm farm/proof learn/experiment learn/lesson learn/sheet tui web", false, false,
	},
}

// shared are the internal packages for which the standard library is enough, too.
var shared = map[string]bool{
	"internal/asset": true, "internal/chart": true, "internal/memory": true, "internal/plain": true, "internal/reason": true, "internal/rowtext": true,
	"internal/seeded": true, "internal/slots": true, "internal/tablefile": true, "internal/vectors": true,
}

// only are packages with few importers: the server of NATS is a fifth of what a first build
// compiles, and clients of a farm need not know its ledger.
var only = map[string][]string{
	"github.com/nats-io/nats-server/v2/server": {"farm/queue/server"},
	module + "/farm/queue/server":              {"cmd/ply-queue"},
	module + "/farm/ledger":                    {"farm/coordinator", "farm/farmtest", "cmd/ply/internal/farming"},
}

// key returns the entry of the law that covers a package, or "" if none does. The longest wins.
func key(rel string) (best string) {
	parts := strings.Split(rel, "/")
	for pattern := range law {
		n := strings.Count(pattern, "/") + 1
		fits, _ := path.Match(pattern, strings.Join(parts[:min(n, len(parts))], "/"))
		if fits && n <= len(parts) && rank(pattern) > rank(best) {
			best = pattern
		}
	}
	return best
}

// room returns the folder of the repository that holds a package.
func room(rel string) string {
	first, _, _ := strings.Cut(rel, "/")
	return first
}

// rank orders patterns that fit: longer ones, and among these the ones with more letters.
func rank(pattern string) int { return 1000*strings.Count(pattern, "/") + len(pattern) }

// standsAlone reports whether a package may use only the standard library.
func standsAlone(rel string) bool {
	p := law[key(rel)]
	return shared[rel] || p.deep || p.alone && strings.Count(rel, "/") == strings.Count(key(rel), "/")
}

// gameOf returns the name of the game of a package in games.
func gameOf(rel string) string {
	if parts := strings.Split(rel, "/"); parts[0] == "games" {
		return parts[1]
	}
	return ""
}

// breach describes the offence of package from importing another, or returns "".
func breach(from, imported string) string {
	here := key(from)
	if here == "" {
		return fmt.Sprintf("%s is in no place of the law", from)
	}
	if importers, ok := only[imported]; ok && !slices.Contains(importers, from) {
		return fmt.Sprintf("%s imports %s: only %v may", from, imported, importers)
	}
	rel, ours := strings.CutPrefix(imported, module+"/")
	if !ours {
		first, _, _ := strings.Cut(imported, "/")
		if standsAlone(from) && strings.Contains(first, ".") {
			return fmt.Sprintf("%s imports %s: only the standard library is allowed here", from, imported)
		}
		return ""
	}
	there := key(rel)
	named := slices.Contains(strings.Fields(law[here].may), rel)
	if (there == "internal" && !shared[rel] || there == "book") && standsAlone(from) && !named {
		return fmt.Sprintf("%s imports %s: it may not stand on the standard library alone", from, rel)
	}
	if there == "internal" || here == there && sameFamily(from, rel) {
		return ""
	}
	for _, may := range strings.Fields(law[here].may) {
		fits, _ := path.Match(strings.ReplaceAll(may, "$", gameOf(from)), rel)
		if fits || may == there {
			return ""
		}
	}
	return fmt.Sprintf("%s imports %s: %s may not import %s", from, rel, here, there)
}

// sameFamily reports whether two packages of a place may import each other: not those of two games
// or of two protocols.
func sameFamily(a, b string) bool {
	return !strings.Contains(key(a), "*") || strings.Join(strings.Split(a, "/")[:2], "/") == strings.Join(strings.Split(b, "/")[:2], "/")
}

func TestImportLaw(t *testing.T) {
	goFiles(t, func(file, rel string) error { return checkFile(t, file, rel) })
}

// goFiles visits the Go files of the module except tests, with the paths of their
// packages relative to it.
func goFiles(t *testing.T, visit func(file, rel string) error) {
	t.Helper()
	everyGoFile(t, func(file, rel string) error {
		if strings.HasSuffix(file, "_test.go") {
			return nil
		}
		return visit(file, rel)
	})
}

// everyGoFile is goFiles with tests.
func everyGoFile(t *testing.T, visit func(file, rel string) error) {
	t.Helper()
	root := "../.."
	files := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || hasOwnModule(p)) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		return visit(p, filepath.ToSlash(rel))
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Fatal("no Go files found: the test looks in the wrong place")
	}
}

func hasOwnModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func checkFile(t *testing.T, file, rel string) error {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		if why := breach(rel, imported); why != "" {
			t.Errorf("%s: %s", file, why)
		}
	}
	return nil
}

func TestLawCatchesBreaches(t *testing.T) {
	tests := []struct {
		from, imported string
		ok             bool
	}{
		{"games/othello", module + "/game", true},
		{"games/othello", module + "/games/connect4", false},
		{"games/othello", module + "/games/othello/othelloengine", false},
		{"games/othello", "github.com/spf13/cobra", false},
		{"games/othello/othellorecord", module + "/games/othello", true},
		{"games/othello/othellorecord", module + "/engine/record", true},
		{"games/othello/othellorecord", module + "/search", false},
		{"games/othello/othellorecord", module + "/games/othello/othelloengine", false},
		{"games/cube", module + "/search/path", true},
		{"games/cube", module + "/engine", false},
		{"games/star", module + "/engine", true},
		{"games/star", "go.starlark.net/starlark", true},
		{"games/star", module + "/textbook", false},
		{"games/othello/othelloengine", module + "/games/othello", true},
		{"games/othello/othelloengine", module + "/games/othello/othellorecord", true},
		{"games/othello/othelloengine", module + "/games/connect4", false},
		{"games/othello/othelloengine", module + "/games/connect4/connect4engine", false},
		{"games/othello/othelloengine/othellotrain", module + "/games/othello/othelloengine", true},
		{"games/othello/othelloengine/othellotrain", module + "/games/othello", true},
		{"games/othello/othelloengine", module + "/textbook", false},
		{"games/othello/othelloengine", module + "/book", false},
		{"games/othello/othelloengine/othellobook", module + "/book", true},
		{"book", module + "/engine/workshop", true},
		{"book", module + "/games/othello/othelloengine", false},
		{"cmd/ply", module + "/book", false},
		{"games/catalog", module + "/games/othello/othelloengine", true},
		{"search", module + "/textbook", false},
		{"engine", module + "/games/mnk", false},
		{"engine/review", module + "/engine", true},
		{"engine/textbookengine", module + "/engine", true},
		{"engine/textbookengine", module + "/textbook", true},
		{"engine/review", module + "/engine/textbookengine", false},
		{"engine", module + "/textbook", false},
		{"engine/review", module + "/search", true},
		{"engine/review", module + "/games/connect4/connect4engine", false},
		{"web", module + "/engine/review", true},
		{"protocol/gtp", module + "/engine", true},
		{"protocol/gtp", module + "/games/othello", false},
		{"protocol/gtp", module + "/protocol/nboard", false},
		{"protocol/gtp", module + "/protocol/client", true},
		{"match", module + "/protocol/client", true},
		{"match", module + "/protocol/gtp", false},
		{"farm/prover", module + "/farm/proof", true},
		{"farm/proof", module + "/game", true},
		{"farm/proof", module + "/search", false},
		{"farm/proof", module + "/engine", false},
		{"farm/proof", module + "/farm/job", false},
		{"farm/proof", "github.com/nats-io/nats.go", false},
		{"farm", module + "/farm/ledger", false},
		{"cmd/ply", module + "/farm/queue/server", false},
		{"cmd/ply-queue", module + "/farm/queue/server", true},
		{"cmd/ply", "github.com/nats-io/nats-server/v2/server", false},
		{"web", module + "/games/tree", false},
		{"cmd/ply", module + "/kit/gametest", false},
		{"cmd/ply", module + "/games/tree", false},
		{"cmd/ply", module + "/textbook", false},
		{"cmd/ply", module + "/games/othello", false},
		{"cmd/ply", module + "/games/catalog", true},
		{"cmd/ply", module + "/games/othello/othelloengine", false},
		{"cmd/ply", module + "/games/othello/othelloengine/othellobook", false},
		{"cmd/ply", "github.com/spf13/cobra", true},
		{"search", module + "/internal/slots", true},
		{"game/capability", module + "/game", true},
		{"game/capability", module + "/search", false},
		{"game/capability", module + "/internal/words", false},
		{"engine/wording", module + "/engine", true},
		{"engine/wording", module + "/internal/words", true},
		{"internal/words", module + "/engine", false},
		{"engine", module + "/engine/wording", false},
		{"internal/slots", "golang.org/x/sys/unix", false},
		{"search", module + "/trace/raster", false},
		{"trace", module + "/trace/raster", false},
		{"games/othello", module + "/internal/reason", true},
		{"cmd/ply", module + "/trace/raster", true},
		{"attic", module + "/game", false},
	}
	for _, tt := range tests {
		if why := breach(tt.from, tt.imported); (why == "") != tt.ok {
			t.Errorf("breach(%q, %q) = %q, want ok %v", tt.from, tt.imported, why, tt.ok)
		}
	}
}
