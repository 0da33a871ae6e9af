package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// schemaName is the name of a JSON document with its version.
var schemaName = regexp.MustCompile(`^ply\.[a-z]+/[0-9]+$`)

// carriers finds the types of documents in a package: for each schema name,
// the types of the composite literals that contain it, as a string or a
// constant, and "" for other uses.
func carriers(pkg string, files []*ast.File) map[string]map[string]bool {
	constants := map[string]string{}
	found := map[string]map[string]bool{}
	note := func(name, carrier string) {
		if found[name] == nil {
			found[name] = map[string]bool{}
		}
		found[name][carrier] = true
	}
	each := func(visit func(ast.Node) bool) {
		for _, f := range files {
			ast.Inspect(f, visit)
		}
	}
	each(func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, v := range n.Values {
				if name := schemaOf(v, nil); name != "" {
					constants[n.Names[i].Name] = name
				}
			}
		case *ast.BasicLit:
			if name := schemaOf(n, nil); name != "" {
				note(name, "")
			}
		}
		return true
	})
	each(func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			if name := schemaOf(e, constants); name != "" {
				note(name, typeName(pkg, lit.Type))
			}
		}
		return true
	})
	return found
}

// schemaOf returns the schema name that e holds, or "".
func schemaOf(e ast.Expr, constants map[string]string) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && schemaName.MatchString(text) {
			return text
		}
	case *ast.Ident:
		return constants[e.Name]
	}
	return ""
}

// typeName returns the type of a composite literal in a package, or "" if it
// has no name, such as a list's.
func typeName(pkg string, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return pkg + "." + e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name
		}
	}
	return ""
}

// twice reports the names that several types carry.
func twice(found map[string]map[string]bool) []string {
	var said []string
	for _, name := range slices.Sorted(maps.Keys(found)) {
		types := slices.Sorted(maps.Keys(found[name]))
		if types = slices.DeleteFunc(types, func(t string) bool { return t == "" }); len(types) > 1 {
			said = append(said, name+" is carried by "+strings.Join(types, " and ")+": want one type")
		}
	}
	return said
}

// byHand are the names that no literal of a type carries: for example because
// a field is set later, the document is a map, is written in pieces, as a
// stream or packed, is an old version that is still read, or comes from the page or a person.
var byHand = []string{"ply.archive/3", "ply.bookpack/1", "ply.delivery/5", "ply.engine/1", "ply.journal/1", "ply.progress/1", "ply.serve/1", "ply.syllabus/1", "ply.trace/1"}

// TestSchemas checks that, in non-test code, one type carries each name of a
// JSON document.
func TestSchemas(t *testing.T) {
	packages := map[string][]*ast.File{}
	goFiles(t, func(file, rel string) error {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		packages[rel] = append(packages[rel], f)
		return err
	})
	all := map[string]map[string]bool{}
	for rel, files := range packages {
		for name, types := range carriers(path.Base(rel), files) {
			if all[name] == nil {
				all[name] = map[string]bool{}
			}
			maps.Copy(all[name], types)
		}
	}
	if len(all) < 30 {
		t.Errorf("%d schema names found: the test looks in the wrong place", len(all))
	}
	for _, said := range twice(all) {
		t.Error(said)
	}
	for name, types := range all {
		if alone := len(types) == 1 && types[""]; alone != slices.Contains(byHand, name) {
			t.Errorf("%s is carried by %v: want a type, or none and the name in byHand", name, slices.Collect(maps.Keys(types)))
		}
	}
}

func TestSchemasCatchesTwo(t *testing.T) {
	const code = `package p
const schema = "ply.c/1"
var a, b = one{"ply.a/1", 1}, one{Schema: "ply.a/1"}
var c, d = one{Schema: "ply.b/1"}, two{"ply.b/1"}
var e, f = one{schema}, q.two{Schema: schema}
var g = x == "ply.d/1"
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := twice(carriers("p", []*ast.File{f}))
	want := []string{"ply.b/1 is carried by p.one and p.two: want one type", "ply.c/1 is carried by p.one and q.two: want one type"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
