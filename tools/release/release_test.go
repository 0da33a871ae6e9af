package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"
)

var everything = flag.Bool("everything", false, "build all programs twice, with the profile; minutes")

// TestArchives packs files twice: the bytes are the same, and the files come out as they were.
func TestArchives(t *testing.T) {
	files := []file{{"a/README.md", 0o644, []byte("text")}, {"a/ply", 0o755, bytes.Repeat([]byte{1, 2}, 1000)}}
	when := time.Unix(1_700_000_000, 0).UTC()
	for name, pack := range map[string]func([]file, time.Time) ([]byte, error){"tar": tarball, "zip": zipped} {
		first, err := pack(files, when)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := pack(files, when); !bytes.Equal(first, again) {
			t.Errorf("%s: the bytes differ", name)
		}
		got := unpackTar
		if name == "zip" {
			got = unpackZip
		}
		for i, f := range got(t, first) {
			if f.name != files[i].name || f.mode != files[i].mode || !bytes.Equal(f.data, files[i].data) {
				t.Errorf("%s: %s, %v, %d bytes; want %s, %v", name, f.name, f.mode, len(f.data), files[i].name, files[i].mode)
			}
		}
	}
}

// TestTwoBuilds builds an archive in two clones and compares the bytes. It also compares the
// modules in LICENSES and the list with those that the linker wrote into the programs.
func TestTwoBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program twice")
	}
	if !*everything {
		defer func(all, env []string) { programs, settled = all, env }(programs, settled)
		programs, settled = []string{"./cmd/ply-queue"}, append(slices.Clone(settled), "GOFLAGS=-trimpath -pgo=off")
	}
	var archives [2][]byte
	for i := range archives {
		dir := filepath.Join(t.TempDir(), strings.Repeat("deeper/", i)+"clone")
		if _, err := output(".", "git", "clone", "-q", "../..", dir); err != nil {
			t.Fatal(err)
		}
		version, when, err := commit(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, archives[i], err = archive(dir, "linux/amd64", version, when); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("two builds of one commit differ")
	}
	files := map[string][]byte{}
	for _, f := range unpackTar(t, archives[0]) {
		_, name, _ := strings.Cut(f.name, "/")
		files[name] = f.data
	}
	var bom struct {
		Components []component `json:"components"`
	}
	if err := json.Unmarshal(files["sbom.cdx.json"], &bom); err != nil {
		t.Fatal(err)
	}
	for _, program := range programs {
		name := filepath.Base(program)
		info, err := buildinfo.Read(bytes.NewReader(files[name]))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range info.Deps {
			if !slices.ContainsFunc(bom.Components, func(c component) bool {
				return c.Name == m.Path && c.Version == m.Version && slices.Contains(c.Properties, property{"plywood:go.sum", m.Sum})
			}) {
				t.Errorf("%s contains %s %s; the list does not", name, m.Path, m.Version)
			}
			if !bytes.Contains(files["LICENSES"], []byte("\n"+m.Path+" "+m.Version+": LICENSE")) {
				t.Errorf("%s contains %s %s; LICENSES does not", name, m.Path, m.Version)
			}
		}
	}
}

// TestLicences lists the parts of a small program with a page whose package has no licence, which must
// fail, and then has one.
func TestLicences(t *testing.T) {
	root := t.TempDir()
	vendored := filepath.Join(root, "web", "page", "vendor", "widget")
	if err := os.MkdirAll(vendored, 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "go.mod"), "module small\n\ngo 1.26\n")
	write(filepath.Join(root, "main.go"), "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println() }\n")
	write(filepath.Join(vendored, "VERSION"), "1.2.3\n")
	if _, err := linkedParts(root, settled, []string{"."}, "small"); err == nil || !strings.Contains(err.Error(), "widget 1.2.3 has no licence file") {
		t.Errorf("without a licence: %v", err)
	}
	write(filepath.Join(vendored, "LICENSE"), "Permission is hereby granted, free of charge,\nto any person obtaining a copy")
	parts, err := linkedParts(root, settled, []string{"."}, "small")
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) != 2 || parts[0].name != "std" || parts[1].purl != "pkg:npm/widget@1.2.3" {
		t.Errorf("%d parts", len(parts))
	}
	if got := parts[0].identifiers(); !slices.Equal(got, []string{"BSD-3-Clause"}) {
		t.Errorf("Go has the licence %q", got)
	}
	if got := parts[1].identifiers(); !slices.Equal(got, []string{"MIT"}) {
		t.Errorf("the licence is %q", got)
	}
}

// TestSigned signs checksums with a plain key and an encrypted one.
func TestSigned(t *testing.T) {
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := secret.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	locked, err := minisign.EncryptKey("a word", secret)
	if err != nil {
		t.Fatal(err)
	}
	sums := []byte("00  plywood.tar.gz\n")
	for name, text := range map[string][]byte{"plain": plain, "encrypted": locked} {
		path := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		sign, err := signer(path, typed(t, "a word\n"))
		if err != nil {
			t.Fatal(name, err)
		}
		signature := sign(sums, time.Unix(1_700_000_000, 0))
		if !minisign.Verify(public, sums, signature) {
			t.Errorf("%s: the signature is not valid", name)
		}
		for i := range sums {
			changed := bytes.Clone(sums)
			changed[i] ^= 1
			if minisign.Verify(public, changed, signature) {
				t.Errorf("%s: the signature is valid with byte %d changed", name, i)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, locked, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := signer(path, typed(t, "another word")); err == nil {
		t.Error("a wrong password opens the key")
	}
}

// typed returns a pipe with a text.
func typed(t *testing.T, text string) *os.File {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return r
}

func unpackTar(t *testing.T, data []byte) (files []file) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{h.Name, h.FileInfo().Mode(), content})
	}
}

func unpackZip(t *testing.T, data []byte) (files []file) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{f.Name, f.Mode(), content})
	}
	return files
}
