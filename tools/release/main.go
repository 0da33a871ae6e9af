// Command release builds what a release of Plywood consists of, in the folder dist of the
// module: an archive of the program for each platform, the page for hosts without a server,
// and their checksums. The same commit and the same Go give the same bytes.
//
//	go run -C tools ./release
//
// With -only, a platform or "site", it builds that alone.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// papers are the files beside the program.
var papers = []string{"README.md", "CHANGELOG.md", "LICENSE"}

func main() {
	only := flag.String("only", "", "a platform, such as linux/amd64, or site; everything if it is empty")
	flag.Parse()
	if err := release("..", *only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// file is a file of an archive.
type file struct {
	name string
	mode fs.FileMode
	data []byte
}

// release builds the release of the module in root.
func release(root, only string) error {
	dist := filepath.Join(root, "dist")
	if err := os.MkdirAll(dist, 0o777); err != nil {
		return err
	}
	version, err := output(root, "git", "describe", "--always", "--dirty")
	if err != nil {
		return err
	}
	seconds, err := output(root, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	when := time.Unix(unix, 0).UTC()
	made := map[string][]byte{}
	for _, p := range append(slices.Clone(platforms), "site") {
		if only != "" && p != only {
			continue
		}
		stem := "plywood-" + version + "-" + strings.ReplaceAll(p, "/", "-")
		files, err := contents(root, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		for i := range files {
			files[i].name = stem + "/" + files[i].name
		}
		name, pack := stem+".tar.gz", tarball
		if strings.HasPrefix(p, "windows/") {
			name, pack = stem+".zip", zipped
		}
		if made[name], err = pack(files, when); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		fmt.Printf("%s: %d bytes\n", name, len(made[name]))
	}
	if len(made) == 0 {
		return fmt.Errorf("no platform %q: want one of %s, or site", only, strings.Join(platforms, ", "))
	}
	var sums bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(made)) {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(made[name]), name)
		if err := os.WriteFile(filepath.Join(dist, name), made[name], 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dist, "SHA256SUMS"), sums.Bytes(), 0o666)
}

// contents builds the files of the archive for a platform, or of the site.
func contents(root, platform string) (files []file, err error) {
	dir, err := os.MkdirTemp("", "plywood-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if platform == "site" {
		if _, err := output(root, "go", "run", "./cmd/ply", "site", dir); err != nil {
			return nil, err
		}
		err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			name, _ := filepath.Rel(dir, path)
			files = append(files, file{filepath.ToSlash(name), 0o644, data})
			return err
		})
		return files, err
	}
	goos, goarch, _ := strings.Cut(platform, "/")
	program := "ply"
	if goos == "windows" {
		program = "ply.exe"
	}
	out := filepath.Join(dir, program)
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, "./cmd/ply")
	build.Dir, build.Env = root, append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	for _, name := range papers {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, 0o644, data})
	}
	data, err := os.ReadFile(out)
	return append(files, file{program, 0o755, data}), err
}

// output runs a program in a folder and returns the first line that it prints.
func output(dir, name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Dir = dir
	var faults bytes.Buffer
	c.Stderr = &faults
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", name, err, faults.String())
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return line, err
}

// tarball packs files, all with the same time.
func tarball(files []file, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // it fails only for levels that do not exist
	t := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: when, Format: tar.FormatPAX}
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}

// zipped packs files, all with the same time.
func zipped(files []file, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.Copy(w, bytes.NewReader(f.data))
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}
