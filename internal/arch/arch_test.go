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

// law lists, for each room, the rooms that its packages may import in non-test
// code. "games" and "engines" hold one package a game; such a package may
// import what its room may, but never a sibling. "games/tree" is that game
// alone, and self the room of the package's own game.
const self = "games/<same>"

var law = map[string][]string{
	"game": {},
	// Drawn boards of games and puzzles, as data.
	"boards": {"game"},
	"trace":  {"game"},
	// Pictures of trees as PNG and PDF, with fonts that are not in the standard library.
	"raster":   {"trace"},
	"textbook": {"game", "trace"},
	// Evaluation by networks, given the features of a game.
	"network": {"game"},
	"search":  {"game", "trace", "network"},
	// One-player search to a goal, with the shared budget and reasons to stop.
	"path": {"game", "search"},
	// Self-play and fits of networks, for any game with features.
	"train": {"game", "network", "search", "engine"},
	// One puzzle a package, with its lower bounds and tables.
	"puzzles": {"game", "path"},
	// Lists the puzzles.
	"shelf":    {"boards", "engine", "puzzles"},
	"gametest": {"game", "textbook", "path", "search"},
	"games":    {"game"},
	"engine":   {"game", "boards", "network", "search", "path"},
	// The textbook's algorithms as engines. They are apart from engine because
	// they import the textbook, its reference.
	"textbookengine": {"game", "textbook", "search", "engine"},
	"enginetest":     {"game", "boards", "search", "engine"},
	"engines":        {"game", self, "boards", "network", "search", "engine", "train", "book"},
	// Opening books of any game with an engine; their database is not in the
	// standard library.
	"book":    {"game", "search", "engine"},
	"catalog": {"game", "games", "search", "engine", "engines", "train"},
	// Each protocol has a server and a client; clients share a package, and so do those that
	// number the squares of draughts.
	"protocol":   {"game", "boards", "engine", "protocol/client", "protocol/squares"},
	"experiment": {"game", "textbook", "trace", "games", "search", "engines", "path", "puzzles", "match"},
	"match":      {"game", "engine", "protocol/client"},
	// The farm handles games as text, with the windows and scores of their
	// searches.
	"farm": {"game", "search", "engine", "match", "proof"},
	// Verifying a proof must not depend on a search.
	"proof": {"game"},
	// Lessons show searches of trees, games and puzzles, by the textbook and
	// by the engine of a game; they handle games and puzzles as text and draw
	// nothing.
	"lesson": {"game", "trace", "textbook", "search", "games", "engine", "engines", "shelf"},
	// Problem sheets print the trees of quizzes, and mark the answers.
	"sheet": {"trace", "raster", "lesson"},
	// The full-screen mode shows games, as text, and lessons.
	"tui": {"game", "boards", "engine", "search", "trace", "lesson", "wording"},
	// The page shows games and puzzles, as text with the limits and values of
	// a search, and lessons.
	"web": {"game", "boards", "engine", "search", "trace", "lesson", "path"},
	// The page in a browser: only tests, which the law does not cover.
	"browsertest": {},
	// The command line uses the catalogs of games and puzzles.
	"cmd": {
		"game", "trace", "raster", "network", "search", "engine", "textbookengine", "catalog",
		"protocol", "experiment", "match", "farm", "proof", "lesson", "sheet", "tui", "web", "wording", "path", "puzzle", "shelf",
	},
	// Packages shared by the rooms above.
	"internal": {"game"},
	// Texts about games for people; it handles games as text.
	"wording": {"game", "engine"},
}

// standardOnly are the rooms that a user's program may import, in a browser
// too: they need only the standard library. So do the packages directly in
// engines; the packages below those, such as workshops and books, may need
// more.
var standardOnly = map[string]bool{
	"game": true, "network": true, "search": true, "train": true, "path": true, "puzzles": true, "textbook": true, "games": true, "gametest": true, "trace": true,
	"boards": true, "engine": true, "textbookengine": true, "enginetest": true, "proof": true,
}

// shared are the internal packages that those rooms use.
var shared = map[string]bool{
	"internal/asset": true, "internal/brothers": true, "internal/capability": true, "internal/chart": true, "internal/line": true, "internal/memory": true, "internal/plain": true,
	"internal/reason": true, "internal/tablefile": true, "internal/vectors": true,
	"internal/rowtext": true, "internal/seeded": true, "internal/slots": true,
}

// only are packages with few importers: the server of NATS is a fifth of what a first build
// compiles, and clients of a farm need not know its ledger.
var only = map[string][]string{
	"github.com/nats-io/nats-server/v2/server": {"farm/queue/server"},
	module + "/farm/queue/server":              {"cmd/ply-queue"},
	module + "/farm/ledger":                    {"farm/coordinator", "farm/farmtest", "cmd/ply/internal/farming"},
}

// alone reports whether a package may use only the standard library.
func alone(from string) bool {
	return standardOnly[room(from)] || shared[from] || room(from) == "engines" && strings.Count(from, "/") == 1
}

// room returns the room of a package path relative to the module.
func room(rel string) string {
	switch rel {
	case "trace/raster", "engines/catalog", "puzzles/shelf", "engine/textbookengine", "farm/proof", "internal/wording":
		return path.Base(rel)
	}
	first, _, _ := strings.Cut(rel, "/")
	return first
}

// breach describes the offence of package from importing path, or returns "".
func breach(from, imported string) string {
	here := room(from)
	allowed, known := law[here]
	if !known {
		return fmt.Sprintf("%s is in no room of the law", from)
	}
	if importers, ok := only[imported]; ok && !slices.Contains(importers, from) {
		return fmt.Sprintf("%s imports %s: only %v may", from, imported, importers)
	}
	rel, ours := strings.CutPrefix(imported, module+"/")
	if !ours {
		first, _, _ := strings.Cut(imported, "/")
		if alone(from) && strings.Contains(first, ".") {
			return fmt.Sprintf("%s imports %s: only the standard library is allowed here", from, imported)
		}
		return ""
	}
	there := room(rel)
	if (there == "internal" && !shared[rel] || there == "book") && alone(from) {
		return fmt.Sprintf("%s imports %s: it may not stand on the standard library alone", from, rel)
	}
	if family(rel) == family(from) && (here == there || here == "engines") || there == "internal" {
		return ""
	}
	for _, a := range allowed {
		if a == there || a == family(rel) && strings.Contains(a, "/") || a == self && family(rel) == "games/"+strings.TrimSuffix(path.Base(family(from)), "engine") {
			return ""
		}
	}
	return fmt.Sprintf("%s imports %s: %s may not import %s", from, rel, here, there)
}

// family returns the part of a package path within which imports are free: the
// package of one game, engine or protocol with the packages below it;
// otherwise the whole room.
func family(rel string) string {
	parts := strings.SplitN(rel, "/", 3)
	switch parts[0] {
	case "games", "engines", "protocol", "puzzles":
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return parts[0]
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
		{"games/othello", module + "/engines/othelloengine", false},
		{"games/othello", "github.com/spf13/cobra", false},
		{"games/othello/othellorecord", module + "/games/othello", true},
		{"games/othello/othellorecord", module + "/engine", false},
		{"engines/othelloengine", module + "/games/othello", true},
		{"engines/othelloengine", module + "/games/othello/othellorecord", true},
		{"engines/othelloengine", module + "/games/connect4", false},
		{"engines/othelloengine", module + "/engines/connect4engine", false},
		{"engines/othelloengine/othellotrain", module + "/engines/othelloengine", true},
		{"engines/othelloengine/othellotrain", module + "/games/othello", true},
		{"engines/othelloengine", module + "/textbook", false},
		{"engines/othelloengine", module + "/book", false},
		{"engines/othelloengine/othellobook", module + "/book", true},
		{"book", module + "/engine/workshop", true},
		{"book", module + "/engines/othelloengine", false},
		{"cmd/ply", module + "/book", false},
		{"engines/catalog", module + "/engines/othelloengine", true},
		{"search", module + "/textbook", false},
		{"engine", module + "/games/mnk", false},
		{"engine/review", module + "/engine", true},
		{"engine/textbookengine", module + "/engine", true},
		{"engine/textbookengine", module + "/textbook", true},
		{"engine/review", module + "/engine/textbookengine", false},
		{"engine", module + "/textbook", false},
		{"engine/review", module + "/search", true},
		{"engine/review", module + "/engines/connect4engine", false},
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
		{"cmd/ply", module + "/gametest", false},
		{"cmd/ply", module + "/games/tree", false},
		{"cmd/ply", module + "/textbook", false},
		{"cmd/ply", module + "/games/othello", false},
		{"cmd/ply", module + "/engines/catalog", true},
		{"cmd/ply", module + "/engines/othelloengine", false},
		{"cmd/ply", module + "/engines/othelloengine/othellobook", false},
		{"cmd/ply", "github.com/spf13/cobra", true},
		{"search", module + "/internal/slots", true},
		{"internal/capability", module + "/game", true},
		{"internal/capability", module + "/search", false},
		{"internal/capability", module + "/internal/words", false},
		{"internal/wording", module + "/engine", true},
		{"internal/wording", module + "/internal/words", true},
		{"internal/words", module + "/engine", false},
		{"engine", module + "/internal/wording", false},
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
