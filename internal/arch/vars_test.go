package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestNoVariables finds exported variables of packages that programs import,
// because any importer could change them: except for errors, functions return
// shared values.
func TestNoVariables(t *testing.T) {
	goFiles(t, func(file, rel string) error {
		if room(rel) == "cmd" || room(rel) == "internal" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return err
		}
		for _, name := range variables(f) {
			t.Errorf("%s: the variable %s can be changed by whoever imports it", file, name)
		}
		return nil
	})
}

// variables returns the exported variables of a file, except errors.
func variables(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				if name.IsExported() && !strings.HasPrefix(name.Name, "Err") {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

func TestVariables(t *testing.T) {
	const code = "package p\nvar A, b = 1, 2\nvar (\n\tErrC error\n\tD int\n)\nconst E = 1\nfunc F() { var G int; _ = G }\n"
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", code, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(variables(f), " "); got != "A D" {
		t.Errorf("got %q, want A and D", got)
	}
}
