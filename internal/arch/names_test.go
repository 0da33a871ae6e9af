package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// anyGame are the rooms that work with every game, and name none.
var anyGame = []string{"engine", "kit/enginetest", "protocol", "match", "tui", "web", "cmd"}

// helpFields are the fields of a command with help texts and examples.
var helpFields = []string{"Use", "Short", "Long", "Example"}

// example matches a command line in a text, up to its game.
var example = regexp.MustCompile(`\bply [a-z]+ [a-z0-9]+`)

// named returns the texts of a file that name a game, except in help texts and
// examples of command lines.
func named(f *ast.File, names *regexp.Regexp) (texts []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false // TestImportLaw checks these
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && slices.Contains(helpFields, key.Name) {
				return false
			}
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			if err == nil && n.Kind == token.STRING && names.MatchString(example.ReplaceAllString(text, "")) {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts
}

// TestNoGameByName looks for names of games in the rooms that work with every
// game.
func TestNoGameByName(t *testing.T) {
	names := gameNames()
	goFiles(t, func(file, rel string) error {
		if !slices.Contains(anyGame, room(rel)) && !slices.Contains(anyGame, rel) {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		for _, text := range named(f, names) {
			t.Errorf("%s names a game: %q", filepath.ToSlash(file), text)
		}
		return nil
	})
}

func TestNoGameByNameCatches(t *testing.T) {
	const code = `package p
import "games/othello/othelloengine"
var a = command{Use: "x", Example: "ply x othello", Long: "In Othello …"}
var b, c = "it needs a game, such as ply tree othello", "the penultimate move"
var d = command{name: "connect4"}
var e = "othello:6"
var f = "for Othello alone"
var g = "ply match othello and mnk"
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"connect4", "othello:6", "for Othello alone", "ply match othello and mnk"}
	if got := named(f, gameNames()); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
