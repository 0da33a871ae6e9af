// Command release builds what a release of Plywood consists of, in the folder dist of the
// module: an archive of the programs for each platform, the page for hosts without a server,
// and their checksums. An archive contains the documentation, the licences of everything
// that is linked into its programs, and a list of it (SBOM, CycloneDX). The same commit and
// the same Go give the same bytes.
//
//	go run -C tools ./release
//
// With -only, a platform or "site", it builds that alone. With -key it signs the checksums
// with a secret key of minisign.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// programs are the packages of the programs in the archive of a platform.
var programs = []string{"./cmd/ply", "./cmd/ply-queue"}

// papers are the files and folders beside the programs.
var papers = []string{"README.md", "CHANGELOG.md", "LICENSE", "docs"}

// settled are the settings of a build, so that those of the builder do not change its bytes.
var settled = []string{"CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOWORK=off"}

func main() {
	only := flag.String("only", "", "a platform, such as linux/amd64, or site; everything if it is empty")
	key := flag.String("key", "", "a file with a secret key of minisign, which signs the checksums")
	flag.Parse()
	if err := release("..", *only, *key); err != nil {
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

// release builds the release of the module in root. The file key signs it, if it is not "".
func release(root, only, key string) error {
	dist := filepath.Join(root, "dist")
	if err := os.MkdirAll(dist, 0o777); err != nil {
		return err
	}
	sign, err := signer(key, os.Stdin)
	if err != nil {
		return err
	}
	version, when, err := commit(root)
	if err != nil {
		return err
	}
	made := map[string][]byte{}
	for _, p := range append(slices.Clone(platforms), "site") {
		if only != "" && p != only {
			continue
		}
		name, data, err := archive(root, p, version, when)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		fmt.Printf("%s: %d bytes\n", name, len(data))
		made[name] = data
	}
	if len(made) == 0 {
		return fmt.Errorf("no platform %q: want one of %s, or site", only, strings.Join(platforms, ", "))
	}
	return write(dist, made, sign, when)
}

// commit returns a description of the commit in root, and its time.
func commit(root string) (version string, when time.Time, err error) {
	if version, err = output(root, "git", "describe", "--always", "--dirty"); err != nil {
		return "", when, err
	}
	seconds, err := output(root, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return "", when, err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	return version, time.Unix(unix, 0).UTC(), err
}

// write writes archives, their checksums and the signature of those to the folder dist. An
// earlier signature goes, since it is not of these checksums.
func write(dist string, made map[string][]byte, sign func([]byte, time.Time) []byte, when time.Time) error {
	var sums bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(made)) {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(made[name]), name)
		if err := os.WriteFile(filepath.Join(dist, name), made[name], 0o666); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dist, sumsFile), sums.Bytes(), 0o666); err != nil {
		return err
	}
	signature := filepath.Join(dist, sumsFile+".minisig")
	if sign == nil {
		fmt.Println(sumsFile + " is not signed; -key FILE signs it")
		return os.RemoveAll(signature)
	}
	return os.WriteFile(signature, sign(sums.Bytes(), when), 0o666)
}

// archive builds the archive for a platform, or of the site, and returns its name too.
func archive(root, platform, version string, when time.Time) (name string, data []byte, err error) {
	stem := "plywood-" + version + "-" + strings.ReplaceAll(platform, "/", "-")
	files, err := contents(root, platform, version, when)
	if err != nil {
		return "", nil, err
	}
	for i := range files {
		files[i].name = stem + "/" + files[i].name
	}
	name, pack := stem+".tar.gz", tarball
	if strings.HasPrefix(platform, "windows/") {
		name, pack = stem+".zip", zipped
	}
	data, err = pack(files, when)
	return name, data, err
}

// contents builds the files of the archive for a platform, or of the site.
func contents(root, platform, version string, when time.Time) (files []file, err error) {
	var built []file
	env, linked := append(slices.Clone(settled), "GOOS=js", "GOARCH=wasm"), []string{"./cmd/ply-site"}
	page := "page"
	if platform == "site" {
		built, err = site(root)
		files = append(files, built...)
	} else {
		goos, goarch, _ := strings.Cut(platform, "/")
		env, linked = append(slices.Clone(settled), "GOOS="+goos, "GOARCH="+goarch), programs
		page = "ply"
		if built, err = compile(root, env); err != nil {
			return nil, err
		}
		files, err = read(root, papers...)
		files = append(files, built...)
	}
	if err != nil {
		return nil, err
	}
	parts, err := linkedParts(root, env, linked, page)
	if err != nil {
		return nil, err
	}
	bom, err := sbom(version, when, parts, built)
	return append(files, file{"LICENSES", 0o644, licences(parts)}, file{"sbom.cdx.json", 0o644, bom}), err
}

// site builds the page for hosts without a server.
func site(root string) ([]file, error) {
	dir, err := os.MkdirTemp("", "plywood-site-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if _, err := output(root, "go", "run", "./cmd/ply", "site", dir); err != nil {
		return nil, err
	}
	return read(dir, ".")
}

// compile builds the programs with the settings of env.
func compile(root string, env []string) ([]file, error) {
	dir, err := os.MkdirTemp("", "plywood-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	args := append([]string{"build", "-ldflags=-s -w", "-buildvcs=true", "-o", dir + string(filepath.Separator)}, programs...)
	build := exec.Command("go", args...)
	build.Dir, build.Env = root, append(os.Environ(), env...)
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	files, err := read(dir, ".")
	for i := range files {
		files[i].mode = 0o755
		info, err := buildinfo.Read(bytes.NewReader(files[i].data))
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.revision" }) {
			return nil, fmt.Errorf("%s does not know its commit: build in a clone, not in a worktree", files[i].name)
		}
	}
	return files, err
}

// read reads files, and all files of folders, of root.
func read(root string, names ...string) (files []file, err error) {
	for _, name := range names {
		err := filepath.WalkDir(filepath.Join(root, name), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			name, _ := filepath.Rel(root, path)
			files = append(files, file{filepath.ToSlash(name), 0o644, data})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
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
