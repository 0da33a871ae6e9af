package book_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/plywood-go/plywood/book"
	"github.com/plywood-go/plywood/engine/workshop"
)

// openInstead replaces the function that opens database files during a test.
func openInstead(t *testing.T, open func(name string, flag int, perm fs.FileMode) (*os.File, error)) {
	t.Helper()
	t.Cleanup(book.OpenFilesBy(open))
}

// TestCreateOnFullDisk checks that a failed Create leaves no file, so that the
// next attempt succeeds.
func TestCreateOnFullDisk(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skipf("no device that is always full: %v", err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.book")
	openInstead(t, func(_ string, _ int, perm fs.FileMode) (*os.File, error) { return os.OpenFile(full, os.O_RDWR, perm) })
	if _, err := book.Create(path, usual); !errors.Is(err, workshop.ErrUnwritten) {
		t.Errorf("got %v, want %v", err, workshop.ErrUnwritten)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	openInstead(t, os.OpenFile)
	b, err := book.Create(path, usual)
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	if _, err := book.Create(path, usual); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v, want %v", err, fs.ErrExist)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// TestCommitOnFullDisk makes writing a book fail: the error must say so, and
// the file must be unchanged.
func TestCommitOnFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.book")
	b, err := book.Create(path, usual)
	if err != nil {
		t.Fatal(err)
	}
	b.Close()
	openInstead(t, func(name string, _ int, perm fs.FileMode) (*os.File, error) {
		return os.OpenFile(name, os.O_RDONLY, perm)
	})
	if b, err = book.Open(path, true, usual); err != nil {
		t.Fatal(err)
	}
	err = b.Commit()
	b.Close()
	if !errors.Is(err, workshop.ErrUnwritten) {
		t.Errorf("got %v, want %v", err, workshop.ErrUnwritten)
	}
	if b, err = book.Open(path, false, usual); err != nil || b.Len() != 0 {
		t.Errorf("afterwards: %v", err)
	} else {
		b.Close()
	}
}
