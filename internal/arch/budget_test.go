package arch

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lower writes the measured figures that are below the budget into it.
var lower = flag.Bool("lower", false, "lower the budget to the measured figures")

// budgetFile holds a figure a line: what the house may measure at most, without tests.
const budgetFile = "budget"

// slack is how far a figure may lie above the measured one, in hundredths of that: a budget
// that is not lowered is no budget.
const slack = 2

// TestBudget compares the house with its budget. A change that needs room finds it by taking
// lines away elsewhere, and lowers the figures that it can: go test ./internal/arch -lower.
func TestBudget(t *testing.T) {
	text, err := os.ReadFile(budgetFile)
	if err != nil {
		t.Fatal(err)
	}
	measured := measure(t)
	var out bytes.Buffer
	for line := range strings.Lines(string(text)) {
		name, figure, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "" || name[0] == '#' {
			out.WriteString(line)
			continue
		}
		most, err := strconv.Atoi(strings.TrimSpace(figure))
		if err != nil {
			t.Fatalf("%s: %q, want a name and a number", budgetFile, line)
		}
		now, ok := measured[name]
		delete(measured, name)
		switch {
		case !ok:
			t.Errorf("%s: nothing measures %s", budgetFile, name)
		case now > most:
			t.Errorf("%s: %d, the budget is %d", name, now, most)
		case most > now+max(now*slack/100, 1) && !*lower:
			t.Errorf("%s: %d, the budget of %d is too large: go test ./internal/arch -lower", name, now, most)
		}
		fmt.Fprintf(&out, "%-18s %6d\n", name, min(now, most))
	}
	for _, name := range slices.Sorted(maps.Keys(measured)) {
		t.Errorf("%s: %d, and no budget", name, measured[name])
	}
	if *lower {
		if err := os.WriteFile(budgetFile, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// measure returns the figures of the house. Files of tests, packages that only tests import and
// modules of their own are not measured.
func measure(t *testing.T) map[string]int {
	t.Helper()
	h := house{
		figures: map[string]int{}, packages: map[string]bool{}, rooms: map[string]map[string]bool{},
		declared: map[string]bool{}, used: map[string]bool{},
	}
	goFiles(t, func(file, rel string) error {
		if serves(rel) {
			return nil
		}
		return h.add(file, rel)
	})
	f := h.figures
	f["packages"], f["floors"] = len(h.packages), h.floors()
	for _, there := range h.rooms {
		f["arrows"] += len(there)
	}
	for name := range h.declared {
		if !h.used[name] {
			f["exports"]++
		}
	}
	return f
}

// serves reports whether a package serves tests or maintainers only.
func serves(rel string) bool {
	return room(rel) == "kit" || slices.Contains(tests, rel)
}

// tests are packages outside the kit that only tests import.
var tests = []string{"internal/arch", "internal/golden", "internal/seeded", "farm/farmtest", "games/catalog/catalogtest", "web/browsertest"}

// house is what has been measured of the house so far.
type house struct {
	figures  map[string]int
	packages map[string]bool
	rooms    map[string]map[string]bool // the rooms that a room imports
	declared map[string]bool            // exported names at package level, path.Name
	used     map[string]bool            // those that another package names
}

// add measures a file of a package.
func (h *house) add(file, rel string) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	here := room(rel)
	lines := bytes.Count(src, []byte("\n"))
	h.figures["lines"] += lines
	h.figures["lines."+here] += lines
	h.packages[rel] = true
	names := map[string]string{} // of imported packages of ours, their paths
	for _, spec := range f.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value) // it is parsed
		there, ours := strings.CutPrefix(imported, module+"/")
		if !ours {
			continue
		}
		name := path.Base(there)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = there
		if h.rooms[here] == nil {
			h.rooms[here] = map[string]bool{}
		}
		if room(there) != here {
			h.rooms[here][room(there)] = true
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && names[x.Name] != "" {
				h.used[names[x.Name]+"."+s.Sel.Name] = true
			}
		}
		return true
	})
	for _, d := range f.Decls {
		h.declaration(set, d, rel)
	}
	return nil
}

// declaration measures a function, or notes the names and the fields of other declarations.
func (h *house) declaration(set *token.FileSet, d ast.Decl, rel string) {
	export := func(id *ast.Ident) {
		if id.IsExported() && !strings.Contains(rel, "internal") && rel != "cmd/ply" {
			h.declared[rel+"."+id.Name] = true
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			export(d.Name)
		}
		if complexity(d) > 15 {
			h.figures["complex"]++
		}
		lines := set.Position(d.End()).Line - set.Position(d.Pos()).Line + 1
		h.figures["longest"] = max(h.figures["longest"], lines)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					export(id)
				}
			case *ast.TypeSpec:
				export(spec.Name)
				if s, ok := spec.Type.(*ast.StructType); ok && spec.Name.IsExported() {
					h.figures["fields"] += bare(set, s)
				}
			}
		}
	}
}

// bare counts the exported fields of a struct without a comment. A comment above several lines
// of fields is on all of them.
func bare(set *token.FileSet, s *ast.StructType) (n int) {
	said, last := false, 0
	for _, f := range s.Fields.List {
		line := set.Position(f.Pos()).Line
		if line > last+1 {
			said = false
		}
		said = said || f.Doc != nil
		last = set.Position(f.End()).Line
		for _, id := range f.Names {
			if id.IsExported() && !said && f.Comment == nil {
				n++
			}
		}
	}
	return n
}

// complexity returns the cyclomatic complexity of a function with those inside it (McCabe 1976):
// one more than its branches.
func complexity(d *ast.FuncDecl) int {
	n := 1
	ast.Inspect(d, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if x.List != nil {
				n++
			}
		case *ast.CommClause:
			if x.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if x.Op == token.LAND || x.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// floors returns the number of floors: the most rooms on a chain of imports.
func (h *house) floors() int {
	heights := map[string]int{}
	var height func(room string, below []string) int
	height = func(room string, below []string) int {
		if n, ok := heights[room]; ok {
			return n
		}
		if slices.Contains(below, room) {
			return len(h.rooms) + 1 // a circle has no floors
		}
		n := 0
		for there := range h.rooms[room] {
			n = max(n, height(there, append(below, room)))
		}
		heights[room] = n + 1
		return n + 1
	}
	most := 0
	for room := range h.rooms {
		most = max(most, height(room, nil))
	}
	return most
}
