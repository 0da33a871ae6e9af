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
	"github.com/plywood-go/plywood/games/othello"
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
	Schema  string `json:"schema"`
	Size    int    `json:"size"` // of the board
	Entries int    `json:"entries"`
}

// ErrDamaged is wrapped by the errors for files that are no books or do not
// check.
var ErrDamaged = workshop.ErrForeign

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
func Create(path string, r othello.Rules) (*Book, error) {
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
	if err := writeEmpty(beside, r); err != nil {
		return nil, fmt.Errorf("book %s: %w: %w", path, ErrUnwritten, err)
	}
	if err := name(beside, path); err != nil {
		return nil, err
	}
	return Open(path, true)
}

// writeEmpty makes an empty file an empty book.
func writeEmpty(path string, r othello.Rules) error {
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{Timeout: patience, OpenFile: openFile})
	if err != nil {
		return err
	}
	b := New(r)
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

// Open reads a book, packed or not, or the one that the program has, by the name
// [workshop.BuiltIn]. Many programs may have it open at once, or one that writes
// it. A file that does not check gives an error that wraps ErrDamaged and is not
// changed; a packed one that is to be written, an error that wraps ErrPacked.
func Open(path string, write bool) (*Book, error) {
	if path == workshop.BuiltIn {
		return openPacked(path, builtIn, write)
	}
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.Size() == 0 || info.IsDir() {
		return nil, fmt.Errorf("book %s: %w", path, ErrDamaged)
	}
	if data, err := readPacked(path); err != nil {
		return nil, err
	} else if data != nil {
		return openPacked(path, data, write)
	}
	var b *Book
	err := boltfile.Guarded(func() (err error) {
		b, err = load(path, write)
		return err
	})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, fmt.Errorf("book %s: another program has it open", path)
	case errors.Is(err, os.ErrPermission):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("book %s: %w: %w", path, ErrDamaged, err)
	}
	return b, nil
}

// load opens a file and reads all of it.
func load(path string, write bool) (*Book, error) {
	db, err := bbolt.Open(path, 0o666, &bbolt.Options{Timeout: patience, ReadOnly: !write, OpenFile: openFile})
	if err != nil {
		return nil, err
	}
	b := New(othello.Rules{})
	b.db = db
	if err := db.View(b.read); err != nil {
		db.Close()
		return nil, err
	}
	return b, nil
}

// read fills b from the database.
func (b *Book) read(tx *bbolt.Tx) error {
	head, list := tx.Bucket(headerBucket), tx.Bucket(entryBucket)
	if head == nil || list == nil {
		return errors.New("no header")
	}
	h, err := readHeader(head.Get(headerKey))
	if err != nil {
		return err
	}
	rules, ok := othello.Sized(h.Size)
	if !ok {
		return fmt.Errorf("board size %d", h.Size)
	}
	b.rules = rules
	err = list.ForEach(func(name, data []byte) error {
		e, err := readEntry(name, data)
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
	return err
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

func (b *Book) writeHeader(tx *bbolt.Tx) error {
	text, err := json.Marshal(header{schema, b.rules.Size(), len(b.entries)})
	if err != nil {
		return err
	}
	data := binary.BigEndian.AppendUint32(nil, boltfile.Checksum(headerKey, text))
	return tx.Bucket(headerBucket).Put(headerKey, append(data, text...))
}

// commit writes entries, which b holds already, in one transaction, and takes
// those away that it does not hold any more.
func (b *Book) commit(changed []*Entry, gone []key) error {
	if b.db == nil || len(changed) == 0 && len(gone) == 0 {
		return nil
	}
	err := b.db.Update(func(tx *bbolt.Tx) error {
		list := tx.Bucket(entryBucket)
		for _, e := range changed {
			name, data := e.record()
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
func (b *Book) Close() error {
	if b.db == nil {
		return nil
	}
	return b.db.Close()
}
