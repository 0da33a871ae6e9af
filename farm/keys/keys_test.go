package keys

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFiles checks that only the owner can read the files of credentials, and that names,
// roles and damaged files are refused.
func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	if err := Create(dir, nil); err != nil {
		t.Fatal(err)
	}
	if err := Create(dir, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("made twice: %v", err)
	}
	files, err := filepath.Glob(dir + "/*")
	if err != nil || len(files) != 6 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is there for others to read: %v %v", file, info.Mode(), err)
		}
	}
	for _, name := range []string{"", "a b", "a.b", "*", strings.Repeat("x", 65), "../x", CreatedName, Reserved} {
		if _, err := Add(dir, Worker, name); err == nil {
			t.Errorf("name %q is taken", name)
		}
	}
	if _, err := ParseRole("king"); err == nil {
		t.Error("a role of king")
	}
	file, err := Add(dir, Worker, "w")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, damaged := range map[string][]byte{
		"empty":        nil,
		"cut off":      text[:len(text)/2],
		"another role": bytes.Replace(text, []byte("Role: worker"), []byte("Role: king"), 1),
		"a bad name":   bytes.Replace(text, []byte("Name: w"), []byte("Name: w.x"), 1),
		"a seed alone": text[bytes.Index(text, []byte("-----BEGIN PLYWOOD")):],
	} {
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Client(file); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, usersFile), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Users(dir); !errors.Is(err, ErrDamaged) {
		t.Errorf("users: %v", err)
	}
}
