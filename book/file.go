package book

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/boltfile"
	"github.com/plywood-go/plywood/internal/reason"
)

// schema is the name and version of the file format.
const schema = "ply.book/1"

// header is the first record of a file.
type header struct {
	Schema string `json:"schema"`
	head
	Entries int `json:"entries"`
}

// Create creates an empty book at path. If the file exists, it fails with an
// error that wraps fs.ErrExist. It writes the book to a temporary file first,
// so a file at path is always complete.
func Create[P any, M comparable](path string, k Kind[P, M]) (*Book[P, M], error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	beside := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"-"+rand.Text())
	f, err := os.OpenFile(beside, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	defer os.Remove(beside)
	if err := f.Close(); err != nil {
		return nil, err
	}
	if err := writeEmpty(beside, k); err != nil {
		return nil, reason.Errorf("book %s: %w: %w", path, workshop.ErrUnwritten, err)
	}
	if err := name(beside, path); err != nil {
		return nil, err
	}
	return Open(path, true, k)
}

// name moves a complete file to path, which must not exist. On systems without
// hard links another program might create path between the check and the
// rename.
func name(from, path string) error {
	err := os.Link(from, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return os.Rename(from, path)
}

// Open reads the book at path, packed or not, of one of the given kinds. The path
// [workshop.BuiltIn] means the built-in book of the first kind; if a colon and a name
// follow it, of the kind with that name. Any number of programs may read a book at once,
// or one may write it. Errors wrap [workshop.ErrForeign] for a damaged file, [reason.ErrNewer] for a
// later format, [workshop.ErrOther] for a book of another game, and [workshop.ErrPacked] if write is
// set for a packed book. A file that fails to open stays unchanged.
func Open[P any, M comparable](path string, write bool, kinds ...Kind[P, M]) (*Book[P, M], error) {
	if path == workshop.BuiltIn || strings.HasPrefix(path, workshop.BuiltIn+":") {
		return openBuiltIn(path, write, kinds)
	}
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.Size() == 0 || info.IsDir() {
		return nil, reason.Errorf("book %s: %w", path, workshop.ErrForeign)
	}
	if data, err := readPacked(path); err != nil {
		return nil, err
	} else if data != nil {
		return openPacked(path, data, write, kinds)
	}
	var b *Book[P, M]
	err := boltfile.Guarded(func() (err error) {
		b, err = load(path, write, kinds)
		return err
	})
	switch {
	case errors.Is(err, errTimeout):
		return nil, reason.Errorf("book %s: another program has it open", path)
	case errors.Is(err, os.ErrPermission):
		return nil, err
	}
	return b, refused(path, err)
}

// refused returns the error of opening the book at path, if err is not nil.
func refused(path string, err error) error {
	switch {
	case errors.Is(err, workshop.ErrOther), errors.Is(err, reason.ErrNewer):
		return reason.Errorf("book %s: %w", path, err)
	case err != nil:
		return reason.Errorf("book %s: %w: %w", path, workshop.ErrForeign, err)
	}
	return nil
}

// kindOf returns the kind that a file's head describes.
func kindOf[P any, M comparable](kinds []Kind[P, M], h head) (Kind[P, M], error) {
	for _, k := range kinds {
		if headOf(k) == h {
			return k, nil
		}
	}
	return nil, reason.Errorf("%w: %q, want %q", workshop.ErrOther, h.name(), kinds[0].Name())
}

// Close closes the file, if there is one.
func (b *Book[P, M]) Close() error {
	if b.db == nil {
		return nil
	}
	return b.db.Close()
}
