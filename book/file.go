package book

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/boltfile"
)

// schema names the form of the file and its version.
const schema = "ply.book/1"

// The buckets of the database, and the key of the header.
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

// ErrDamaged is wrapped by the errors for files that are no books or do not
// check.
var ErrDamaged = workshop.ErrForeign

// ErrOther is wrapped by the errors for books of other games.
var ErrOther = workshop.ErrOther

// ErrPacked is wrapped by the errors for what would change a packed book.
var ErrPacked = workshop.ErrPacked

// patience is how long to wait for another program to close a book.
const patience = time.Second

// ErrUnwritten is wrapped by the errors for what could not be written, as on a
// full disk. The file is as it was.
var ErrUnwritten = workshop.ErrUnwritten

// openFile opens the files of databases. Tests have it fail.
var openFile = os.OpenFile

// Create makes a file for an empty book. It fails, with an error that wraps
// fs.ErrExist, if the file exists. The book is written beside and named when it
// is whole.
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
		return nil, fmt.Errorf("book %s: %w: %w", path, ErrUnwritten, err)
	}
	if err := name(beside, path); err != nil {
		return nil, err
	}
	return Open(path, true, k)
}

// writeEmpty makes an empty file an empty book.
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

// name gives a file that is whole its name, which no file must have. Where there
// are no links, it looks before.
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

// Open reads a book of one of some kinds, packed or not, or the one that the program
// has of the first, by the name [workshop.BuiltIn]. Many programs may have it open at
// once, or one that writes it. A file that does not check gives an error that wraps
// ErrDamaged, one for another game one that wraps ErrOther, and neither is changed; a
// packed one that is to be written, an error that wraps ErrPacked.
func Open[P any, M comparable](path string, write bool, kinds ...Kind[P, M]) (*Book[P, M], error) {
	if path == workshop.BuiltIn {
		return openBuiltIn(write, kinds)
	}
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.Size() == 0 || info.IsDir() {
		return nil, fmt.Errorf("book %s: %w", path, ErrDamaged)
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
		return nil, fmt.Errorf("book %s: another program has it open", path)
	case errors.Is(err, os.ErrPermission):
		return nil, err
	case errors.Is(err, ErrOther):
		return nil, fmt.Errorf("book %s: %w", path, err)
	case err != nil:
		return nil, fmt.Errorf("book %s: %w: %w", path, ErrDamaged, err)
	}
	return b, nil
}

// load opens a file and reads all of it.
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

// read returns the book of a database.
func read[P any, M comparable](tx *bbolt.Tx, kinds []Kind[P, M]) (*Book[P, M], error) {
	first, list := tx.Bucket(headerBucket), tx.Bucket(entryBucket)
	if first == nil || list == nil {
		return nil, errors.New("no header")
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
		err = fmt.Errorf("%d entries, want %d", len(b.entries), h.Entries)
	}
	return b, err
}

// kindOf returns that of the kinds which a file is for.
func kindOf[P any, M comparable](kinds []Kind[P, M], h head) (Kind[P, M], error) {
	for _, k := range kinds {
		if headOf(k) == h {
			return k, nil
		}
	}
	return nil, fmt.Errorf("%w: %q, want %q", ErrOther, h.name(), kinds[0].Name())
}

func readHeader(data []byte) (h header, err error) {
	if len(data) < 4 || binary.BigEndian.Uint32(data) != boltfile.Checksum(headerKey, data[4:]) {
		return h, errors.New("the header is damaged")
	}
	if err := json.Unmarshal(data[4:], &h); err != nil {
		return h, err
	}
	if h.Schema != schema {
		return h, fmt.Errorf("schema %q, want %q", h.Schema, schema)
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

// commit writes entries, which b holds already, in one transaction, and takes
// those away that it does not hold any more.
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
		return fmt.Errorf("%w: %w", ErrUnwritten, err)
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
