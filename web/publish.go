//go:build !js

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/plywood-go/plywood/internal/words"
)

// Publish writes the page to the folder dir, for a host of static files: with the engines, the
// program cmd/ply-site as WebAssembly, and the script that runs it, wasm_exec.js of the Go that
// built it. It creates the folder if it is missing, and replaces files.
func Publish(dir, version string, engines, script []byte) error {
	files := map[string][]byte{"wasm_exec.js": script}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // it fails only for levels that do not exist
	_, _ = z.Write(engines)
	_ = z.Close()
	files["engines.wasm.gz"] = packed.Bytes()
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
	files["offline.js"] = append(fmt.Appendf(nil, "const version = '%x'\n", sum.Sum(nil)[:8]), files["offline.js"]...)
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
