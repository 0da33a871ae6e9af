package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/search"
)

var renewed = flag.Bool("renew", false, "renew default.pgo")

// TestProfile checks that at least nine in ten functions of default.pgo still
// exist. To renew it on an idle machine, by half a minute of searches of Othello,
// checkers, chess and Connect Four and the fixed suite:
//
//	go test -trimpath ./cmd/ply -run TestProfile -renew
func TestProfile(t *testing.T) {
	if *renewed {
		renew(t)
	}
	functions := profiled(t, "default.pgo")
	if len(functions) < 100 {
		t.Fatalf("default.pgo has %d functions of ours", len(functions))
	}
	var gone []string
	known := map[string]map[string]bool{}
	for _, f := range functions {
		dir, name, _ := strings.Cut(f, " ")
		if known[dir] == nil {
			known[dir] = declared(t, filepath.Join("..", "..", dir))
		}
		if !known[dir][name] {
			gone = append(gone, f)
		}
	}
	if 10*len(gone) > len(functions) {
		t.Errorf("%d of %d functions are gone: %q", len(gone), len(functions), gone)
	}
}

// profiled returns the functions of ours in a profile, as folder and name. A
// method's name begins with its type's. Type arguments and function
// literals are left out.
func profiled(t *testing.T, name string) (list []string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	more := regexp.MustCompile(`\[.*\]|\.func[0-9].*`)
	symbol := regexp.MustCompile(`^github\.com/plywood-go/plywood/([a-z0-9/]+)\.(?:\(?\*?(\w+)\)?\.)?(\w+)$`)
	for _, s := range stringsOf(data) {
		if m := symbol.FindStringSubmatch(more.ReplaceAllString(s, "")); m != nil && m[3] != "go" {
			list = append(list, m[1]+" "+m[2]+"."+m[3])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// stringsOf returns the strings of a profile, field 6 of a protocol buffer.
func stringsOf(data []byte) (list []string) {
	for len(data) > 0 {
		tag, n := binary.Uvarint(data)
		size, k := binary.Uvarint(data[n:])
		data = data[n+k:]
		if tag&7 == 2 { // a field with a length
			if tag>>3 == 6 {
				list = append(list, string(data[:size]))
			}
			data = data[size:]
		}
	}
	return list
}

// declared returns the names of the functions and methods of a package for any
// platform.
func declared(t *testing.T, dir string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				names[receiver(f)+"."+f.Name.Name] = true
			}
		}
	}
	return names
}

// receiver returns the name of a method's type, and "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	for {
		switch x := of.(type) {
		case *ast.StarExpr:
			of = x.X
		case *ast.IndexExpr:
			of = x.X
		case *ast.IndexListExpr:
			of = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

const (
	ffo43    = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O" // of the Forum France Othello
	kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
)

// renew writes default.pgo: the profile of a fixed list of searches.
func renew(t *testing.T) {
	t.Helper()
	work := append(catalog.Benchmarks(),
		catalog.Benchmark{Game: "othello", Position: ffo43},
		catalog.Benchmark{Game: "othello", Position: "startpos", Query: search.Query{Depth: 17}},
		catalog.Benchmark{Game: "checkers", Position: "startpos", Query: search.Query{Depth: 30}},
		catalog.Benchmark{Game: "chess", Position: kiwipete, Query: search.Query{Depth: 18}},
		catalog.Benchmark{Game: "connect4", Position: "444", Query: search.Query{}},
		catalog.Benchmark{Game: "connect4", Position: "startpos", Query: search.Query{Depth: 24}},
	)
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		t.Fatal(err)
	}
	for _, b := range work {
		began := time.Now()
		if _, err := b.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s, %d plies, %s: %.1f s", b.Game, b.Query.Depth, b.Position, time.Since(began).Seconds())
	}
	pprof.StopCPUProfile()
	if err := save(&profile); err != nil {
		t.Fatal(err)
	}
}

// save writes the profile without the path of this program, which differs by machine.
func save(profile io.Reader) error {
	unzipped, err := gzip.NewReader(profile)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(unzipped)
	if err != nil {
		return err
	}
	path, err := os.Executable()
	if err != nil {
		return err
	}
	data = bytes.ReplaceAll(data, []byte(path), bytes.Repeat([]byte("-"), len(path)))
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile("default.pgo", zipped.Bytes(), 0o644)
}
