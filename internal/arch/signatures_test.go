package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
)

// TestNameable checks that users can name the types in a package's exported
// declarations: types of internal packages need an exported alias.
func TestNameable(t *testing.T) {
	goFiles(t, func(file, rel string) error {
		if room(rel) == "cmd" || rel == "engine/wording" || strings.HasPrefix(rel, "internal/") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, name := range unnameable(f) {
			t.Errorf("%s: %s has a type that nobody outside can name", file, name)
		}
		return nil
	})
}

// unnameable returns the exported declarations of a file that expose types of
// internal packages.
func unnameable(f *ast.File) (names []string) {
	hidden := map[string]bool{} // names of internal packages here
	for _, spec := range f.Imports {
		if p := strings.Trim(spec.Path.Value, `"`); strings.HasPrefix(p, module+"/internal/") {
			hidden[path.Base(p)] = true
		}
	}
	shows := func(n ast.Node) (found bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if ok {
				x, _ := s.X.(*ast.Ident)
				found = found || x != nil && hidden[x.Name]
			}
			return !found
		})
		return found
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || exportedReceiver(d.Recv)) && shows(d.Type) {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				s, ok := spec.(*ast.TypeSpec)
				if ok && s.Name.IsExported() && !s.Assign.IsValid() && showsField(s.Type, shows) {
					names = append(names, s.Name.Name)
				}
			}
		}
	}
	return names
}

// exportedReceiver reports whether methods with the given receiver are
// exported.
func exportedReceiver(receiver *ast.FieldList) bool {
	for t := receiver.List[0].Type; ; {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}

// showsField reports whether a type exposes one in an exported field or
// method.
func showsField(t ast.Expr, shows func(ast.Node) bool) bool {
	var fields *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return shows(t)
	}
	for _, f := range fields.List {
		for _, name := range f.Names {
			if name.IsExported() && shows(f.Type) {
				return true
			}
		}
	}
	return false
}

func TestNameableCatches(t *testing.T) {
	const source = `package p

import "` + module + `/internal/words"

type Alias = words.Lang
type Hidden struct{ lang words.Lang }
type hidden struct{ Lang words.Lang }
type hidden2[S, M any] struct{ Lang words.Lang }
type Shown struct{ Lang words.Lang }
type Func func(words.Lang)
type Interface interface{ Say(l []words.Lang) }

func F(map[string]words.Lang)           {}
func G() (Alias, error)                 { return "", nil }
func (h *hidden) M(l words.Lang)        {}
func (h hidden2[S, M]) M(l words.Lang)  {}
func (s *Shown) M() *words.Lang         { return nil }
func (s *Shown) n() *words.Lang         { return nil }
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(unnameable(f), " "); got != "Shown Func Interface F M" {
		t.Errorf("found %s", got)
	}
}
