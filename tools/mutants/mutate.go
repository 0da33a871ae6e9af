package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "embed"
)

// A mutant is the program with one operator changed. Text is the line it stands
// in: a result of an earlier run holds for the same line at the same place.
type mutant struct {
	File      string
	Line, Col int
	From, To  string
	Text      string
	id        int // the number by which the environment chooses it
}

// helpers is the source that chooses among the mutants while the program runs.
//
//go:embed choose.go.txt
var helpers []byte

// negated and bordering tell what a comparison becomes, opposite what an
// arithmetic operator does; names are the functions of helpers.
var (
	negated   = map[token.Token]token.Token{token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS, token.EQL: token.NEQ, token.NEQ: token.EQL}
	bordering = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}
	opposite  = map[token.Token]token.Token{token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL}
	logical   = map[token.Token]token.Token{token.LAND: token.LOR, token.LOR: token.LAND}
	names     = map[token.Token]string{token.LSS: "LSS", token.LEQ: "LEQ", token.GTR: "GTR", token.GEQ: "GEQ", token.ADD: "ADD", token.SUB: "SUB", token.MUL: "MUL", token.QUO: "QUO", token.REM: "REM"}
)

// mutate writes the package in dir with all its mutants, and the overlay that
// puts it in the place of the original, to the folder out. The files are those
// named, in their order, or all.
func mutate(dir, out string, only []string) (mutants []mutant, overlay string, err error) {
	packed, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, "", err
	}
	if only == nil {
		only = packed.GoFiles
	}
	fset := token.NewFileSet()
	syntax := map[string]*ast.File{}
	var files []*ast.File
	for _, name := range packed.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, "", err
		}
		syntax[name] = f
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	build.Default.Dir = dir // the importer looks for packages from here, not from where the command was started
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check(packed.ImportPath, fset, files, info)
	if err != nil {
		return nil, "", err
	}
	replace := map[string]string{}
	write := func(name string, text []byte) error {
		replace[filepath.Join(dir, name)] = filepath.Join(out, name)
		return os.WriteFile(filepath.Join(out, name), text, 0o644)
	}
	for _, name := range only {
		if syntax[name] == nil {
			return nil, "", fmt.Errorf("%s: no such file in %s", name, dir)
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, "", err
		}
		r := rewriter{name: name, text: text, fset: fset, info: info, pkg: pkg, file: syntax[name], mutants: mutants}
		ast.Inspect(syntax[name], r.visit)
		mutants = r.mutants
		if err := write(name, r.apply()); err != nil {
			return nil, "", err
		}
	}
	clause := []byte("package " + pkg.Name() + "\n")
	if err := write("zz_mutants.go", append(clause, helpers...)); err != nil {
		return nil, "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, "", err
	}
	overlay = filepath.Join(out, "overlay.json")
	return mutants, overlay, os.WriteFile(overlay, text, 0o644)
}

// A rewriter turns the operators of one file into calls that can choose.
type rewriter struct {
	name    string
	text    []byte
	fset    *token.FileSet
	info    *types.Info
	pkg     *types.Package
	file    *ast.File
	edits   []edit
	mutants []mutant
}

// An edit puts text in the place of a part of the source. Among those at one
// place the lower rank comes first.
type edit struct {
	at, end int
	text    string
	rank    int
}

// visit adds the mutants of one node of the syntax. What must stay constant,
// declarations and lengths of arrays, it passes over.
func (r *rewriter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.ArrayType:
		ast.Inspect(n.Elt, r.visit)
		return false
	case *ast.BinaryExpr:
		r.binary(n)
	case *ast.UnaryExpr:
		if t, ok := r.typed(n); n.Op == token.SUB && ok {
			r.wrap(n, fmt.Sprintf("mutantNEG[%s](%d, ", t, r.add(n.OpPos, "-", "+")), ")")
			r.replace(n.OpPos, "-", "")
		}
	case *ast.IncDecStmt:
		if t, ok := r.typed(n.X); ok {
			to, step := "--", "+="
			if n.Tok == token.DEC {
				to, step = "++", "-="
			}
			id := r.add(n.TokPos, n.Tok.String(), to)
			r.replace(n.TokPos, n.Tok.String(), fmt.Sprintf(" %s mutantONE[%s](%d)", step, t, id))
		}
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			if name, ok := e.(*ast.Ident); ok && (name.Name == "true" || name.Name == "false") {
				r.wrap(e, "(", fmt.Sprintf(" != mutantIs(%d))", r.add(e.Pos(), name.Name, "!"+name.Name)))
			}
		}
	}
	return true
}

// binary adds the mutants of one operator with two sides.
func (r *rewriter) binary(n *ast.BinaryExpr) {
	if r.info.Types[n].Value != nil {
		return // a constant
	}
	at, op := n.OpPos, n.Op.String()
	call := func(id int) {
		name := names[n.Op]
		if t, ok := r.typed(n.X); ok {
			name += "[" + t + "]"
		}
		r.wrap(n, fmt.Sprintf("mutant%s(%d, ", name, id), ")")
		r.replace(at, op, ",")
	}
	if to, ok := bordering[n.Op]; ok {
		id := r.add(at, op, to.String())
		r.add(at, op, negated[n.Op].String()) // id+1
		call(id)
	} else if to, ok := negated[n.Op]; ok {
		r.wrap(n, "((", fmt.Sprintf(") != mutantIs(%d))", r.add(at, op, to.String())))
	} else if to, ok := opposite[n.Op]; ok && !r.isString(n) {
		call(r.add(at, op, to.String()))
	} else if to, ok := logical[n.Op]; ok {
		// a || b is !(!a && !b), and b is looked at no sooner
		id := r.add(at, op, to.String())
		not := fmt.Sprintf(") != mutantIs(%d))", id)
		r.wrap(n, "((", not)
		r.wrap(n.X, "((", not)
		r.wrap(n.Y, "((", not)
	}
}

func (r *rewriter) isString(e ast.Expr) bool {
	basic, ok := r.info.TypeOf(e).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// typed gives the type of e in words that this file understands, if it can.
func (r *rewriter) typed(e ast.Expr) (string, bool) {
	known := true
	words := types.TypeString(types.Default(r.info.TypeOf(e)), func(p *types.Package) string {
		if p == r.pkg {
			return ""
		}
		known = known && slices.ContainsFunc(r.file.Imports, func(s *ast.ImportSpec) bool {
			return s.Name == nil && strings.Trim(s.Path.Value, `"`) == p.Path()
		})
		return p.Name()
	})
	return words, known
}

// add notes a mutant and gives its number; the first is 1.
func (r *rewriter) add(pos token.Pos, from, to string) int {
	p := r.fset.Position(pos)
	line := bytes.Split(r.text, []byte("\n"))[p.Line-1]
	id := len(r.mutants) + 1
	r.mutants = append(r.mutants, mutant{r.name, p.Line, p.Column, from, to, string(bytes.TrimSpace(line)), id})
	return id
}

// wrap puts text around a node: the longest node's first in front, last behind.
func (r *rewriter) wrap(n ast.Node, before, behind string) {
	at, end := r.fset.Position(n.Pos()).Offset, r.fset.Position(n.End()).Offset
	length := end - at
	outer := len(r.edits) // of two around one node the first added is the outer
	r.edits = append(r.edits,
		edit{at, at, before, len(r.text) - length},
		edit{end, end, behind, (length-len(r.text)-1)<<20 - outer})
}

// replace puts text in the place of an operator.
func (r *rewriter) replace(pos token.Pos, old, text string) {
	at := r.fset.Position(pos).Offset
	r.edits = append(r.edits, edit{at, at + len(old), text, 2 * len(r.text)})
}

// apply gives the file with its edits.
func (r *rewriter) apply() []byte {
	slices.SortStableFunc(r.edits, func(a, b edit) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.rank - b.rank
	})
	var b bytes.Buffer
	at := 0
	for _, e := range r.edits {
		b.Write(r.text[at:e.at])
		b.WriteString(e.text)
		at = e.end
	}
	b.Write(r.text[at:])
	return b.Bytes()
}
