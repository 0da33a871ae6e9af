package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"testing"
	"time"
)

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
