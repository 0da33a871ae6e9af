package tablefile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const name = "example"

var content = []byte("a table that took long to make")

func fill(table []byte) error {
	copy(table, content)
	return nil
}

func TestKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	for round, made := range []bool{true, false, false} {
		table, o, err := Get(dir, name, len(content), fill)
		if err != nil || !slices.Equal(table, content) || o != (Outcome{Made: made}) {
			t.Errorf("round %d: %q, %+v, %v", round, table, o, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// TestDamaged changes every byte of a file, truncates it anywhere and renames
// it.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	if _, _, err := Get(dir, name, len(content), fill); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		table, o, err := Get(dir, name, len(content), fill)
		if err != nil || !o.Made || !errors.Is(o.Refused, ErrDamaged) || !slices.Equal(table, content) {
			t.Errorf("%s: %+v, %v", what, o, err)
		}
		if _, o, _ := Get(dir, name, len(content), fill); o.Made {
			t.Errorf("%s: made again though it was mended", what)
		}
	}
	for i := range whole {
		broken := slices.Clone(whole)
		broken[i] ^= 0x10
		refused("a changed byte", broken)
		refused("a part", whole[:i])
	}
	refused("more", append(slices.Clone(whole), 0))
	if err := os.Rename(path, path+"2"); err != nil {
		t.Fatal(err)
	}
	if _, o, _ := Get(dir, name+"2", len(content), fill); !o.Made {
		t.Error("a table of another name is taken")
	}
}

// TestUnsaved has no writable folder for tables.
func TestUnsaved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	table, o, err := Get(file, name, len(content), fill)
	if err != nil || o.Unsaved == nil || !slices.Equal(table, content) {
		t.Errorf("%q, %+v, %v", table, o, err)
	}
	if _, o, err := Get("", name, len(content), fill); err != nil || !o.Made || o.Unsaved != nil {
		t.Errorf("without a folder: %+v, %v", o, err)
	}
	broken := errors.New("broken off")
	if _, _, err := Get(t.TempDir(), name, len(content), func([]byte) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
