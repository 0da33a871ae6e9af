//go:build !js

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/internal/words"
)

// Engines are the files that a page without a server needs besides its own: the engines as a
// program for browsers, and the files that this program fetches.
type Engines struct {
	// Program is the program cmd/ply-site as WebAssembly.
	Program []byte
	// Script is wasm_exec.js, which runs the program, of the same version of Go.
	Script []byte
	// Files are the contents of asset.Files, by their names there.
	Files map[string][]byte
}

// Publish writes the page to the folder dir, for a host of static files. It creates the
// folder if necessary. It overwrites files.
func Publish(dir, version string, e Engines) error {
	files := map[string][]byte{"wasm_exec.js": e.Script, "engines.wasm.gz": pack(e.Program)}
	var fetched []string
	for _, name := range slices.Sorted(maps.Keys(e.Files)) {
		fetched = append(fetched, asset.Address(name))
		files[asset.Address(name)] = pack(e.Files[name])
	}
	p := newPage(version)
	for name, address := range p.names {
		files[name] = p.files[address].content
	}
	for _, l := range words.Langs() {
		name, base := "index.html", "./"
		if l != words.English {
			name, base = path.Join(string(l), name), "../"
		}
		files[name] = p.document(l, base)
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
	}
	list, err := json.Marshal(fetched)
	if err != nil {
		return err
	}
	files["offline.js"] = append(fmt.Appendf(nil, "const version = '%x', fetched = %s\n", sum.Sum(nil)[:8], list), files["offline.js"]...)
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, fs.FileMode(0o666)); err != nil {
			return err
		}
	}
	return nil
}

// pack compresses data by gzip.
func pack(data []byte) []byte {
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // it fails only for levels that do not exist
	_, _ = z.Write(data)
	_ = z.Close()
	return packed.Bytes()
}
