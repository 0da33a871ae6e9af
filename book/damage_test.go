package book_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine/workshop"
)

// TestDamaged changes bytes of a file. The file must be rejected and left
// unchanged, or the change must have been harmless, or, if the last transaction
// is lost, everything before it must be intact.
func TestDamaged(t *testing.T) {
	b, builder := inMemory(t, 8, 1)
	builder.Most = 30
	if err := builder.Extend(context.Background(), b.Root()); err != nil {
		t.Fatal(err)
	}
	want := export(t, b)
	path := save(t, b)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, 7))
	dir := t.TempDir()
	refused := 0
	for range 300 {
		hurt := slices.Clone(sound)
		at := rng.IntN(len(hurt))
		if n := rng.IntN(10); n == 0 {
			hurt = hurt[:at]
		} else {
			hurt[at] ^= 1 << rng.IntN(8)
		}
		if !opensAs(t, dir, hurt, want) {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}

// opensAs writes data to a file and opens it. A book that opens must equal the
// one wanted, except perhaps for the last entry; a rejected file must be
// unchanged.
func opensAs(t *testing.T, dir string, data []byte, want string) bool {
	t.Helper()
	f, err := os.CreateTemp(dir, "book")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	f.Close()
	b, err := book.Open(f.Name(), true, kinds...)
	if err != nil {
		if now, _ := os.ReadFile(f.Name()); !bytes.Equal(now, data) {
			t.Errorf("%v, and the file was changed", err)
		}
		if !errors.Is(err, workshop.ErrForeign) {
			t.Errorf("%v, want %v", err, workshop.ErrForeign)
		}
		return false
	}
	defer b.Close()
	if got := export(t, b); got != want && b.Len() < strings.Count(want, "\n")-2 {
		t.Errorf("opened with %d positions:\n%s", b.Len(), got)
	}
	return true
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, path := range []string{write("empty", ""), write("text", "no book at all"), write("long", strings.Repeat("no book ", 10000)), dir} {
		if _, err := book.Open(path, true, kinds...); !errors.Is(err, workshop.ErrForeign) {
			t.Errorf("%s: %v, want %v", path, err, workshop.ErrForeign)
		}
	}
	if _, err := book.Open(filepath.Join(dir, "missing"), false, kinds...); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := book.Create(filepath.Join(dir, "text"), usual); !errors.Is(err, os.ErrExist) {
		t.Errorf("Create over a file: %v", err)
	}
	b, _, path := create(t, 8, 1)
	if _, err := book.Open(path, true, kinds...); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("opened twice: %v", err)
	}
	b.Close()
}
