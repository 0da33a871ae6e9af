package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// stockPhrases matches phrases that plain English avoids.
var stockPhrases = regexp.MustCompile(`(?i)\b(` + strings.ReplaceAll(strings.Join([]string{
	"of a name", "there is none of", "what is no", "so many", "told", "be it", "heed(s|ed)?", "whom", "nobody", "whoever",
	"(a|an|its|their) [a-z]+ of (one's|its|their) own", "of one's own", "is the better for it", "made anew", "no more than that",
	"(is|are) held to",
}, "|"), " ", `\s+`) + `)\b`)

// phrases returns the stock phrases in the comments and help texts of a file, each after
// its line.
func phrases(set *token.FileSet, f *ast.File) (found []string) {
	look := func(pos token.Pos, text string) {
		for _, at := range stockPhrases.FindAllStringIndex(text, -1) {
			line := set.Position(pos).Line + strings.Count(text[:at[0]], "\n")
			found = append(found, fmt.Sprintf("%d: %q", line, text[at[0]:at[1]]))
		}
	}
	for _, group := range f.Comments {
		for _, comment := range group.List {
			if strings.HasPrefix(comment.Text, "/*") {
				look(comment.Pos(), comment.Text)
			}
		}
		look(group.Pos(), group.Text())
	}
	ast.Inspect(f, func(n ast.Node) bool {
		pair, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		key, isName := pair.Key.(*ast.Ident)
		if !isName || !slices.Contains(helpFields, key.Name) {
			return true
		}
		ast.Inspect(pair.Value, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value)
				look(l.Pos(), text)
			}
			return true
		})
		return false
	})
	return found
}

// TestPlainEnglish finds stock phrases in comments and help.
func TestPlainEnglish(t *testing.T) {
	everyGoFile(t, func(file, _ string) error {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments)
		if err != nil || ast.IsGenerated(f) {
			return err
		}
		for _, phrase := range phrases(set, f) {
			t.Errorf("%s:%s", filepath.ToSlash(file), phrase)
		}
		return nil
	})
}

// plainTexts are the other files without stock phrases: documents, and sources
// in other languages than Go.
var plainTexts = []string{
	"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "*/testdata/*.md", "learn/lesson/courses/README.md", "learn/lesson/courses/*/README.md", "test", ".ci/*",
	"web/openapi.yaml", "web/page/src/*.ts", "web/page/src/*.tsx", "tools/*/*.go", "web/build/*.go",
}

// laterTexts are files of plainTexts that still have stock phrases.
var laterTexts []string

// parts match the parts of files to check by their extensions; other files are
// checked as a whole.
var parts = map[string]*regexp.Regexp{
	".go":   regexp.MustCompile(`(?m)(^|\s)// .*`),
	".ts":   regexp.MustCompile(`(?ms)/\*\*.*?\*/|(^|\s)// [^\n]*`),
	".tsx":  regexp.MustCompile(`(?ms)/\*\*.*?\*/|(^|\s)// [^\n]*`),
	".yaml": regexp.MustCompile(`(?m)(description|summary): [^{}\n]*|^ +[A-Z][^:{}\n]*$`),
}

// marks matches the comment marks at the start of lines.
var marks = regexp.MustCompile(`\n\s*(//|#|/?\*+)\s?`)

// TestPlainTexts finds stock phrases in documents, and in comments in other
// languages than Go.
func TestPlainTexts(t *testing.T) {
	root := "../.."
	for _, pattern := range plainTexts {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Errorf("%s: no files (%v)", pattern, err)
		}
		for _, file := range files {
			if slices.Contains(laterTexts, strings.TrimPrefix(filepath.ToSlash(file), root+"/")) {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			if part := parts[filepath.Ext(file)]; part != nil {
				text = strings.Join(part.FindAllString(text, -1), "\n")
			}
			for _, phrase := range stockPhrases.FindAllString(marks.ReplaceAllString(text, "\n"), -1) {
				t.Errorf("%s: %q", filepath.ToSlash(file), phrase)
			}
		}
	}
}

func TestPlainEnglishCatches(t *testing.T) {
	const code = `package p

// F returns the file of
// a name, and its heading.
var a = command{Use: "x", Long: ` + "`Say\nwhat was told.`" + `, Text: "told"}
`
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "p.go", code, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`3: "of\na name"`, `6: "told"`}
	if got := phrases(set, f); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
