package main

import (
	"bytes"
	_ "embed"
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
)

// A mutant is the program with one operator changed. Text is its source line: results of an
// earlier run apply to the same line at the same place.
type mutant struct {
	File      string
	Line, Col int
	From, To  string
	Text      string
	id        int // its number in the environment variable
}

// helpers is the source that selects among the mutants at run time.
//
//go:embed choose.go.txt
var helpers []byte

// negated and bordering map comparisons to their mutants, and opposite maps arithmetic
// operators; names are the functions in helpers.
var (
	negated   = map[token.Token]token.Token{token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS, token.EQL: token.NEQ, token.NEQ: token.EQL}
	bordering = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}
	opposite  = map[token.Token]token.Token{token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL}
	logical   = map[token.Token]token.Token{token.LAND: token.LOR, token.LOR: token.LAND}
	names     = map[token.Token]string{token.LSS: "LSS", token.LEQ: "LEQ", token.GTR: "GTR", token.GEQ: "GEQ", token.ADD: "ADD", token.SUB: "SUB", token.MUL: "MUL", token.QUO: "QUO", token.REM: "REM"}
)

// mutate writes the package in dir with all its mutants, and the overlay that replaces the
// original, to the folder out. It changes the files named in only, in their order, or all files.
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
	build.Default.Dir = dir // the importer resolves packages from here, not from the working directory
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

// A rewriter replaces the operators of one file by calls that select a mutant.
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

// An edit replaces a part of the source. At the same place the lower rank comes first.
type edit struct {
	at, end int
	text    string
	rank    int
}

// visit adds the mutants of one syntax node. It skips declarations and array lengths, which must
// remain constant.
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

// binary adds the mutants of one binary operator.
func (r *rewriter) binary(n *ast.BinaryExpr) {
	if r.info.Types[n].Value != nil {
		return // a constant expression
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
		// a || b is !(!a && !b), and evaluates b no sooner
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

// typed returns the type of e as source text valid in this file, if possible.
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

// add records a mutant and returns its number, from 1.
func (r *rewriter) add(pos token.Pos, from, to string) int {
	p := r.fset.Position(pos)
	line := bytes.Split(r.text, []byte("\n"))[p.Line-1]
	id := len(r.mutants) + 1
	r.mutants = append(r.mutants, mutant{r.name, p.Line, p.Column, from, to, string(bytes.TrimSpace(line)), id})
	return id
}

// wrap puts text around a node. Of nested nodes the longest gets its text outermost.
func (r *rewriter) wrap(n ast.Node, before, behind string) {
	at, end := r.fset.Position(n.Pos()).Offset, r.fset.Position(n.End()).Offset
	length := end - at
	outer := len(r.edits) // the first added around a node is the outer one
	r.edits = append(r.edits,
		edit{at, at, before, len(r.text) - length},
		edit{end, end, behind, (length-len(r.text)-1)<<20 - outer})
}

// replace replaces an operator.
func (r *rewriter) replace(pos token.Pos, old, text string) {
	at := r.fset.Position(pos).Offset
	r.edits = append(r.edits, edit{at, at + len(old), text, 2 * len(r.text)})
}

// apply returns the file with its edits.
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
