package book

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/boltfile"
	"github.com/plywood-go/plywood/internal/reason"
)

// schema is the name and version of the file format.
const schema = "ply.book/1"

// The buckets of the database and the key of the header.
var (
	headerBucket = []byte("header")
	entryBucket  = []byte("entries")
	headerKey    = []byte("header")
)

// header is the first record of a file.
type header struct {
	Schema string `json:"schema"`
	head
	Entries int `json:"entries"`
}

// ErrDamaged reports a file that is not a book or is damaged. Errors wrap it.
var ErrDamaged = workshop.ErrForeign

// ErrOther is wrapped by errors for books of other games.
var ErrOther = workshop.ErrOther

// ErrPacked is wrapped by errors for attempts to change a packed book.
var ErrPacked = workshop.ErrPacked

// patience is how long to wait for another program to close the book.
const patience = time.Second

// ErrUnwritten reports a failed write, such as on a full disk. The file is unchanged.
// Errors wrap it.
var ErrUnwritten = workshop.ErrUnwritten

// openFile opens database files. Tests replace it.
var openFile = os.OpenFile

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
		return nil, reason.Errorf("book %s: %w: %w", path, ErrUnwritten, err)
	}
	if err := name(beside, path); err != nil {
		return nil, err
	}
	return Open(path, true, k)
}

// writeEmpty turns an empty file into an empty book.
func writeEmpty[P any, M comparable](path string, k Kind[P, M]) error {
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{Timeout: patience, OpenFile: openFile})
	if err != nil {
		return err
	}
	b := New(k)
	err = db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{headerBucket, entryBucket} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return b.writeHeader(tx)
	})
	return errors.Join(err, db.Close())
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
// or one may write it. Errors wrap ErrDamaged for a damaged file, ErrOther for a book of
// another game, and ErrPacked if write is set for a packed book. A file that fails to
// open stays unchanged.
func Open[P any, M comparable](path string, write bool, kinds ...Kind[P, M]) (*Book[P, M], error) {
	if path == workshop.BuiltIn || strings.HasPrefix(path, workshop.BuiltIn+":") {
		return openBuiltIn(path, write, kinds)
	}
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.Size() == 0 || info.IsDir() {
		return nil, reason.Errorf("book %s: %w", path, ErrDamaged)
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
	case errors.Is(err, berrors.ErrTimeout):
		return nil, reason.Errorf("book %s: another program has it open", path)
	case errors.Is(err, os.ErrPermission):
		return nil, err
	}
	return b, refused(path, err)
}

// refused returns the error of opening the book at path, if err is not nil.
func refused(path string, err error) error {
	switch {
	case errors.Is(err, ErrOther):
		return reason.Errorf("book %s: %w", path, err)
	case err != nil:
		return reason.Errorf("book %s: %w: %w", path, ErrDamaged, err)
	}
	return nil
}

// load opens a database file and reads all its entries.
func load[P any, M comparable](path string, write bool, kinds []Kind[P, M]) (*Book[P, M], error) {
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{Timeout: patience, ReadOnly: !write, OpenFile: openFile})
	if err != nil {
		return nil, err
	}
	var b *Book[P, M]
	err = db.View(func(tx *bbolt.Tx) (err error) {
		b, err = read(tx, kinds)
		return err
	})
	if err != nil {
		db.Close()
		return nil, err
	}
	b.db = db
	return b, nil
}

// read returns the book in a database.
func read[P any, M comparable](tx *bbolt.Tx, kinds []Kind[P, M]) (*Book[P, M], error) {
	first, list := tx.Bucket(headerBucket), tx.Bucket(entryBucket)
	if first == nil || list == nil {
		return nil, reason.New("no header")
	}
	h, err := readHeader(first.Get(headerKey))
	if err != nil {
		return nil, err
	}
	kind, err := kindOf(kinds, h.head)
	if err != nil {
		return nil, err
	}
	b := New(kind)
	err = list.ForEach(func(name, data []byte) error {
		e, err := b.readEntry(name, data)
		if err == nil {
			err = b.checkEntry(e)
		}
		if err == nil {
			b.insert(e)
		}
		return err
	})
	if err == nil && len(b.entries) != h.Entries {
		err = reason.Errorf("%d entries, want %d", len(b.entries), h.Entries)
	}
	return b, err
}

// kindOf returns the kind that a file's head describes.
func kindOf[P any, M comparable](kinds []Kind[P, M], h head) (Kind[P, M], error) {
	for _, k := range kinds {
		if headOf(k) == h {
			return k, nil
		}
	}
	return nil, reason.Errorf("%w: %q, want %q", ErrOther, h.name(), kinds[0].Name())
}

func readHeader(data []byte) (h header, err error) {
	if len(data) < 4 || binary.BigEndian.Uint32(data) != boltfile.Checksum(headerKey, data[4:]) {
		return h, reason.New("the header is damaged")
	}
	if err := json.Unmarshal(data[4:], &h); err != nil {
		return h, err
	}
	if h.Schema != schema {
		return h, reason.Errorf("schema %q, want %q", h.Schema, schema)
	}
	return h, nil
}

func (b *Book[P, M]) writeHeader(tx *bbolt.Tx) error {
	text, err := json.Marshal(header{schema, headOf(b.kind), len(b.entries)})
	if err != nil {
		return err
	}
	data := binary.BigEndian.AppendUint32(nil, boltfile.Checksum(headerKey, text))
	return tx.Bucket(headerBucket).Put(headerKey, append(data, text...))
}

// commit writes changed entries of b and deletes gone ones, in one transaction.
func (b *Book[P, M]) commit(changed []*Entry[P, M], gone []Key) error {
	if b.db == nil || len(changed) == 0 && len(gone) == 0 {
		return nil
	}
	err := b.db.Update(func(tx *bbolt.Tx) error {
		list := tx.Bucket(entryBucket)
		for _, e := range changed {
			name, data := b.record(e)
			if err := list.Put(name, data); err != nil {
				return err
			}
		}
		for _, k := range gone {
			if err := list.Delete(k.bytes()); err != nil {
				return err
			}
		}
		return b.writeHeader(tx)
	})
	if err != nil {
		return reason.Errorf("%w: %w", ErrUnwritten, err)
	}
	return nil
}

// Close closes the file, if there is one.
func (b *Book[P, M]) Close() error {
	if b.db == nil {
		return nil
	}
	return b.db.Close()
}
