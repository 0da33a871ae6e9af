package arch

import (
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
)

// TestPackageNames checks that every package is named after its directory and
// uniquely, so that our imports need no other names.
func TestPackageNames(t *testing.T) {
	first := map[string]string{} // the path of each package, by name
	goFiles(t, func(file, rel string) error {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		name := f.Name.Name
		if name != "main" && name != path.Base(rel) {
			t.Errorf("%s: package %s is not named for its directory", file, name)
		}
		if at, found := first[path.Base(rel)]; found && at != rel {
			t.Errorf("%s and %s have the same name", at, rel)
		}
		first[path.Base(rel)] = rel
		for _, spec := range f.Imports {
			if spec.Name != nil && spec.Name.Name != "_" && strings.HasPrefix(strings.Trim(spec.Path.Value, `"`), module) {
				t.Errorf("%s imports %s as %s", file, spec.Path.Value, spec.Name)
			}
		}
		return nil
	})
}
